import { callApi } from '../support/call-api.ts';
import { expect, expectGoodPage, test } from '../support/campus.ts';

/**
 * The main workflow with three people in three browsers: the administrator imports a class list and opens a
 * subject for everyone, the teacher marks the class, the student sees it a moment later.
 */
test('from a class list to a percentage on a student’s screen', async ({ as, adminApi }, {
  project,
}) => {
  const code = `DAY-${project.name.toUpperCase()}`;
  const newcomer = { name: `Zoë ${project.name}`, email: `zoe.${project.name}@example.edu` };

  const admin = await as('admin');
  await test.step('the administrator imports a class list', async () => {
    await admin.goto('/admin/students');
    await admin.getByRole('tab', { name: 'Bulk Upload' }).click();
    await admin.getByLabel('Upload CSV file with student details').setInputFiles({
      name: 'class.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Full Name;E-mail;Roll Number;Course\n${newcomer.name};${newcomer.email};00${project.name};B.Sc\n`,
      ),
    });
    await expect(admin.getByText('1 row ready')).toBeVisible();
    await expectGoodPage(admin);
    await admin.getByRole('button', { name: /^Upload/ }).click();
    await expect(admin.getByText('Successfully uploaded 1 students')).toBeVisible();
    await admin.getByRole('searchbox', { name: 'Find a student' }).fill(newcomer.email);
    await expect(admin.getByText(newcomer.name)).toBeVisible();
    await expect(admin.getByText(`00${project.name}`)).toBeVisible();
    await expectGoodPage(admin);
  });

  await test.step('and opens a subject for everyone', async () => {
    await admin.goto('/admin/classes');
    await admin.getByLabel('Subject Name').fill(`Subject of the day ${project.name}`);
    await admin.getByLabel('Subject Code').fill(code);
    await admin.getByLabel('Credits').fill('3');
    await admin.getByLabel('Email ID (faculty)').fill('teacher@example.edu');
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'Enroll All Students' }).click();
    await expect(admin.getByText('Enrollment created successfully!')).toBeVisible();
    await expect(admin.getByText(code)).toBeVisible();
    await expectGoodPage(admin);
  });

  const student = await as('student');
  await test.step('the student sees nothing of it yet', async () => {
    await student.goto('/student/attendance');
    await student
      .getByLabel('Subject', { exact: true })
      .selectOption({ label: `Subject of the day ${project.name} (${code})` });
    await expect(student.getByText('No attendance records found')).toBeVisible();
    await expectGoodPage(student);
  });

  const teacher = await as('teacher');
  await test.step('the teacher marks the class', async () => {
    await teacher.goto('/teacher/attendance');
    await teacher
      .getByLabel('Subject', { exact: true })
      .selectOption({ label: `Subject of the day ${project.name} (${code})` });
    const aarav = teacher.getByRole('radiogroup', { name: /Aarav Mehta/ });
    await expect(aarav).toBeVisible();
    await aarav.getByRole('radio', { name: 'Absent' }).check({ force: true });
    await teacher.getByRole('button', { name: 'Mark the rest present' }).click();
    await expect(aarav.getByRole('radio', { name: 'Absent' })).toBeChecked();
    await expectGoodPage(teacher);
    await teacher.getByRole('button', { name: 'Submit Attendance' }).click();
    await expect(teacher.getByText('Attendance submitted successfully!')).toBeVisible();
    await expect(teacher.getByText('Total Classes').locator('..')).toContainText('1');
  });

  await test.step('and the student sees it without doing anything', async () => {
    await expect(student.getByText('No attendance records found')).toBeHidden();
    await expect(student.getByRole('table').getByText('Absent')).toBeVisible();
    await expectGoodPage(student);
  });

  // Otherwise every student that a later test adds would be enrolled in it.
  const subjects = await callApi<{ id: string; subjectCode: string }[]>(
    adminApi,
    'GET',
    '/enrollments',
  );
  const own = subjects.find(({ subjectCode }) => subjectCode === code);
  await callApi(adminApi, 'PUT', `/subjects/${own?.id}/audience`, { course: code });
});
