import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { expect, expectGoodInBothSchemes, test } from '../support/campus.ts';

/** Unique across runs. */
const unique = (project: { readonly name: string }): string =>
  `${project.name}${Date.now().toString(36)}`;

const openBulk = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.getByRole('tab', { name: 'Bulk Upload' }).click();
};
const choose = (page: Page, label: string, content: string | Buffer): Promise<void> =>
  page
    .getByLabel(label)
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
const chooseStudents = (page: Page, content: string | Buffer): Promise<void> =>
  choose(page, 'Upload CSV file with student details', content);
const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true });
const textOf = async (download: Download): Promise<string> =>
  readFileSync(await download.path(), 'utf8');
const downloadBy = async (page: Page, name: string): Promise<Download> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return download;
};

test('a class list is corrected with the help of the preview, stored, and updated', async ({
  as,
  expected,
}, { project }) => {
  test.slow();
  const mark = unique(project);
  const [ada, bob] = [`ada.${mark}@example.edu`, `bob.${mark}@example.edu`];
  const admin = await as('admin');
  await openBulk(admin, '/admin/students');
  const preview = admin.getByRole('region', { name: 'Preview' });

  await test.step('every bad row is named, and the file is not stored', async () => {
    expected.refusals.push(/422 .*uploadStudentDetails$/);
    const bad = `Full Name;Email;Semester;Shoe Size\r\nAda;${ada};1;38\r\n;bob@;third;40\r\n`;
    await chooseStudents(admin, `\uFEFF${bad}`);
    await expect(admin.getByText('1 row ready')).toBeVisible();
    await expect(admin.getByText('1 row needs a fix')).toBeVisible();
    await expect(admin.getByText('Columns that are not used: Shoe Size')).toBeVisible();
    for (const problem of [
      'Name is missing',
      'Email is not a valid address',
      'Semester must be a whole number',
    ])
      await expect(preview.getByText(problem)).toBeVisible();
    await expectGoodInBothSchemes(admin);
    await upload(admin).click();
    await expect(admin.getByRole('alert')).toContainText('1 row needs a fix. Nothing was stored.');
  });

  await test.step('all problems and a template can be downloaded', async () => {
    const problems = await downloadBy(admin, 'Download all problems');
    expect(problems.suggestedFilename()).toBe('student-problems.csv');
    expect(await textOf(problems)).toContain('3,Semester,third,Semester must be a whole number');
    const template = await downloadBy(admin, 'Download a template');
    expect(await textOf(template)).toMatch(/^\uFEFFFull Name,Email,Roll Number,/);
  });

  await test.step('the corrected file is stored with one click', async () => {
    await chooseStudents(admin, `Full Name,Email,Semester\nAda ${mark},${ada},1\nBob,${bob},3\n`);
    await expect(admin.getByText('2 rows ready')).toBeVisible();
    await upload(admin).click();
    await expect(admin.getByText('Successfully uploaded 2 students')).toBeVisible();
    await expect(admin.getByText(ada).first()).toBeVisible();
  });

  await test.step('the same file again: skipped, or updated with the differences shown', async () => {
    await chooseStudents(
      admin,
      Buffer.from(`\uFEFFFull Name\tEmail\tSemester\r\nAda ${mark}\t${ada}\t2\r\n`, 'utf16le'),
    );
    await expect(preview.getByText('A student has this email already')).toBeVisible();
    const policy = admin.getByLabel('Students who exist already');
    await policy.selectOption('Skip the row');
    await expect(admin.getByText('1 row is skipped')).toBeVisible();
    await policy.selectOption('Update the student');
    await expect(admin.getByText('1 row updates a student')).toBeVisible();
    await expect(admin.getByRole('list', { name: 'Changes' })).toContainText(
      'Semester: 1 becomes 2',
    );
    await expectGoodInBothSchemes(admin);
    await upload(admin).click();
    await expect(admin.getByText('Successfully uploaded 1 students')).toBeVisible();
  });
});

