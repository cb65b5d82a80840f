import type { Page } from '@playwright/test';
import { expect, expectAnswered, password, people, type Persona, test } from '../support/campus.ts';
import { callApi } from '../support/call-api.ts';
import { radioAt } from '../support/classes.ts';
import { heading, keyboardOf } from '../support/keyboard.ts';
import { hasPlannedTerm } from '../support/terms.ts';

test.skip(({ hasTouch }) => hasTouch, 'A phone has no keyboard.');
test.slow();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

/** Signs in on the open sign-in page and waits for the dashboard. */
const signIn = async (page: Page, persona: Persona): Promise<void> => {
  const keys = keyboardOf(page);
  await expect(button(page, 'Sign In')).toBeEnabled();
  await keys.reach(box(page, 'University Email'));
  await keys.type(people[persona].email);
  await keys.reach(page.getByLabel('Password', { exact: true }));
  await keys.type(password);
  await keys.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/${persona}/dashboard$`));
};

test('Get Started reacts to the space bar, like the button it is said to be', async ({ page }) => {
  await page.goto('/');
  const start = page.getByRole('button', { name: 'Get Started' });
  await start.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\/signin$/);
});

test('an administrator signs in from the landing page, fills in a window and announces, without a mouse', async ({
  page,
}) => {
  const keys = keyboardOf(page);
  await page.goto('/');
  await keys.enter(
    page
      .getByRole('link', { name: 'Get Started' })
      .or(page.getByRole('button', { name: 'Get Started' })),
  );
  await expect(page).toHaveURL(/\/signin$/);
  await signIn(page, 'admin');

  await test.step('the skip link leads past the sidebar', async () => {
    await keys.enter(page.getByRole('link', { name: 'Skip to content' }), { back: true });
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the window of the calendar is filled in, keeps the focus and returns it', async () => {
    const opener = button(page, 'Update Calendar');
    await keys.enter(opener);
    const dialog = page.getByRole('dialog', { name: 'Update Academic Calendar' });
    const title = dialog.getByRole('textbox', { name: 'Calendar title' });
    await expect(title).toBeFocused();
    await keys.press('Control+A');
    await keys.type('A title nobody keeps');
    await expect(title).toHaveValue('A title nobody keeps');
    await keys.enter(dialog.getByRole('button', { name: 'Upload' }));
    await expect(dialog.getByRole('alert')).toHaveText('Please select a file to upload');
    // Once round, and backwards: the focus stays in the dialog.
    for (const key of ['Tab', 'Shift+Tab'])
      for (let stops = 0; stops < 8; stops += 1) {
        await keys.press(key);
        expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      }
    await keys.enter(dialog.getByRole('button', { name: 'Cancel' }));
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('an announcement is sent and deleted', async () => {
    const words = `Without a mouse ${Date.now().toString(36)}`;
    await keys.follow('Announcement');
    await keys.reach(box(page, 'Message'));
    await keys.type(words);
    await keys.enter(button(page, 'Send Announcement'));
    const item = page.getByRole('listitem').filter({ hasText: words });
    await expect(item).toBeVisible();
    await expect(box(page, 'Message')).toBeFocused();
    await keys.enter(item.getByRole('button', { name: 'Delete' }));
    await expect(item).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });
});

test('an administrator corrects a form, switches tabs and opens a record, without a mouse', async ({
  page,
}) => {
  const keys = keyboardOf(page);
  await page.goto('/signin');
  await signIn(page, 'admin');

  await test.step('a form that is refused leads to the first marked field', async () => {
    await keys.follow('Subjects');
    await keys.reach(box(page, 'Subject Code'));
    await keys.type('KB-1');
    await keys.press('Enter');
    await expect(page.getByText('All fields are required').first()).toBeVisible();
    await expect(box(page, 'Subject Name')).toBeFocused();
    await expect(box(page, 'Subject Name')).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('arrow keys switch tabs, and a dialog of a record takes the focus and returns it', async () => {
    await keys.follow('Students');
    const single = page.getByRole('tab', { name: 'Add Single Student' });
    const bulk = page.getByRole('tab', { name: 'Bulk Upload' });
    await keys.reach(single);
    await keys.press('ArrowRight');
    await expect(bulk).toBeFocused();
    await expect(bulk).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name: 'Bulk Upload' })).toBeVisible();
    await keys.press('ArrowLeft');
    await expect(single).toHaveAttribute('aria-selected', 'true');

    await keys.reach(page.getByRole('searchbox', { name: 'Find a student' }), {
      back: true,
      most: 60,
    });
    await keys.type(people.student.email);
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await keys.enter(page.getByRole('link', { name: people.student.name }));
    await expect(heading(page, people.student.name)).toBeFocused();
    const opener = button(page, 'Withdraw');
    await keys.enter(opener);
    const dialog = page.getByRole('dialog', { name: `Withdraw: ${people.student.name}` });
    await expect(dialog.getByLabel('Last day')).toBeFocused();
    await keys.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await expectAnswered(page);
  });

  // What was typed into a subject's form is still there, so signing out asks first.
  await keys.enter(button(page, 'Sign out'), { back: true });
  const question = page.getByRole('dialog', { name: 'Sign out with unsent text?' });
  await keys.enter(question.getByRole('button', { name: 'Sign out anyway' }));
  await expect(page).toHaveURL(/\/signin/);
});

test('an administrator uploads a class list and looks at what closing the term would do, without a mouse', async ({
  page,
  adminApi,
  expected,
}, { project }) => {
  expected.refusals.push(/^422 .*dryRun=true$/);
  const keys = keyboardOf(page);
  const mark = `${project.name}${Date.now().toString(36)}`;
  // In the last semester of a programme: closing the term asks whether they have finished.
  const course = `Diploma ${mark}`;
  const email = `finishes.${mark}@example.edu`;
  await callApi(adminApi, 'POST', '/programmes', { name: course, semesters: 2 });
  await callApi(adminApi, 'POST', '/uploadStudent', {
    name: 'Finishes',
    email,
    course,
    semester: 2,
  });
  await page.goto('/signin');
  await signIn(page, 'admin');

  await test.step('a file is chosen, a column mapped, a bad row read, and the mended file stored', async () => {
    await keys.follow('Students');
    await keys.reach(page.getByRole('tab', { name: 'Add Single Student' }));
    await keys.press('ArrowRight');
    const choose = async (by: string, content: string): Promise<void> => {
      const choosing = page.waitForEvent('filechooser');
      await keys.enter(button(page, by), { back: by === 'Choose another file' });
      await (
        await choosing
      ).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    };
    await choose('Choose a file', `Who,Email\nKim ${mark},kim.${mark}@example.edu\nLee,lee@\n`);
    const column = page.getByRole('combobox', { name: 'Who', exact: true });
    await keys.reach(column);
    await keys.press('ArrowDown');
    await expect(page.getByText('1 row ready')).toBeVisible();
    await expect(column).toBeFocused();
    await expect(page.getByText('Email is not a valid address')).toBeVisible();
    await choose('Choose another file', `Full Name,Email\nKim ${mark},kim.${mark}@example.edu\n`);
    // The former file had a ready row, too.
    await expect(page.getByText('Email is not a valid address')).toBeHidden();
    await expect(page.getByText('1 row ready')).toBeVisible();
    await keys.enter(button(page, 'Upload'));
    await expect(page.getByText('Successfully uploaded 1 students')).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  await test.step('the steps of closing a term, forward to the check and back', async () => {
    // Back to the sidebar it is a stop for every box, name and page of the list: this is the short way.
    await keys.press('Control+K');
    await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused();
    await keys.type('Terms');
    const terms = page.getByRole('option', { name: 'Terms', exact: true });
    await expect(terms).toHaveAttribute('aria-selected', 'true');
    await keys.press('Enter');
    await keys.enter(page.getByRole('link', { name: 'Close Term' }));
    await expect(heading(page, /^Close /)).toBeFocused();
    const subjects = page.getByRole('checkbox', { name: /Data Structures/ });
    await keys.reach(subjects, { most: 80 });
    await keys.press('Space');
    await expect(subjects).not.toBeChecked();
    await keys.press('Space');
    await expect(subjects).toBeChecked();
    if (await hasPlannedTerm(adminApi)) {
      await keys.reach(page.getByLabel('Term', { exact: true }), { back: true, most: 80 });
      await keys.type('A new term');
    }
    await keys.reach(page.getByLabel('Name'), { back: true, most: 80 });
    await keys.type(`After ${mark}`);
    await keys.enter(button(page, 'Show what would happen'), { most: 80 });
    await expect(page.getByLabel('Last day')).toBeFocused();
    await keys.type('12312089');
    await keys.press('Enter');
    const graduates = button(page, /^\d+ graduates?, continue$/);
    const close = button(page, /^Close .* and open After/);
    await keys.enter(graduates, { most: 200 });
    await keys.reach(close, { most: 200 });
    await keys.enter(button(page, 'Back'), { back: true });
    await keys.enter(button(page, 'Back'), { most: 200 });
    await expect(page.getByLabel('Name')).toHaveValue(`After ${mark}`);
  });
});

test('a teacher works without a mouse: a class, their own picture, the marks of an exam', async ({
  page,
}) => {
  const keys = keyboardOf(page);
  await page.goto('/signin');
  await signIn(page, 'teacher');

  await test.step('marks that are not submitted are asked about', async () => {
    await keys.follow('Attendance');
    await expect(radioAt(page, 0, 'Present')).toBeVisible();
    await keys.reach(page.getByRole('radio'), { most: 60 });
    const other = (await radioAt(page, 0, 'Absent').isChecked()) ? 'Present' : 'Absent';
    await keys.press(other[0]?.toLowerCase() ?? '');
    await expect(radioAt(page, 0, other)).toBeChecked();
    await keys.follow('Students');
    const question = page.getByRole('dialog', { name: 'Leave without submitting?' });
    await expect(question).toBeVisible();
    await keys.press('Escape');
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/teacher\/attendance/);
    // A closed dialog returns the focus a moment later.
    const students = page.getByRole('banner').getByRole('link', { name: 'Students', exact: true });
    await expect(students).toBeFocused();
    await keys.follow('Students');
    await keys.enter(question.getByRole('button', { name: 'Leave', exact: true }));
    await expect(heading(page, 'Students')).toBeVisible();
  });

  await test.step('another picture is a key away', async () => {
    await keys.follow('Settings & Profile');
    const choosing = page.waitForEvent('filechooser');
    await keys.enter(button(page, 'Change image'));
    await choosing;
  });

  await test.step('the marks of an exam are moved through with Enter and the arrows', async () => {
    const cell = (name: string) => box(page, `Marks of ${name}, out of`);
    await keys.follow('Exams');
    await keys.enter(page.getByRole('link', { name: 'Unit test' }));
    await keys.reach(cell('Aarav Mehta'), { most: 60 });
    const before = await cell('Aarav Mehta').inputValue();
    await keys.press('Enter');
    await expect(cell('Elif Sato')).toBeFocused();
    await keys.press('ArrowUp');
    await expect(cell('Aarav Mehta')).toBeFocused();
    await keys.press('Control+A');
    await keys.type(before === '1' ? '2' : '1');
    await keys.follow('Exams');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await keys.enter(question.getByRole('button', { name: 'Leave', exact: true }));
    await expect(heading(page, 'Exams')).toBeVisible();
  });
});

test('a student works without a mouse: filter, announcements, results, picture', async ({
  page,
}) => {
  const keys = keyboardOf(page);
  await page.goto('/signin');
  await signIn(page, 'student');

  await test.step('the records of one subject', async () => {
    await keys.follow('Attendance');
    const filter = page.getByRole('combobox', { name: 'Subject' });
    await keys.reach(filter);
    const first = await filter.locator('option').nth(1).textContent();
    const answered = page.waitForResponse(/\/attendance\/student\/.*\/subject\//);
    await keys.press('ArrowDown');
    await expect(filter.locator('option:checked')).toHaveText(first ?? '');
    expect((await answered).ok()).toBe(true);
  });

  await test.step('the announcements', async () => {
    await keys.follow('Announcement');
    await expect(heading(page, 'Announcements')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Library hours' })).toBeVisible();
  });

  await test.step('the results, and the table below their chart', async () => {
    await keys.follow('Exams');
    await expect(page.getByRole('heading', { name: 'All results' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '85 of 100' })).toContainText('History');
  });

  await test.step('another picture is a key away', async () => {
    await keys.follow('Profile');
    const choosing = page.waitForEvent('filechooser');
    await keys.enter(button(page, 'Change image'));
    await choosing;
  });
  await keys.enter(button(page, 'Sign out'), { back: true });
  await expect(page).toHaveURL(/\/signin/);
});
