import type { Page } from '@playwright/test';
import {
  anyWidth,
  expect,
  expectGoodInBothSchemes,
  expectGoodPage,
  openMenu,
  password,
  people,
  test,
} from '../support/campus.ts';
import {
  expectWholeWords,
  markThroughApi,
  openClass,
  radioAt,
  showClass,
  storedMarks,
  studentAt,
  submit,
  submitted,
} from '../support/classes.ts';

const noConnection = /^No connection\. Your marks are kept on this device/;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a class is marked without a network, and submitted when it is back, ${colorScheme}`, async ({
    adminApi,
    as,
  }) => {
    const klass = await openClass(adminApi);
    const teacher = await as('teacher', { colorScheme });
    await showClass(teacher, klass);
    await teacher.context().setOffline(true);
    await expect(teacher.getByText(noConnection)).toBeVisible();
    await radioAt(teacher, 2, 'Absent').check();
    await teacher.getByRole('button', { name: 'Mark the rest present' }).click();
    await submit(teacher);
    await expect(teacher.getByText(/^Submission failed: no connection\./)).toBeVisible();
    await expect(teacher.getByRole('button', { name: 'Do not submit' })).toBeVisible();
    await expectGoodPage(teacher);
    // A mark made after pressing the button belongs to the next submission.
    await radioAt(teacher, 3, 'Absent').check();
    await teacher.context().setOffline(false);
    await expect(submitted(teacher)).toBeVisible();
    await expect(
      teacher.getByText(/^Your connection is back\. Marking .* was submitted\.$/),
    ).toBeVisible();
    await expect(teacher.getByText(noConnection)).toBeHidden();
    await expectGoodPage(teacher);
    const stored = await storedMarks(teacher.request, klass);
    const absent = stored.flatMap(({ present }, index) => (present === false ? [index] : []));
    expect(absent).toEqual([2]);
    await expect(radioAt(teacher, 3, 'Absent')).toBeChecked();
    await submit(teacher);
    await expect
      .poll(async () => (await storedMarks(teacher.request, klass))[3]?.present)
      .toBe(false);
  });
}

test(
  'a waiting submission can be cancelled, and is sent from any other page',
  anyWidth,
  async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    const teacher = await as('teacher');
    await showClass(teacher, klass);
    await teacher.context().setOffline(true);
    await radioAt(teacher, 0, 'Present').check();
    await submit(teacher);
    await teacher.getByRole('button', { name: 'Do not submit' }).click();
    await expect(teacher.getByText(noConnection)).toContainText('once you press Submit Attendance');
    await submit(teacher);
    await expect(teacher.getByRole('button', { name: 'Do not submit' })).toBeVisible();
    const state = await teacher.context().storageState();
    await teacher.context().close();
    // After a restart, on another page, the marks are still there.
    const again = await as('teacher', { storageState: state });
    await again.goto('/teacher/dashboard', { waitUntil: 'commit' });
    await expect(submitted(again)).toBeVisible();
    expect((await storedMarks(again.request, klass))[0]?.present).toBe(true);
  },
);

test(
  'a waiting submission does not overwrite what someone else has stored meanwhile',
  anyWidth,
  async ({ adminApi, as, expected }) => {
    expected.refusals.push(/^409 /);
    const klass = await openClass(adminApi);
    const teacher = await as('teacher');
    await showClass(teacher, klass);
    await teacher.context().setOffline(true);
    await radioAt(teacher, 0, 'Absent').check();
    await teacher.getByRole('button', { name: 'Mark the rest present' }).click();
    await submit(teacher);
    await expect(teacher.getByRole('button', { name: 'Do not submit' })).toBeVisible();
    const [first] = await storedMarks(adminApi, klass);
    const studentEmail = first?.studentEmail ?? '';
    await markThroughApi(adminApi, klass, [
      { studentEmail, present: true, remarks: 'At the office' },
    ]);
    await teacher.context().setOffline(false);
    const dialog = teacher.getByRole('dialog');
    await expect(dialog).toContainText('Someone else has marked this class');
    await expect(dialog.getByRole('listitem')).toContainText('by Ruth Adeyemi');
    await dialog.getByRole('button', { name: 'Keep theirs' }).click();
    await expect(submitted(teacher)).toBeVisible();
    const stored = await storedMarks(adminApi, klass);
    expect(stored[0]).toMatchObject({ present: true, remarks: 'At the office' });
    expect(stored.every(({ present }) => present === true)).toBe(true);
  },
);

test('a conflict is shown, and overwritten only when the teacher says so', async ({
  adminApi,
  as,
  expected,
}) => {
  expected.refusals.push(/^409 /);
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  await showClass(teacher, klass);
  await radioAt(teacher, 0, 'Absent').check();
  await teacher.getByRole('button', { name: 'Mark the rest present' }).click();
  const [first] = await storedMarks(adminApi, klass);
  await markThroughApi(adminApi, klass, [
    { studentEmail: first?.studentEmail ?? '', present: true },
  ]);
  await submit(teacher);
  const dialog = teacher.getByRole('dialog');
  await expect(dialog).toContainText('1 student differs from what you are sending.');
  await expectWholeWords(teacher);
  await expectGoodInBothSchemes(teacher);
  await dialog.getByRole('button', { name: 'Send mine' }).click();
  await expect(submitted(teacher)).toBeVisible();
  expect((await storedMarks(adminApi, klass))[0]?.present).toBe(false);
});

test('the teacher decides about each of several students whose marks differ', async ({
  adminApi,
  as,
  expected,
}) => {
  expected.refusals.push(/^409 /);
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  await showClass(teacher, klass);
  await radioAt(teacher, 0, 'Absent').check();
  await radioAt(teacher, 1, 'Absent').check();
  await teacher.getByRole('button', { name: 'Mark the rest present' }).click();
  const emails = (await storedMarks(adminApi, klass)).map(({ studentEmail }) => studentEmail);
  await markThroughApi(
    adminApi,
    klass,
    emails.slice(0, 2).map((studentEmail) => ({ studentEmail, present: true })),
  );
  await submit(teacher);
  const dialog = teacher.getByRole('dialog');
  await expect(dialog).toContainText('2 students differ from what you are sending.');
  await expectWholeWords(teacher);
  await expectGoodInBothSchemes(teacher);
  await dialog.getByRole('group').nth(1).getByLabel('Yours').check();
  await dialog.getByRole('button', { name: 'Send 1 of mine' }).click();
  await expect(submitted(teacher)).toBeVisible();
  const stored = await storedMarks(adminApi, klass);
  expect(stored.slice(0, 3).map(({ present }) => present)).toEqual([true, false, true]);
});

test('signing out asks first if marks are not submitted, and then deletes them', async ({
  adminApi,
  as,
}) => {
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  await showClass(teacher, klass);
  await radioAt(teacher, 0, 'Present').check();
  const question = teacher.getByRole('dialog', { name: 'Sign out with unsent marks?' });
  const signOut = async (answer: string) => {
    await openMenu(teacher);
    await teacher.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(question).toBeVisible();
    await expectGoodPage(teacher);
    await expectWholeWords(teacher);
    await question.getByRole('button', { name: answer }).click();
  };
  await signOut('Cancel');
  await expect(question).toBeHidden();
  await expect(radioAt(teacher, 0, 'Present')).toBeChecked();
  await signOut('Sign out anyway');
  await expect(teacher).toHaveURL(/\/signin/);
  const keys = await teacher.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key.startsWith('campus-unsent'))).toEqual([]);
});

/** A mark is stored on the device one frame after it is drawn. */
const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });

test('marks survive a crash of the browser', anyWidth, async ({ adminApi, as }) => {
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  await showClass(teacher, klass);
  await radioAt(teacher, 0, 'Present').check();
  await radioAt(teacher, 1, 'Absent').check();
  await twoFrames(teacher);
  const state = await teacher.context().storageState();
  // Closed without notifying the page, as in a crash or with an empty battery.
  await teacher.context().close({ reason: 'crash' });
  const again = await as('teacher', { storageState: state });
  await showClass(again, klass);
  await expect(again.getByText('Your marks of 2 students are back.')).toBeVisible();
  await expect(radioAt(again, 1, 'Absent')).toBeChecked();
  await again.getByRole('button', { name: 'Discard' }).click();
  await expect(radioAt(again, 1, 'Absent')).not.toBeChecked();
  await expect(again.getByText('64 Unmarked')).toBeVisible();
});

test(
  'two tabs with the same class lose none of each other’s marks',
  anyWidth,
  async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    const one = await as('teacher');
    await showClass(one, klass);
    const other = await one.context().newPage();
    await showClass(other, klass);
    await radioAt(one, 0, 'Present').check();
    await expect(radioAt(other, 0, 'Present')).toBeChecked();
    await radioAt(other, 1, 'Absent').check();
    await expect(radioAt(one, 1, 'Absent')).toBeChecked();
    await submit(one);
    await expect(submitted(one)).toBeVisible();
    await expect(other.getByText('63 Absent', { exact: true })).toBeVisible();
    await expect(radioAt(other, 0, 'Present')).toBeChecked();
    const stored = await storedMarks(one.request, klass);
    expect(stored.filter(({ present }) => present === true)).toHaveLength(1);
  },
);

test('a session that has expired keeps the marks on the page until they are sent', async ({
  adminApi,
  as,
  expected,
}) => {
  expected.refusals.push(/^401 /);
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  await showClass(teacher, klass);
  await radioAt(teacher, 0, 'Present').check();
  const { request } = teacher.context();
  const token = await teacher.evaluate(() => localStorage.getItem('authToken'));
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  const { origin } = new URL(teacher.url());
  await request.post('/identity/sign-out', { data: {}, headers: { origin } });
  // Any other call can notice the end of the session first: the question is then before the button.
  await teacher.getByRole('button', { name: 'Submit Attendance' }).dispatchEvent('click');
  const dialog = teacher.getByRole('dialog');
  await expect(dialog).toContainText('Your session has ended');
  await expectGoodInBothSchemes(teacher);
  const opening = teacher.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Sign in in a new tab' }).click();
  const door = await opening;
  await door.getByLabel(/email/i).fill(people.teacher.email);
  await door.getByLabel('Password', { exact: true }).fill(password);
  await door.getByRole('button', { name: 'Sign In' }).click();
  await door.waitForURL('**/teacher/dashboard');
  await expect(dialog).toBeHidden();
  await expect(studentAt(teacher, 0).getByRole('radio', { name: 'Present' })).toBeChecked();
  await submit(teacher);
  await expect(submitted(teacher)).toBeVisible();
  expect((await storedMarks(teacher.request, klass))[0]?.present).toBe(true);
});
