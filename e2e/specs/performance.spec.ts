import type { Page } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import { anyWidth, expect, expectGoodPage, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

const schemes = ['light', 'dark'] as const;
const individual = (page: Page) =>
  page.getByRole('table', { name: 'Individual list' }).locator('tbody tr');

test('an administrator sees how the school has done, and opens one student', async ({ as }) => {
  const admin = await as('admin');
  await test.step('the average, the number of students, and their distribution', async () => {
    await admin.goto('/admin/performance');
    const school = admin.getByRole('region', { name: 'School Performance' });
    await expect(school.getByRole('definition').first()).toHaveText('85');
    await expect(school.getByRole('definition').nth(1)).toHaveText('100');
    await expect(individual(admin)).toHaveCount(10);
    await expect(admin.getByText('1–10 of 100')).toBeVisible();
    const steps = admin.getByRole('table', { name: 'Students by score, in steps of ten' });
    const counts = (await steps.getByRole('cell').allInnerTexts()).map(Number);
    expect(counts).toHaveLength(10);
    expect(counts.reduce((sum, count) => sum + count)).toBe(100);
    await expectGoodPage(admin);
  });

  await test.step('sorted, searched and by subject, and kept after a reload', async () => {
    await admin.getByRole('button', { name: 'Score' }).click();
    await expect(admin).toHaveURL(/sort=score/);
    const scores = async (): Promise<number[]> =>
      (await individual(admin).allInnerTexts()).map((line) => Number(/([\d.]+)%/.exec(line)?.[1]));
    await expect
      .poll(async () => {
        const shown = await scores();
        return shown.join() === shown.toSorted((one, other) => one - other).join();
      })
      .toBe(true);
    await admin.getByLabel('Subject', { exact: true }).selectOption({ label: 'History (HI101)' });
    await admin.getByRole('searchbox', { name: 'Find a student' }).fill('Aarav Mehta');
    await expect(individual(admin)).toHaveCount(1);
    await expect(individual(admin)).toContainText('85%');
    await admin.reload();
    await expect(individual(admin)).toHaveCount(1);
    await expect(admin.getByText(/nothing to compare yet/)).toBeVisible();
    await admin.getByRole('searchbox', { name: 'Find a student' }).fill('nobody at all');
    await expect(admin.getByText('No students found')).toBeVisible();
  });

  await test.step('who fell most between the last two months', async () => {
    await admin.getByLabel('Subject', { exact: true }).selectOption({ label: 'All Subjects' });
    await expect(admin.getByText(/students with marks in both/)).toBeVisible();
    const falls = admin.getByRole('table', { name: 'Largest falls' }).locator('tbody tr');
    const amounts = (await falls.locator('td:last-child').allInnerTexts()).map((fall) =>
      Number(fall.replace('−', '')),
    );
    expect(amounts.length).toBeGreaterThan(0);
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one));
  });

  await test.step('the student’s months and result sheet', async () => {
    await admin.goto('/admin/performance?search=Aarav+Mehta');
    await individual(admin).getByRole('link', { name: 'Aarav Mehta' }).click();
    await expect(admin.getByRole('heading', { name: 'Performance of Aarav Mehta' })).toBeVisible();
    await expect(admin.getByText('520', { exact: true })).toBeVisible();
    await expectGoodPage(admin);
    await admin.getByRole('link', { name: 'Result sheet' }).click();
    await expect(admin.getByRole('article', { name: 'Result sheet of Aarav Mehta' })).toBeVisible();
    await expectGoodPage(admin);
  });
});

