import type { Page } from '@playwright/test';
import { codeOf } from '../../apps/identity/src/testing/authenticator.ts';
import {
  anyWidth,
  expect,
  expectGoodPage,
  password,
  people,
  signIn as signInWithoutForm,
  test,
} from '../support/campus.ts';
import { callApi } from '../support/call-api.ts';
import { leaveForEmptyPage } from '../support/pages.ts';
import { addPersonWithPassword } from '../support/person-with-password.ts';

let added = 0;
const fresh = (name: string): string => `${name}.${Date.now()}.${(added += 1)}@example.edu`;

/** Adds a student on the administrator's screen. */
const addStudent = async (admin: Page, name: string, email: string): Promise<void> => {
  await admin.goto('/admin/students');
  await admin.getByLabel('Full Name').fill(name);
  await admin.getByRole('textbox', { name: 'Email' }).fill(email);
  await admin.getByRole('button', { name: 'Add Student' }).click();
  await expect(admin.getByText('Student added successfully!')).toBeVisible();
};

/** Opens the newest mail to a person once it has been sent, and returns its link. */
const openMail = async (page: Page, email: string, subject: RegExp): Promise<string> => {
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: subject });
  await expect(async () => {
    await page.goto('/demo/mail');
    await expect(entry.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await entry.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject);
  const link = page.getByRole('link', { name: /set-password/ });
  return (await link.getAttribute('href')) ?? '';
};

const choosePassword = async (page: Page, chosen: string, again = chosen): Promise<void> => {
  await page.getByLabel('New password').fill(chosen);
  await page.getByLabel('The same again').fill(again);
  await page.getByRole('button', { name: 'Set password' }).click();
};

const signIn = async (page: Page, email: string, secret: string): Promise<void> => {
  await page.getByLabel('University Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

test('a student who is added gets a mail, chooses a password and signs in', async ({
  page,
  as,
  expected,
}) => {
  const email = fresh('ada');
  await addStudent(await as('admin'), 'Ada Lovelace', email);
  const link = await openMail(page, email, /Welcome to Campus, Ada Lovelace/);
  await expectGoodPage(page);

  const requested: string[] = [];
  page.on('request', (request) =>
    requested.push(request.url().replace(/#.*/, ''), request.headers()['referer'] ?? ''),
  );
  await page.getByRole('link', { name: /set-password/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your password');
  await expect(page.getByRole('button', { name: 'Set password' })).toBeEnabled();
  // The token has left the address, and no request contains it.
  await expect(page).toHaveURL(/\/set-password$/);
  expect(requested.join()).not.toContain('token=');
  await expectGoodPage(page);

  await choosePassword(page, 'correct horse', 'correct house');
  await expect(page.getByRole('alert')).toHaveText('The two passwords are not the same.');
  const again = page.getByLabel('The same again');
  await expect(again).toBeFocused();
  await expect(again).toHaveAttribute('aria-invalid', 'true');
  await expect(again).toHaveAccessibleDescription('The two passwords are not the same.');
  await expectGoodPage(page);
  await again.fill('correct horse');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(again).not.toHaveAttribute('aria-invalid');
  expected.refusals.push(
    /^422 .*\/identity\/reset-password$/,
    /^410 .*\/identity\/reset-password$/,
  );
  await choosePassword(page, 'short');
  await expect(page.getByRole('alert')).toHaveText('A password needs at least 6 characters.');
  await expect(page.getByLabel('New password')).toBeFocused();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(
    /at least 6 characters\.$/,
  );
  await expect(page.getByText('No common password, and not your name')).toBeVisible();
  await choosePassword(page, 'Password1');
  await expect(page.getByRole('alert')).toHaveText(
    'This password is among the most common ones. Choose another.',
  );
  await page.reload();
  await choosePassword(page, 'correct horse');
  await expect(page.getByRole('status')).toHaveText('Your password is set.');
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, email, 'correct horse');
  await expect(page).toHaveURL(/\/student\/dashboard$/);

  // The link works only once.
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('This link has been used already.');
  await expectGoodPage(page);

  // Another link in the same tab is read afresh.
  await page.goto('/set-password#token=none');
  await expect(page.getByRole('alert')).toHaveText('This link is not valid.');
  await expect(page).toHaveURL(/\/set-password$/);
});

test('an invalid link leads to a new one', anyWidth, async ({ page, as }) => {
  const email = fresh('grace');
  await addStudent(await as('admin'), 'Grace Hopper', email);
  await openMail(page, email, /Welcome/);
  // Links of earlier versions had this form.
  await page.goto('/set-password?token=stale');
  await expect(page.getByRole('alert')).toHaveText('This link is not valid.');
  await expect(page).toHaveURL(/\/set-password$/);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter your university email');
  await page.getByLabel('University Email').fill(email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('status')).toHaveText(
    'Password reset email sent. Please check your inbox.',
  );
  await page.goto(await openMail(page, email, /Choose a new password/));
  await choosePassword(page, 'correct horse');
  await expect(page.getByRole('status')).toHaveText('Your password is set.');
});

test('a forgotten password is replaced through a mail', async ({ page, as }) => {
  const email = fresh('alan');
  await addStudent(await as('admin'), 'Alan Turing', email);
  await page.goto(await openMail(page, email, /Welcome/));
  await choosePassword(page, 'forgotten soon');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('University Email').fill(email.toUpperCase());
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await page.getByText('Forgot Password').click();
  await expect(page.getByRole('status')).toHaveText(
    'Password reset email sent. Please check your inbox.',
  );
  await expectGoodPage(page);
  await page.goto(await openMail(page, email, /Choose a new password/));
  await choosePassword(page, 'remembered now');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, email, 'remembered now');
  await expect(page).toHaveURL(/\/student\/dashboard$/);
});

test('a student with a postponed invitation is found by a filter, and invited by “Forgot Password”', async ({
  page,
  as,
}) => {
  const email = fresh('grace');
  const admin = await as('admin');
  await admin.goto('/admin/students');
  await admin.getByRole('switch', { name: 'Send 1 invitation now' }).click();
  await expect(admin.getByText('Later: choose “Not yet invited”')).toBeVisible();
  await expectGoodPage(admin);
  await admin.getByLabel('Full Name').fill('Grace Hopper');
  await admin.getByRole('textbox', { name: 'Email' }).fill(email);
  await admin.getByRole('button', { name: 'Add Student' }).click();
  await expect(admin.getByText('Student added successfully!')).toBeVisible();
  await admin.goto(`/admin/students?show=never_invited&search=${email}`);
  await expect(admin.getByRole('link', { name: 'Grace Hopper' })).toBeVisible();
  await expect(admin.getByRole('button', { name: /^Invite \d+ students?$/ })).toBeVisible();
  await expectGoodPage(admin);

  await page.goto('/signin');
  await page.getByLabel('University Email').fill(email);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await page.getByText('Forgot Password').click();
  // A request that is still running would be lost with the page.
  await expect(page.getByRole('status')).toHaveText(/^Password reset email sent/);
  await page.goto(await openMail(page, email, /Welcome to Campus, Grace Hopper/));
  await choosePassword(page, 'correct horse');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, email, 'correct horse');
  await expect(page).toHaveURL(/\/student\/dashboard$/);
  await admin.reload();
  await expect(admin.getByText('No students found')).toBeVisible();
});

test('a reset that could not be sent says so', anyWidth, async ({ page }) => {
  await page.goto('/signin');
  await page.getByLabel('University Email').fill(people.student.email);
  await page.route('**/identity/request-password-reset', (route) => route.abort());
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await page.getByText('Forgot Password').click();
  await expect(page.getByRole('alert')).toHaveText(
    'Failed to send reset email. Please try again later.',
  );
});

test('an administrator adds another, who signs in, is deactivated and reactivated', async ({
  page,
  as,
  browser,
  baseURL,
  expected,
}) => {
  const email = fresh('zoe');
  const admin = await as('admin');
  await admin.goto('/admin/administrators');
  await expect(admin.getByRole('link', { name: people.admin.name })).toBeVisible();
  await expectGoodPage(admin);
  await admin.getByLabel('Full Name').fill('Zoë Quill');
  await admin.getByLabel('Email Address').fill(email);
  await admin.getByRole('button', { name: 'Add Administrator' }).click();
  const row = admin.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Invited');

  await page.goto(await openMail(page, email, /Welcome to Campus, Zoë Quill/));
  await choosePassword(page, 'correct horse');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, email, 'correct horse');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  // The dashboard would find out by itself that its session has ended, and go to the sign-in page while this test does.
  await leaveForEmptyPage(page);

  await row.getByRole('link').click();
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Zoë Quill');
  await expect(admin.getByText('Active', { exact: true })).toBeVisible();
  await expectGoodPage(admin);
  await admin.getByRole('button', { name: 'Deactivate' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(admin.getByText('Deactivated', { exact: true })).toBeVisible();

  expected.refusals.push(/^401 /, /^403 .*\/identity\/sign-in\/email$/);
  await page.goto('/admin/administrators');
  await expect(page).toHaveURL(/\/signin/);
  await signIn(page, email, 'correct horse');
  await expect(page.getByRole('alert')).toHaveText(
    'This account is deactivated. Please contact your administrator.',
  );
  await admin.getByRole('button', { name: 'Reactivate' }).click();
  await expect(admin.getByText('Active', { exact: true })).toBeVisible();

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  const back = await elsewhere.newPage();
  await back.goto('/signin');
  await signIn(back, email, 'correct horse');
  await expect(back).toHaveURL(/\/admin\/dashboard$/);
  await admin.getByRole('button', { name: 'End all sessions' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(admin.getByText('All sessions are ended.')).toBeVisible();
  expect((await elsewhere.request.get('/identity/token')).status()).toBe(401);
  await elsewhere.close();
});

test('an administrator invites a person and resets a second factor', async ({
  page,
  as,
  adminApi,
}) => {
  const invited = await callApi(adminApi, 'POST', '/uploadStudent?invite=later', {
    name: 'Grace Hopper',
    email: fresh('grace'),
  });
  const ira = await addPersonWithPassword(adminApi, 'student', 'Ira Sen', 'correct horse');
  await signInWithoutForm(page, ira);
  const headers = { origin: new URL(page.url()).origin };
  const begun = await page.request.post('/identity/second-factor/begin', { headers });
  const data = { code: codeOf((await begun.json()).key) };
  await page.request.post('/identity/second-factor/confirm', { data, headers });

  const admin = await as('admin');
  const account = admin.getByRole('region', { name: 'Account', exact: true });
  const button = (name: string) => account.getByRole('button', { name, exact: true });
  await admin.goto(`/admin/students/${invited.id}`);
  await button('Send invitation').click();
  await expect(admin.getByText('The invitation is on its way.')).toBeVisible();
  await expect(account.getByText('Invited', { exact: true })).toBeVisible();

  await admin.goto(`/admin/students?search=${ira.email}`);
  await admin.getByRole('link', { name: ira.name }).click();
  await expect(account.getByText('On', { exact: true })).toBeVisible();
  const dialog = admin.getByRole('dialog', { name: 'Reset second factor?' });
  await button('Reset second factor').click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(button('Reset second factor')).toBeFocused();
  await button('Reset second factor').click();
  await dialog.getByRole('button', { name: 'Reset second factor' }).click();
  await expect(admin.getByText('The second factor is reset.')).toBeVisible();
  await expect(account.getByText('Off', { exact: true })).toBeVisible();
  await expect(button('Reset second factor')).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`every page of accounts is readable, ${colorScheme}`, async ({ as }) => {
    const page = await as('admin', { colorScheme });
    for (const path of [
      '/set-password#token=none',
      '/setup#token=none',
      '/demo/mail',
      '/admin/administrators',
    ]) {
      await page.goto(path);
      if (path.startsWith('/set')) await expect(page.getByRole('alert')).toBeVisible();
      if (path.startsWith('/admin'))
        await expect(page.getByRole('link', { name: people.admin.name })).toBeVisible();
      await expectGoodPage(page);
    }
    await page.route('**/identity/password-link', (route) =>
      route.fulfill({ json: { state: 'open', rules: ['At least 6 characters', 'A digit'] } }),
    );
    await page.goto('/set-password#token=none');
    await expect(page.getByText('A digit')).toBeVisible();
    await expectGoodPage(page);
    await page.route('**/api/setup/link', (route) =>
      route.fulfill({ json: { state: 'open', rules: ['At least 6 characters', 'A digit'] } }),
    );
    await page.goto('/setup#token=none');
    await expect(page.getByText('A digit')).toBeVisible();
    await expectGoodPage(page);
    await page.goto('/admin/administrators');
    await page.getByRole('link', { name: people.admin.name }).click();
    await expect(page.getByRole('button', { name: 'End all sessions' })).toBeVisible();
    await expectGoodPage(page);
  });

test('the password of the demo account still works', anyWidth, async ({ page }) => {
  await page.goto('/signin');
  await signIn(page, people.student.email, password);
  await expect(page).toHaveURL(/\/student\/dashboard$/);
});

test(
  'whoever is signed in goes on when their e-mail is changed',
  anyWidth,
  async ({ page, as }) => {
    const [email, renamed] = [fresh('mary'), fresh('mary.jackson')];
    const { request } = await as('admin');
    const { id } = await callApi(request, 'POST', '/uploadStudent', {
      name: 'Mary Jackson',
      email,
    });
    await page.goto(await openMail(page, email, /Welcome/));
    await choosePassword(page, 'correct horse');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await signIn(page, email, 'correct horse');
    await expect(page).toHaveURL(/\/student\/dashboard$/);

    await callApi(request, 'PATCH', `/people/students/${id}`, { email: renamed });
    await page.goto('/student/settings');
    await expect(page.getByText(renamed)).toBeVisible();
    // The account has followed before this mail.
    await expect(async () => {
      await page.goto('/demo/mail');
      const mails = page.getByRole('listitem').filter({ hasText: renamed });
      await expect(mails.first()).toBeVisible({ timeout: 500 });
    }).toPass();

    // A minute before the token expires.
    await page.clock.setFixedTime(Date.now() + 14.5 * 60_000);
    await page.goto('/student/settings');
    await expect(page.getByText(renamed)).toBeVisible();
    const stored = () => page.evaluate(() => localStorage.getItem('userEmail'));
    await expect.poll(stored).toBe(renamed);
    await page.reload();
    await expect(page.getByText(renamed)).toBeVisible();
    // Its clock stands still; a later test would get the same page.
    await page.context().close();
  },
);
