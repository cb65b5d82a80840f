import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { codeOf } from '../../apps/identity/src/testing/authenticator.ts';
import {
  anyWidth,
  expect,
  expectGoodInBothSchemes,
  expectGoodPage,
  password,
  signIn,
  test,
} from '../support/campus.ts';
import { startDemoCampus } from '../support/demo-campus.ts';
import { addPersonWithPassword } from '../support/person-with-password.ts';

const secret = 'a long passphrase of Ruth';

/** Sets up an app on the open page; returns its key and the recovery codes. */
const setUp = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authenticator app');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const code = page.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expectGoodInBothSchemes(page);
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const used = codeOf(key);
  await code.fill(used);
  await page.getByRole('button', { name: 'Set up' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  const recoveryCodes = await list.allTextContents();
  await expectGoodInBothSchemes(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByRole('button', { name: /continue/ }).click();
  return { key, used, recoveryCodes };
};

const fillIn = async (page: Page, email: string, given: string) => {
  // Stays on the same campus as the page.
  await page.goto(new URL('/signin', page.url()).href);
  await page.getByLabel('University Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

test('a student sets up an app, signs in with it, and turns it off with a recovery code', async ({
  adminApi,
  page,
  expected,
}) => {
  const student = await addPersonWithPassword(adminApi, 'student', 'Ira Sen', secret);
  await signIn(page, student);
  await page.goto('/student/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  const { key, used, recoveryCodes } = await setUp(page);

  await expect(page).toHaveURL(/\/student\/security$/);
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await expectGoodInBothSchemes(page);

  expected.refusals.push(/^422 .*\/second-factor$/);
  await page.context().clearCookies();
  await fillIn(page, student.email, secret);
  const code = page.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expectGoodInBothSchemes(page);
  // Each code works once.
  await code.fill(used);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is not right.');
  await code.fill(codeOf(key, 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/student\/dashboard$/);

  await page.goto('/student/security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please confirm it is you' });
  await dialog.getByLabel('Password').fill(secret);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByLabel(/recovery code/).fill(recoveryCodes[0] ?? '');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Not set up')).toBeVisible();
  await fillIn(page, student.email, secret);
  await expect(page).toHaveURL(/\/student\/dashboard$/);
});

test('actions that need a fresh sign-in ask for it and lose nothing; if it is cancelled they say so', async ({
  as,
  expected,
}) => {
  const page = await as('admin');
  expected.refusals.push(/^403 .*\/api\/admins$/, /^401 .*\/sign-in\/email$/);
  // Fakes the refusal that the server sends ten minutes later.
  let old = true;
  await page.route('**/api/admins', async (route) => {
    if (route.request().method() !== 'POST' || !old) return route.fallback();
    await route.fulfill({
      status: 403,
      json: { message: 'Please confirm that it is you.', error: 'confirmation_needed' },
    });
  });
  const email = `fresh.${Date.now()}@example.edu`;
  await page.goto('/admin/administrators');
  await page.getByLabel('Full Name').fill('Nia Obi');
  await page.getByLabel('Email').fill(email);
  const add = page.getByRole('button', { name: 'Add Administrator' });
  await add.click();
  const dialog = page.getByRole('dialog', { name: 'Please confirm it is you' });
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You did not confirm that it is you')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await add.click();
  await dialog.getByLabel('Password').fill('not this one');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Invalid email or password')).toBeVisible();
  old = false;
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(email).first()).toBeVisible();
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

test(
  'outside a demo the first administrator sets up an app before anything else',
  anyWidth,
  async ({ page, expected }) => {
    expected.refusals.push(/^403 .*\/api\/auth\/login$/);
    const port = String(await freePort());
    const campus = await startDemoCampus(
      { CAMPUS_DEMO: '0', PORT: port, PUBLIC_URL: `http://localhost:${port}` },
      /^(http\S+\/setup#token=\S+)/,
    );
    try {
      await page.goto(campus.origin);
      await page.getByLabel('Full Name').fill('Ruth Adeyemi');
      await page.getByLabel('Email Address').fill('ruth@example.edu');
      await page.getByLabel('New password', { exact: true }).fill(secret);
      await page.getByLabel('The same again').fill(secret);
      await page.getByRole('button', { name: 'Create administrator' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authenticator app');
      // Signing in again leads back to the set-up.
      await fillIn(page, 'ruth@example.edu', secret);
      await setUp(page);
      await expect(page).toHaveURL(/\/admin\/dashboard$/);
      await page.goto(new URL('/admin/security', page.url()).href);
      await expect(page.getByText('administrators need it')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
    } finally {
      await campus.stop();
    }
  },
);
