import { callApi } from '../support/call-api.ts';
import { anyWidth, expect, expectGoodPage, people, showScheme, test } from '../support/campus.ts';
import { openClass } from '../support/classes.ts';

test('many students at once: ticked, previewed, changed and undone', async ({ as, adminApi }, {
  project,
}) => {
  const phone = project.name === 'phone';
  const mark = `Bulk ${Date.now()}`;
  for (let n = 1; n <= 12; n += 1)
    await callApi(adminApi, 'POST', '/uploadStudent', {
      name: `${mark} ${String(n).padStart(2, '0')}`,
      email: `${mark.replace(' ', '').toLowerCase()}.${n}@example.edu`,
      course: n === 12 ? 'Law' : 'Physics',
    });
  const page = await as('admin');
  await page.goto(`/admin/students?search=${encodeURIComponent(mark)}`);
  const tick = (n: number) =>
    page.getByRole('checkbox', { name: `${mark} ${String(n).padStart(2, '0')}` });
  const chosen = (text: string) => page.getByText(text, { exact: true });
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const undo = async (confirmed: string): Promise<void> => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectGoodPage(page);
    await page.getByRole('button', { name: confirmed }).click();
  };

  await test.step('Shift ticks a range, and ticks survive paging', async () => {
    await tick(2).click();
    await expect(chosen('1 chosen')).toBeVisible();
    await tick(4).click({ modifiers: ['Shift'] });
    await expect(chosen('3 chosen')).toBeVisible();
    await expect(tick(3)).toBeChecked();
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await tick(12).click();
    await expect(chosen('4 chosen')).toBeVisible();
    await expectGoodPage(page);
  });

  await test.step('the dialog shows the number, the first five, and who is left out', async () => {
    await act('Change course, branch, semester or year');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Course').fill('Law');
    await expect(dialog.getByRole('button', { name: 'Change 3 students' })).toBeVisible();
    await expect(dialog.getByText(`${mark} 02`)).toBeVisible();
    await dialog.getByText('1 student is left out').click();
    await expect(dialog.getByText('Has this already')).toBeVisible();
    await expectGoodPage(page);
    await showScheme(page, 'dark');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Change 3 students' }).click();
    await expect(page.getByText('Changed 3 students: course Law')).toBeVisible();
    await expect(page.locator(':focus')).toHaveText('Changed 3 students: course Law');
  });

  await test.step('and it is undone', async () => {
    await undo('Undo for 3 people');
    await expect(
      page.getByRole('status').filter({ hasText: 'Undone: Changed 3 students' }).first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
  });

  await test.step('all that match, on all pages; another filter clears the ticks', async () => {
    await tick(11).click();
    await page.getByRole('button', { name: 'Choose all 12' }).click();
    await expect(chosen('12 chosen')).toBeVisible();
    await act('Withdraw');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Last day').fill('2026-01-05');
    await expect(dialog.getByRole('button', { name: 'Withdraw 12 students' })).toBeVisible();
    await expect(dialog.getByText('and 7 more')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    if (!phone) await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
    await page.getByRole('button', { name: 'Choose none' }).click();
    await expect(chosen('12 chosen')).toBeHidden();
    await tick(11).click();
    await page.getByLabel('Find a student').fill(`${mark} nobody`);
    await expect(page.getByText('No students found')).toBeVisible();
    await expect(chosen('1 chosen')).toBeHidden();
  });

  await test.step('a change of programme leaves out the subject that is unticked', async () => {
    const { id } = await callApi(adminApi, 'POST', '/enrollments/create-for-all', {
      subjectName: `Optics of ${mark}`,
      subjectCode: `OP${Date.now()}`.slice(0, 15),
      credits: 2,
      emailId: people.teacher.email,
      audience: { course: mark },
    });
    await page.getByLabel('Find a student').fill(`${mark} 03`);
    await tick(3).click();
    await expect(chosen('1 chosen')).toBeVisible();
    await act('Change of programme');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('First day in it').fill('2026-01-05');
    await dialog.getByLabel('Course').fill(mark);
    const optics = dialog.getByRole('checkbox', { name: `Optics of ${mark}` });
    await expect(optics).toBeChecked();
    await expect(optics).toHaveAccessibleDescription(/1 enrolment begins on/);
    await optics.uncheck();
    await expect(optics).toHaveAccessibleDescription('Not enrolled');
    await expectGoodPage(page);
    await dialog.getByRole('button', { name: 'Change programme of 1 student' }).click();
    await expect(page.getByText('Changed the programme of 1 student')).toBeVisible();
    expect(await callApi<object[]>(adminApi, 'GET', `/subjects/${id}/enrolments`)).toEqual([]);
    await undo('Undo for 1 person');
    await page.getByRole('button', { name: 'OK' }).click();
    await callApi(adminApi, 'DELETE', `/subjects/${id}`);
  });

  await test.step('what was done is listed with who did it', async () => {
    await page.getByRole('button', { name: 'Bulk history' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Changed 3 students: course Law').first()).toBeVisible();
    await expectGoodPage(page);
    await expect(dialog.getByText(/Undone by/).first()).toBeVisible();
  });

  await test.step('an upload of the wrong file is undone where it was uploaded', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Bulk Upload' }).click();
    const lines = [1, 2, 3].map(
      (n) => `${mark} wrong ${n},${mark.replace(' ', '')}.w${n}@example.edu`,
    );
    await page.getByLabel('Upload CSV file with student details').setInputFiles({
      name: 'wrong.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Name,Email', ...lines].join('\n')),
    });
    await page.getByRole('switch', { name: 'Send 3 invitations now' }).click();
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText('Imported 3 new students', { exact: true })).toBeVisible();
    await expect(page.getByText(`${mark} wrong 3`)).toBeVisible();
    await expect(page.locator(':focus')).toHaveText('Imported 3 new students');
    await expectGoodPage(page);
    await undo('Undo for 3 people');
    await expect(page.getByText(`${mark} wrong 3`)).toBeHidden();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  });
});

