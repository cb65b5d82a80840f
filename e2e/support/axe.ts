import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page, test } from '@playwright/test';
import type axe from 'axe-core';

// The package's own `source` is twice as long, which would count for every page.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules about colours; all others find the same in both schemes. */
const ofColours = ['color-contrast', 'link-in-text-block'];
type Rules = 'all' | 'of colours' | 'of all but colours';

/** axe's findings in the page itself, as `rule: elements`. Frames are skipped: Campus has none. */
const audit = async (page: Page, rules: Rules): Promise<readonly string[]> => {
  const off = rules === 'of all but colours' ? ofColours : [];
  const options = {
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
    ...(rules === 'of colours' && { runOnly: ofColours }),
  };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (given) => {
    const { axe: inPage } = window as unknown as { readonly axe: typeof axe };
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      iframes: false,
      elementRef: false,
      // None of the rules used reads style sheets.
      preload: { assets: ['media'] },
      ...given,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((one) => one.target).join(' | ')}`,
    );
  }, options);
};

/** axe's findings once the page is at rest. */
const violationsOf = async (page: Page, rules: Rules): Promise<readonly string[]> => {
  // A list is dimmed while the next one is loading.
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  // Colours would be measured in the middle of a transition.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // A toast's progress bar runs for seconds in one colour.
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 2000)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
  const dimmed = await page.evaluateHandle(() => {
    const seen = { is: false };
    new MutationObserver(() => {
      seen.is = true;
    }).observe(document, { subtree: true, attributeFilter: ['data-stale'] });
    return seen;
  });
  const violations = await audit(page, rules);
  // If a list was dimmed because it was fetched again meanwhile, measure again.
  if (violations.length > 0 && (await dimmed.evaluate((seen) => seen.is)))
    return violationsOf(page, rules);
  return violations;
};

/** What does not fit: how far the page scrolls sideways, if it does, and the texts of buttons that are cut. */
export const overflows = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const buttons = document.querySelectorAll(
      'main :is(.mantine-Button-root, .mantine-Button-label)',
    );
    const cut = [...buttons].filter((one) => one.scrollWidth > one.clientWidth + 1);
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px sideways`] : []),
      ...cut.map((one) => `cut: ${one.textContent}`),
    ];
  });

/** Boxes and switches that are off and stand out by less than 3:1 (WCAG 1.4.11), which axe does not measure. */
const faintControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string): number => {
      const [red = 0, green = 0, blue = 0] = parts(colour).map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (one: Element): string => {
      const colour = getComputedStyle(one).backgroundColor;
      return parts(colour)[3] === 0 && one.parentElement ? behind(one.parentElement) : colour;
    };
    // Found and measured in one step: a row that is replaced in between has no colours.
    const all = document.querySelectorAll(
      'main :is(.mantine-Checkbox-input, .mantine-Switch-input):not(:checked, :disabled)',
    );
    return [...all]
      .filter((one) => {
        const track = one.nextElementSibling?.matches('.mantine-Switch-track');
        const edge = track
          ? getComputedStyle(one.nextElementSibling as Element).backgroundColor
          : getComputedStyle(one).borderTopColor;
        const both = [edge, behind(one.parentElement as Element)].map(luminance);
        return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05) < 3;
      })
      .map((one) => one.getAttribute('aria-label') ?? one.outerHTML);
  });

/** Checks that axe finds nothing by these rules, nothing scrolls sideways, no button is cut, and there is one h1. */
const expectGood = async (page: Page, rules: Rules): Promise<void> => {
  expect(await violationsOf(page, rules)).toEqual([]);
  if (rules !== 'of all but colours') expect(await faintControls(page)).toEqual([]);
  expect(await overflows(page)).toEqual([]);
  await expect(page.locator('h1')).toHaveCount(1);
};

/** Buttons and fields too low for a thumb on a phone; a checkbox counts with its label, or in a row with its cell. */
export const lowControls = (page: Page): Promise<readonly string[]> =>
  page
    .locator(
      'main :is(button, select, textarea, input:not([type=file], [type=checkbox][aria-label]))',
    )
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((one) => {
          const { labels, type } = one as HTMLInputElement;
          const around = /checkbox|radio/.test(type) ? [...(labels ?? [])] : [];
          const heights = [one, ...around].map((part) => part.getBoundingClientRect().height);
          return Math.max(...heights) < 44 && Math.max(...heights) > 1;
        })
        .map((one) => one.getAttribute('aria-label') ?? (one.textContent || one.outerHTML)),
    );

/** Colours are checked by the same test on the desktop; they are half of what axe costs. */
const onPhone = (): boolean => test.info().project.name === 'phone';

/** Checks that axe finds nothing, nothing scrolls sideways, and there is one h1. */
export const expectGoodPage = (page: Page): Promise<void> =>
  expectGood(page, onPhone() ? 'of all but colours' : 'all');

/** Has the page shown in this scheme, which it learns of some frames later. */
export const showScheme = async (page: Page, colorScheme: 'dark' | 'light'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
};

/** The same in the dark and then the light scheme, in which it leaves the page. */
export const expectGoodInBothSchemes = async (page: Page): Promise<void> => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await showScheme(page, colorScheme);
    if (colorScheme === 'light') await expectGoodPage(page);
    else if (!onPhone()) await expectGood(page, 'of colours');
  }
};
