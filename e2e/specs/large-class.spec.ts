import type { Page, Request } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/campus.ts';
import { openClass, showClass, submit, submitted } from '../support/classes.ts';
import { callApi } from '../support/call-api.ts';

const many = 400;
const numberOf = (index: number): string => String(index + 1).padStart(4, '0');

const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'));

const drawnRow = 'tbody tr:not([aria-hidden])';
const rowsOf = (page: Page) => page.locator(drawnRow);

/** Prints the page; returns how many rows, and how many chosen marks, are in the document then. */
const countOnPaper = async (page: Page) => {
  await page.evaluate((row) => {
    const look = (): void => {
      const found = [row, 'tbody input:checked'].map(
        (one) => document.querySelectorAll(one).length,
      );
      document.body.setAttribute('data-printed', found.join(' '));
    };
    window.addEventListener('beforeprint', look, { once: true });
  }, drawnRow);
  await page.pdf();
  const [rows, chosen] = ((await page.locator('body').getAttribute('data-printed')) ?? '').split(
    ' ',
  );
  return { rows: Number(rows), chosen: Number(chosen) };
};

/** Scrolls to `top` and waits until the rows there are drawn. */
const scrollTo = async (page: Page, top: number): Promise<void> => {
  await page.evaluate((to) => window.scrollTo(0, to), top);
  await expect
    .poll(() =>
      rowsOf(page).evaluateAll((rows) =>
        rows.some((row) => {
          const { top: from, bottom } = row.getBoundingClientRect();
          return bottom > 0 && from < window.innerHeight / 2;
        }),
      ),
    )
    .toBe(true);
};

test('only the rows near the screen of a roster of 400 are drawn, and the whole class is marked', async ({
  adminApi,
  as,
}) => {
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  const roster = `**/api/attendance/subject/${klass.subjectId}/date/*`;
  const entries = Array.from({ length: many }, (_, index) => ({
    id: String(index + 1),
    studentEmail: `s${numberOf(index)}@example.edu`,
    studentName: `Student ${numberOf(index)}`,
    studentRollNo: `R-${numberOf(index)}`,
    present: null as boolean | null,
    remarks: null,
    correctedBy: null,
  }));
  await teacher.route(roster, (route) =>
    route.fulfill({ json: entries, headers: { etag: '"0"' } }),
  );
  let sent: Request | undefined;
  await teacher.route('**/api/attendance/bulk', async (route) => {
    sent = route.request();
    const { subjectId, date } = klass;
    const marks = sent.postDataJSON().studentAttendances as { present: boolean }[];
    entries.forEach((entry, index) => (entry.present = marks[index]?.present ?? null));
    const counts = { submitted: many, changed: many };
    await route.fulfill({ json: { message: 'ok', subjectId, date, ...counts } });
  });
  await showClass(teacher, klass);
  const table = teacher.getByRole('table', { name: 'Roster' });
  await expect(table).toHaveAttribute('aria-rowcount', String(many + 1));
  const drawn = async () => expect(await rowsOf(teacher).count()).toBeLessThan(60);
  await drawn();
  await expectGoodPage(teacher);

  await test.step('with the keyboard', async () => {
    await teacher.getByRole('searchbox', { name: 'Find a student' }).press('Enter');
    expect(await focusedRow(teacher)).toBe('2');
    await teacher.keyboard.press('p');
    await teacher.keyboard.press('End');
    expect(await focusedRow(teacher)).toBe(String(many + 1));
    await expect(teacher.getByText('Student 0400')).toBeInViewport();
    await teacher.keyboard.press('a');
    await teacher.keyboard.press('PageUp');
    const above = Number(await focusedRow(teacher));
    expect(above).toBeLessThan(many);
    await teacher.keyboard.press('ArrowDown');
    expect(await focusedRow(teacher)).toBe(String(above + 1));
    await teacher.keyboard.press('Home');
    expect(await focusedRow(teacher)).toBe('2');
    await drawn();
  });

  await test.step('the focus stays in its row while the page is scrolled', async () => {
    await scrollTo(teacher, 9000);
    expect(await focusedRow(teacher)).toBe('2');
    await drawn();
    await teacher.keyboard.press('ArrowDown');
    expect(await focusedRow(teacher)).toBe('3');
    await expect(teacher.getByText('Student 0002')).toBeInViewport();
  });

  await test.step('the search finds everybody', async () => {
    const search = teacher.getByRole('searchbox', { name: 'Find a student' });
    await search.fill('0377');
    await search.press('Enter');
    await expect(rowsOf(teacher)).toHaveCount(1);
    await teacher.keyboard.press('p');
    await search.fill('');
    await expect(table).toHaveAttribute('aria-rowcount', String(many + 1));
  });

  await test.step('on paper there are all of them', async () => {
    expect(await countOnPaper(teacher)).toEqual({ rows: many, chosen: 3 });
    await expect.poll(() => rowsOf(teacher).count()).toBeLessThan(60);
  });

  const counts = teacher.getByRole('list', { name: 'Marks of this class' });
  await expect(counts).toHaveText(/2 Present.*1 Absent.*397 Unmarked/);
  await submit(teacher);
  await expect(submitted(teacher)).toBeVisible();
  const marks = sent?.postDataJSON().studentAttendances as { present: boolean }[];
  expect(marks.map(({ present }) => present)).toEqual(
    entries.map((_, index) => index === 0 || index === 376),
  );
  await expect(counts).toHaveText(/2 Present.*398 Absent.*0 Unmarked/);
});

