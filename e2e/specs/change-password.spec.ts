import {
  expect,
  expectGoodPage,
  people,
  showScheme,
  signIn,
  signInByForm,
  test,
} from '../support/campus.ts';
import { addPersonWithPassword } from '../support/person-with-password.ts';

test('a student changes the password; every other browser is signed out', async ({
  adminApi,
  page,
  browser,
  baseURL,
  expected,
}) => {
  const student = await addPersonWithPassword(adminApi, 'student', 'Ira Sen', 'correct horse');
  const elsewhere = await browser.newPage({ ...(baseURL && { baseURL }) });
  await signIn(elsewhere, student);
  await signIn(page, student);
  await page.goto('/student/security');
  const change = page.getByRole('button', { name: 'Change Password' });
  const current = page.getByLabel('Current password');
  const chosen = page.getByLabel('New password');
  const again = page.getByLabel('The same again');
  await expect(page.getByText('At least 6 characters')).toBeVisible();

  await change.click();
  await expect(current).toBeFocused();
  await expect(page.getByText('Please enter your current password.')).toBeVisible();
  await expect(page.getByText('Please enter a new password.')).toBeVisible();
  await expectGoodPage(page);
  await showScheme(page, 'dark');
  await expectGoodPage(page);

  expected.refusals.push(/^422 .*\/identity\/change-password$/);
  await current.fill('correct house');
  await chosen.fill('brand new');
  await again.fill('brand now');
  await change.click();
  await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
  await again.fill('brand new');
  await change.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill('correct horse');
  await chosen.fill('short');
  await again.fill('short');
  await change.click();
  await expect(page.getByText('A password needs at least 6 characters.')).toBeVisible();

  await page.route('**/identity/change-password', (route) => route.abort());
  await chosen.fill('brand new');
  await again.fill('brand new');
  await page.getByLabel('Show what is typed').check();
  await expect(chosen).toHaveAttribute('type', 'text');
  await change.click();
  await expect(page.getByRole('alert')).toHaveText(
    /Failed to change the password. Please try again./,
  );
  await page.unroute('**/identity/change-password');
  await change.click();
  await expect(page.getByText(/Your password is changed/)).toBeVisible();
  await expect(current).toHaveValue('');

  // This browser's session continues, the other one's has ended, and the new password works.
  await page.reload();
  await expect(page.getByText('How Ira Sen signs in to Campus')).toBeVisible();
  await elsewhere.goto('/student/settings');
  await expect(elsewhere).toHaveURL(/\/signin/);
  await signInByForm(elsewhere, student.email, 'brand new');
  await elsewhere.close();
});

test('an administrator can do the same, even at the former address of the page', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/password');
  await expect(page).toHaveURL(/\/admin\/security$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security');
  await expect(page.getByLabel('Current password')).toBeVisible();
  await expect(page.getByText('At least 12 characters')).toBeVisible();
  expect(people.admin.role).toBe('admin');
  await expectGoodPage(page);
});
