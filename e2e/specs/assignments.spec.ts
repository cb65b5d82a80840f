import { expect, expectGoodInBothSchemes, test } from '../support/campus.ts';
import { holdBack } from '../support/hold-back.ts';

test.describe('a student', () => {
  test('sees what is due and what became of the rest', async ({ as }) => {
    const page = await as('student');
    await page.goto('/student/assignments');
    const due = page.getByRole('list', { name: 'To hand in' }).getByRole('listitem');
    await expect(due.filter({ hasText: 'Process scheduling' })).toContainText('Open');
    await expect(due.filter({ hasText: 'Problem sheet 4' })).toContainText('Overdue');
    const past = page.getByRole('list', { name: 'Handed in and past' }).getByRole('listitem');
    await expect(past.filter({ hasText: 'Normal forms' })).toContainText('Handed in');
    await expect(past.filter({ hasText: 'Essay: a city' })).toContainText('Missed');
    await expect(past.filter({ hasText: 'Linked lists' })).toContainText('17 of 20');
    await expectGoodInBothSchemes(page);
  });

  test('reads marks, comment and why nothing more is taken', async ({ as }) => {
    const page = await as('student');
    await page.goto('/student/assignments');
    await page.getByRole('link', { name: 'Linked lists' }).click();
    await expect(page.getByText('Well done. Mind the borders')).toBeVisible();
    await expect(page.getByText('Your work has been returned.')).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /linked-lists\.txt/ }).click();
    expect((await saved).suggestedFilename()).toBe('linked-lists.txt');
    await expectGoodInBothSchemes(page);
    await page.getByRole('link', { name: 'All Assignments' }).click();
    await page.getByRole('link', { name: 'Essay: a city' }).click();
    await expect(page.getByText(/The deadline passed on .* Nothing more/)).toBeVisible();
  });

  test('is told when it loads, when there is nothing, and when it failed', async ({
    as,
    hasTouch,
  }) => {
    test.skip(hasTouch);
    const page = await as('student');
    const path = '**/api/students/*/assignments';
    const answer = await holdBack(page, path, { json: [] });
    await page.goto('/student/assignments');
    await expect(page.getByText('Loading assignments...')).toBeVisible();
    answer();
    await expect(page.getByText('No assignments yet.')).toBeVisible();
    await page.unroute(path);
    await page.route(path, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load assignments.');
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('list', { name: 'To hand in' })).toBeVisible();
  });
});

test('a teacher adds an assignment, changes it and deletes it', async ({ as, hasTouch }) => {
  const title = `Graphs ${hasTouch ? 'on a phone' : 'at a desk'}`;
  const page = await as('teacher');
  await page.goto('/teacher/assignments');
  const add = page.getByRole('button', { name: 'Add Assignment' });
  await add.click();
  await expect(page.getByText('Title is missing')).toBeVisible();
  await expect(page.getByText('Choose the day and time of the deadline')).toBeVisible();
  await page.getByLabel('Subject').selectOption({ label: 'Operating Systems (CS203)' });
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Breadth first, then depth first.');
  await page.getByLabel('Grade').fill('30');
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Deadline').fill(`${day}T18:00`);
  await page.locator('input[type=file]').setInputFiles({
    name: 'sheet.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('The sheet'),
  });
  await expectGoodInBothSchemes(page);
  await add.click();
  await expect(page.getByText(`${title} is added.`)).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^sheet\.txt/ })).toBeVisible();
  await expectGoodInBothSchemes(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Assignment' });
  await dialog.getByLabel('Deadline').fill(`${day}T20:00`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Deadline: .*18:00 became .*20:00$/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${title} is deleted.`)).toBeVisible();
});

test('work goes from the student to the teacher and back', async ({ as, hasTouch }) => {
  test.skip(hasTouch);
  test.slow();
  const student = await as('student');
  await student.goto('/student/assignments');
  await student.getByRole('link', { name: 'Binary search trees' }).click();
  const handIn = student.getByRole('button', { name: 'Hand in', exact: true });
  await handIn.click();
  await expect(student.getByText('Write a text or choose a file to hand in.')).toBeVisible();
  await student.getByLabel('Your text').fill('Left, root, right.');
  await handIn.click();
  await expect(student.getByRole('heading', { name: 'Your work' })).toBeVisible();
  await expectGoodInBothSchemes(student);

  const teacher = await as('teacher');
  await teacher.goto('/teacher/assignments');
  await teacher.getByRole('link', { name: 'Binary search trees' }).click();
  const saved = teacher.waitForEvent('download');
  await teacher.getByRole('button', { name: 'Download all' }).click();
  expect((await saved).suggestedFilename()).toBe('Binary search trees.zip');
  await teacher.getByLabel('Show').selectOption({ label: 'To mark' });
  await teacher.getByRole('link', { name: 'Aarav Mehta' }).click();
  await expect(teacher.getByText('Left, root, right.')).toBeVisible();
  await teacher.getByLabel('Marks out of 20').fill('19');
  await teacher.getByLabel('Comment').fill('Right.');
  await teacher.getByRole('button', { name: 'Save and return' }).click();
  await expect(teacher.getByText('The student sees these marks.')).toBeVisible();
  await expectGoodInBothSchemes(teacher);

  await student.reload();
  await expect(student.getByText('19 of 20')).toBeVisible();
  await teacher.getByRole('button', { name: 'Reopen' }).click();
  const note = teacher.getByRole('main').getByText('Reopened: the student can hand in again.');
  await expect(note).toBeVisible();
});

test('an administrator sees the assignments of every subject', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/assignments');
  await expect(page.getByRole('link', { name: 'Essay: a city and its river' })).toBeVisible();
  for (const name of ['Title', 'Description', 'Grade', 'Deadline'])
    await expect(page.getByRole('main').getByLabel(name).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Assignment' })).toBeVisible();
  await expectGoodInBothSchemes(page);
});

test('how much can be stored is said before files are chosen, and set by an administrator', async ({
  as,
  hasTouch,
}) => {
  test.skip(hasTouch);
  const admin = await as('admin');
  await admin.goto('/admin/settings');
  const files = admin.getByRole('region', { name: 'Files', exact: true });
  const give = async (gigabytes: string): Promise<void> => {
    await files.getByRole('button', { name: 'Edit files' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Of one person, in GB').fill(gigabytes);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await expect(files).toContainText('At the moment it is');
  await give('6');
  try {
    await expect(files).toContainText('6 GB a person');
    const student = await as('student');
    await student.goto('/student/assignments');
    await student.getByRole('link', { name: 'Process scheduling' }).click();
    await expect(student.getByText('At most 20 MB a file; 6 GB are left.')).toBeVisible();
    await student.route('**/api/assignments/storage*', (route) =>
      route.fulfill({ json: { left: 3, assignment: null, campus: null } }),
    );
    await student.reload();
    await expect(student.getByText('At most 20 MB a file; 0.1 KB are left.')).toBeVisible();
    await student.locator('input[type=file]').setInputFiles({
      name: 'answer.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Round robin'),
    });
    await expect(student.getByRole('alert')).toContainText('This does not fit: 0.1 KB are left.');
    await expect(student.getByText('answer.txt')).toBeHidden();
    await expectGoodInBothSchemes(student);
  } finally {
    await give('5');
  }
});
