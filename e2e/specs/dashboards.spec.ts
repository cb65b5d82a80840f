import type { Page, Route } from '@playwright/test';
import { expect, expectGoodInBothSchemes, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

/** The value next to a label in a card. */
const valueOf = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

const stat = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Overview' }).getByRole('listitem').filter({ hasText: label });

const cutOff = (route: Route) => route.abort();
const records = '**/by-email/*';
const counts = '**/api/AdminDashboard/**';

test('the administrator’s dashboard shows the campus at a glance', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  for (const label of ['Total Students', 'Total Teachers'])
    await expect(stat(page, label)).toHaveText(new RegExp(`^[\\d,]+${label}$`));
  await expect(page.getByRole('heading', { name: 'Academic Calendar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Calendar' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'School Performance' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  await expect(page.getByText('Library hours extended')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0);
  for (const waiting of ['Rolls not taken', 'Waiting for the office'])
    await expect(page.getByRole('heading', { name: waiting })).toBeVisible();
  await expectGoodInBothSchemes(page);

  await test.step('figures that cannot be loaded are N/A until they are requested again', async () => {
    await page.route(counts, cutOff);
    await page.reload();
    await expect(page.getByText('Some figures could not be loaded.')).toBeVisible();
    await expect(stat(page, 'Total Students')).toHaveText('N/ATotal Students');
    await expectGoodInBothSchemes(page);
    await page.unroute(counts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(stat(page, 'Total Students')).toHaveText(/^\d+Total Students$/);
    await expect(page.getByText('Some figures could not be loaded.')).toHaveCount(0);
  });
});

test('an empty campus is told what to do first', async ({ as }) => {
  const page = await as('admin');
  await page.route(counts, (route) =>
    route.fulfill({ body: '0', contentType: 'application/json' }),
  );
  await page.route('**/api/campus', (route) =>
    route.fulfill({ json: { today: '2026-11-20', timezone: 'UTC', term: null } }),
  );
  await page.goto('/admin/dashboard');
  const steps = page.getByRole('list').filter({ hasText: 'Open a term' });
  await expect(steps.getByRole('link')).toContainText([
    'Open a term',
    'Add teachers',
    'Import students',
    'Open a subject',
  ]);
  await expectGoodInBothSchemes(page);
  await steps.getByRole('link', { name: 'Open a term' }).click();
  await expect(page).toHaveURL(/\/admin\/terms$/);
});

test('a student is welcomed by name', async ({ as }) => {
  const page = await as('student');
  const letGo = await delayRequests(page, records);
  await page.goto('/student/dashboard');
  await expect(page.getByText('Loading dashboard...')).toBeVisible();
  await expect(page.getByText('Academic Information')).toBeHidden();
  // The name of the account, until the record is loaded.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Aarav Mehta!');
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Aarav Mehta!');
  await expect(page.getByRole('heading', { name: 'Academic Information' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contact Information' })).toBeVisible();
  await expect(valueOf(page, 'University ID')).toHaveText(/^S\d{4}-\d{6}$/);
  await expect(valueOf(page, 'Program')).toHaveText('B.Tech');
  await expect(valueOf(page, 'Semester')).toHaveText('3');
  await expect(valueOf(page, 'Email')).toHaveText('student@example.edu');
  for (const label of ['Phone', 'Address']) await expect(valueOf(page, label)).not.toBeEmpty();
  await expect(page.getByText(/^\d+ of \d+ classes\.$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Due' })).toContainText('Process scheduling');
  await expect(page.getByRole('list', { name: 'New results' })).toContainText('of 100');
  for (const name of ['Due', 'New results']) {
    const subject = page.getByRole('list', { name }).getByRole('link', { name: /\(CS\d+\)$/ });
    await expect(subject.first()).toHaveAttribute('href', /^\/student\/subjects\/\d+$/);
  }
  await expect(page.getByRole('heading', { name: 'Academic Calendar' })).toBeVisible();
  await expectGoodInBothSchemes(page);

  await test.step('blanks are N/A', async () => {
    await page.route(records, async (route) => {
      const answer = await route.fetch();
      const blank = { course: null, semester: null, contactNo: null, contactPhone: null };
      await route.fulfill({ json: { ...(await answer.json()), ...blank } });
    });
    await page.reload();
    for (const label of ['Program', 'Semester', 'Phone'])
      await expect(valueOf(page, label)).toHaveText('N/A');
  });

  await test.step('without the record the page still works, and can try again', async () => {
    await page.unrouteAll();
    await page.route(records, cutOff);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Student!');
    for (const label of ['University ID', 'Program', 'Semester', 'Email', 'Phone', 'Address'])
      await expect(valueOf(page, label)).toHaveText('N/A');
    await expectGoodInBothSchemes(page);
    await page.unroute(records, cutOff);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Aarav Mehta!');
  });
});

test('a teacher is greeted by name and sees the figures of the campus', async ({ as }) => {
  const page = await as('teacher');
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (/\/api\/(AdminDashboard|calendar$)/.test(request.url()))
      asked.push(request.headers()['x-faculty-univid']);
  });
  const letGo = await delayRequests(page, records);
  await page.goto('/teacher/dashboard');
  await expect(page.getByText('Loading dashboard...')).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Meera Nair!');
  for (const label of ['Total Students', 'Total Teachers', 'Total Classes'])
    await expect(stat(page, label)).toHaveText(new RegExp(`^[\\d,]+${label}$`));
  await expect(page.getByRole('heading', { name: 'Professional Information' })).toBeVisible();
  await expect(valueOf(page, 'Department')).toHaveText('Computer Science');
  await expect(valueOf(page, 'DOB')).toHaveText(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/);
  await expect(valueOf(page, 'Email')).toHaveText('teacher@example.edu');
  await expect(page.getByRole('heading', { name: 'Academic Calendar' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Classes not yet taken' })).toBeVisible();
  const work = page.getByRole('list', { name: 'Work to mark' });
  await expect(work).toContainText('Normal forms');
  const subject = work.getByRole('link', { name: /\(CS\d+\)$/ }).first();
  await expect(subject).toHaveAttribute('href', /^\/teacher\/classes\/\d+$/);
  const univId = await valueOf(page, 'University ID').textContent();
  expect(new Set(asked)).toEqual(new Set([univId]));
  expect(asked.length).toBeGreaterThanOrEqual(4);
  await expectGoodInBothSchemes(page);

  await test.step('without record and figures the page still works, and can try again', async () => {
    await page.unrouteAll();
    await page.route(records, cutOff);
    await page.route(counts, cutOff);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Teacher!');
    for (const label of ['University ID', 'Department', 'DOB', 'Email', 'Phone', 'Address'])
      await expect(valueOf(page, label)).toHaveText('N/A');
    await expect(page.getByText('Some figures could not be loaded.')).toBeVisible();
    await expectGoodInBothSchemes(page);
    await page.unrouteAll();
    for (const note of ['Your record', 'Some figures'])
      await page
        .getByText(`${note} could not be loaded.`)
        .getByRole('button', { name: 'Try again' })
        .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Meera Nair!');
    await expect(stat(page, 'Total Classes')).toHaveText(/^\d+Total Classes$/);
  });
});

test('a subject has a page of its own, for its students and for its teacher', async ({ as }) => {
  const student = await as('student');
  await student.goto('/student/attendance');
  await student.getByRole('link', { name: 'Data Structures (CS201)' }).first().click();
  await expect(student.getByRole('heading', { name: 'Data Structures', level: 1 })).toBeVisible();
  await expect(valueOf(student, 'Teacher')).toHaveText('Meera Nair');
  await expect(valueOf(student, 'Attendance')).toHaveText(/^[\d.]+%$/);
  await expect(student.getByRole('list', { name: 'Assignments' })).toContainText('Linked lists');
  await expectGoodInBothSchemes(student);

  const teacher = await as('teacher');
  await teacher.goto('/teacher/classes');
  await teacher.getByRole('link', { name: 'Data Structures (CS201)' }).click();
  await expect(teacher.getByRole('heading', { name: 'Data Structures', level: 1 })).toBeVisible();
  await expect(teacher.getByRole('region', { name: 'People' })).toContainText('Aarav Mehta');
  await expect(teacher.getByRole('list', { name: 'Assignments and exams' })).toContainText(
    'Linked lists',
  );
  await expectGoodInBothSchemes(teacher);
  await teacher.getByRole('link', { name: 'Mark attendance' }).click();
  await expect(teacher.getByLabel('Subject', { exact: true }).locator('option:checked')).toHaveText(
    'Data Structures (CS201)',
  );
});
