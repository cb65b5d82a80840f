import type { Page } from '@playwright/test';
import {
  anyWidth,
  expect,
  expectGoodInBothSchemes,
  expectGoodPage,
  showScheme,
  test,
} from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';
import { square } from '../support/pictures.ts';

const section = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true });
const percent = (page: Page) => page.getByLabel('Attendance is low below, in percent');
const saveIn = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' });

test('an administrator reads and changes what the whole campus shows', async ({
  as,
  browser,
  baseURL,
}) => {
  test.slow();
  const page = await as('admin');
  await page.route('**/api/settings', (route) => route.abort());
  const fail = await delayRequests(page, '**/api/settings');
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Details' })).toBeVisible();
  await expect(page.getByText('Loading settings...')).toBeVisible();
  fail();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/settings');
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Grading scale' })).toBeVisible();
  await expectGoodPage(page);
  await showScheme(page, 'dark');
  await expectGoodPage(page);
  await showScheme(page, 'light');

  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  const name = dialog.getByLabel('Institution Name');
  const nameIt = async (text: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit institution' }).click();
    await name.fill(text);
    await save.click();
    await expect(dialog).toBeHidden();
  };
  const before = (await section(page, 'Institution').locator('dd').first().textContent()) ?? '';
  try {
    await nameIt('Northfield & Sons University');
    await expect(section(page, 'Institution')).toContainText('Northfield & Sons University');
    await expect(section(page, 'Changes')).toContainText('→ Northfield & Sons University');
    await expect(section(page, 'Changes')).toContainText('Ruth Adeyemi');

    // Visible to others before signing in, at once and without scripts.
    const stranger = await browser.newPage({
      ...(baseURL && { baseURL }),
      javaScriptEnabled: false,
    });
    await stranger.goto('/');
    // Hidden on small screens.
    await expect(stranger.getByText('Northfield & Sons University')).toHaveCount(1);
    await stranger.close();
  } finally {
    await nameIt(before === 'N/A' ? '' : before);
  }
});

test('two administrators do not overwrite each other’s settings', async ({ as, expected }) => {
  const page = await as('admin');
  const other = await as('admin');
  const dialog = page.getByRole('dialog');
  for (const one of [page, other]) {
    await one.goto('/admin/settings');
    await one.getByRole('button', { name: 'Edit low attendance' }).click();
  }
  await percent(page).fill('70');
  await percent(other).fill('80');
  await saveIn(other).click();
  await expect(other.getByText('Below 80%')).toBeVisible();
  expected.refusals.push(/^409 .*\/api\/settings$/);
  await saveIn(page).click();
  await expect(dialog.getByRole('alert')).toContainText('has changed the settings in the meantime');
  await expect(percent(page)).toHaveValue('70');
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Below 80%')).toBeVisible();

  await page.getByRole('button', { name: 'Edit low attendance' }).click();
  await percent(page).fill('0');
  await saveIn(page).click();
  await expect(dialog.getByText('Please enter a whole number from 1 to 100')).toBeVisible();
  await expect(percent(page)).toBeFocused();
  await percent(page).fill('75');
  await saveIn(page).click();
  await expect(page.getByText('Below 75%')).toBeVisible();
});

test('the rules for passwords are shown where one is chosen', anyWidth, async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/settings');
  const dialog = page.getByRole('dialog');
  const length = dialog.getByLabel('Minimum length');
  await page.getByRole('button', { name: 'Edit passwords' }).click();
  await length.fill('3');
  await saveIn(page).click();
  await expect(dialog.getByText('configured for at least 6 characters')).toBeVisible();
  await length.fill('9');
  await dialog.getByLabel('A digit').check();
  await saveIn(page).click();
  await expect(section(page, 'Passwords')).toContainText('At least 9 characters, a digit');
  try {
    // Administrators always need a stronger password.
    const student = await as('student');
    await student.goto('/student/security');
    await expect(student.getByText('At least 9 characters')).toBeVisible();
    await page.goto('/admin/security');
    await expect(page.getByText('At least 12 characters')).toBeVisible();
    await page.goto('/admin/settings');
  } finally {
    await page.getByRole('button', { name: 'Edit passwords' }).click();
    await length.fill('6');
    await dialog.getByLabel('A digit').uncheck();
    await saveIn(page).click();
    await expect(dialog).toBeHidden();
  }
});

test('how a missed exam counts is set, and mentioned where percentages are shown', async ({
  as,
}) => {
  const page = await as('admin');
  const student = await as('student');
  await page.goto('/admin/settings');
  const card = section(page, 'Missed Exams');
  await expect(card).toContainText('Absent does not count');
  const set = async (counts: boolean): Promise<void> => {
    await page.getByRole('button', { name: 'Edit missed exams' }).click();
    await page.getByLabel('An exam that a student missed counts 0').setChecked(counts);
    await saveIn(page).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await set(true);
  try {
    await expect(card).toContainText('Absent counts 0 of the exam’s marks');
    await expectGoodPage(page);
    for (const address of ['/student/exams', '/student/performance']) {
      await student.goto(address);
      await expect(
        student.getByText('An exam that was missed counts 0 of its marks.'),
      ).toBeVisible();
    }
    await student.getByRole('link', { name: 'Result sheet' }).click();
    await expect(student.getByRole('article')).toContainText('counts 0 of its marks');
  } finally {
    await set(false);
  }
  await student.goto('/student/exams');
  await expect(student.getByText('An exam that was missed counts in no total.')).toBeVisible();
});

test('the effect of a time zone is shown before it is saved', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/settings');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit time zone' }).click();
  await dialog.getByLabel('Time Zone').selectOption('Pacific/Auckland');
  await expect(dialog.getByText(/Current time there: \d+ \w+ \d{4}, \d\d:\d\d/)).toBeVisible();
  await expect(dialog.getByText('Dates that are stored do not change')).toBeVisible();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a logo replaces the mark of Campus until it is removed', async ({ as, expected }) => {
  expected.refusals.push(/^409 .*\/settings\/logo$/);
  const page = await as('admin');
  await page.goto('/admin/settings');
  const input = page.locator('input[aria-label="Logo"]');
  await input.setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  const choose = page.getByRole('button', { name: 'Choose logo' });
  await expect(choose).toHaveAccessibleDescription(/SVG images are not taken/);
  await expectGoodInBothSchemes(page);
  await input.setInputFiles(square(64, [30, 90, 160]));
  const logo = page.getByRole('img', { name: 'Logo of the institution' });
  await expect(logo).toBeVisible();
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectGoodPage(page);
  const address = '**/api/settings/logo';
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Remove' });
  const message = 'Somebody else has changed the settings.';
  const json = { error: 'conflict', message };
  await page.route(address, (route) => route.fulfill({ status: 409, json }));
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await remove.click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change logo' })).not.toHaveAttribute(
    'aria-describedby',
  );
  await page.unroute(address);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await remove.click();
  await expect(logo).toBeHidden();
});

test('only administrators can change settings', anyWidth, async ({ as, expected }) => {
  expected.refusals.push(/^403 .*\/api\/settings$/);
  const page = await as('teacher');
  const status = await page.evaluate(async () => {
    const token = localStorage.getItem('authToken') ?? '';
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch('/api/settings', { headers })).status;
  });
  expect(status).toBe(403);
});
