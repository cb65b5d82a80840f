import type { Page } from '@playwright/test';
import { anyWidth, expect, expectGoodPage, test } from '../support/campus.ts';
import {
  expectWholeWords,
  markThroughApi,
  openClass,
  radioAt,
  showClass,
  storedMarks,
  studentAt,
  submit,
  submitted,
} from '../support/classes.ts';

/** Counts key presses. */
const typist = (page: Page) => {
  let keys = 0;
  return {
    press: async (key: string, times = 1) => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
      keys += times;
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      keys += text.length;
    },
    keys: () => keys,
  };
};

const focusedIs = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Tabs from the top of the page, skipping the sidebar, to the element. */
const tabTo = async (page: Page, hand: ReturnType<typeof typist>, selector: string) => {
  await hand.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await hand.press('Enter');
  for (let stops = 0; stops < 30 && !(await focusedIs(page, selector)); stops += 1)
    await hand.press('Tab');
  expect(await focusedIs(page, selector)).toBe(true);
};

test(
  'a date that does not exist closes the roster until it is corrected',
  anyWidth,
  async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    const teacher = await as('teacher');
    await showClass(teacher, klass);
    await radioAt(teacher, 0, 'Present').check();
    const date = teacher.getByLabel('Date', { exact: true });
    await date.focus();
    await teacher.keyboard.type('02312026');
    await teacher.keyboard.press('Tab');
    await expect(teacher.getByText('Choose a date')).toBeVisible();
    await expect(teacher.getByRole('button', { name: 'Submit Attendance' })).toBeHidden();
    await expect(teacher.getByRole('radiogroup')).toHaveCount(0);
    await expectGoodPage(teacher);
    await date.fill(klass.date);
    await expect(teacher.getByText('Choose a date')).toBeHidden();
    await expect(radioAt(teacher, 0, 'Present')).toBeChecked();
    await submit(teacher);
    await expect(submitted(teacher)).toBeVisible();
  },
);

test(
  'after a date that does not exist, staying on the day of unsent marks opens their roster again',
  anyWidth,
  async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    const teacher = await as('teacher');
    await showClass(teacher, klass);
    await radioAt(teacher, 0, 'Present').check();
    const date = teacher.getByLabel('Date', { exact: true });
    await date.fill('');
    await expect(teacher.getByText('Choose a date')).toBeVisible();
    const before = new Date(Date.parse(klass.date) - 86_400_000).toISOString().slice(0, 10);
    await date.fill(before);
    const question = teacher.getByRole('dialog', { name: 'Leave without submitting?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(date).toHaveValue(klass.date);
    await expect(radioAt(teacher, 0, 'Present')).toBeChecked();
    await submit(teacher);
    await expect(submitted(teacher)).toBeVisible();
  },
);

test.describe('with the keyboard alone', () => {
  // Phones have no keyboard.
  test.skip(({ isMobile, hasTouch }) => isMobile || hasTouch);

  test('each of 64 students takes one key to mark and one to move on', async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    const teacher = await as('teacher');
    await showClass(teacher, klass);
    const hand = typist(teacher);
    await tabTo(teacher, hand, 'input[type="search"]');
    await hand.press('Enter');
    for (let student = 0; student < klass.students; student += 1) {
      await hand.press(student % 10 === 3 ? 'a' : 'p');
      if (student < klass.students - 1) await hand.press('ArrowDown');
    }
    await expect(teacher.getByText('0 Unmarked')).toBeVisible();
    await hand.press('Control+Enter');
    await expect(submitted(teacher)).toBeVisible();
    const stored = await storedMarks(teacher.request, klass);
    expect(stored.map(({ present }) => present)).toEqual(
      stored.map((_, student) => student % 10 !== 3),
    );
    expect(stored).toHaveLength(64);
    // Two keys per student, and at most two dozen from the top of the page to the roster.
    expect(hand.keys()).toBeLessThanOrEqual(2 * 64 + 24);
  });

  test('three absent students and everybody else take fewer than fifty keys', async ({
    adminApi,
    as,
  }) => {
    const klass = await openClass(adminApi);
    const teacher = await as('teacher');
    await showClass(teacher, klass);
    const hand = typist(teacher);
    await tabTo(teacher, hand, 'input[type="search"]');
    await hand.press('Tab', 3);
    await hand.press('Enter');
    await expect(teacher.getByText('64 Present')).toBeVisible();
    await hand.press('Tab');
    await hand.press('ArrowDown', 2);
    await hand.press('a');
    await hand.press('ArrowDown', 4);
    await hand.press('a');
    await hand.press('r');
    await hand.type('Late');
    await hand.press('Enter');
    await hand.press('End');
    await hand.press('a');
    await expect(teacher.getByText('61 Present')).toBeVisible();
    await hand.press('Control+Enter');
    await expect(submitted(teacher)).toBeVisible();
    const stored = await storedMarks(teacher.request, klass);
    const absent = stored.flatMap(({ present }, student) => (present ? [] : [student]));
    expect(absent).toEqual([2, 6, 63]);
    expect(stored[6]?.remarks).toBe('Late');
    expect(hand.keys()).toBeLessThan(50);
  });
});

