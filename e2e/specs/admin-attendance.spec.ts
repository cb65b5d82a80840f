import { expect, expectGoodInBothSchemes, expectGoodPage, test } from '../support/campus.ts';

const schemes = ['light', 'dark'] as const;

test('an administrator reviews a day and corrects a mark, and the teacher sees who did', async ({
  as,
}) => {
  const admin = await as('admin');
  let classAddress = '';

  await test.step('who has not taken the roll today', async () => {
    await admin.goto('/admin/attendance');
    await expect(admin.getByText(/^\d+ \w+ \d{4}, .*\. Of \d+ subjects, /)).toBeVisible();
    await admin.getByRole('checkbox', { name: 'Not taken only' }).check();
    await expect(admin.getByRole('row', { name: /Not taken/ }).first()).toBeVisible();
    const mail = admin.getByRole('link', { name: /^Email .* about / }).first();
    expect(await mail.getAttribute('href')).toMatch(/^mailto:\S+@\S+\?subject=Attendance/);
    await expectGoodInBothSchemes(admin);
  });

  await test.step('a class that is taken, found by its subject', async () => {
    await admin.getByRole('checkbox', { name: 'Not taken only' }).uncheck();
    await admin.getByLabel('Date').fill(await lastTakenDay(admin));
    await admin.getByRole('searchbox', { name: 'Find a subject' }).fill('Data Structures');
    // The row moves when the search is sent.
    await expect(admin).toHaveURL(/search=Data/);
    const row = admin.getByRole('row', { name: /Data Structures/ });
    await expect(row).toHaveCount(1);
    await expect(row.getByText('Taken', { exact: true })).toBeVisible();
    await row.getByRole('link', { name: /^Roster of/ }).click();
    await expect(admin.getByRole('heading', { name: 'Correct Attendance' })).toBeVisible();
    classAddress = new URL(admin.url()).pathname;
  });

  await test.step('the correction', async () => {
    const aarav = admin.getByRole('radiogroup', { name: /Aarav Mehta/ });
    const absent = aarav.getByRole('radio', { name: 'Absent' });
    const other = (await absent.isChecked()) ? 'Present' : 'Absent';
    await aarav.getByRole('radio', { name: other }).check({ force: true });
    await expectGoodInBothSchemes(admin);
    await admin.getByRole('button', { name: 'Submit Correction' }).click();
    await expect(admin.getByText('Attendance submitted successfully!')).toBeVisible();
  });

  await test.step('and the history the teacher reads', async () => {
    const teacher = await as('teacher');
    const [, , , subject, date] = classAddress.split('/');
    await teacher.goto('/teacher/attendance');
    await teacher.getByLabel('Subject', { exact: true }).selectOption({ value: subject ?? '' });
    await teacher.getByLabel('Date').fill(date ?? '');
    await expect(teacher.getByText(/Corrected by Ruth Adeyemi/).first()).toBeVisible();
  });
});

/** The last day before today on which the demo campus had classes. */
const lastTakenDay = async (page: import('@playwright/test').Page): Promise<string> => {
  const today = new Date(`${await page.getByLabel('Date').inputValue()}T00:00:00Z`);
  do today.setUTCDate(today.getUTCDate() - 1);
  while ([0, 6].includes(today.getUTCDay()));
  return today.toISOString().slice(0, 10);
};

test('students below a percentage: chosen, sorted, by subject, page by page, and as a file', async ({
  as,
}) => {
  const admin = await as('admin');
  await admin.goto('/admin/attendance');
  await admin.getByRole('tab', { name: 'Low Attendance' }).click();
  await admin.getByLabel('Below percentage').fill('90');
  const rows = admin.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(10);
  const shares = async (): Promise<number[]> =>
    (await rows.allInnerTexts()).map((text) => Number(/([\d.]+)%/.exec(text)?.[1]));
  const lowest = await shares();
  expect(lowest).toEqual(lowest.toSorted((a, b) => a - b));
  for (const share of lowest) expect(share).toBeLessThan(90);
  await expectGoodPage(admin);

  await admin.getByRole('button', { name: 'Percentage' }).click();
  await expect.poll(async () => (await shares())[0]).toBeGreaterThan(lowest[0] ?? 100);
  await admin.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(admin.getByText(/^11–20 of/)).toBeVisible();
  await admin.getByLabel('Counted').selectOption({ label: 'Each subject separately' });
  await expect(admin.getByText(/^1–10 of/)).toBeVisible();
  await expect(rows.first()).toContainText(/\([A-Z]+\d+\)/);

  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Download' }).click();
  await admin.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('low-attendance.csv');
  const text = await (await file.createReadStream()).setEncoding('utf8').toArray();
  expect(text.join('')).toContain('Name,Email,Roll Number,Subject Name');

  await admin.reload();
  await expect(admin.getByLabel('Below percentage')).toHaveValue('90');

  // The campus is shared with other tests, and someone may have missed their only class: an empty reply is
  // faked to show that nobody is below.
  await admin.route('**/api/attendance/low?*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await admin.getByLabel('Below percentage').fill('1');
  await expect(admin.getByText('Nobody is below 1%')).toBeVisible();
});

test('a roster and a sheet are printed without anything around them', async ({ as }) => {
  const admin = await as('admin');
  await admin.goto('/admin/attendance');
  const open = async (name: RegExp): Promise<void> => {
    await admin.goto('/admin/attendance');
    await admin.getByRole('link', { name }).first().click();
  };

  await open(/^Print roster of Data Structures/);
  await expect(admin.getByRole('columnheader', { name: 'Remarks' })).toBeVisible();
  await expectGoodInBothSchemes(admin);

  await open(/^Attendance sheet of Data Structures/);
  const sheet = admin.getByRole('table').first();
  await expect(sheet.getByText(/Classes 1–24 of \d+/)).toBeVisible();
  await expectGoodInBothSchemes(admin);
  await admin.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  for (const gone of [
    admin.getByRole('button', { name: 'Print' }),
    admin.getByRole('navigation'),
    admin.locator('h1'),
  ])
    await expect(gone.filter({ visible: true })).toHaveCount(0);
});

for (const colorScheme of schemes)
  test(`axe finds nothing on the attendance pages of an administrator and a student, ${colorScheme}`, async ({
    as,
  }) => {
    const admin = await as('admin', { colorScheme });
    for (const address of ['/admin/attendance', '/admin/attendance?tab=low&below=80&by=subject']) {
      await admin.goto(address);
      await expect(admin.getByRole('table')).toBeVisible();
      await expectGoodPage(admin);
    }
    const student = await as('student', { colorScheme });
    await student.goto('/student/attendance');
    await expect(student.getByRole('heading', { name: 'By subject' })).toBeVisible();
    await expect(student.getByText(/\d+ of \d+ missed/).first()).toBeVisible();
    await expectGoodPage(student);
  });
