import { expect, expectGoodPage, test } from '../support/campus.ts';
import { square } from '../support/pictures.ts';

test('an administrator reads and changes what the whole campus shows', async ({
  as,
  browser,
  baseURL,
  expected,
}) => {
  test.slow();
  const page = await as('admin');
  await page.route('**/api/settings', (route) => route.abort());
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Details' })).toBeVisible();
  await expect(page.getByText('Loading settings...')).toBeVisible();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/settings');
  await retry.click();
  await expect(page.getByRole('heading', { name: 'Grading scale' })).toBeVisible();
  await expectGoodPage(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectGoodPage(page);
  await page.emulateMedia({ colorScheme: 'light' });

  const section = (title: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save' });
  const name = dialog.getByLabel('Institution Name');
  const nameIt = async (text: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit institution' }).click();
    await name.fill(text);
    await save.click();
    await expect(dialog).toBeHidden();
  };
  const before = (await section('Institution').locator('dd').first().textContent()) ?? '';
  try {
    await nameIt('Northfield & Sons University');
    await expect(section('Institution')).toContainText('Northfield & Sons University');
    await expect(section('Changes')).toContainText('→ Northfield & Sons University');
    await expect(section('Changes')).toContainText('Ruth Adeyemi');

    // Somebody else sees it before signing in, at once and without a script.
    const stranger = await browser.newPage({
      ...(baseURL && { baseURL }),
      javaScriptEnabled: false,
    });
    await stranger.goto('/');
    await expect(stranger.getByText('Northfield & Sons University')).toBeVisible();
    await stranger.close();
  } finally {
    await nameIt(before === 'N/A' ? '' : before);
  }

  // Two administrators: what the other one has set is not overwritten.
  const other = await as('admin');
  await other.goto('/admin/settings');
  const percent = (who: typeof page) => who.getByLabel('Attendance is low below, in percent');
  await page.getByRole('button', { name: 'Edit low attendance' }).click();
  await percent(page).fill('70');
  await other.getByRole('button', { name: 'Edit low attendance' }).click();
  await percent(other).fill('80');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Below 80%')).toBeVisible();
  expected.refusals.push(/^409 .*\/api\/settings$/);
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('has changed the settings in the meantime');
  await expect(percent(page)).toHaveValue('70');
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Below 80%')).toBeVisible();
  await page.getByRole('button', { name: 'Edit low attendance' }).click();
  await percent(page).fill('0');
  await save.click();
  await expect(dialog.getByText('Please enter a whole number from 1 to 100')).toBeVisible();
  await expect(percent(page)).toBeFocused();
  await percent(page).fill('75');
  await save.click();
  await expect(page.getByText('Below 75%')).toBeVisible();

  // What passwords need: said where one is chosen, and put back.
  const length = dialog.getByLabel('Minimum length');
  await page.getByRole('button', { name: 'Edit passwords' }).click();
  await length.fill('3');
  await save.click();
  await expect(dialog.getByText('configured for at least 6 characters')).toBeVisible();
  await length.fill('9');
  await dialog.getByLabel('A digit').check();
  await save.click();
  await expect(section('Passwords')).toContainText('At least 9 characters, a digit');
  await other.goto('/admin/password');
  await expect(other.getByText('At least 9 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Edit passwords' }).click();
  await length.fill('6');
  await dialog.getByLabel('A digit').uncheck();
  await save.click();
  await expect(dialog).toBeHidden();

  // The time zone says what it means before it is saved.
  await page.getByRole('button', { name: 'Edit time zone' }).click();
  await dialog.getByLabel('Time Zone').selectOption('Pacific/Auckland');
  await expect(dialog.getByText(/There it is now \w+day/)).toBeVisible();
  await expect(dialog.getByText('Days that are stored stay the days they are')).toBeVisible();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a logo is shown where the mark of Campus was, until it is removed', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/settings');
  const input = page.getByLabel('Logo', { exact: true });
  await input.setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(page.getByText(/SVG images are not taken/)).toBeVisible();
  await input.setInputFiles(square(64, [30, 90, 160]));
  const logo = page.getByRole('img', { name: 'Logo of the institution' });
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(logo).toBeHidden();
});

test('nobody else changes settings', async ({ as, expected }) => {
  expected.refusals.push(/^403 .*\/api\/settings$/);
  const page = await as('teacher');
  await page.goto('/teacher/dashboard');
  const status = await page.evaluate(async () => {
    const token = localStorage.getItem('authToken') ?? '';
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch('/api/settings', { headers })).status;
  });
  expect(status).toBe(403);
});
