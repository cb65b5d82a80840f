import type { APIRequestContext, Locator, TestInfo } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import { openClass, radioAt, showClass, submit, submitted } from '../support/classes.ts';
import {
  expect,
  expectGoodInBothSchemes,
  expectGoodPage,
  openMenu,
  people,
  test,
} from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';
import { hasPlannedTerm } from '../support/terms.ts';

let made = 0;
/** Unique within this run. */
const unique = (name: string, { project, workerIndex, retry }: TestInfo): string =>
  `${name} ${project.name} ${workerIndex}${retry}${(made += 1)}`;

interface Made {
  readonly id: string;
  readonly name: string;
}

/** A subject of the open term for an audience without students. */
const makeSubject = async (adminApi: APIRequestContext, info: TestInfo): Promise<Made> => {
  const name = unique('Astronomy', info);
  const { id } = await callApi(adminApi, 'POST', '/enrollments/create-for-all', {
    subjectName: name,
    subjectCode: unique('AS', info),
    credits: 3,
    emailId: people.teacher.email,
    audience: { course: 'Of nobody' },
  });
  return { id, name };
};

/** A student of the demo campus whom no other spec uses. */
const someStudent = async (
  adminApi: APIRequestContext,
): Promise<{ name: string; email: string }> => {
  const students = await callApi<{ name: string; email: string }[]>(
    adminApi,
    'GET',
    '/faculty/students/all?search=EC2&limit=1',
  );
  const [student] = students;
  if (!student) throw new Error('The demo campus has no such student.');
  return student;
};

const day = (offset: number): string =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** `2026-11-20` as pages show it: `20 Nov 2026`. */
const shown = (iso: string): string => {
  const month = new Date(iso).toLocaleString('en', { month: 'short', timeZone: 'UTC' });
  return `${Number(iso.slice(8))} ${month} ${iso.slice(0, 4)}`;
};

const expectSundaySaid = async (field: Locator, description: string | RegExp): Promise<void> => {
  await field.fill('2089-12-25');
  await expect(field).toHaveAccessibleDescription(description);
};

test('an administrator opens a subject from the list and edits it', async ({
  adminApi,
  as,
}, info) => {
  const page = await as('admin');
  const { name } = await makeSubject(adminApi, info);
  await page.goto('/admin/classes');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Of nobody')).toBeVisible();
  await expect(page.getByText('No students found')).toBeVisible();
  await expectGoodPage(page);

  await page.getByRole('button', { name: 'Edit Subject' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Subject Name')).toBeFocused();
  await dialog.getByLabel('Subject Name').fill(`${name} II`);
  await dialog.getByLabel('Credits').fill('5');
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} II`);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Credits5');
});

test('the second of two administrators is told what the first has changed', async ({
  adminApi,
  as,
  expected,
}, info) => {
  expected.refusals.push(/^409 .*\/api\/subjects\//);
  const page = await as('admin');
  const { id, name } = await makeSubject(adminApi, info);
  await page.goto(`/admin/classes/${id}`);
  await page.getByRole('button', { name: 'Edit Subject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Credits').fill('6');

  await callApi(adminApi, 'PATCH', `/subjects/${id}`, {
    credits: 4,
    subjectName: `${name} of stars`,
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Someone else has changed this');
  const changes = dialog.getByRole('list', { name: 'Changed meanwhile' });
  await expect(changes).toContainText('Credits: 3 → 4');
  await expect(changes).toContainText(`by ${people.admin.name}`);
  // What was typed stays; untouched fields have the colleague's values.
  await expect(dialog.getByLabel('Credits')).toHaveValue('6');
  await expect(dialog.getByLabel('Subject Name')).toHaveValue(`${name} of stars`);
  await expectGoodPage(page);

  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} of stars`);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Credits6');
});