test('only the rows near the screen of an exam of 400 are drawn, and a column is pasted into all', async ({
  adminApi,
  as,
}) => {
  const { subjectId, date: heldOn } = await openClass(adminApi);
  const { id } = await callApi<{ id: string }>(adminApi, 'POST', '/exams', {
    subjectId,
    title: 'Midterm of many',
    heldOn,
    maxMarks: 50,
  });
  const teacher = await as('teacher');
  const entries = Array.from({ length: many }, (_, index) => ({
    studentId: String(index + 1),
    studentName: `Student ${numberOf(index)}`,
    studentEmail: `s${numberOf(index)}@example.edu`,
    univId: null,
    rollNo: `R-${numberOf(index)}`,
    enrolled: true,
    marks: null,
    absent: false,
    markedBy: null,
    markedAt: null,
  }));
  const known = await callApi<object>(adminApi, 'GET', `/exams/${id}`);
  await teacher.route(`**/api/exams/${id}`, (route) =>
    route.fulfill({ json: { ...known, entries }, headers: { etag: '"0-1"' } }),
  );
  let sent: Request | undefined;
  await teacher.route(`**/api/exams/${id}/results`, async (route) => {
    sent = route.request();
    await route.fulfill({ json: { saved: many, changed: many } });
  });
  await teacher.goto(`/teacher/exams/${id}`);
  const grid = teacher.getByRole('table', { name: 'Marks of Midterm of many' });
  await expect(grid).toHaveAttribute('aria-rowcount', String(many + 1));
  expect(await rowsOf(teacher).count()).toBeLessThan(60);
  await expectGoodPage(teacher);
  expect(await countOnPaper(teacher)).toEqual({ rows: many, chosen: 0 });
  await expect.poll(() => rowsOf(teacher).count()).toBeLessThan(60);

  const first = teacher.getByRole('textbox', { name: 'Marks of Student 0001, out of 50' });
  await first.focus();
  await first.evaluate(
    (cell, column) => {
      const data = new DataTransfer();
      data.setData('text/plain', column);
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    entries.map((_, index) => (index === 200 ? 'x' : index % 51)).join('\n'),
  );
  expect(await focusedRow(teacher)).toBe(String(many + 1));
  await expect(teacher.getByText('400 not saved')).toBeAttached();
  await teacher.keyboard.press('Control+Home');
  expect(await focusedRow(teacher)).toBe('2');

  await teacher.getByRole('button', { name: 'Save Marks (400)' }).click();
  await expect(teacher.getByText(/^1 mark cannot be read/)).toBeVisible();
  expect(await focusedRow(teacher)).toBe('202');
  await teacher.keyboard.type('7');
  await teacher.keyboard.press('Control+Enter');
  await expect(teacher.getByText('400 marks are saved.')).toBeVisible();
  const results = sent?.postDataJSON().results as { marks: number }[];
  expect(results.map(({ marks }) => marks)).toEqual(
    entries.map((_, index) => (index === 200 ? 7 : index % 51)),
  );
});
