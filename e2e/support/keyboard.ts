import type { Locator, Page } from '@playwright/test';
import { expect } from './campus.ts';

/** Whether the element has the focus and visibly so: an outline on it, or on the element that represents it. */
const focusStateOf = (target: Locator): Promise<'elsewhere' | 'unseen' | 'seen'> =>
  target.evaluateAll((all) => {
    const focused = document.activeElement;
    if (!focused || !all.some((one) => one === focused)) return 'elsewhere';
    const seen = [focused, focused.nextElementSibling].some((one) => {
      if (!one) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    return seen ? 'seen' : 'unseen';
  });

/** Operates a page with the keyboard only. */
export const keyboardOf = (page: Page) => {
  const press = (key: string): Promise<void> => page.keyboard.press(key);

  /** Tabs to one of these elements within `most` presses, and checks that its focus is visible. */
  const reach = async (
    target: Locator,
    { back = false, most = 40 }: { readonly back?: boolean; readonly most?: number } = {},
  ): Promise<void> => {
    await expect(target.first()).toBeVisible();
    let focus = await focusStateOf(target);
    for (let presses = 0; focus === 'elsewhere' && presses < most; presses += 1) {
      await press(back ? 'Shift+Tab' : 'Tab');
      focus = await focusStateOf(target);
    }
    expect(focus, `where the focus is after at most ${most} presses`).toBe('seen');
  };

  return {
    press,
    type: (text: string): Promise<void> => page.keyboard.type(text),
    reach,
    /** Tabs to it and presses Enter. */
    enter: async (target: Locator, way: { back?: boolean; most?: number } = {}): Promise<void> => {
      await reach(target, way);
      await press('Enter');
    },
    /** Tabs from anywhere on a page back to the sidebar and follows the link. */
    follow: async (label: string, way = { back: true, most: 60 }): Promise<void> => {
      const link = page.getByRole('banner').getByRole('link', { name: label, exact: true });
      await reach(link, way);
      await press('Enter');
    },
  };
};

export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name });
