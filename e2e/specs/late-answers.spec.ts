import type { Locator, Page } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import { expect, type Persona, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

/** Where a click would hit it; null while it cannot be clicked. */
const placeOf = async (target: Locator) =>
  (await target.isVisible()) ? target.boundingBox() : null;

interface LateAnswer {
  /** The call that is answered last. */
  readonly late: string;
  readonly answer?: Parameters<typeof delayRequests>[2];
  /** What may be clicked. */
  readonly target: Locator;
  /** What is there without the late answer, and with it. */
  readonly before: Locator;
  readonly after: Locator;
}

/** Opens a page and checks that the late answer moves nothing from where it could be clicked. */
const expectSteady = async (
  page: Page,
  path: string,
  { late, answer, target, before, after }: LateAnswer,
): Promise<void> => {
  const release = await delayRequests(page, late, answer);
  await page.goto(path);
  await expect(before).toBeVisible();
  const first = await placeOf(target);
  release();
  await expect(after).toBeVisible();
  await expect(target).toBeVisible();
  const place = await placeOf(target);
  expect(first ?? place).toEqual(place);
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const term = { startsOn: '2026-07-01', endsOn: '2026-12-20' };
const twoTerms = [
  { ...term, id: '2', name: 'Autumn term', state: 'open' },
  { ...term, id: '1', name: 'Spring term', state: 'closed' },
];

/** Each page with the answer that moved the most. */
const cases: readonly (readonly [Persona, string, (page: Page) => LateAnswer])[] = [
  [
    'student',
    'library',
    (page) => ({
      late: '**/api/library/mine',
      target: page.getByLabel('Find a book'),
      before: page.getByText('Loading your books...'),
      after: page.getByRole('heading', { name: 'My Loans' }),
    }),
  ],
  [
    'student',
    'attendance',
    (page) => ({
      late: '**/api/attendance/student/*/percentages',
      target: button(page, 'Page 2'),
      before: page.getByText('Loading percentages...'),
      after: page.getByText('How this is counted'),
    }),
  ],
  [
    'student',
    'dashboard',
    (page) => ({
      late: '**/api/attendance/student/*/percentages',
      target: page.getByRole('link', { name: 'All assignments' }),
      before: page.getByText('Loading attendance...'),
      after: page.getByText(/^\d+ of \d+ classes\.$/),
    }),
  ],
  [
    'student',
    'security',
    (page) => ({
      late: '**/identity/password-rules',
      target: button(page, 'Change Password'),
      before: page.getByRole('heading', { name: 'Change Password' }),
      after: page.getByText(/^At least \d+ characters/),
    }),
  ],
  [
    'teacher',
    'assignments',
    (page) => ({
      late: '**/api/exam-terms',
      answer: { json: twoTerms },
      target: page.getByLabel('Find an assignment'),
      before: page.getByRole('heading', { name: 'All Assignments' }),
      after: page.getByLabel('Term', { exact: true }),
    }),
  ],
  [
    'admin',
    'library',
    (page) => ({
      late: '**/api/library/books?*',
      target: page.getByLabel('Author'),
      before: page.getByText('Loading books...'),
      after: page.getByText(/^1–10 of/),
    }),
  ],
  [
    'admin',
    'reports',
    (page) => ({
      late: '**/api/reports/*',
      target: button(page, 'Download'),
      before: page.getByLabel('Report', { exact: true }),
      after: page.getByRole('table'),
    }),
  ],
  [
    'admin',
    'audit',
    (page) => ({
      late: '**/api/trail/state',
      target: button(page, 'Export JSON'),
      before: page.getByRole('list', { name: 'Who did what' }),
      after: page.getByText(/^(Checked .*: unbroken|Not checked yet)$/),
    }),
  ],
];

for (const [persona, path, ofPage] of cases)
  test(`${persona}/${path}: an answer that comes late moves nothing that can be clicked`, async ({
    as,
  }) => {
    const page = await as(persona);
    await expectSteady(page, `/${persona}/${path}`, ofPage(page));
  });

test('below a card that is loading, another one that is loading has no link yet that would move', async ({
  as,
}, { project }) => {
  const page = await as('student');
  const release = await delayRequests(
    page,
    '**/api/{attendance/student/*/percentages,students/*/overview}',
  );
  await page.goto('/student/dashboard');
  await expect(page.getByText('Loading due...')).toBeVisible();
  const link = page.getByRole('link', { name: 'All assignments' });
  // On a wide screen they stand side by side.
  await expect(link).toBeVisible({ visible: project.name === 'desktop' });
  release();
  await expect(link).toBeVisible();
});

/** The assignment with several students to mark, and the first of them. */
const workToMark = async ({ request }: Page): Promise<{ id: string; email: string }> => {
  const all = await callApi<{ id: string; toMark: number }[]>(request, 'GET', '/assignments');
  const { id = '' } = all.find(({ toMark }) => toMark > 1) ?? {};
  const { students } = await callApi<{ students: { studentEmail: string; state: string }[] }>(
    request,
    'GET',
    `/assignments/${id}`,
  );
  return { id, email: students.find(({ state }) => state === 'handedIn')?.studentEmail ?? '' };
};

test('the buttons below marks stay where they are once it is known who is next', async ({
  as,
  hasTouch,
}) => {
  const page = await as('teacher');
  const { id, email } = await workToMark(page);
  await expectSteady(page, `/teacher/assignments/${id}/${email}`, {
    late: `**/api/assignments/${id}`,
    // On a phone they are in a sheet.
    target: button(page, hasTouch ? 'Give marks' : 'Save'),
    before: page.getByRole('link', { name: /\(\w+\)$/ }),
    after: hasTouch
      ? page.getByRole('heading', { name: 'To mark next' })
      : button(page, 'Save and Next'),
  });
});

test('marks can be typed at once while the file that they are for is still loading', async ({
  as,
  hasTouch,
}) => {
  const page = await as('teacher');
  const { id, email } = await workToMark(page);
  const type = 'text/plain; charset=utf-8';
  await page.route('**/api/assignments/*/hand-ins/*', async (route) => {
    const work = await (await route.fetch()).json();
    const file = { id: '1', name: 'answers.txt', type, size: 9 };
    await route.fulfill({ json: { ...work, versions: [{ ...work.versions[0], files: [file] }] } });
  });
  const release = await delayRequests(page, '**/api/hand-in-files/1', {
    contentType: type,
    body: 'All of it',
  });
  await page.goto(`/teacher/assignments/${id}/${email}`);
  await expect(page.getByText('Loading file...')).toBeVisible();
  // As after Save and Next.
  await page.evaluate(() => history.replaceState({ ...history.state, typing: true }, ''));
  await page.reload();
  await expect(page.getByText('Loading file...')).toBeVisible();
  if (hasTouch) await button(page, 'Give marks').click();
  await expect(page.getByLabel('Marks out of')).toBeFocused();
  release();
  await expect(page.getByText('All of it')).toBeVisible();
});

test('the list of a subject stays where it is once it is known which percentage is required', async ({
  as,
}) => {
  const page = await as('teacher');
  const [subject] = await callApi<{ id: string }[]>(page.request, 'GET', '/exam-subjects');
  await expectSteady(page, `/teacher/classes/${subject?.id}`, {
    late: '**/api/campus',
    target: page.getByText(/^1–\d+ of \d+$/),
    before: page.getByRole('heading', { level: 1, name: /^(?!Subject$)/ }),
    after: page.getByRole('radio', { name: /^Below \d+%/ }),
  });
});

test('the button that hands work in stays where it is once it is known how much space is left', async ({
  as,
}) => {
  const page = await as('student');
  await page.goto('/student/assignments');
  const path = await page.getByRole('link', { name: 'Problem sheet 4' }).getAttribute('href');
  await expectSteady(page, path ?? '', {
    late: '**/api/assignments/storage?*',
    target: button(page, 'Hand in'),
    before: button(page, 'Choose files'),
    after: page.getByText(/are left\.$/),
  });
});