test('an administrator adds a student from a day, drops them, and sees both days', async ({
  adminApi,
  as,
  expected,
}, info) => {
  expected.refusals.push(/^409 .*\/enrolments$/);
  const page = await as('admin');
  const { id } = await makeSubject(adminApi, info);
  const student = await someStudent(adminApi);
  await page.goto(`/admin/classes/${id}`);

  const add = async (from: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add Student' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Student')).toBeFocused();
    await page.keyboard.type(student.name);
    await page.getByRole('option', { name: new RegExp(student.email) }).click();
    await expect(dialog.getByLabel('Student')).toHaveValue(student.email);
    await expectSundaySaid(dialog.getByLabel('First day'), /: \d.* to \d.* · A Sunday$/);
    await dialog.getByLabel('First day').fill(from);
    await dialog.getByRole('button', { name: 'Add Student' }).click();
  };
  await add(day(-7));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(student.email)).toBeVisible();

  // Adding the student again is refused, and the dialog says why.
  await add(day(-3));
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    `${student.name} is enrolled from ${shown(day(-7))} on already.`,
  );
  await expectGoodPage(page);
  // Until the list is fetched again, nothing closes the dialog.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: `Drop: ${student.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Last day')).toHaveValue(day(0));
  await expectSundaySaid(dialog.getByLabel('Last day'), /^From \d.* to \d.* · A Sunday$/);
  await dialog.getByLabel('Last day').fill(day(-1));
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Drop' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No students found')).toBeVisible();
  await page.getByLabel('Show').selectOption('Dropped');
  await expect(page.getByText(student.email)).toBeVisible();
  await expect(
    page.getByRole('button', { name: `Change last day: ${student.name}` }),
  ).toBeVisible();
  await expectGoodPage(page);
});

