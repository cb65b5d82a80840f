import type { Locator, Page } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import {
  anyWidth,
  expect,
  expectGoodInBothSchemes,
  expectGoodPage,
  test,
} from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';
import { expectToFitTablets } from '../support/tablet.ts';

const cell = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Marks of ${name}, out of` });
const counts = (page: Page) => page.getByRole('list', { name: 'Marks of this class' });
const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Creates and opens a draft as the demo teacher; the calling test must delete it. */
const newExam = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: 'New Exam' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Exam' });
  await dialog.getByLabel('Class').selectOption({ label: 'Operating Systems (CS203)' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Maximum Marks').fill('40');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
};
const deleteExam = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Delete' }).click();
  await confirm(page, 'Delete').click();
  await expect(page.getByRole('heading', { name: 'Exams', level: 1 })).toBeVisible();
};

test.describe('a student', () => {
  test('sees the chart, the table it stands for, and every result', async ({ as, hasTouch }) => {
    const page = await as('student');
    await page.goto('/student/exams');
    const chart = page.getByRole('table', { name: 'Marks in percent, by subject' });
    await expect(chart.getByRole('row')).toHaveText([
      'SubjectPercent',
      'Math80',
      'Science75',
      'English90',
      'History85',
    ]);
    await expect(page.locator('canvas')).toBeVisible();
    const row = hasTouch ? ('listitem' as const) : ('row' as const);
    const result = (text: string) => page.getByRole(row).filter({ hasText: text });
    await expect(result('85 of 100')).toContainText('History');
    await expect(result('Data Structures')).toContainText('Absent');
    // Drafts of the same teacher are not shown.
    await expect(page.getByText('Operating Systems')).toHaveCount(0);
    await expectGoodInBothSchemes(page);
  });

  test('has a chart in the colours of the scheme, without animation if reduced motion is preferred', async ({
    as,
    hasTouch,
  }) => {
    test.skip(hasTouch);
    const page = await as('student');
    await page.goto('/student/exams');
    const canvas = page.locator('canvas');
    await expect(canvas).toBeVisible();
    // The colour in the middle of the first bar, near its bottom.
    const bar = () =>
      canvas.evaluate((drawn: HTMLCanvasElement) => {
        const at = drawn.getContext('2d');
        const { width, height } = drawn;
        const row = at?.getImageData(0, Math.round(height * 0.75), width, 1).data ?? [];
        const colours = new Map<string, number>();
        for (let x = 0; x < row.length; x += 4) {
          if (row[x + 3] !== 255) continue;
          const colour = `${row[x]},${row[x + 1]},${row[x + 2]}`;
          colours.set(colour, (colours.get(colour) ?? 0) + 1);
        }
        return [...colours].toSorted((one, other) => other[1] - one[1])[0]?.[0];
      });
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(bar).toBe('23,98,116');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(bar).toBe('140,196,207');
  });

  test('sees when it is loading, when there is nothing, and when it failed', async ({
    as,
    hasTouch,
  }) => {
    test.skip(hasTouch);
    const page = await as('student');
    const path = '**/api/students/*/exam-results';
    const answer = await delayRequests(page, path, { json: [] });
    await page.goto('/student/exams');
    await expect(page.getByText('Loading exam results...')).toBeVisible();
    answer();
    await expect(page.getByText('No exam results yet.')).toBeVisible();
    await expectGoodInBothSchemes(page);
    await page.unroute(path);
    await page.route(path, (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load exam results.');
    await expectGoodInBothSchemes(page);
    await page.unroute(path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'All results' })).toBeVisible();
  });
});

test.describe('at a desk', () => {
  test.skip(({ hasTouch }) => hasTouch);
  test.slow();

  test('a teacher enters the marks of a class with the keyboard, publishes and withdraws them', async ({
    as,
  }) => {
    const title = `Quiz ${Date.now().toString(36)}`;
    const page = await as('teacher');
    await page.goto('/teacher/exams');
    await expect(page.getByRole('link', { name: 'Unit test' })).toBeVisible();
    const list = page.getByRole('table', { name: 'All Exams' });
    await expect(list.locator('th[scope=rowgroup]')).toHaveText([
      'Marks to enter',
      'Coming',
      'Done',
    ]);
    await expect(list.getByRole('row', { name: /^Unit test/ })).toContainText(
      /\d+ of 64 · \d+ missing/,
    );
    await expectGoodInBothSchemes(page);
    await newExam(page, title);
    await expect(counts(page)).toContainText('64 missing');

    await test.step('a search finds words in any order, without their accents', async () => {
      await page.getByLabel('Find a student').fill('muller  samuel');
      await expect(cell(page, 'Samuel Müller')).toBeVisible();
      await expect(cell(page, 'Aarav Mehta')).toHaveCount(0);
      await page.getByLabel('Find a student').fill('');
    });

    await test.step('numbers, A and Enter', async () => {
      await cell(page, 'Aarav Mehta').focus();
      await page.keyboard.type('31');
      await page.keyboard.press('Enter');
      await page.keyboard.type('a');
      await expect(cell(page, 'Elif Sato')).toHaveValue('A');
      await page.keyboard.press('ArrowUp');
      await expect(cell(page, 'Aarav Mehta')).toBeFocused();
      await expect(counts(page)).toContainText('1 with marks');
      await expect(counts(page)).toContainText('62 missing');
    });

    const paste = async (into: Locator, text: string): Promise<void> => {
      await into.focus();
      await into.evaluate((target, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        target.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, text);
    };

    await test.step('a column that is longer than the list', async () => {
      const last = page.getByRole('table').getByRole('textbox').last();
      await paste(last, '7\r\n8\r\n9\r\n\r\n');
      await expect(page.getByText('2 marks were left out')).toBeVisible();
      await expect(last).toHaveValue('7');
      await last.fill('');
      await expect(counts(page)).toContainText('62 missing');
    });

    await test.step('a column from a spreadsheet, with one wrong cell', async () => {
      await paste(cell(page, 'Ruth Mehta'), '12\r\n41\r\n14\r\n');
      await expect(cell(page, 'Bilal Adeyemi')).toHaveValue('14');
      await expect(page.getByText('Marks must be a whole number from 0 to 40')).toBeVisible();
      await page.getByRole('button', { name: 'Save Marks (5)' }).click();
      await expect(page.getByText('1 mark cannot be read. Nothing was saved')).toBeVisible();
      await expect(cell(page, 'Samuel Müller')).toBeFocused();
      await expectGoodInBothSchemes(page);
    });

    await test.step('leaving with unsaved marks is asked about, and they are restored afterwards', async () => {
      await page.keyboard.type('40');
      await page.getByRole('link', { name: 'Students' }).click();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
      await confirm(page, 'Leave').click();
      await expect(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible();
      await page.goto('/teacher/exams');
      await page.getByRole('link', { name: title }).click();
      await expect(page.getByText('Your marks of 5 students are back.')).toBeVisible();
      await expect(cell(page, 'Samuel Müller')).toHaveValue('40');
      await expectGoodPage(page);
      await cell(page, 'Samuel Müller').press('Control+Enter');
      await expect(page.getByText('5 marks are saved.')).toBeVisible();
      await expect(counts(page)).toContainText('59 missing');
    });

    await test.step('Publish says how many are missing; the student sees the result until it is withdrawn', async () => {
      const student = await as('student');
      await student.goto('/student/exams');
      await expect(student.getByRole('heading', { name: 'All results' })).toBeVisible();
      await expect(student.getByText(title)).toHaveCount(0);
      await page.getByRole('button', { name: 'Publish' }).click();
      const question = page.getByRole('dialog', { name: 'Publish the results?' });
      await expect(question).toContainText('59 students have no marks yet');
      await expectGoodPage(page);
      await confirm(page, 'Publish').click();
      await expect(page.getByText('Published', { exact: true })).toBeVisible();
      await student.reload();
      await expect(student.getByRole('row', { name: title })).toContainText('31 of 40');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await confirm(page, 'Withdraw').click();
      await expect(page.getByText('Draft', { exact: true })).toBeVisible();
      await student.reload();
      await expect(student.getByRole('heading', { name: 'All results' })).toBeVisible();
      await expect(student.getByText(title)).toHaveCount(0);
    });

    await test.step('the history of one mark', async () => {
      await page.getByRole('button', { name: 'History of Aarav Mehta' }).click();
      const changes = page.getByRole('list', { name: 'Changes, latest first' });
      await expect(changes.getByRole('listitem')).toHaveCount(1);
      await expect(changes).toContainText('Meera Nair');
      await expectGoodPage(page);
      await page.keyboard.press('Escape');
    });
    await deleteExam(page);
  });

  test('Exam Details: the registration number finds the student, and the marks are added up', async ({
    as,
    expected,
  }) => {
    expected.refusals.push(/^(?:409|422) .*\/api\/exam-entries$/);
    const title = `Oral ${Date.now().toString(36)}`;
    const page = await as('admin');
    await page.goto('/admin/exams');
    await newExam(page, title);
    await page.getByRole('link', { name: 'All Exams' }).click();
    await page.getByRole('combobox', { name: 'Class' }).selectOption('Operating Systems (CS203)');
    const exam = page.getByRole('combobox', { name: 'Exam', exact: true });
    const option = exam.locator('option', { hasText: title });
    await exam.selectOption({ label: (await option.textContent()) ?? '' });
    const enter = page.getByRole('button', { name: 'Add Exam' });
    const number = page.getByRole('textbox', { name: 'Registration Number' });
    const marks = page.getByRole('spinbutton', { name: 'Marks' });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });

    await enter.click();
    await expect(page.getByText('Registration Number is missing')).toBeVisible();
    await expectGoodInBothSchemes(page);
    await number.fill('nobody');
    await expect(page.getByText('No student has this registration number')).toBeVisible();
    await number.fill('cs25-001');
    await expect(name).toHaveValue('Aarav Mehta');
    await marks.fill('30');
    await enter.click();
    const entries = page.getByRole('list', { name: 'Entries' });
    await expect(entries.getByRole('listitem')).toHaveText([/Aarav Mehta.*30/]);
    await expect(number).toHaveValue('');
    await expect(number).toBeFocused();
    await number.fill('CS25-002');
    await expect(name).toHaveValue('Elif Sato');
    await marks.fill('12');
    await marks.press('Enter');
    await expect(page.getByText('Total Marks')).toContainText('42');

    await test.step('other marks for the same student replace nothing without asking', async () => {
      await number.fill('CS25-001');
      await marks.fill('35');
      await enter.click();
      const question = page.getByRole('dialog', { name: 'Replace the marks?' });
      await expect(question).toContainText('Aarav Mehta has 30 marks in this exam already.');
      await expectGoodPage(page);
      await confirm(page, 'Replace with 35').click();
      await expect(page.getByText('Total Marks')).toContainText('47');
    });

    await test.step('Undo puts back what was stored before, the last entry first', async () => {
      await page.getByRole('button', { name: 'Undo Aarav Mehta: 35' }).click();
      await expect(page.getByText('Total Marks')).toContainText('42');
      await expect(number).toBeFocused();
      await page.getByRole('button', { name: 'Undo Elif Sato: 12' }).click();
      await expect(page.getByText('Total Marks')).toContainText('30');
    });

    await page.getByRole('link', { name: title }).click();
    await expect(counts(page)).toContainText('1 with marks');
    await deleteExam(page);
  });

  test('two people at one exam: nothing is overwritten silently; files can be imported and exported', async ({
    as,
    expected,
  }) => {
    expected.refusals.push(/^409 .*\/results$/, /^404 .*\/api\/exams\//);
    const title = `Viva ${Date.now().toString(36)}`;
    const page = await as('teacher');
    await page.goto('/teacher/exams');
    await newExam(page, title);
    const admin = await as('admin');
    await admin.goto(page.url().replace('/teacher/', '/admin/'));
    await cell(admin, 'Aarav Mehta').fill('20');
    await cell(admin, 'Elif Sato').fill('21');
    await cell(page, 'Aarav Mehta').fill('25');
    await cell(page, 'Elif Sato').fill('26');
    await cell(page, 'Elif Sato').press('Control+Enter');
    await expect(page.getByText('2 marks are saved.')).toBeVisible();

    await admin.getByRole('button', { name: 'Save Marks (2)' }).click();
    const differ = admin.getByRole('list', { name: 'Students who differ' });
    await expect(differ).toContainText('Aarav Mehta');
    await expect(differ).toContainText('25');
    await expect(differ).toContainText('Meera Nair');
    await expectGoodPage(admin);
    // Another save while the question is open: the answer does not cover it.
    await cell(page, 'Elif Sato').fill('27');
    // Keys save nothing while the former save is being completed.
    await expect(page.getByRole('button', { name: 'Save Marks (1)' })).toBeEnabled();
    await cell(page, 'Elif Sato').press('Control+Enter');
    await expect(page.getByText('1 mark is saved.')).toBeVisible();
    await differ.getByRole('group', { name: 'Elif Sato' }).getByLabel('Yours').check();
    await admin.getByRole('button', { name: 'Save 1 of mine' }).click();
    await expect(differ).toContainText('27');
    await admin.getByRole('button', { name: 'Save mine' }).click();
    await expect(admin.getByText('1 mark is saved.')).toBeVisible();
    await expect(cell(admin, 'Aarav Mehta')).toHaveValue('25');
    await page.reload();
    await expect(cell(page, 'Elif Sato')).toHaveValue('21');

    await test.step('a file', async () => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      expect((await downloading).suggestedFilename()).toBe('results.csv');
      await page.getByRole('button', { name: 'Upload CSV' }).click();
      const dialog = page.getByRole('dialog', { name: 'Upload Marks' });
      const choose = (content: string) =>
        dialog.locator('input[type="file"]').setInputFiles({
          name: 'marks.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(content),
        });
      await choose('Roll Number,Marks\r\nCS25-001,41\r\nXX,3\r\n');
      await expect(dialog.getByText('2 rows need a fix.')).toBeVisible();
      const problems = dialog.getByRole('list', { name: 'Rows that need a fix' });
      await expect(problems).toContainText('Row 3, Roll Number');
      await expect(dialog.getByRole('button', { name: 'Store Marks' })).toBeDisabled();
      await expectGoodInBothSchemes(page);
      await choose('Roll Number,Marks\r\nCS25-001,25\r\nCS25-003,a\r\n');
      await expect(dialog.getByText('1 mark changes, 1 stays as it is')).toBeVisible();
      await dialog.getByRole('button', { name: 'Store Marks' }).click();
      await expect(cell(page, 'Ruth Mehta')).toHaveValue('A');
      await expect(counts(page)).toContainText('1 absent');
    });
    await deleteExam(page);

    await test.step('a deleted exam is said to be gone', async () => {
      await admin.reload();
      await expect(admin.getByText('There is no such exam')).toBeVisible();
      await expectGoodPage(admin);
    });
  });
});

interface StoredExam {
  readonly exam: object;
  readonly entries: readonly { readonly studentId: string; readonly studentName: string }[];
}

test(
  'someone else’s change arrives while a form of an exam is open: it is not overwritten',
  anyWidth,
  async ({ as, adminApi, expected }) => {
    expected.refusals.push(/^409 .*\/api\/exams\/\d+(?:\/results\.csv)?$/);
    const title = `Lab ${Date.now().toString(36)}`;
    const page = await as('teacher');
    await page.goto('/teacher/exams');
    await newExam(page, title);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    /** Someone else's change, and the browser's refetch when its window is looked at again. */
    const meanwhile = async (method: 'PATCH' | 'POST', path: string, body: object) => {
      await callApi(adminApi, method, path, body);
      const refetched = page.waitForResponse((answer) => answer.url().endsWith(`/api/exams/${id}`));
      await page.evaluate(() =>
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
      );
      await refetched;
    };

    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit Exam' });
    await form.getByLabel('Maximum Marks').fill('50');
    await meanwhile('PATCH', `/exams/${id}`, { title: `${title} B`, maxMarks: 45 });
    await expect(page.locator('h1')).toHaveText(`${title} B`);
    await form.getByRole('button', { name: 'Save' }).click();
    const changes = form.getByRole('list', { name: 'Changed meanwhile' });
    await expect(changes).toContainText(`Title: ${title} → ${title} B`);
    await expect(changes).toContainText('Maximum Marks: 40 → 45');
    await expect(form.getByLabel('Title')).toHaveValue(`${title} B`);
    await expectGoodPage(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const stored = await callApi<StoredExam>(adminApi, 'GET', `/exams/${id}`);
    expect(stored.exam).toMatchObject({ title: `${title} B`, maxMarks: 50 });

    await page.getByRole('button', { name: 'Upload CSV' }).click();
    const upload = page.getByRole('dialog', { name: 'Upload Marks' });
    await upload.locator('input[type="file"]').setInputFiles({
      name: 'marks.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Roll Number,Marks\r\nCS25-001,25\r\n'),
    });
    await expect(upload.getByText('No marks → 25')).toBeVisible();
    const studentId = stored.entries.find(
      ({ studentName }) => studentName === 'Aarav Mehta',
    )?.studentId;
    await meanwhile('POST', `/exams/${id}/results`, {
      results: [{ studentId, marks: 31 }],
    });
    await upload.getByRole('button', { name: 'Store Marks' }).click();
    await expect(upload.getByRole('alert')).toContainText('Someone else has saved marks');
    await expect(upload.getByText('31 → 25')).toBeVisible();
    await upload.getByRole('button', { name: 'Store Marks' }).click();
    await expect(cell(page, 'Aarav Mehta')).toHaveValue('25');
    await deleteExam(page);
  },
);

test('the grid of marks on tablets', async ({ as, hasTouch }) => {
  test.skip(hasTouch, 'Sets the widths itself.');
  const page = await as('teacher');
  await page.goto('/teacher/exams');
  await page.getByRole('link', { name: 'Unit test' }).click();
  await expect(cell(page, 'Aarav Mehta')).toBeVisible();
  await expectToFitTablets(page);
});

test('the grid of marks on a phone, and when it cannot be loaded', async ({ as, hasTouch }) => {
  test.skip(!hasTouch);
  test.slow();
  const page = await as('teacher');
  await page.goto('/teacher/exams');
  await page.getByRole('link', { name: 'Unit test' }).click();
  await expect(cell(page, 'Aarav Mehta')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectGoodInBothSchemes(page);
  // A window of 1280 by 1024 pixels at 400 %: nothing scrolls sideways, and no bar covers the grid.
  await page.setViewportSize({ width: 320, height: 256 });
  await expectGoodPage(page);
  const save = page.getByRole('button', { name: 'Save Marks' });
  const cut = await page
    .locator('main .mantine-Button-label')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
  expect(cut).toBe(0);
  await expect(save).not.toBeInViewport();
  await save.scrollIntoViewIfNeeded();
  await expect(save).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/api/exams/*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectGoodPage(page);
  await page.unroute('**/api/exams/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cell(page, 'Aarav Mehta')).toBeVisible();
  await page.getByRole('link', { name: 'All Exams' }).click();
  await page.getByRole('link', { name: 'Midterm' }).first().click();
  await expect(page.getByText(/Marks can be entered from that day on/)).toBeVisible();
  await expect(page.getByText('Planned', { exact: true })).toBeVisible();
  await expect(cell(page, 'Aarav Mehta')).toBeDisabled();
});
