import { readFile } from 'node:fs/promises';
import { callApi } from '../support/call-api.ts';
import { anyWidth, expect, expectGoodInBothSchemes, openMenu, test } from '../support/campus.ts';

test('an administrator finds who did what, opens an entry, and exports the search', async ({
  as,
  adminApi,
}) => {
  const message = `Kites ${Date.now().toString(36)}`;
  await callApi(adminApi, 'POST', '/admin/announcement', { title: message, message });
  const page = await as('admin');
  await page.goto('/admin/dashboard');
  await openMenu(page);
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  const list = page.getByRole('list', { name: 'Who did what' });
  const entry = list.getByRole('listitem').filter({ hasText: message });
  await expect(entry.first()).toContainText(`Ruth Adeyemi sent the announcement ${message}`);
  await expect(page.getByText(/^Checked .*: unbroken$/)).toBeVisible();
  await expectGoodInBothSchemes(page);

  await test.step('each field narrows the list at once, and the address has the search', async () => {
    await page.getByLabel('What', { exact: true }).selectOption('Announcement sent');
    await page.getByLabel('About', { exact: true }).fill(message);
    await expect(page.getByRole('heading', { name: '1 entry' })).toBeVisible();
    await expect(page).toHaveURL(/kind=announcement_sent&about=Kites/);
    await page.reload();
    await expect(page.getByLabel('About', { exact: true })).toHaveValue(message);
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await page.getByLabel('Who', { exact: true }).fill('Meera');
    await expect(page.getByText('No entry matches this search.')).toBeVisible();
    await page.getByLabel('Who', { exact: true }).fill('admin@example.edu');
    await expect(list.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('a row opens with the keyboard, and leads to everything about its record', async () => {
    const row = list.locator('summary').first();
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Entry [\d,]+ · request/)).toBeVisible();
    await expectGoodInBothSchemes(page);
    await page.getByLabel('Who', { exact: true }).fill('');
    await expect(page).not.toHaveURL(/who=/);
    await page.getByRole('link', { name: `All about ${message}` }).click();
    await expect(page).toHaveURL(/about=Kites/);
    await expect(page).not.toHaveURL(/kind=/);
  });

  for (const kind of ['CSV', 'JSON'] as const)
    await test.step(`the search as ${kind}`, async () => {
      const download = page.waitForEvent('download');
      if (kind === 'JSON') await page.getByRole('button', { name: 'Export JSON' }).click();
      else {
        await page.getByRole('button', { name: 'Download' }).click();
        await page.getByRole('menuitem', { name: 'CSV' }).click();
      }
      const file = await (await download).path();
      expect(await readFile(file, 'utf8')).toContain(message);
    });
});

test('the days of the audit are typed', anyWidth, async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/audit');
  const from = page.getByLabel('From');
  await expect(from).toBeVisible();
  await from.focus();
  await page.keyboard.type('01152026');
  await expect(from).toHaveValue('2026-01-15');
  await expect(page).toHaveURL(/from=2026-01-15/);
  await from.press('Tab');
  await page.getByLabel('To', { exact: true }).focus();
  await page.keyboard.type('01162026');
  await expect(page).toHaveURL(/from=2026-01-15&to=2026-01-16/);
  await expect(page.getByText('No entry matches this search.')).toBeVisible();
});

test('a day of the audit is erased part by part', anyWidth, async ({ as }) => {
  const page = await as('admin');
  const from = page.getByLabel('From');
  await page.goto('/admin/audit?from=2026-01-15&to=2026-02-01');
  await expect(page.getByText('No entry matches this search.')).toBeVisible();
  await from.focus();
  await page.keyboard.press('Backspace');
  await expect(page).not.toHaveURL(/from=/);
  for (const key of ['ArrowRight', 'Backspace', 'ArrowRight', 'Backspace', 'Tab'])
    await page.keyboard.press(key);
  await page.getByLabel('Who', { exact: true }).focus();
  await expect(from).toHaveValue('');
  await expect(from).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page).not.toHaveURL(/from=/);
});

test('Back puts its day in the place of one that does not exist', anyWidth, async ({ as }) => {
  const page = await as('admin');
  const to = page.getByLabel('To', { exact: true });
  const error = page.getByText('There is no such day: the list does not use it.');
  await page.goto('/admin/audit?to=2026-01-20');
  await expect(to).toHaveValue('2026-01-20');
  await page.evaluate(() => history.pushState(null, '', '/admin/audit?to=2026-02-01'));
  await expect(to).toHaveValue('2026-02-01');
  await to.focus();
  await page.keyboard.type('02312026');
  await page.getByLabel('Who', { exact: true }).focus();
  await expect(error).toBeVisible();
  await page.goBack();
  await expect(to).toHaveValue('2026-01-20');
  await expect(error).toBeHidden();
});

test(
  'a day that does not exist is said, and leaves the list as it is',
  anyWidth,
  async ({ as }) => {
    const page = await as('admin');
    const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })];
    const error = page.getByText('There is no such day: the list does not use it.');
    await page.goto('/admin/audit?from=2026-01-15&to=2026-02-01');
    await expect(page.getByText('No entry matches this search.')).toBeVisible();
    await to.focus();
    await page.keyboard.type('02312026');
    await expect(error).toBeVisible();
    await expect(to).toHaveAttribute('aria-invalid', 'true');
    await to.press('Tab');
    await expect(page).toHaveURL(/from=2026-01-15&to=2026-02-0\d$/);
    await expect(page.getByText('No entry matches this search.')).toBeVisible();

    await to.focus();
    await page.keyboard.type('03312026');
    await expect(error).toBeHidden();
    await expect(page).toHaveURL(/to=2026-03-31/);

    await from.fill('');
    await expect(page).not.toHaveURL(/from=/);
    await page.keyboard.type('02312026');
    await page.getByLabel('Who', { exact: true }).focus();
    await expect(error).toBeVisible();
    await from.fill('');
    await page.getByLabel('Who', { exact: true }).focus();
    await expect(error).toBeHidden();
  },
);
