import { expect, expectGoodInBothSchemes, signIn, test } from '../support/campus.ts';
import { addPersonWithPassword } from '../support/person-with-password.ts';

test('a person sees where they are signed in and ends other sessions', async ({
  adminApi,
  page,
  browser,
  baseURL,
}) => {
  const student = await addPersonWithPassword(adminApi, 'student', 'Ira Sen', 'correct horse');
  const userAgent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const open = async () => {
    const other = await browser.newPage({ userAgent, ...(baseURL && { baseURL }) });
    await signIn(other, student);
    return other;
  };
  const [second, third] = [await open(), await open()];
  await signIn(page, student);
  await page.goto('/student/security');
  const list = page.getByRole('list', { name: 'Signed in' });
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('this one');
  await expect(rows.first()).toContainText('Here');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await expect(rows.nth(1)).toContainText('Firefox on Windows');
  await expect(page.getByText('Sessions end automatically after 7 days')).toBeVisible();
  await expectGoodInBothSchemes(page);

  // With the keyboard: the session used last is listed first.
  const dialog = page.getByRole('dialog', { name: 'End this session?' });
  const end = rows.nth(1).getByRole('button', { name: /^End Firefox on Windows/ });
  await end.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('this cannot be undone');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(end).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'End Session' }).press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(list).toBeFocused();
  await third.goto('/student/security');
  await expect(third).toHaveURL(/\/signin\?next=%2Fstudent%2Fsecurity$/);
  await signIn(third, student);

  await page.reload();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End 2 Sessions' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden();
  for (const other of [second, third]) {
    await other.goto('/student/settings');
    await expect(other).toHaveURL(/\/signin/);
    await other.close();
  }
  await page.goto('/student/settings');
  await expect(page.getByRole('heading', { name: 'Ira Sen' })).toBeVisible();
});

test('an administrator sets how long sessions last', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/settings');
  const edit = page.getByRole('button', { name: 'Edit sessions' });
  const dialog = page.getByRole('dialog');
  const days = dialog.getByLabel('Teachers and students, in days');
  const save = dialog.getByRole('button', { name: 'Save' });
  await edit.click();
  await days.fill('31');
  await save.click();
  await expect(dialog.getByText('Please enter a whole number from 1 to 30')).toBeVisible();
  await expectGoodInBothSchemes(page);
  await days.fill('3');
  await save.click();
  await expect(page.getByText('Administrators 12 hours, others 3 days').first()).toBeVisible();
  await edit.click();
  await days.fill('7');
  await save.click();
  await expect(dialog).toBeHidden();
});
