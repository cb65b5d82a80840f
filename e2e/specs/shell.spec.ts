import type { Page } from '@playwright/test';
import {
  anyWidth,
  expect,
  expectAnswered,
  openMenu,
  people,
  type Persona,
  test,
} from '../support/campus.ts';

/** The documented links of each sidebar, in order. */
const links: Readonly<Record<Persona, readonly (readonly [string, string])[]>> = {
  admin: [
    ['Dashboard', '/admin/dashboard'],
    ['Subjects', '/admin/classes'],
    ['Students', '/admin/students'],
    ['Teachers', '/admin/teachers'],
    ['Announcement', '/admin/communication'],
  ],
  student: [
    ['Dashboard', '/student/dashboard'],
    ['Attendance', '/student/attendance'],
    ['Announcement', '/student/communication'],
    ['Profile', '/student/settings'],
  ],
  teacher: [
    ['Dashboard', '/teacher/dashboard'],
    ['Students', '/teacher/students'],
    ['Attendance', '/teacher/attendance'],
    ['Announcement', '/teacher/communication'],
    ['Settings & Profile', '/teacher/settings'],
  ],
};

const sidebar = (page: Page) => page.getByRole('banner');
const widthOf = async (page: Page): Promise<number> => {
  // Animations that are cut off because their element has gone have ended as well.
  await sidebar(page).evaluate((side) =>
    Promise.allSettled(side.getAnimations({ subtree: true }).map((one) => one.finished)),
  );
  return (await sidebar(page).boundingBox())?.width ?? 0;
};

for (const persona of Object.keys(links) as Persona[])
  test(`the links in the sidebar of the ${persona} lead where they say`, async ({ as }) => {
    const page = await as(persona);
    await page.goto(`/${persona}/dashboard`);
    await expect(page.locator('h1')).toHaveText(/\S/);
    await openMenu(page);
    const documented = page.getByRole('navigation', { name: 'Main' }).getByRole('list').first();
    const items = documented.getByRole('link');
    await expect(items).toHaveCount(links[persona].length);
    expect(await items.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(
      links[persona].map(([, address]) => address),
    );
    for (const [at, [label]] of links[persona].entries())
      await expect(items.nth(at)).toContainText(label);
    // All links: following one leads to the heading of its page.
    const all = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const addresses = await all.evaluateAll((every) =>
      every.map((one) => one.getAttribute('href') ?? ''),
    );
    expect(addresses.length).toBeGreaterThan(links[persona].length);
    for (const [at, address] of addresses.entries()) {
      if (at > 0) await openMenu(page);
      await all.nth(at).click();
      await expect(page).toHaveURL(new RegExp(`${address}(\\?.*)?$`));
      if (at > 0) await expect(page.locator('h1')).toBeFocused();
    }
  });

test.describe('on a wide screen the sidebar', () => {
  test.skip(({ hasTouch }) => hasTouch, 'On a phone it lies over the page.');

  for (const persona of Object.keys(links) as Persona[])
    test(`of the ${persona} is 250 px wide, 80 px collapsed, and stays as it was left`, async ({
      as,
    }) => {
      const page = await as(persona);
      await page.goto(`/${persona}/communication`);
      await expect(sidebar(page)).toBeVisible();
      expect(await widthOf(page)).toBe(250);
      await sidebar(page).getByRole('button', { name: 'Collapse' }).click();
      await expect(sidebar(page).getByRole('button', { name: 'Expand' })).toBeVisible();
      await expect.poll(() => widthOf(page)).toBe(80);
      await page.reload();
      await expect(sidebar(page)).toBeVisible();
      expect(await widthOf(page)).toBe(80);
      await sidebar(page).getByRole('button', { name: 'Expand' }).click();
      await expect.poll(() => widthOf(page)).toBe(250);
    });

  test('shows Sign out on a low screen, and no focused link is hidden behind it', async ({
    as,
  }) => {
    const page = await as('admin');
    await page.setViewportSize({ width: 1366, height: 700 });
    await page.goto('/admin/communication');
    const out = sidebar(page).getByRole('button', { name: 'Sign out' });
    for (const toggle of ['Collapse', 'Expand']) {
      await expect(out).toBeInViewport({ ratio: 1 });
      const last = sidebar(page).getByRole('link').last();
      await sidebar(page).getByRole('link').first().focus();
      await expect(last).not.toBeInViewport({ ratio: 1 });
      await last.focus();
      const above = sidebar(page).getByRole('button', { name: toggle });
      await expect
        .poll(async () => {
          const [link, foot] = [await last.boundingBox(), await above.boundingBox()];
          return link && foot && link.y + link.height <= foot.y;
        })
        .toBe(true);
      await above.click();
    }
  });

  test('collapses by itself when the window is 768 px wide or less', async ({ as }) => {
    const page = await as('teacher');
    await page.setViewportSize({ width: 769, height: 800 });
    await page.goto('/teacher/communication');
    await expect(sidebar(page)).toBeVisible();
    expect(await widthOf(page)).toBe(250);
    await page.setViewportSize({ width: 768, height: 800 });
    await expect.poll(() => widthOf(page)).toBe(80);
    await expect(sidebar(page).getByRole('link', { name: 'Students' })).toBeVisible();
  });

  test('of the teacher has a picture and the word Teacher at the top', async ({ as }) => {
    const page = await as('teacher');
    await page.goto('/teacher/communication');
    await expect(sidebar(page).getByText('Teacher', { exact: true })).toBeVisible();
    await expect(sidebar(page).locator('img').first()).toBeVisible();
  });
});

test(
  'signing in fills the documented keys of the browser’s storage',
  anyWidth,
  async ({ page }) => {
    const { email, role, name } = people.student;
    await page.goto('/signin');
    const field = page.getByLabel('University Email');
    await expect(field).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
    await field.fill(email);
    await page.getByLabel('Password', { exact: true }).fill('campus-demo-1');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/student\/dashboard$/);
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    expect(stored).toMatchObject({ userRole: role, userEmail: email, userName: name });
    expect(stored['authToken']).toMatch(/^ey/);
  },
);