test(
  'with forced colours, which students are chosen and what is switched on can be seen',
  anyWidth,
  async ({ as }) => {
    const page = await as('admin');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/admin/students');
    const box = page.getByRole('row').nth(1).getByRole('checkbox');
    await box.check();
    const [tick, paper] = await box.evaluate((input) => [
      getComputedStyle(input.nextElementSibling as Element).color,
      getComputedStyle(input).backgroundColor,
    ]);
    expect(tick).not.toBe(paper);
    const track = page.getByRole('switch', { name: /^Send/ }).locator('+ *');
    await expect(track).toHaveCSS('border-top-style', 'solid');
    const [thumb, ground] = await track.evaluate((one) => [
      getComputedStyle(one.firstElementChild as Element).backgroundColor,
      getComputedStyle(one).backgroundColor,
    ]);
    expect(thumb).not.toBe(ground);
    await page.emulateMedia({ forcedColors: null });
  },
);

test('students are dropped, let repeat, sent on leave and back, withdrawn and readmitted from the list', async ({
  as,
  adminApi,
}) => {
  const course = `Acts ${Date.now()}`;
  const name = `Ann ${course}`;
  const email = `ann.${course.slice(5)}@example.edu`;
  await callApi(adminApi, 'POST', '/uploadStudent', { name, email, course, semester: 2 });
  const { subjectId, label, date } = await openClass(adminApi, { course });
  const page = await as('admin');
  await page.goto(`/admin/students?search=${email}`);
  const act = async (
    action: string,
    fields: Readonly<Record<string, string>>,
    button: string,
    done: RegExp,
  ): Promise<void> => {
    await page.getByRole('checkbox', { name }).check();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog');
    for (const [field, value] of Object.entries(fields)) {
      const input = dialog.getByLabel(field);
      await (field === 'Subject' ? input.selectOption({ label: value }) : input.fill(value));
    }
    await dialog.getByRole('button', { name: button }).click();
    await expect(page.locator(':focus')).toHaveText(done);
  };

  await act('Repeat the semester', {}, 'Let repeat 1 student', /^Let 1 student repeat/);
  const earlier = '2026-01-05';
  const away = { 'First day away': earlier, Reason: 'Ill' };
  await act('Leave of absence', away, 'Give leave to 1 student', /^Gave leave/);
  await act('Return from leave', { 'First day back': date }, 'Let return 1 student', /return/);
  const dropped = { Subject: label, 'Last day': date };
  await act('Drop from a subject', dropped, 'Drop 1 student', /^Dropped/);
  await act('Withdraw', { 'Last day': earlier }, 'Withdraw 1 student', /^Withdrew 1 student/);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Status').selectOption({ label: 'Withdrawn' });
  await act('Readmit', { 'First day back': date }, 'Readmit 1 student', /^Readmitted 1 student/);
  await expect(page.getByText('No students found')).toBeVisible();
  await callApi(adminApi, 'DELETE', `/subjects/${subjectId}`);
});