/** Waits until all rows are rendered: those out of sight follow in portions, each after an idle frame. */
const everyRowIsInLine = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let portion = 0; portion < 20; portion += 1)
      await new Promise((resolve) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(resolve))),
      );
  });

const radiosOf = (page: Page, choice: 'present' | 'absent') =>
  page.getByRole('table', { name: 'Roster' }).locator(`input[value="${choice}"]:checked`);

test('a class is marked by hand, the rest marked present, undone and submitted', async ({
  adminApi,
  as,
}) => {
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  await showClass(teacher, klass);
  await expectGoodPage(teacher);
  await radioAt(teacher, 0, 'Absent').check();
  const rest = teacher.getByRole('button', { name: 'Mark the rest present' });
  await rest.click();
  await expect(teacher.getByText('63 Present')).toBeVisible();
  const undo = teacher.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expectWholeWords(teacher);
  await undo.click();
  await expect(teacher.getByText('63 Unmarked')).toBeVisible();
  await expect(radioAt(teacher, 0, 'Absent')).toBeChecked();
  await expect(radioAt(teacher, 63, 'Present')).not.toBeChecked();
  await teacher.getByRole('checkbox', { name: 'Unmarked only' }).check();
  await expect(studentAt(teacher, 0)).toBeHidden();
  await rest.click();
  await expectGoodPage(teacher);
  await submit(teacher);
  await expect(submitted(teacher)).toBeVisible();
  const stored = await storedMarks(teacher.request, klass);
  expect(stored.filter(({ present }) => present === false)).toHaveLength(1);
  await expect(teacher.getByRole('button', { name: /^History of/ }).last()).toBeAttached();
  await everyRowIsInLine(teacher);
  await expect(radiosOf(teacher, 'present')).toHaveCount(63);
  await expect(radiosOf(teacher, 'absent')).toHaveCount(1);
});

