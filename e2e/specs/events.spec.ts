import type { Page } from '@playwright/test';
import { expect, expectGoodInBothSchemes, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

const grid = (page: Page) => page.getByRole('grid');
const item = (page: Page, text: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: text }) });
const day = (page: Page) => page.getByLabel('Start Date').inputValue();

test('an administrator adds, changes and deletes an event; others see what is for them', async ({
  as,
}) => {
  const title = `Kite day ${Date.now().toString(36)}`;
  const admin = await as('admin');
  await admin.goto('/admin/events');
  await expect(admin.getByRole('heading', { name: 'Events and dates' })).toBeVisible();
  await admin.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(grid(admin)).toBeVisible();
  await expectGoodInBothSchemes(admin);
  // In forced-colours mode a fill is invisible, so the pressed button has an outline.
  await admin.emulateMedia({ forcedColors: 'active' });
  for (const [name, frame] of [
    ['Month', 'solid'],
    ['List', 'none'],
  ] as const) {
    const one = admin.getByRole('button', { name, exact: true });
    await admin.locator('h1').focus();
    await expect(one).toHaveCSS('outline-style', frame);
  }
  await admin.emulateMedia({ forcedColors: null });

  await test.step('an incomplete form says so', async () => {
    await admin.getByRole('button', { name: 'Add Event' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Add Event' });
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Title is missing')).toBeVisible();
    await expectGoodInBothSchemes(admin);
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Place').fill('North lawn');
    await dialog.getByLabel('Start Time').fill('14:00');
    await dialog.getByLabel('End Time').fill('15:30');
    await dialog.getByLabel('Audience').selectOption('Students');
    await expect(dialog.getByLabel('Branch')).toBeVisible();
    await expect(dialog.getByLabel('Year')).toBeVisible();
    expect(await day(admin)).toMatch(/^\d{4}-\d\d-\d\d$/);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(admin.getByText('Event added')).toBeVisible();
    await expect(item(admin, title)).toContainText('14:00–15:30 · North lawn');
    await expect(item(admin, title)).toContainText('For: Students');
  });

  await test.step('the student sees it, on the dashboard too; the teacher does not', async () => {
    const student = await as('student');
    await student.goto('/student/events');
    await student.getByRole('button', { name: 'List', exact: true }).click();
    await expect(item(student, title)).toBeVisible();
    await expect(student.getByRole('button', { name: `Edit ${title}` })).toHaveCount(0);
    await expectGoodInBothSchemes(student);
    await student.goto('/student/dashboard');
    await expect(student.getByRole('list', { name: 'Next events' })).toContainText(title);
    const teacher = await as('teacher');
    await teacher.goto('/teacher/events');
    await teacher.getByRole('button', { name: 'List', exact: true }).click();
    await expect(teacher.getByText('Times are those of the campus')).toBeVisible();
    await expect(item(teacher, title)).toHaveCount(0);
  });

  await test.step('Edit and Delete', async () => {
    await admin.getByRole('button', { name: `Edit ${title}` }).click();
    const dialog = admin.getByRole('dialog', { name: 'Edit Event' });
    await dialog.getByLabel('Place').fill('South lawn');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(item(admin, title)).toContainText('South lawn');
    await admin.getByRole('button', { name: `Delete ${title}` }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(admin.getByText('Event deleted')).toBeVisible();
    await expect(item(admin, title)).toHaveCount(0);
  });

  await test.step('the changes stay in the history', async () => {
    await admin.getByRole('button', { name: 'History' }).click();
    const dialog = admin.getByRole('dialog', { name: 'History of the events' });
    const deeds = dialog.getByRole('listitem').filter({ hasText: title });
    await expect(deeds).toHaveCount(3);
    await expect(deeds.first()).toContainText('Deleted');
    await expect(deeds.nth(1)).toContainText('Place: “North lawn” became “South lawn”');
    await expect(deeds.last()).toContainText('Added');
    await expectGoodInBothSchemes(admin);
  });
});

test('the days of a month can be moved through with the keyboard', async ({ as }) => {
  const teacher = await as('teacher');
  await teacher.goto('/teacher/events');
  await teacher.getByRole('button', { name: 'Month', exact: true }).click();
  const selected = grid(teacher).locator('[aria-selected="true"]');
  await selected.focus();
  const before = await selected.innerText();
  await teacher.keyboard.press('ArrowRight');
  await expect(selected).toBeFocused();
  await expect(selected).not.toHaveText(before, { useInnerText: true });
  await teacher.keyboard.press('ArrowLeft');
  await expect(selected).toHaveText(before, { useInnerText: true });
  await teacher.keyboard.press('Home');
  await expect(selected).toContainText('Monday,');
  await teacher.keyboard.press('End');
  await expect(selected).toContainText('Sunday,');
  const month = await grid(teacher).getAttribute('aria-label');
  await teacher.keyboard.press('PageDown');
  await expect(grid(teacher)).not.toHaveAttribute('aria-label', month ?? '');
  await expect(selected).toBeFocused();
  await teacher.keyboard.press('PageUp');
  await expect(grid(teacher)).toHaveAttribute('aria-label', month ?? '');
});

test('a private address is created, works without signing in, and is revoked', async ({
  as,
  expected,
}) => {
  expected.refusals.push(/^404 .*\/calendar-feed\//);
  const student = await as('student');
  await student.goto('/student/events');
  await student.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = student.getByRole('dialog', { name: 'Subscribe' });
  await dialog.getByRole('button', { name: 'Create Address' }).click();
  const field = dialog.getByLabel('Your private address');
  await expect(field).toHaveValue(/\/api\/calendar-feed\/[\w-]{43}\.ics$/);
  await expectGoodInBothSchemes(student);
  const address = await field.inputValue();
  await expect(dialog.getByRole('link')).toHaveAttribute('href', /^webcal:/);
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('BEGIN:VEVENT');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(student.getByText('Your address no longer works')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create Address' })).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});

test('loading, empty and failed calendars each say so', async ({ as }) => {
  const listed = '**/api/events?*';
  const nothing = { today: '2026-11-20', timeZone: 'UTC', entries: [] };
  const student = await as('student');
  const answer = await delayRequests(student, listed, { json: nothing });
  await student.goto('/student/events');
  await expect(student.getByText('Loading events...')).toBeVisible();
  answer();
  await student.getByRole('button', { name: 'List', exact: true }).click();
  await expect(student.getByText(/^Nothing in \w+ \d{4}\.$/)).toBeVisible();
  await expectGoodInBothSchemes(student);
  await student.goto('/student/dashboard');
  await expect(student.getByText('Nothing in the next three months.')).toBeVisible();
  await student.unroute(listed);
  await student.route(listed, (route) => route.abort());
  await student.goto('/student/events');
  await expect(student.getByRole('alert')).toContainText('Try again');
  await expectGoodInBothSchemes(student);
  await student.unroute(listed);
  await student.getByRole('button', { name: 'Try again' }).first().click();
  await expect(student.getByText('Times are those of the campus')).toBeVisible();
});

test('a holiday is mentioned where attendance is marked, and marking still works', async ({
  as,
}) => {
  const teacher = await as('teacher');
  await teacher.route('**/api/events?*kind=holiday*', async (route) => {
    const answer = await route.fetch();
    const holiday = {
      source: 'event',
      id: '1',
      kind: 'holiday',
      title: 'Founders’ Day',
      version: 1,
    };
    await route.fulfill({ json: { ...(await answer.json()), entries: [holiday] } });
  });
  await teacher.goto('/teacher/attendance');
  await expect(teacher.getByLabel('Date')).toHaveAccessibleDescription(/Holiday: Founders’ Day$/);
  await expect(teacher.getByRole('button', { name: 'Submit Attendance' })).toBeEnabled();
  await expectGoodInBothSchemes(teacher);
});