test('a file from another system: its columns are mapped, its date order is chosen, and only changes are stored', async ({
  as,
  expected,
}, { project }) => {
  expected.refusals.push(/422 .*uploadStudentDetails\?/);
  const mark = unique(project);
  const email = `zoe.${mark}@example.edu`;
  const admin = await as('admin');
  await openBulk(admin, '/admin/students');
  const preview = admin.getByRole('region', { name: 'Preview' });
  const columns = admin.getByRole('group', { name: 'Columns with other names' });
  const file = `Learner,Student E-mail,Stream,DOB\nZoe ${mark},${email},Law,05/06/2004\n`;

  await test.step('a likely field is already chosen, another is chosen by hand', async () => {
    await chooseStudents(admin, file);
    await expect(columns.getByLabel('Student E-mail')).toHaveValue('email');
    await expect(admin.getByText('there is no column “Full Name”')).toBeVisible();
    await columns.getByLabel('Learner').selectOption('Full Name');
    await columns.getByLabel('Stream').selectOption('Course');
    await expect(admin.getByText('1 row needs a fix')).toBeVisible();
  });

  await test.step('the order of day and month is chosen; the problem is shown in its cell', async () => {
    if (project.name !== 'phone')
      await expect(preview.getByRole('cell', { name: /^05\/06\/2004/ })).toContainText(
        'may be 2004-06-05 or 2004-05-06',
      );
    await expectGoodInBothSchemes(admin);
    await admin.getByLabel('Order of day and month').selectOption('Day first: 31/12/2004');
    await expect(admin.getByText('1 row ready')).toBeVisible();
    await upload(admin).click();
    await expect(admin.getByText('Successfully uploaded 1 students')).toBeVisible();
  });

  await test.step('the choice is remembered, and rows without changes are called unchanged', async () => {
    await chooseStudents(admin, `Student E-mail,Stream\n${email},Law\n`);
    await expect(columns.getByLabel('Stream')).toHaveValue('course');
    await admin.getByLabel('Students who exist already').selectOption('Update the student');
    await expect(admin.getByText('1 row is unchanged')).toBeVisible();
    await expect(preview.getByText(`Zoe ${mark}`)).toBeVisible();
  });

  await test.step('the record says who added it', async () => {
    await admin.goto(`/admin/students?search=${mark}`);
    await admin.getByRole('link', { name: `Zoe ${mark}` }).click();
    await expect(admin.getByText(/Active · Added by .+, \d+ \w{3} \d{4}/)).toBeVisible();
    await expectGoodInBothSchemes(admin);
  });
});

test('a list of 100,000 students is checked, and cancelled while it is stored', async ({ as }, {
  project,
}) => {
  test.slow();
  test.skip(project.name === 'phone', 'once is enough: it takes the campus half a minute');
  const mark = unique(project);
  const rows = Array.from({ length: 100_000 }, (_, n) => `Many ${n},${mark}.${n}@example.edu,1`);
  const file = `Full Name,Email,Semester\n${rows.join('\n')}\n`;
  const admin = await as('admin');
  await openBulk(admin, '/admin/students');
  const cancel = admin.getByRole('button', { name: 'Cancel' });

  // Never answered: an idle campus checks faster than the test can look.
  const dryRun = /uploadStudentDetails\?.*dryRun/;
  await admin.route(dryRun, () => undefined);
  await chooseStudents(admin, file);
  await expect(admin.getByRole('progressbar')).toBeVisible();
  await cancel.click();
  await expect(admin.getByText('Drop a .csv file here, or')).toBeVisible();
  await admin.unroute(dryRun);

  await chooseStudents(admin, file);
  await expect(admin.getByText('100,000 rows ready')).toBeVisible({ timeout: 60_000 });
  await expect(admin.getByText('99,800 more rows in the file.')).toBeVisible();
  await upload(admin).click();
  await expect(admin.getByRole('progressbar', { name: 'Storing the students...' })).toBeVisible();
  await cancel.click();
  await expect(admin.getByText('The upload was cancelled. Nothing was stored.')).toBeVisible({
    timeout: 90_000,
  });
  await expect(admin.getByText('100,000 rows ready')).toBeVisible();

  await admin.reload();
  await admin.getByLabel('Find a student').fill(mark);
  await expect(admin.getByText('No students found')).toBeVisible();
});

test('a list of teachers is previewed, stored and shown', async ({ as }, { project }) => {
  test.slow();
  const mark = unique(project);
  const header = 'Full Name,Department,Email Address,Date of Birth,Contact Number,Address,Gender';
  const row = (name: string, department: string): string =>
    `${name} ${mark},${department},${name}.${mark}@example.edu,1980-05-17,+91 98450-22114,"1 Quad, Town",Other\n`;
  const label = 'Upload CSV file with faculty details';
  const admin = await as('admin');
  await openBulk(admin, '/admin/teachers');
  const preview = admin.getByRole('region', { name: 'Preview' });

  expect(await textOf(await downloadBy(admin, 'Download a template'))).toBe(
    `\uFEFF${header},University ID\r\n`,
  );
  await choose(admin, label, `${header}\n${row('vera', '')}${row('milo', 'Law')}`);
  await expect(preview.getByText('Department is missing')).toBeVisible();
  await expectGoodInBothSchemes(admin);
  await choose(admin, label, `${header}\n${row('vera', 'Physics')}${row('milo', 'Law')}`);
  await expect(admin.getByText('2 rows ready')).toBeVisible();
  await expectGoodInBothSchemes(admin);
  await upload(admin).click();
  await expect(admin.getByText('Successfully uploaded 2 teachers')).toBeVisible();
  await expect(admin.getByText(`vera.${mark}@example.edu`)).toBeVisible();

  await choose(admin, label, `${header}\n${row('vera', 'Chemistry')}`);
  await admin.getByLabel('Teachers who exist already').selectOption('Update the teacher');
  await expect(admin.getByRole('list', { name: 'Changes' })).toContainText(
    'Department: Physics becomes Chemistry',
  );
  await upload(admin).click();
  await expect(admin.getByText('Successfully uploaded 1 teachers')).toBeVisible();
});
