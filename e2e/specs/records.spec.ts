import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import { expect, expectGoodInBothSchemes, test } from '../support/campus.ts';

/** Unique across runs. */
const unique = (project: { readonly name: string }): string =>
  `${project.name}${Date.now().toString(36)}`;

const history = (page: Page) => page.getByRole('list', { name: 'History' });

test('a student is found by filters, exported, opened, edited and withdrawn', async ({
  as,
  expected,
}, { project }) => {
  test.slow();
  expected.refusals.push(/409 .*\/people\/students\//);
  const mark = unique(project);
  const course = `Course ${mark}`;
  const email = `ida.${mark}@example.edu`;
  const admin = await as('admin');
  await callApi(admin.request, 'POST', '/uploadStudent', {
    name: `Ida ${mark}`,
    email,
    course,
    semester: 2,
  });
  await callApi(admin.request, 'POST', '/uploadStudent', {
    name: '=HYPERLINK("http://x")',
    email: `formula.${mark}@example.edu`,
    course,
    rollNo: `R-${mark}`,
    semester: 3,
  });

  await test.step('the filters narrow the list and are in the address', async () => {
    await admin.goto('/admin/students');
    await admin.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    const filters = admin.getByRole('group', { name: 'Filters' });
    await filters.getByLabel('Course').selectOption(course);
    await expect(admin.getByText('1–2 of 2')).toBeVisible();
    await expectGoodInBothSchemes(admin);
    await filters.getByLabel('Semester').selectOption('2');
    await expect(admin.getByText('1–1 of 1')).toBeVisible();
    await expect(admin).toHaveURL(/semester=2/);
    await admin.reload();
    await expect(admin.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
    await expect(admin.getByText('1–1 of 1')).toBeVisible();
    await filters.getByLabel('Semester').selectOption('Any');
    await expect(admin.getByText('1–2 of 2')).toBeVisible();
  });

  await test.step('the file has what is listed and no formula', async () => {
    const download = admin.waitForEvent('download');
    await admin.getByRole('button', { name: 'Download' }).click();
    await admin.getByRole('menuitem', { name: 'CSV' }).click();
    const file = readFileSync(await (await download).path(), 'utf8');
    expect(file.codePointAt(0)).toBe(0xfeff);
    expect(file.trim().split('\r\n')).toHaveLength(3);
    expect(file).toContain(`Ida ${mark},${email},`);
    expect(file).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  await test.step('a row opens the record', async () => {
    await admin.getByRole('link', { name: `Ida ${mark}` }).press('Enter');
    await expect(admin.getByRole('heading', { level: 1, name: `Ida ${mark}` })).toBeFocused();
    await expect(admin.getByText('Nothing was changed yet')).toBeVisible();
    await expectGoodInBothSchemes(admin);
  });

  await test.step('every field is edited, also those without an input when adding', async () => {
    await admin.getByRole('button', { name: 'Edit' }).click();
    await admin.getByLabel('Nationality').fill('Norwegian');
    await admin.getByLabel('Blood Group').fill('AB-');
    await admin.getByLabel('Parent Name').fill('Åse');
    await admin.getByLabel('Semester').fill('4');
    await expectGoodInBothSchemes(admin);
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('Record saved.')).toBeVisible();
    // Toasts do not cover the page's actions.
    const toast = await admin.getByText('Record saved.').boundingBox();
    const edit = await admin.getByRole('button', { name: 'Edit' }).boundingBox();
    if (project.name !== 'phone') expect(edit!.x + edit!.width).toBeLessThan(toast!.x);
    await expect(admin.getByText('Norwegian').first()).toBeVisible();
    await expect(history(admin).getByRole('listitem')).toHaveCount(4);
    await expect(history(admin)).toContainText('Ruth Adeyemi');
  });

  await test.step('a roll number that is taken is refused at its field, and leaving asks first', async () => {
    await admin.getByRole('button', { name: 'Edit' }).click();
    await admin.getByLabel('Roll Number').fill(`R-${mark}`);
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByLabel('Roll Number')).toHaveAccessibleDescription(
      'This roll number belongs to another student already.',
    );
    await expect(admin.getByLabel('Roll Number')).toBeFocused();
    await admin.getByRole('link', { name: 'All students' }).click();
    await admin.getByRole('dialog', { name: 'Leave without saving?' }).getByText('Cancel').click();
    await expect(admin.getByLabel('Roll Number')).toHaveValue(`R-${mark}`);
    await expect(admin.getByRole('dialog')).toHaveCount(0);
    await admin.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('withdrawing asks for the last day, and can be undone', async () => {
    await admin.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = admin.getByRole('dialog', { name: `Withdraw: Ida ${mark}` });
    await expect(dialog.getByLabel('Last day')).toBeFocused();
    const chosen = await dialog.getByLabel('Last day').inputValue();
    await dialog.getByLabel('Last day').fill('2089-12-25');
    await expect(dialog.getByLabel('Last day')).toHaveAccessibleDescription('A Sunday');
    await dialog.getByLabel('Last day').fill(chosen);
    await expectGoodInBothSchemes(admin);
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(admin.getByText(/Withdrawn on \d+ \w+ \d+/).first()).toBeVisible();
    await admin.getByRole('link', { name: 'All students' }).click();
    await expect(admin.getByText('1–1 of 1')).toBeVisible();
    await admin.getByLabel('Status').selectOption('Withdrawn');
    await admin.getByRole('link', { name: `Ida ${mark}` }).click();
    await admin.getByRole('button', { name: 'Reinstate' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
    await expect(admin.getByText(`Ida ${mark} is reinstated.`)).toBeVisible();
    await expect(admin.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  });

  await test.step('the attendance is a link away', async () => {
    await admin.getByRole('link', { name: 'All records' }).click();
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(`Attendance of Ida ${mark}`);
    await expect(admin.getByText('No attendance records found')).toBeVisible();
    await expectGoodInBothSchemes(admin);
  });
});

test('two registrars edit the same record: the second is told and chooses', async ({
  as,
  expected,
}, { project }) => {
  expected.refusals.push(/409 .*\/people\/students\//);
  const mark = unique(project);
  const [first, second] = [await as('admin'), await as('admin')];
  const { id } = await callApi(first.request, 'POST', '/uploadStudent', {
    name: `Tor ${mark}`,
    email: `tor.${mark}@example.edu`,
    course: 'BSc',
    branch: 'CS',
    address: 'Old Road 1',
  });
  for (const page of [first, second]) {
    await page.goto(`/admin/students/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
  }
  await first.getByLabel('Course').fill('MSc');
  await first.getByLabel('Branch').fill('Physics');
  await first.getByLabel('Address').fill('New Road 2');
  await first.getByRole('button', { name: 'Save' }).click();
  await expect(first.getByText('Record saved.')).toBeVisible();

  await second.getByLabel('Course').fill('PhD');
  await second.getByLabel('Address').fill('My Road 3');
  await second.getByRole('button', { name: 'Save' }).click();
  const changed = second.getByRole('list', { name: 'Changed meanwhile' });
  await expect(changed.getByRole('listitem')).toHaveCount(3);
  await expect(changed).toContainText('Ruth Adeyemi');
  await expect(changed).toContainText('BSc → MSc');
  // What was typed here stays; untouched fields have the other person's values.
  await expect(second.getByLabel('Course')).toHaveValue('PhD');
  await expect(second.getByLabel('Branch')).toHaveValue('Physics');
  await expectGoodInBothSchemes(second);

  await second.getByRole('button', { name: 'Take all of theirs' }).click();
  await expect(second.getByLabel('Course')).toHaveValue('MSc');
  await expect(second.getByLabel('Address')).toHaveValue('New Road 2');
  await changed.getByRole('group', { name: 'Address' }).getByText('Mine').click();
  await expect(second.getByLabel('Address')).toHaveValue('My Road 3');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('Record saved.')).toBeVisible();
  const record = await callApi(second.request, 'GET', `/people/students/${id}`);
  expect(record).toMatchObject({ course: 'MSc', branch: 'Physics', address: 'My Road 3' });
});

test('a teacher hands over the subjects before the account is deactivated', async ({
  as,
  expected,
}, { project }) => {
  test.slow();
  expected.refusals.push(/409 .*\/deactivate/);
  const mark = unique(project);
  const admin = await as('admin');
  const add = (name: string) =>
    callApi<{ name: string; email: string }>(admin.request, 'POST', '/uploadFaculty', {
      name: `${name} ${mark}`,
      email: `${name.toLowerCase()}.${mark}@example.edu`,
      department: 'Physics',
      dob: '1980-01-01',
      contactNo: 9845022114,
      address: '1 Quad',
      gender: 'Other',
    });
  const [leaver, heir] = [await add('Leaver'), await add('Heir')];
  await callApi(admin.request, 'POST', '/enrollments/create-for-all', {
    subjectName: `Optics ${mark}`,
    subjectCode: mark,
    credits: 2,
    emailId: leaver.email,
    audience: { course: `Nobody ${mark}` },
  });

  await admin.goto('/admin/teachers');
  await admin.getByRole('searchbox', { name: 'Find a teacher' }).fill(leaver.email);
  await expect(admin).toHaveURL(/search=leaver/);
  await admin.getByRole('link', { name: leaver.name }).click();
  await expect(admin.getByRole('link', { name: `Optics ${mark} (${mark})` })).toBeVisible();
  await expectGoodInBothSchemes(admin);

  await test.step('deactivating is refused while there is a subject', async () => {
    await admin.getByRole('button', { name: 'Deactivate' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    const refusal = admin.getByRole('region', { name: /^Notifications/ });
    await expect(refusal.getByText(/still teaches/)).toBeVisible();
  });

  await test.step('the subject is handed over', async () => {
    await admin.getByRole('button', { name: 'Hand over' }).click();
    const dialog = admin.getByRole('dialog', { name: /Hand over subjects/ });
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(dialog.getByText('Choose who takes over')).toBeVisible();
    await dialog.getByLabel('New teacher (email)').fill(heir.email);
    await expectGoodInBothSchemes(admin);
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(admin.getByText('1 subject handed over.')).toBeVisible();
    await expect(admin.getByText('No subjects in a current term')).toBeVisible();
  });

  await test.step('now the account is deactivated, and the directory says so', async () => {
    await admin.getByRole('button', { name: 'Deactivate' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(admin.getByText('Account deactivated').first()).toBeVisible();
    await expect(history(admin)).toContainText('Active → Deactivated');
    await admin.getByRole('link', { name: 'All teachers' }).click();
    await expect(admin.getByText('No teachers found')).toBeVisible();
    await admin.getByLabel('Which teachers').selectOption('All');
    await expect(admin.getByRole('link', { name: leaver.name })).toBeVisible();
  });

  await test.step('the record is edited', async () => {
    await admin.getByRole('link', { name: leaver.name }).click();
    await admin.getByRole('button', { name: 'Edit' }).click();
    await admin.getByLabel('Department').fill('Chemistry');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(history(admin)).toContainText('Physics → Chemistry');
  });
});
