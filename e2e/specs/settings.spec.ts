import { expect, expectGoodPage, test } from '../support/campus.ts';
import { square } from '../support/pictures.ts';

test('an administrator reads and changes what the whole campus shows', async ({
  as,
  browser,
  baseURL,
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

  const section = (title: string) => page.getByRole('region', { name: title, exact: true });
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
    // Small screens leave the name out of sight.
    await expect(stranger.getByText('Northfield & Sons University')).toHaveCount(1);
    await stranger.close();
  } finally {
    await nameIt(before === 'N/A' ? '' : before);
  }
});

test('a logo is shown where the mark of Campus was, until it is removed', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/settings');
  const input = page.locator('input[aria-label="Logo"]');
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