test('a class of which nobody is marked is submitted after a question, and corrected with Auto-next', async ({
  adminApi,
  as,
  hasTouch,
}) => {
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  await showClass(teacher, klass);
  await submit(teacher);
  const question = teacher.getByRole('dialog', { name: 'Nobody is marked' });
  await expect(question).toContainText('All 64 students will be recorded as absent.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(teacher.getByRole('button', { name: 'Submit Attendance' })).toBeFocused();
  await submit(teacher);
  await question.getByRole('button', { name: 'Submit all as absent' }).click();
  await expect(submitted(teacher)).toBeVisible();
  const absent = async () =>
    (await storedMarks(teacher.request, klass)).filter(({ present }) => present === false).length;
  expect(await absent()).toBe(64);
  // A phone has no keys.
  if (hasTouch) return;

  const next = teacher.getByRole('checkbox', { name: 'Auto-next' });
  await next.check();
  await radioAt(teacher, 0, 'Absent').focus();
  for (const key of ['p', 'p']) await teacher.keyboard.press(key);
  await expect(radioAt(teacher, 1, 'Present')).toBeChecked();
  await next.uncheck();
  await radioAt(teacher, 2, 'Absent').focus();
  for (const key of ['p', 'a', 'p']) await teacher.keyboard.press(key);
  await expect(radioAt(teacher, 3, 'Absent')).toBeChecked();
  await teacher.keyboard.press('Control+Enter');
  await expect.poll(absent).toBe(61);
});

test('a remark of one’s own is offered for the next student, and in the next class', async ({
  adminApi,
  as,
  hasTouch,
}) => {
  const klass = await openClass(adminApi);
  const teacher = await as('teacher');
  const remarkOn = async (index: number) => {
    const row = studentAt(teacher, index);
    await expect(row).toBeVisible();
    if (hasTouch) await row.getByRole('button', { name: /^Write a remark/ }).click();
    await row.getByRole('textbox').click();
    return row;
  };
  await showClass(teacher, klass);
  const first = await remarkOn(0);
  await first.getByRole('textbox').fill('Bus strike');
  const second = await remarkOn(1);
  await second.getByRole('button', { name: 'Bus strike', exact: true }).click();
  await expect(second.getByRole('textbox')).toHaveValue('Bus strike');
  await teacher.reload();
  await teacher.getByLabel('Subject', { exact: true }).selectOption({ label: klass.label });
  const third = await remarkOn(2);
  await expectGoodPage(teacher);
  await third.getByRole('button', { name: 'Do not offer Bus strike again' }).click();
  await expect(third.getByRole('button', { name: 'Bus strike', exact: true })).toBeHidden();
  await expect(third.getByRole('button', { name: 'Medical' })).toBeVisible();
});

test(
  'today is the day of the campus, wherever the browser is',
  anyWidth,
  async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    for (const timezoneId of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      const teacher = await as('teacher', { timezoneId });
      await showClass(teacher, klass);
      const date = teacher.getByLabel('Date', { exact: true });
      await expect(date).toHaveValue(klass.date);
      await expect(date).toHaveAttribute('max', klass.date);
    }
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`an administrator’s correction is pointed out and its history shown, ${colorScheme}`, async ({
    adminApi,
    as,
  }) => {
    const klass = await openClass(adminApi);
    const teacher = await as('teacher', { colorScheme });
    const [first] = await storedMarks(teacher.request, klass);
    const studentEmail = first?.studentEmail ?? '';
    await markThroughApi(teacher.request, klass, [{ studentEmail, present: false }]);
    await markThroughApi(adminApi, klass, [
      { studentEmail, present: true, remarks: 'Was at the office' },
    ]);
    await showClass(teacher, klass);
    await expect(teacher.getByText('1 mark was corrected by Ruth Adeyemi.')).toBeVisible();
    await expect(studentAt(teacher, 0)).toContainText('Corrected by Ruth Adeyemi');
    await expectGoodPage(teacher);
    await studentAt(teacher, 0)
      .getByRole('button', { name: /^History of/ })
      .click();
    const changes = teacher.getByRole('dialog').getByRole('listitem');
    await expect(changes).toHaveCount(2);
    await expect(changes.nth(0)).toContainText(/Absent.*Present.*Was at the office/);
    await expect(changes.nth(0)).toContainText(/Ruth Adeyemi.*Correction/);
    await expect(changes.nth(1)).toContainText(/Meera Nair/);
    await expect(changes.nth(1)).not.toContainText('Correction');
    await expectGoodPage(teacher);
  });

  test(`the dialogs of the page are accessible, ${colorScheme}`, async ({ adminApi, as }) => {
    const klass = await openClass(adminApi);
    const teacher = await as('teacher', { colorScheme });
    await showClass(teacher, klass);
    await submit(teacher);
    const dialog = teacher.getByRole('dialog');
    await expect(dialog).toContainText('All 64 students will be recorded as absent.');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectWholeWords(teacher);
    await expectGoodPage(teacher);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await radioAt(teacher, 5, 'Present').check();
    await teacher.getByLabel('Subject', { exact: true }).selectOption({ index: 0 });
    await expect(dialog).toContainText('Leave without submitting?');
    await expectGoodPage(teacher);
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await teacher.getByRole('button', { name: new RegExp(klass.label.slice(9, -1)) }).click();
    await expect(teacher.getByText('Your marks of 1 student are back.')).toBeVisible();
    await expect(radioAt(teacher, 5, 'Present')).toBeChecked();
    await expectGoodPage(teacher);
  });
}