test("a student's record shows the subjects, where one is added and dropped", async ({
  adminApi,
  as,
}, info) => {
  const page = await as('admin');
  const { id, name } = await makeSubject(adminApi, info);
  const email = `${unique('subjects', info).replaceAll(' ', '.').toLowerCase()}@example.edu`;
  const student = await callApi(adminApi, 'POST', '/uploadStudent', {
    name: 'Sol Subjects',
    email,
  });
  await page.goto(`/admin/students/${student.id}`);
  await expect(page.getByText('Not enrolled in any subject')).toBeVisible();

  await page.getByRole('button', { name: 'Add Subject' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Subject' });
  await expect(adding.getByLabel('Subject')).toBeFocused();
  await adding.getByRole('button', { name: 'Add Subject' }).click();
  await expect(adding.getByText('Choose a subject').last()).toBeVisible();
  await adding.getByLabel('Subject').selectOption(id);
  await adding.getByLabel('First day').fill(day(-7));
  await expectGoodInBothSchemes(page);
  await adding.getByRole('button', { name: 'Add Subject' }).click();
  await expect(page.getByText(/Sol Subjects is enrolled from/)).toBeVisible();
  await expect(adding).toBeHidden();
  await expect(page.getByRole('link', { name })).toHaveAttribute('href', `/admin/classes/${id}`);
  await expectGoodInBothSchemes(page);

  await page.getByRole('button', { name: `Drop: ${name}` }).click();
  const dropping = page.getByRole('dialog', { name: `Drop: ${name}` });
  await expect(dropping.getByLabel('Last day')).toHaveValue(day(0));
  await dropping.getByLabel('Last day').fill(day(-1));
  await dropping.getByRole('button', { name: 'Drop' }).click();
  await expect(dropping).toBeHidden();
  await expect(page.getByRole('button', { name: `Change last day: ${name}` })).toBeVisible();
  expect(await callApi(adminApi, 'GET', `/students/${email}/enrolments`)).toMatchObject([
    { subject: { id }, fromOn: day(-7), toOn: day(-1) },
  ]);
});

test('a subject can be created for one audience only', async ({ as, expected }, info) => {
  expected.refusals.push(/^422 .*\/create-for-all$/);
  const page = await as('admin');
  await page.goto('/admin/classes');
  const name = unique('Economics seminar', info);
  await page.getByLabel('Subject Name').fill(name);
  await page.getByLabel('Subject Code').fill(unique('ES', info));
  await page.getByLabel('Email ID (faculty)').fill(people.teacher.email);
  await expect(page.getByLabel('Course')).toBeHidden();
  await page.getByText('Only for…').click();
  await page.getByLabel('Course').fill('B.Com');
  await page.getByLabel('Semester').fill('0');
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Enroll All Students' }).click();
  await expect(page.getByText('Semester must be at least 1').first()).toBeVisible();
  await page.getByLabel('Semester').fill('5');
  await page.getByRole('button', { name: 'Enroll All Students' }).click();
  await expect(page.getByText('Enrollment created successfully!')).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('B.Com, semester 5');
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Students32');
});

test('an administrator plans a term, changes it and deletes it', async ({ as, expected }, info) => {
  expected.refusals.push(/^422 .*\/api\/terms$/);
  const page = await as('admin');
  await page.goto('/admin/dashboard');
  await openMenu(page);
  await page.getByRole('link', { name: 'Terms', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
  const year = info.project.name === 'phone' ? 2092 : 2091;
  const name = unique('Monsoon term', info);
  await page.getByRole('button', { name: 'Plan Term' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose the last day')).toBeVisible();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('First day').fill(`${year}-07-01`);
  await dialog.getByLabel('Last day').fill(`${year}-06-30`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('is before the first day')).toBeVisible();
  await expectGoodPage(page);
  await dialog.getByLabel('Last day').fill(`${year}-12-15`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Planned').first()).toBeVisible();
  await expectGoodPage(page);

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog.getByLabel('Name').fill(`${name} B`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: `${name} B` })).toBeVisible();
  await page.getByRole('link', { name: `${name} B` }).click();
  await expect(page.getByText(/^Carry subjects over from the open term/)).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Carry Over Subjects' }).click();
  await dialog.getByRole('checkbox', { name: /^Carry over/ }).uncheck();
  await expect(dialog.getByRole('button', { name: 'Carry over', exact: true })).toBeVisible();
  await dialog.getByRole('checkbox', { name: /Microeconomics/ }).check();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Carry over 1 subject' }).click();
  await expect(page.getByText('1 subject carried over.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Microeconomics/ })).toBeVisible();

  await page.getByRole('link', { name: 'All terms' }).click();
  await page.getByRole('button', { name: `Delete ${name} B` }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name} B is deleted.`)).toBeVisible();
  await expect(page.getByRole('link', { name: `${name} B` })).toBeHidden();
  await expectGoodPage(page);
});

test('a subject for the wrong students is given another audience after showing the count', async ({
  adminApi,
  as,
}, info) => {
  const page = await as('admin');
  const { id } = await makeSubject(adminApi, info);
  await page.goto(`/admin/classes/${id}`);
  const details = page.getByRole('region', { name: 'Details' });
  const open = page.getByRole('button', { name: 'Change Audience' });
  await open.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Course')).toBeFocused();
  await expect(dialog.getByText('This would change nobody’s enrolment.')).toBeVisible();
  await dialog.getByLabel('Course').fill('b.com');
  await dialog.getByLabel('Semester').fill('5');
  await expect(dialog.getByText('This would enrol 32 students.')).toBeVisible();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Change to 32 students' }).click();
  await expect(page.getByText('32 students are enrolled now.')).toBeVisible();
  await expect(details).toContainText('b.com, semester 5');
  await expect(details).toContainText('Students32');
  await open.click();
  await dialog.getByLabel('Course').fill('Of nobody');
  await expect(dialog.getByText('This would take 32 students out.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change to 0 students' }).click();
  await expect(details).toContainText('Students0');
});

test('a subject added by mistake is deleted, after showing what prevents that', async ({
  adminApi,
  as,
  expected,
}, info) => {
  expected.refusals.push(/^409 .*\/api\/subjects\//);
  const page = await as('admin');
  const { id, name } = await makeSubject(adminApi, info);
  const exam = await callApi(adminApi, 'POST', '/exams', {
    subjectId: id,
    title: 'Midterm',
    heldOn: day(0),
  });
  await page.goto(`/admin/classes/${id}`);
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('0 students are no longer enrolled');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog).toBeHidden();
  };
  await remove();
  await expect(page.getByText(`${name} has 1 exam: it cannot be deleted.`)).toBeVisible();
  await callApi(adminApi, 'DELETE', `/exams/${exam.id}`);
  await remove();
  await expect(page.getByText(`${name} is deleted.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subjects');
  await expect(page.getByRole('link', { name })).toBeHidden();
});

test('closing a term begins with its subjects and leavers, and says when they could not be loaded', async ({
  as,
}) => {
  const page = await as('admin');
  const begin = page.getByRole('button', { name: 'Show what would happen' });
  await page.route('**/api/terms/*/leavers', (route) => route.abort());
  await page.goto('/admin/terms');
  await page.getByRole('link', { name: 'Close Term' }).click();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(begin).toBeHidden();
  await expectGoodInBothSchemes(page);
  await page.unroute('**/api/terms/*/leavers');
  const leavers = await delayRequests(page, '**/api/terms/*/leavers');
  await retry.click();
  await expect(page.getByRole('button', { name: 'Trying again...' })).toBeVisible();
  await expect(begin).toBeHidden();
  leavers();
  await expect(begin).toBeVisible();
});

test('closing the term is previewed, confirmed, and undone', async ({
  adminApi,
  as,
  expected,
}, info) => {
  expected.refusals.push(/^422 .*dryRun=true$/);
  const course = unique('Diploma', info);
  await callApi(adminApi, 'POST', '/programmes', { name: course, semesters: 2 });
  for (const one of ['Finishes', 'Stays'])
    await callApi(adminApi, 'POST', '/uploadStudent', {
      name: `${one} ${course}`,
      email: `${one} ${course}@example.edu`.replaceAll(' ', '-').toLowerCase(),
      course,
      semester: 2,
      year: 1,
    });
  const page = await as('admin');
  await page.goto('/admin/terms');
  await page.getByRole('link', { name: 'Close Term' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Close');
  await expect(page.getByRole('checkbox', { name: /Data Structures/ })).toBeChecked();
  await expectGoodPage(page);
  // Planned terms of other tests are offered first.
  if (await hasPlannedTerm(adminApi))
    await page.getByLabel('Term', { exact: true }).selectOption('A new term');
  await page.getByRole('button', { name: 'Show what would happen' }).click();
  await expect(page.getByText('Name the term')).toBeVisible();
  await page.getByLabel('Name').fill('The term after');
  await page.getByLabel('Last day').fill('2000-01-01');
  await page.getByRole('button', { name: 'Show what would happen' }).click();
  await expect(page.getByRole('alert')).toContainText('is before the first day');
  await expectSundaySaid(page.getByLabel('Last day'), 'A Sunday');
  await page.getByLabel('Last day').fill('2089-12-31');
  await page.getByRole('checkbox', { name: /Data Structures/ }).uncheck();
  await page.getByRole('button', { name: 'Show what would happen' }).click();

  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
  await expect(step('Leavers')).toHaveAttribute('aria-current', 'step');
  await page.getByLabel('Find a leaver').fill(course);
  // The boxes move when the search is made.
  await expect(page.getByText('2 students', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: `Stays ${course}` }).uncheck();
  await expect(page.getByText('Stays in semester 2')).toBeVisible();
  await expect(page.getByText('Graduates', { exact: true })).toBeVisible();
  await expectGoodInBothSchemes(page);
  const continued = page.getByRole('button', { name: /^\d+ graduates?, continue$/ });
  const lastDay = page.getByRole('textbox', { name: 'Last day' });
  const possible = await lastDay.inputValue();
  await expectSundaySaid(lastDay, /They leave every list of students\. · A Sunday$/);
  await lastDay.fill('2000-01-01');
  await continued.click();
  await expect(page.getByRole('alert')).toContainText('The last day of those who have finished is');
  await lastDay.fill(possible);
  await continued.click();

  await expect(step('Check')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByText('1 stay behind')).toBeVisible();
  await expect(page.getByRole('row', { name: /Semester 3, year 2/ })).toContainText(
    'Semester 4, year 2',
  );
  await expect(
    page.getByRole('button', { name: /^Close .* and open The term after$/ }),
  ).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(step('Leavers')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('The term after');
  await page.getByRole('button', { name: 'Show what would happen' }).click();
  await continued.click();

  await page.getByRole('button', { name: /^Close .* and open The term after$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/students move up, .* The term after has \d+ subjects/);
  await dialog.getByRole('button', { name: 'Close Term' }).click();
  await expect(dialog).toContainText('Say why it is closed early');
  await expectGoodPage(page);
  await dialog.getByLabel('Reason').fill('A trial of the closing');
  await dialog.getByRole('button', { name: 'Close Term' }).click();
  await expect(page.getByText(/ is closed, and The term after is open/)).toBeVisible();
  await page.goto('/admin/terms');
  await page.getByRole('button', { name: /^Undo closing / }).click();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Undo Closing' }).click();
  await expect(page.getByText(/ is open again/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Close Term' })).toBeVisible();
  await expect(page.getByText('The term after')).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`the pages of a subject, the terms and closing a term are accessible in the ${colorScheme} scheme`, async ({
    adminApi,
    as,
  }, info) => {
    const page = await as('admin', { colorScheme });
    await makeSubject(adminApi, info);
    const [subject] = await callApi<Made[]>(adminApi, 'GET', '/enrollments');
    await page.goto(`/admin/classes/${subject?.id}`);
    await expect(page.getByText('Enrolled', { exact: false }).nth(3)).toBeVisible();
    await expectGoodPage(page);
    await page.goto('/admin/terms');
    await expect(page.getByRole('link', { name: 'Close Term' })).toBeVisible();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Close Term' }).click();
    await expect(page.getByRole('checkbox', { name: /Data Structures/ })).toBeVisible();
    await expectGoodPage(page);
  });

test('a subject is held in sections: an assistant is added to one, marks and grades its students, and is removed', async ({
  adminApi,
  as,
}) => {
  const faculty = await callApi<{ email: string }[]>(adminApi, 'GET', '/faculty/all?limit=20');
  const other = faculty.find(({ email }) => email !== people.teacher.email);
  const klass = await openClass(adminApi, undefined, other?.email);
  const page = await as('admin');
  await page.goto(`/admin/classes/${klass.subjectId}`);
  const sections = page.getByRole('region', { name: 'Sections' });
  for (const name of ['A', 'B']) {
    await sections.getByRole('button', { name: 'Add Section' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await expect(sections.getByRole('listitem').getByText(name, { exact: true })).toBeVisible();
  }
  await sections.getByRole('button', { name: 'Divide evenly' }).click();
  await expect(sections.getByRole('listitem').first()).toContainText(
    `A${klass.students / 2} students`,
  );
  await expect(sections.getByRole('button', { name: 'Divide evenly' })).toBeHidden();
  const ofFirst = page.getByLabel(/^Section of /).first();
  await ofFirst.focus();
  await ofFirst.selectOption({ label: 'None' });
  await expect(sections).toContainText('1 student in no section');
  await expect(ofFirst).toBeFocused();
  await expectGoodInBothSchemes(page);

  const card = page.getByRole('region', { name: 'Also teaching' });
  await card.getByRole('button', { name: 'Add' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('Choose a teacher')).toBeVisible();
  await dialog.getByLabel('Email ID (faculty)').fill(people.teacher.email);
  await dialog.getByLabel('As', { exact: true }).selectOption({ label: 'Assistant' });
  await expect(dialog.getByLabel('Marks attendance')).toBeChecked();
  await dialog.getByLabel('Of', { exact: true }).selectOption({ label: 'Section B' });
  await dialog.getByLabel('Marks exams and assignments').check();
  const toTheEnd = 'Empty: to the end of the term · A Sunday';
  await expectSundaySaid(dialog.getByLabel('Last day'), toTheEnd);
  await dialog.getByLabel('Last day').fill('');
  await expectGoodInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(card.getByRole('listitem')).toContainText(/Meera Nair.*Assistant.*Section B/);
  await expectGoodInBothSchemes(page);

  const teacher = await as('teacher');
  await showClass(teacher, klass);
  await expect(teacher.getByLabel('Section')).toHaveValue(/\d/);
  await radioAt(teacher, 0, 'Present').check();
  await teacher.getByRole('button', { name: 'Mark the rest present' }).click();
  await submit(teacher);
  await expect(submitted(teacher)).toBeVisible();
  const counts = teacher.getByRole('list', { name: 'Marks of this class' });
  await expect(counts).toContainText(`${klass.students / 2} Present`);
  await expectGoodInBothSchemes(teacher);

  const { id } = await callApi<{ id: string }>(adminApi, 'POST', '/exams', {
    subjectId: klass.subjectId,
    title: 'Quiz',
    heldOn: klass.date,
  });
  await teacher.goto(`/teacher/exams/${id}`);
  await expect(teacher.getByRole('main')).toContainText(', section B');
  await teacher
    .getByRole('textbox', { name: /^Marks of / })
    .first()
    .fill('61');
  await teacher.getByRole('button', { name: /^Save Marks/ }).click();
  await expect(counts).toContainText(`${klass.students / 2 - 1} missing`);
  await expect(teacher.getByRole('button', { name: 'Save Marks', exact: true })).toBeDisabled();
  await expect(teacher.getByRole('button', { name: 'History', exact: true })).toBeVisible();
  await expect(teacher.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expectGoodInBothSchemes(teacher);

  await card.getByRole('button', { name: 'Remove Meera Nair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByRole('list')).toBeHidden();
  await expect(card).toContainText('teaches it');
});
