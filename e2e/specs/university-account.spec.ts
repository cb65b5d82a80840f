import {
  openUniversity,
  type UniversityProvider,
} from '../../apps/identity/src/testing/university-provider.ts';
import { callApi } from '../support/call-api.ts';
import {
  anyWidth,
  expect,
  expectGoodInBothSchemes,
  people,
  test as base,
} from '../support/campus.ts';
import { startDemoCampus } from '../support/demo-campus.ts';

/** A separate campus whose people also have accounts at a university. */
const test = base.extend<object, { university: UniversityProvider }>({
  university: [
    async ({ browserName: _browserName }, use) => {
      const university = await openUniversity();
      await use(university);
      await university.close();
    },
    { scope: 'worker' },
  ],
  campus: [
    async ({ university }, use) => {
      const campus = await startDemoCampus({
        IDENTITY_OIDC_ISSUER: university.issuer,
        IDENTITY_OIDC_CLIENT_ID: university.clientId,
        IDENTITY_OIDC_CLIENT_SECRET: university.clientSecret,
      });
      await use(campus);
      await campus.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const words = 'Sign in with your university account';

test.beforeEach(({ university }) => university.resetBehaviour());

test('the demo student signs in with the university account', async ({ page, university }) => {
  university.behaviour.person = {
    sub: 'aarav',
    email: people.student.email,
    email_verified: true,
  };
  await page.goto('/signin');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expectGoodInBothSchemes(page);
  await page.getByRole('link', { name: words }).click();
  await expect(page).toHaveURL(/\/student\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(people.student.name);
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(stored).toMatchObject({ userRole: 'student', userEmail: people.student.email });
  expect(stored['authToken']).toMatch(/^ey/);
});

test(
  'a guarded page opens when someone comes back from the university',
  anyWidth,
  async ({ page, university }) => {
    university.behaviour.person = {
      sub: 'aarav',
      email: people.student.email,
      email_verified: true,
    };
    await page.goto('/student/attendance?from=here');
    await expect(page).toHaveURL(/\/signin\?next=/);
    await page.getByRole('link', { name: words }).click();
    await expect(page).toHaveURL(/\/student\/attendance\?from=here$/);
  },
);

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

test(
  'who signed in at the university too long ago is told so, and asked there again',
  anyWidth,
  async ({ page, university, expected }) => {
    expected.refusals.push(/^401 .*\/auth\/login$/);
    university.behaviour.person = {
      sub: 'aarav',
      email: people.student.email,
      email_verified: true,
    };
    university.behaviour.login = { ts: secondsAgo(8 * 24 * 3600) };
    await page.goto('/signin?next=%2Fstudent%2Fexams');
    const link = page.getByRole('link', { name: words });
    await link.click();
    await expect(page.getByRole('alert')).toHaveText(
      'You signed in more than 7 days ago. Please sign in again.',
    );
    await expectGoodInBothSchemes(page);
    await link.click();
    await expect(page).toHaveURL(/\/student\/exams$/);
  },
);

test(
  'who has to set up an app long after signing in at the university is asked there again first',
  anyWidth,
  async ({ page, university, expected }) => {
    expected.refusals.push(/^403 .*\/second-factor\/begin$/);
    university.behaviour.person = {
      sub: 'aarav',
      email: people.student.email,
      email_verified: true,
    };
    university.behaviour.login = { ts: secondsAgo(3600) };
    await page.goto('/signin');
    const link = page.getByRole('link', { name: words });
    await link.click();
    await expect(page).toHaveURL(/\/student\/dashboard$/);
    await page.goto('/signin?set-up&next=%2Fstudent%2Fsecurity');
    await expect(page.getByRole('alert')).toHaveText('Please confirm that it is you.');
    await link.click();
    await expect(page).toHaveURL(/\/student\/security$/);
    await page.goto('/signin?set-up');
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  },
);

test(
  'what needs a fresh sign-in is done after one at the university; if it does not say when, a password is asked for',
  anyWidth,
  async ({ page, university, expected }) => {
    expected.refusals.push(/^403 .*\/api\/own-data$/);
    university.behaviour.person = {
      sub: 'aarav',
      email: people.student.email,
      email_verified: true,
    };
    university.behaviour.login = { ts: secondsAgo(3600) };
    await page.goto('/signin?next=%2Fstudent%2Fsettings');
    await page.getByRole('link', { name: words }).click();
    await page.getByRole('button', { name: 'Download my data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Please confirm it is you' });
    const inNewTab = async () => {
      const opened = page.context().waitForEvent('page');
      await dialog.getByRole('link', { name: words.toLowerCase() }).click();
      return opened;
    };

    university.behaviour.claims = ({ auth_time: _when, ...claims }) => claims;
    const refused = await inNewTab();
    await expect(refused.getByRole('alert')).toContainText(
      'Your university does not say that it asked you again.',
    );
    await refused.close();

    university.behaviour.claims = undefined;
    const confirmed = await inNewTab();
    await expect(confirmed).toHaveURL(/\/student\/dashboard$/);
    await confirmed.close();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'I have signed in there' }).click();
    await download;
    await expect(dialog).toBeHidden();
  },
);

test('someone with no campus account is told so, once', async ({ page, university }) => {
  university.behaviour.person = {
    sub: 'stranger',
    email: 'stranger@example.edu',
    email_verified: true,
  };
  await page.goto('/signin?next=%2Fstudent%2Fexams');
  await page.getByRole('link', { name: words }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'No campus account for this e-mail. Please contact your administrator.',
  );
  await expect(page).toHaveURL(/\/signin\?next=%2Fstudent%2Fexams$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expectGoodInBothSchemes(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test(
  'passwords work while the university does not respond',
  anyWidth,
  async ({ page, university }) => {
    university.behaviour.error = 'temporarily_unavailable';
    await page.goto('/signin');
    await page.getByRole('link', { name: words }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Your university’s sign-in does not answer at the moment. Please try again later, or use your password.',
    );
    await page.getByRole('button', { name: people.teacher.email }).click();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/teacher\/dashboard$/);
  },
);

test('people with a new university account can sign in once the old one is unlinked', async ({
  as,
  browser,
  campus,
  page,
  university,
}) => {
  const email = `new.account.${test.info().project.name}.${test.info().retry}@example.edu`;
  const comesWith = (sub: string) => {
    university.behaviour.person = { sub: `${sub} ${email}`, email, email_verified: true };
  };
  const admin = await as('admin');
  await admin.goto('/admin/students');
  const { id } = await callApi(admin.request, 'POST', '/uploadStudent', {
    name: 'Noor Ali',
    email,
  });

  comesWith('the old one of');
  const elsewhere = await browser.newPage({ baseURL: campus.origin });
  await elsewhere.goto('/signin');
  await elsewhere.getByRole('link', { name: words }).click();
  await expect(elsewhere).toHaveURL(/\/student\/dashboard$/);
  await elsewhere.close();

  comesWith('the new one of');
  await page.goto('/signin');
  await page.getByRole('link', { name: words }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This campus account belongs to another university account. Please contact your administrator.',
  );

  await admin.goto(`/admin/students/${id}`);
  await expect(admin.getByText('Linked', { exact: true })).toBeVisible();
  await expectGoodInBothSchemes(admin);
  await admin.getByRole('button', { name: 'Unlink university account' }).click();
  await expect(admin.getByRole('dialog')).toContainText('Noor Ali is signed out on every device');
  await expectGoodInBothSchemes(admin);
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: 'Unlink university account' })
    .click();
  await expect(admin.getByText('The university account is unlinked.')).toBeVisible();
  await expect(admin.getByText('Linked', { exact: true })).toHaveCount(0);
  const lately = admin.getByRole('list', { name: 'History' }).getByRole('listitem').first();
  await expect(lately).toContainText('University Account');
  await expect(lately).toContainText('Unlinked');

  await page.getByRole('link', { name: words }).click();
  await expect(page).toHaveURL(/\/student\/dashboard$/);
});