test('an administrator changes the grading scale, and the letters follow', async ({ as }) => {
  const admin = await as('admin');
  await admin.goto('/admin/performance?search=Aarav+Mehta');
  const aarav = individual(admin).filter({ hasText: 'Aarav Mehta' });
  await expect(aarav.locator('td').last()).toHaveText('A');
  const card = admin.getByRole('region', { name: 'Grading scale' });
  const edit = card.getByRole('button', { name: 'Edit scale' });

  await edit.click();
  const dialog = admin.getByRole('dialog', { name: 'Grading scale' });
  await dialog.getByLabel('From percent of grade 7').fill('10');
  await dialog.getByLabel('Letter of grade 2').fill('');
  await dialog.getByRole('button', { name: 'Save scale' }).click();
  await expect(dialog.getByText('Letter is missing')).toBeVisible();
  await expect(dialog.getByLabel('Letter of grade 2')).toBeFocused();
  await dialog.getByLabel('Letter of grade 2').fill('Very good');
  await dialog.getByRole('button', { name: 'Save scale' }).click();
  await expect(dialog.getByText('The lowest grade must begin at 0 percent')).toBeVisible();
  await expectGoodPage(admin);
  await dialog.getByLabel('From percent of grade 7').fill('0');
  await dialog.getByRole('button', { name: 'Save scale' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText(/^Set by Ruth Adeyemi on/)).toBeVisible();
  await expect(aarav.locator('td').last()).toHaveText('Very good');
  await card.getByText(/^Earlier scales/).click();
  await expect(card.getByText('Default scale')).toBeVisible();
  await expect(edit).toBeEnabled();

  // Restores the scale for other tests.
  await edit.click();
  await dialog.getByLabel('Letter of grade 2').fill('A');
  await dialog.getByRole('button', { name: 'Save scale' }).click();
  await expect(aarav.locator('td').last()).toHaveText('A');
});

test('a teacher sees their own subjects alone', async ({ as }) => {
  const teacher = await as('teacher');
  await teacher.goto('/teacher/performance');
  await expect(teacher.getByRole('region', { name: 'Your subjects' })).toBeVisible();
  const subjects = teacher.getByLabel('Subject', { exact: true }).getByRole('option');
  await expect(subjects).toHaveText(['All Subjects', 'Data Structures (CS201)']);
  await expect(individual(teacher).first()).toBeVisible();
  await expect(individual(teacher).getByRole('link')).toHaveCount(0);
  await expect(teacher.getByRole('region', { name: 'Grading scale' })).toHaveCount(0);
  await expectGoodPage(teacher);
});

test('a student sees the marks of each month, their total, and a sheet that prints', async ({
  as,
  hasTouch,
}) => {
  const student = await as('student');
  await student.goto('/student/performance');
  await expect(student.getByText('520', { exact: true })).toBeVisible();
  const drawn = student.getByRole('table', { name: 'Marks by month' });
  const marks = (await drawn.getByRole('cell').allInnerTexts()).map(Number);
  expect(marks.reduce((sum, one) => sum + one)).toBe(520);
  await expect(student.locator('canvas')).toBeVisible();
  await expectGoodPage(student);

  await student.getByRole('link', { name: 'Result sheet' }).click();
  const sheet = student.getByRole('article', { name: 'Result sheet of Aarav Mehta' });
  for (const [subject, percent] of [
    ['English', '90%'],
    ['History', '85%'],
    ['Math', '80%'],
    ['Science', '75%'],
  ] as const)
    await expect(sheet.getByRole('row', { name: new RegExp(`^${subject} `) })).toContainText(
      percent,
    );
  await expect(sheet.getByText('520 of 640').first()).toBeVisible();
  const terms = sheet.getByRole('table', { name: 'Results by term' });
  await expect(terms.getByRole('row', { name: /^All terms / })).toContainText('520 of 640');
  await expect(sheet).toContainText('An exam that was missed counts in no total.');
  await expectGoodPage(student);
  const results = student.getByRole('table', { name: 'Results by subject' });
  if (hasTouch) {
    // On a phone it is a list: each value after its label, and nothing scrolls sideways.
    const place = student.getByRole('group', { name: 'Results by subject' });
    expect(await place.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    const named = results.locator('td').first();
    expect(await named.evaluate((one) => getComputedStyle(one, '::before').content)).toMatch(
      /Exams|data-label/,
    );
  }
  await student.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  for (const gone of [
    student.getByRole('button', { name: 'Print' }),
    student.getByRole('navigation'),
    student.locator('h1'),
  ])
    await expect(gone.filter({ visible: true })).toHaveCount(0);
  // Nothing is cut off at the side of an A4 page without its margins.
  await student.setViewportSize({ width: 688, height: 970 });
  const beyond = () =>
    results.evaluate((table) => table.getBoundingClientRect().right - document.body.clientWidth);
  await expect.poll(beyond).toBeLessThanOrEqual(0);
});

test('an administrator prints the result sheets of a whole class, each on its own page', async ({
  as,
}) => {
  const admin = await as('admin');
  await admin.goto('/admin/performance');
  await admin.getByLabel('Subject', { exact: true }).selectOption('Data Structures (CS201)');
  await admin.getByRole('link', { name: 'Result sheets of the class' }).click();
  const sheets = admin.getByRole('article', { name: /^Result sheet of / });
  await expect(admin.getByText('64 students, a sheet each')).toBeVisible();
  await expect(sheets).toHaveCount(64);
  await expectGoodPage(admin);
  await admin.emulateMedia({ media: 'print' });
  await expect(admin.getByRole('button', { name: 'Print' })).toBeHidden();
  // A sheet with many subjects continues on a second page.
  const breaks = await sheets.evaluateAll((all) =>
    all.slice(1).map((sheet) => getComputedStyle(sheet).breakBefore),
  );
  expect(new Set(breaks)).toEqual(new Set(['page']));
  const printed = (await admin.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(64);
});

test(
  'beyond the last page of result sheets are those of the last page',
  anyWidth,
  async ({ as, adminApi }) => {
    const [subject] = await callApi<{ id: string }[]>(adminApi, 'GET', '/enrollments');
    const admin = await as('admin');
    await admin.goto(`/admin/classes/${subject?.id}/sheets?page=9`);
    await expect(admin.getByRole('article', { name: /^Result sheet of / }).first()).toBeVisible();
  },
);

test('parts that could not be loaded say so and can be retried; parts without data say so', async ({
  as,
  expected,
}) => {
  expected.refusals.push(/api\/performance/);
  const admin = await as('admin');
  await admin.route('**/api/performance', (route) => route.fulfill({ status: 503, json: {} }));
  await admin.goto('/admin/performance');
  await expect(admin.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  await admin.unroute('**/api/performance');
  await admin.getByRole('button', { name: 'Try again' }).first().click();
  await expect(individual(admin).first()).toBeVisible();
  await admin.goto('/admin/performance?subject=999999');
  await expect(admin.getByText('There is no such subject.')).toBeVisible();
  await admin.getByRole('button', { name: 'Show all results' }).click();
  await expect(individual(admin).first()).toBeVisible();

  const student = await as('student');
  const release = await delayRequests(student, '**/api/performance/student/*', {
    json: { term: null, terms: [], months: [], total: 0, maxMarks: 0, score: null },
  });
  await student.goto('/student/performance');
  await expect(student.getByText('Loading performance...')).toBeVisible();
  release();
  await expect(student.getByText(/^No published marks yet/)).toBeVisible();
});

for (const colorScheme of schemes)
  test(`axe finds nothing on the performance pages, ${colorScheme}`, async ({ as }) => {
    const admin = await as('admin', { colorScheme });
    await admin.goto('/admin/performance');
    await expect(individual(admin)).toHaveCount(10);
    await expect(admin.getByRole('region', { name: 'Grading scale' })).toBeVisible();
    await expectGoodPage(admin);
    const student = await as('student', { colorScheme });
    await student.goto('/student/performance');
    await expect(student.getByText('520', { exact: true })).toBeVisible();
    await expectGoodPage(student);
    await student.getByRole('link', { name: 'Result sheet' }).click();
    await expect(student.getByText('520 of 640').first()).toBeVisible();
    await expectGoodPage(student);
  });