test(
  'sign-in requires both e-mail and password, and sends no request without them',
  anyWidth,
  async ({ page }) => {
    await page.goto('/signin');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('/identity/')) asked += 1;
    });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByLabel('University Email').fill('student@example.edu');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    expect(asked).toBe(0);
  },
);

test.describe('with the keyboard alone', () => {
  test.skip(({ hasTouch }) => hasTouch, 'A phone has none.');

  for (const persona of Object.keys(links) as Persona[])
    test(`the ${persona} skips to the content, follows a link and signs out`, async ({ as }) => {
      const page = await as(persona);
      await page.goto(`/${persona}/dashboard`);
      await expect(sidebar(page)).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();

      const [, second] = links[persona];
      const link = sidebar(page).getByRole('link', { name: second?.[0] ?? '', exact: true });
      await page.reload();
      await expect(sidebar(page)).toBeVisible();
      for (let stops = 0; stops < 8 && !(await isFocused(link)); stops += 1)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`${second?.[1]}(\\?.*)?$`));

      await expectAnswered(page);
      const out = sidebar(page).getByRole('button', { name: 'Sign out' });
      // Backwards: the page has a stop for every subject that other tests have left.
      for (let stops = 0; stops < 20 && !(await isFocused(out)); stops += 1)
        await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/signin/);
    });

  test('no more requests are sent while signing out', async ({ as }) => {
    const page = await as('student', { alone: true });
    await page.clock.install();
    await page.goto('/student/attendance');
    await expectAnswered(page);
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    await page.route('**/auth/logout', async (route) => {
      begun.resolve();
      await end.promise;
      await route.continue();
    });
    await sidebar(page).getByRole('button', { name: 'Sign out' }).press('Enter');
    await expect(sidebar(page).getByRole('button', { name: 'Signing out...' })).toBeVisible();
    // Later this request itself would count.
    await begun.promise;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    await page.clock.runFor(10_000);
    expect(asked).toEqual([]);
    end.resolve();
    await expect(page).toHaveURL(/\/signin/);
  });

  test('a window keeps the focus inside and returns it when closed', async ({ as }) => {
    const page = await as('admin');
    await page.goto('/admin/dashboard');
    const opener = page.getByRole('button', { name: /^(Update|Upload) Calendar$/ });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Update Academic Calendar' });
    // The dialog takes the focus just after it is drawn.
    await expect(dialog.locator(':focus')).toHaveCount(1);
    for (let stops = 0; stops < 12; stops += 1) {
      await page.keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

const isFocused = (target: ReturnType<Page['locator']>): Promise<boolean> =>
  target.evaluate((one) => one === document.activeElement);
