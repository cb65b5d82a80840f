import type { Locator, Page } from '@playwright/test';
import { anyWidth, expect, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

const room = { left: 8, right: 24 };

/** How long a toast stays, by the animation of its progress bar. */
const clockOf = (toast: Locator): Promise<string> =>
  toast.locator('[role=progressbar]').evaluate((bar) => getComputedStyle(bar).animationDuration);

const boxOf = async (page: Page, toast: Locator) => {
  const box = await toast.boundingBox();
  const size = page.viewportSize();
  if (!box || !size) throw new Error('The toast is not on screen.');
  return { ...box, fromRight: size.width - box.x - box.width, middle: box.x + box.width / 2, size };
};

/** Drags the toast to the right by this fraction of its width and lets go. */
const drag = async (page: Page, toast: Locator, share: number): Promise<void> => {
  const { x, y, width, height } = await boxOf(page, toast);
  const touch = await page.context().newCDPSession(page);
  const at = (moved: number) => [{ x: x + 10 + moved, y: y + height / 2 }];
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', at(0));
  for (const step of [0.25, 0.5, 0.75, 1]) await send('touchMove', at(width * share * step));
  await send('touchEnd', []);
};

/** Stops the clock of each toast that will be shown, or it might vanish while it is looked at. */
const stopClocks = (page: Page): Promise<void> =>
  page.evaluate(() =>
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof Element && target.matches('[role=progressbar]'))
        for (const clock of target.getAnimations()) clock.pause();
    }),
  );

/** Waits until the toast has reached its place. */
const settle = async (toast: Locator): Promise<void> => {
  await expect(toast).toBeVisible();
  await toast.evaluate((shown) => Promise.all(shown.getAnimations().map((one) => one.finished)));
};

/** Fails to send an announcement, which shows a general toast. */
const failToSend = async (
  page: Page,
  { stopped }: { readonly stopped: boolean },
): Promise<Locator> => {
  await page.route('**/api/admin/announcement', (route) => route.abort());
  await page.goto('/admin/communication');
  if (stopped) await stopClocks(page);
  await page.getByRole('textbox', { name: 'Message' }).fill('Tea at four.');
  await page.getByRole('button', { name: 'Send Announcement' }).click();
  return page.getByRole('alert').filter({ hasText: 'Failed to send announcement' });
};

test('general toasts are shown at the top right for five seconds; Alt+T moves to them', async ({
  as,
}) => {
  const page = await as('admin');
  const toast = await failToSend(page, { stopped: true });
  await settle(toast);
  const { y, fromRight } = await boxOf(page, toast);
  expect(y).toBeLessThan(32);
  expect(fromRight).toBeLessThanOrEqual(room.right);
  expect(await clockOf(toast)).toBe('5s');
  await page.keyboard.press('Alt+T');
  await expect(toast).toBeFocused();
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.mouse.move(5, 500);
  await toast.getByRole('button', { name: 'close' }).press('Enter');
  await expect(toast).toBeHidden();
});

test('a toast disappears by itself, with and without reduced motion', anyWidth, async ({ as }) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const page = await as('admin');
    await page.emulateMedia({ reducedMotion });
    const toast = await failToSend(page, { stopped: false });
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden();
  }
});

test('a finger dismisses a toast by dragging it four fifths of its width, and no less', async ({
  as,
}, { project }) => {
  test.skip(project.name !== 'phone', 'Only where there is a touch screen.');
  const page = await as('admin');
  const toast = await failToSend(page, { stopped: true });
  await settle(toast);
  const { x } = await boxOf(page, toast);
  await drag(page, toast, 0.7);
  await expect.poll(async () => (await boxOf(page, toast)).x).toBeCloseTo(x, 0);
  await drag(page, toast, 0.9);
  await expect(toast).toHaveCount(0);
});

test('toasts of the attendance screen are shown at the top centre for three seconds', async ({
  as,
}) => {
  const page = await as('teacher');
  await page.route('**/api/attendance/faculty/**', (route) => route.abort());
  const fail = await delayRequests(page, '**/api/attendance/faculty/**');
  await page.goto('/teacher/attendance');
  await stopClocks(page);
  fail();
  const toast = page.getByRole('alert').filter({ hasText: 'Failed to fetch subjects:' }).first();
  await settle(toast);
  const { y, middle, size } = await boxOf(page, toast);
  expect(y).toBeLessThan(32);
  expect(Math.abs(middle - size.width / 2)).toBeLessThan(2);
  expect(await clockOf(toast)).toBe('3s');
});
