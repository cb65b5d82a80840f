import { anyWidth, expect, expectGoodInBothSchemes, people, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

const pdfNamed = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF'),
});
const none = { contentType: 'application/json', body: 'null' };

test('a teacher sees their subjects with their sizes, and marks one of them', async ({ as }) => {
  const page = await as('teacher');
  await page.goto('/teacher/classes');
  const subjects = page.getByRole('region', { name: 'Your subjects' });
  // Other tests may have added subjects to this teacher.
  for (const name of ['Data Structures', 'Database Systems', 'Operating Systems'])
    await expect(subjects.getByRole('listitem').filter({ hasText: name })).toContainText(
      '64 students',
    );
  await expect(page.getByRole('link', { name: /^Open class-information-.*\.pdf$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await expectGoodInBothSchemes(page);
  await subjects.getByRole('link', { name: 'Mark attendance of Operating Systems' }).click();
  await expect(page).toHaveURL(/\/teacher\/attendance\?subject=/);
  const picker = page.getByRole('combobox', { name: 'Subject' });
  await expect(picker.locator('option:checked')).toHaveText('Operating Systems (CS203)');
});

test('on the page of a subject students can be searched for, and they can open its file', async ({
  as,
}) => {
  const teacher = await as('teacher');
  await teacher.goto('/teacher/classes');
  await teacher.getByRole('link', { name: 'Data Structures (CS201)' }).click();
  const list = teacher.getByRole('region', { name: 'People' });
  const students = list.getByText(/^CS25-/);
  await expect(students).toHaveCount(20);
  await list.getByRole('searchbox', { name: 'Find a student' }).fill('mehta aarav');
  await expect(students).toHaveCount(1);
  await expect(list).toContainText('Aarav Mehta');
  await list.getByRole('searchbox', { name: 'Find a student' }).fill('');
  await expect(students).toHaveCount(20);
  await list.getByRole('radio', { name: /^Below 75%/ }).check();
  await expect(students).not.toHaveCount(20);
  await expectGoodInBothSchemes(teacher);

  const student = await as('student');
  await student.goto('/student/attendance');
  await student.getByRole('link', { name: 'Data Structures (CS201)' }).first().click();
  const info = student.getByRole('region', { name: 'Class information' });
  const download = student.waitForEvent('download');
  await info.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^class-information-.*\.pdf$/);
  await expectGoodInBothSchemes(student);
});

test('the page loads, has nothing, or cannot be reached', async ({ as, expected }) => {
  expected.refusals.push(/^500 /);
  const page = await as('teacher');
  const releaseInfo = await delayRequests(page, '**/class-info/**/info', none);
  const releaseSubjects = await delayRequests(page, '**/attendance/faculty/*/subjects', {
    json: [],
  });
  await page.goto('/teacher/classes');
  await expect(page.getByText('Loading class information...')).toBeVisible();
  await expect(page.getByText('Loading subjects...')).toBeVisible();
  releaseInfo();
  releaseSubjects();
  await expect(page.getByText('No class information yet.')).toBeVisible();
  await expect(page.getByText('No subjects assigned to you')).toBeVisible();
  await expectGoodInBothSchemes(page);

  await page.unrouteAll();
  await page.route('**/class-info/**', (route) => route.abort());
  // Without any response, the kept subjects would be shown.
  await page.route('**/attendance/faculty/*/subjects', (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(2);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('64 students').first()).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: /^Open class-information-/ })).toBeVisible();
});

test('an administrator uploads a file for all teachers, and replaces and removes that of one', async ({
  as,
}, { project }) => {
  const admin = await as('admin');
  await admin.goto('/admin/events');
  const general = admin.getByRole('region', { name: 'Class information' });
  await expect(general.getByText('Every teacher without a file of their own')).toBeVisible();
  await expect(general.getByText(/^[\d.]+ KB · uploaded /)).toBeVisible();
  const download = admin.waitForEvent('download');
  await general.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^class-information-.*\.pdf$/);

  // A teacher used by this run only: the demo's teachers keep what they have.
  const email = `class.${project.name}.${Date.now().toString(36)}@example.edu`;
  const headers = {
    authorization: `Bearer ${await admin.evaluate(() => localStorage.getItem('authToken'))}`,
  };
  const added = await admin.request.post('/api/uploadFaculty', {
    headers,
    data: {
      name: 'Class Teacher',
      email,
      department: 'History',
      dob: '1980-01-01',
      contactNo: 9845022114,
      address: 'Quad 1',
      gender: 'Female',
    },
  });
  expect(added.status()).toBe(201);
  await admin.goto(`/admin/teachers?search=${encodeURIComponent(email)}`);
  await admin.getByRole('link', { name: 'Class Teacher' }).first().click();
  const card = admin.getByRole('region', { name: 'Class information' });
  await expect(card.getByText('Sees the file for all teachers:')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Upload for this teacher' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Upload class information' });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a file to upload');
  await dialog.getByLabel('PDF file').setInputFiles(pdfNamed('hers.pdf'));
  await expectGoodInBothSchemes(admin);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('Sees a file of their own:')).toBeVisible();
  await expect(card.getByText('hers.pdf')).toBeVisible();
  await expectGoodInBothSchemes(admin);

  await card.getByRole('button', { name: 'Remove' }).click();
  const asked = admin.getByRole('dialog', { name: 'Remove class information?' });
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('Sees the file for all teachers:')).toBeVisible();
});

test('a teacher cannot read a colleague’s file', anyWidth, async ({ as }) => {
  const page = await as('teacher');
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}`;
  const answer = await page.request.get(`/api/class-info/faculty/${people.admin.email}`, {
    headers: { authorization },
  });
  expect(answer.status()).toBe(403);
});
