import { readFile } from 'node:fs/promises';
import {
  anyWidth,
  expect,
  expectGoodInBothSchemes,
  expectGoodPage,
  test,
} from '../support/campus.ts';
import { callApi } from '../support/call-api.ts';
import { delayRequests } from '../support/delay-requests.ts';
import { blankPages } from '../support/pdf.ts';

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

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

  test('sees marks, a comment and why no more work is accepted', async ({ as }) => {
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

  test('sees when it is loading, when there is nothing, and when it failed', async ({
    as,
    hasTouch,
  }) => {
    test.skip(hasTouch);
    const page = await as('student');
    const path = '**/api/students/*/assignments';
    const answer = await delayRequests(page, path, { json: [] });
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
  await expect(page.getByText(/ · Added by Meera Nair, \d+ \w+ \d{4}$/)).toBeVisible();
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

test(
  'two taps in a row on a busy device add one assignment',
  anyWidth,
  async ({ as, adminApi }) => {
    const page = await as('teacher');
    await page.goto('/teacher/assignments');
    const add = page.getByRole('button', { name: 'Add Assignment' });
    await page.getByLabel('Subject').selectOption({ label: 'Operating Systems (CS203)' });
    await page.getByLabel('Title').fill('Two taps');
    await page.getByLabel('Description').fill('Once is enough.');
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Deadline').fill(`${day}T18:00`);
    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    const stored = page.waitForResponse((response) => response.request().method() === 'POST');
    // Taps that waited while the page was busy are handled before any of its timers.
    await add.evaluate(async (button: HTMLElement) => {
      button.click();
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      button.click();
    });
    const { id } = await (await stored).json();
    await expect(page.getByText('Two taps is added.').first()).toBeVisible();
    await callApi(adminApi, 'DELETE', `/assignments/${id}`);
    expect(sent.filter((one) => one === 'POST /api/assignments')).toHaveLength(1);
  },
);

test('long names of files that can be kept fit the page', async ({ as }) => {
  const page = await as('student');
  await page.route('**/api/assignments/*/hand-ins/*', async (route) => {
    const work = await (await route.fetch()).json();
    const [former] = work.versions;
    const file = { ...former.files[0], id: '1', size: 9, name: `${'answers_'.repeat(9)}.pdf` };
    await route.fulfill({ json: { ...work, versions: [{ ...former, files: [file] }] } });
  });
  await page.goto('/student/assignments');
  await page.getByRole('link', { name: 'Normal forms' }).click();
  await expect(page.getByLabel(/^Keep answers_/)).toBeVisible();
  await expectGoodPage(page);
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
  await student.locator('input[type=file]').setInputFiles([
    { name: 'trace.txt', mimeType: 'text/plain', buffer: Buffer.from('In order: 1 2 3') },
    { name: 'tree.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') },
    { name: 'tables.rtf', mimeType: 'application/rtf', buffer: Buffer.from(String.raw`{\rtf1 A}`) },
    { name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from(blankPages(3)) },
  ]);
  await handIn.press('Enter');
  await expect(student.getByRole('heading', { name: 'Your work' })).toBeVisible();
  await expect(student.getByRole('heading', { name: 'Hand in again' })).toBeFocused();
  await expectGoodInBothSchemes(student);

  const teacher = await as('teacher');
  await teacher.goto('/teacher/assignments');
  await teacher.getByRole('link', { name: 'Binary search trees' }).click();
  const saved = teacher.waitForEvent('download');
  await teacher.getByRole('button', { name: 'Download all' }).click();
  expect((await saved).suggestedFilename()).toBe('Binary search trees.zip');
  await teacher.getByLabel('Find a student').fill('aarav');
  await expect(teacher).toHaveURL(/search=aarav/);
  await teacher.getByRole('button', { name: 'Download', exact: true }).click();
  const table = teacher.waitForEvent('download');
  await teacher.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await readFile(await (await table).path(), 'utf8')).split('\r\n')).toEqual([
    expect.stringContaining('Roll Number,Name,Email,State'),
    expect.stringContaining('Aarav Mehta,student@example.edu,Handed in'),
    '',
  ]);
  await teacher.getByRole('link', { name: 'Aarav Mehta' }).click();
  await expect(teacher.getByText('Left, root, right.')).toBeVisible();
  await expect(teacher.getByRole('region', { name: 'trace.txt' })).toHaveText('In order: 1 2 3');
  const shown = teacher.getByLabel('Shown of 4 files');
  await shown.selectOption({ label: 'tree.png' });
  await expect(teacher.getByRole('img', { name: 'tree.png' })).toHaveJSProperty('naturalWidth', 1);
  await shown.selectOption({ label: 'tables.rtf' });
  await expect(teacher.getByText('“tables.rtf” cannot be shown here.')).toBeVisible();
  await shown.selectOption({ label: 'proof.pdf' });
  const tools = teacher.getByRole('toolbar', { name: 'Document' });
  await expect(tools).toContainText('Page 1 of 3');
  const widthOf = async () =>
    (await teacher.getByRole('figure', { name: 'Page 1 of 3' }).boundingBox())?.width ?? 0;
  const whole = await widthOf();
  await tools.getByRole('button', { name: 'Larger' }).click();
  await expect.poll(widthOf).toBeCloseTo(whole * 1.25, 0);
  await expectGoodInBothSchemes(teacher);
  await tools.getByRole('button', { name: 'Whole width' }).click();
  await expect.poll(widthOf).toBeCloseTo(whole, 0);
  await teacher.getByRole('link', { name: 'Open proof.pdf' }).press('End');
  await expect(tools).toContainText('Page 3 of 3');
  await teacher.getByLabel('Marks out of 20').fill('18,5');
  await teacher.getByLabel('Comment').fill('Right.');
  await teacher.getByRole('button', { name: 'Save and return' }).click();
  await expect(teacher.getByText('The student sees these marks.')).toBeVisible();
  await expectGoodInBothSchemes(teacher);

  await student.reload();
  await expect(student.getByText('18.5 of 20')).toBeVisible();
  await teacher.getByRole('button', { name: 'Reopen' }).click();
  const note = teacher.getByRole('main').getByText('Reopened: the student can hand in again.');
  await expect(note).toBeVisible();
});

test('a teacher marks one student after another, unmarked work first', async ({ as, hasTouch }) => {
  test.skip(hasTouch);
  const page = await as('teacher');
  await page.goto('/teacher/assignments');
  await page.getByRole('link', { name: 'Process scheduling' }).click();
  const rows = page.getByRole('table', { name: 'Students' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Handed in');
  const [first = '', second = '', third = ''] = await rows.getByRole('link').allTextContents();
  await rows.getByRole('link', { name: first }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(first);
  const marks = page.getByLabel('Marks out of 25');
  await expect(page.getByText(/^1 of \d+ to mark$/)).toBeVisible();
  await marks.fill('21');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The marks are saved. Next: ${second}.`)).toBeVisible();
  await expect(heading).toHaveText(second);
  await expect(marks).toBeFocused();
  await expect(marks).toHaveValue('');
  const coming = page.getByRole('region', { name: 'To mark next' });
  await expect(coming.getByRole('link').first()).toHaveText(third);
  await page.getByRole('button', { name: `Next to mark: ${third}` }).click();
  await expect(heading).toHaveText(third);
  await expect(heading).toBeFocused();
  await page.keyboard.press('k');
  await expect(heading).toHaveText(second);
  await page.keyboard.press('k');
  await expect(heading).toHaveText(first);
  await expect(marks).toHaveValue('21');
  await page.getByLabel('Comment').fill('j');
  await page.keyboard.press('j');
  await expect(heading).toHaveText(first);
  await expect(page.getByLabel('Comment')).toHaveValue('jj');
  await expectGoodInBothSchemes(page);
  await page.getByRole('button', { name: 'Save and Next' }).click();
  await expect(heading).toHaveText(second);
});

test('on a phone the work comes first, and its marks are given in a sheet', async ({
  as,
  hasTouch,
}) => {
  test.skip(!hasTouch);
  const page = await as('teacher');
  await page.goto('/teacher/assignments');
  await page.getByRole('link', { name: 'Process scheduling' }).click();
  const students = page.getByRole('list', { name: 'Students' });
  await expect(students.getByRole('link').first()).toBeVisible();
  const [first = '', second = ''] = await students.getByRole('link').allTextContents();
  await students.getByRole('link', { name: first }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(first);
  const give = page.getByRole('button', { name: 'Give marks' });
  await expect(give).toBeInViewport();
  await expectGoodInBothSchemes(page);
  await give.click();
  const sheet = page.getByRole('dialog', { name: `Marks: ${first}` });
  const marks = sheet.getByLabel('Marks out of 25');
  await expect(marks).toBeFocused();
  await expectGoodInBothSchemes(page);
  await marks.fill('19');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(give).toBeFocused();
  await give.click();
  await expect(marks).toHaveValue('19');
  await sheet.getByRole('button', { name: 'Save and Next' }).click();
  await expect(heading).toHaveText(second);
  await expect(sheet).toBeHidden();
  // Not the marks: their keyboard would cover the work.
  await expect(page.locator('input:focus, textarea:focus')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Marks: 19 of 25' })).toBeInViewport();
});

test('on a phone the sheet of marks stays while they are saved or phrases are over it', async ({
  as,
  expected,
  hasTouch,
}) => {
  test.skip(!hasTouch);
  expected.refusals.push(/^409 .*\/marks$/);
  const page = await as('teacher');
  await page.goto('/teacher/assignments');
  await page.getByRole('link', { name: 'Process scheduling' }).click();
  await page.getByRole('list', { name: 'Students' }).getByRole('link').first().click();
  const bar = page.getByRole('region', { name: 'Marks', exact: true });
  await bar.getByRole('button').click();
  const sheet = page.getByRole('dialog', { name: /^Marks: / });
  const phrases = page.getByRole('dialog', { name: 'Phrases for comments' });
  await sheet.getByRole('button', { name: /phrases/ }).click();
  await expect(phrases.getByLabel('Phrase 1')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(phrases).toBeHidden();
  await expect(sheet).toBeVisible();

  const message = 'Somebody else has marked this.';
  const json = { error: 'conflict', message };
  const answer = await delayRequests(page, '**/hand-ins/*/marks', { status: 409, json });
  await sheet.getByLabel('Marks out of 25').fill('7');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeDisabled();
  answer();
  await expect(sheet.getByText(message)).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(bar.getByRole('button')).toHaveText(/ · not saved$/);
  await expectGoodInBothSchemes(page);
});

test('on a phone the button says for what the marks are, and offers none that cannot be given', async ({
  as,
  hasTouch,
}) => {
  test.skip(!hasTouch);
  const page = await as('teacher');
  let termClosed = false;
  await page.route('**/api/assignments/*/hand-ins/*', async (route) => {
    const work = await (await route.fetch()).json();
    const assignment = { ...work.assignment, termClosed };
    const marks = termClosed ? null : 19;
    await route.fulfill({ json: { ...work, assignment, marks, markedVersion: marks && 99 } });
  });
  await page.goto('/teacher/assignments');
  await page.getByRole('link', { name: 'Process scheduling' }).click();
  await page.getByRole('list', { name: 'Students' }).getByRole('link').first().click();
  const button = page.getByRole('region', { name: 'Marks', exact: true }).getByRole('button');
  await expect(button).toHaveText('Marks: 19 of 25 · for version 99');
  termClosed = true;
  await page.reload();
  await expect(button).toHaveText('Marks');
});

test('a teacher gives one student more time, withdraws it, and comments with their own phrases', async ({
  as,
  expected,
  hasTouch,
}) => {
  test.skip(hasTouch);
  expected.refusals.push(/^422 .*\/extension$/);
  const page = await as('teacher');
  await page.goto('/teacher/assignments');
  const table = page.getByRole('table', { name: 'All Assignments' });
  const groups = table.locator('th[scope=rowgroup]');
  await expect(groups.first()).toHaveText('To mark');
  const drawn = await groups.allTextContents();
  expect(drawn).toEqual(['To mark', 'Open', 'Returned'].filter((one) => drawn.includes(one)));
  await expectGoodInBothSchemes(page);
  await page.getByRole('link', { name: 'Binary search trees' }).click();
  await page.getByLabel('Show').selectOption({ label: 'Not handed in' });
  const rows = page.getByRole('table', { name: 'Students' }).getByRole('row');
  const [name = ''] = await rows.getByRole('link').allTextContents();
  await rows.getByRole('link', { name }).click();
  const card = page.getByRole('region', { name: 'Deadline', exact: true });
  await card.getByRole('button', { name: 'Extend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Extend the deadline' });
  await dialog.getByRole('button', { name: 'Extend' }).click();
  await expect(dialog.getByText(/Choose a later day or time/)).toBeVisible();
  const deadline = await dialog.getByLabel('Deadline').inputValue();
  const later = new Date(Date.parse(`${deadline}Z`) + 86_400_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Deadline').fill('2089-12-25T23:59');
  await expect(dialog.getByLabel('Deadline')).toHaveAccessibleDescription(/ · A Sunday$/);
  await dialog.getByLabel('Deadline').fill(later);
  await dialog.getByLabel('Reason').fill('Ill');
  await expectGoodInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Extend' }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText(/\(extended\)$/)).toBeVisible();
  await expect(card.getByText('“Ill”')).toBeVisible();
  await expectGoodInBothSchemes(page);
  await card.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(card.getByText('Extension withdrawn')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Extend' })).toBeFocused();

  await page.goto('/teacher/assignments');
  await page.getByRole('link', { name: 'Process scheduling' }).click();
  await rows.getByRole('link').first().click();
  const phrases = page.getByRole('group', { name: 'Your phrases' });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await phrases.getByRole('button', { name: /phrases/ }).click();
  const kept = page.getByRole('dialog', { name: 'Phrases for comments' });
  const faded = await kept.elementHandle();
  await kept.getByLabel('Phrase 1').fill('Show the steps.');
  await kept.getByLabel('Phrase 2').fill('Name your source.');
  await kept.getByRole('button', { name: 'Save' }).click();
  await expect(kept).toBeHidden();
  // While it fades, no second Enter may send again.
  expect(await faded?.evaluate((fading: HTMLElement) => fading.inert)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByLabel('Comment').fill('Good.');
  await phrases.getByRole('button', { name: 'Name your source.' }).click();
  await expect(page.getByLabel('Comment')).toHaveValue('Good. Name your source.');
  await expectGoodInBothSchemes(page);
  await phrases.getByRole('button', { name: 'Change phrases' }).click();
  for (const field of ['Phrase 1', 'Phrase 2']) await kept.getByLabel(field).fill('');
  await kept.getByRole('button', { name: 'Save' }).click();
  await expect(phrases.getByRole('button')).toHaveText(['Keep phrases for comments']);
});

test('a comma in a number field is refused, not dropped', anyWidth, async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/assignments');
  const grade = page.getByRole('spinbutton', { name: 'Grade' });
  await grade.fill('');
  await grade.pressSequentially('12,5');
  await expect(grade).toHaveValue('12,5');
  await page.getByRole('button', { name: 'Add Assignment' }).click();
  await expect(page.getByText('Grade must be a whole number')).toBeVisible();
  await expect(grade).toHaveAttribute('aria-invalid', 'true');
  await grade.press('ArrowUp');
  await expect(grade).toHaveValue('13');
  await grade.fill('1');
  await grade.press('ArrowDown');
  await expect(grade).toHaveValue('1');

  await page.goto('/admin/classes');
  const credits = page.getByRole('spinbutton', { name: 'Credits' });
  await page.getByLabel('Subject Name').fill('Half a credit');
  await page.getByLabel('Subject Code').fill('HC-1');
  await page.getByLabel('Email ID (faculty)').fill('teacher@example.edu');
  await credits.fill('2,5');
  await page.getByRole('button', { name: 'Enroll All Students' }).click();
  await expect(page.getByText('Must be a whole number')).toBeVisible();
  await expect(credits).toHaveValue('2,5');
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

test('the storage left is shown before files are chosen, and set by an administrator', async ({
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
  await expect(files).toContainText('are in use');
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
