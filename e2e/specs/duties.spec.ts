import type { Page } from '@playwright/test';
import { anyWidth, expect, expectGoodPage, openMenu, signIn, test } from '../support/campus.ts';
import { callApi } from '../support/call-api.ts';
import { addPersonWithPassword } from '../support/person-with-password.ts';

const password = 'twelve horses run';

/** The pages in the sidebar; on a phone they are in the menu. */
const pagesOf = async (page: Page): Promise<string[]> => {
  await openMenu(page);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  return (await links.allTextContents()).map((name) => name.replace(/ ?\d.*/, ''));
};

test('a librarian sees the library and its report, and what everybody can see', async ({
  page,
  adminApi,
}) => {
  const lena = await addPersonWithPassword(adminApi, 'admin', 'Lena Paperwhite', password, {
    duty: 'librarian',
  });
  await signIn(page, lena);
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Rolls not taken' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Calendar$/ })).toHaveCount(0);
  await expectGoodPage(page);
  expect(await pagesOf(page)).toEqual([
    'Dashboard',
    'Announcement',
    'Library',
    'Events',
    'Reports',
    'Security',
  ]);

  await page.goto('/admin/library');
  await expect(page.getByRole('heading', { name: 'Add New Book' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lend and return' })).toBeVisible();
  await expectGoodPage(page);

  // There is one report for them, and no choice of others.
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 2, name: 'Overdue books' })).toBeVisible();
  await expect(page.getByLabel('Programme').getByRole('option').nth(1)).toBeAttached();
  await expect(page.getByLabel('Report', { exact: true })).toHaveCount(0);
  await expectGoodPage(page);

  await page.goto('/admin/students');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not open to you');
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test(
  'a librarian can search only for actions, pages and books of the library',
  anyWidth,
  async ({ page, adminApi }) => {
    const lena = await addPersonWithPassword(adminApi, 'admin', 'Lena Foxglove', password, {
      duty: 'librarian',
    });
    await signIn(page, lena);
    await page.goto('/admin/library');
    await page.getByRole('button', { name: 'Search or go to' }).click();
    const options = page.getByRole('option');
    await expect(options.filter({ hasText: 'Lend or return a book' })).toBeVisible();
    expect(await options.allTextContents()).not.toContain('Add Student');
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('@a');
    await expect(page.getByText('Nothing found')).toBeVisible();
  },
);

/** First words of buttons that change something. */
const changes =
  /^(Add|New|Edit|Delete|Remove|Erase|Send|Upload|Update|Change|Save|Plan|Close Term|Return|Renew|Lend|Withdraw|Reinstate|Approve|Refuse|Undo|Invite|Enroll|Extend|Hand over|Deactivate|End all|Drop|Choose)/;

test(
  'an auditor sees every page and record, and no button that changes anything',
  anyWidth,
  async ({ page, adminApi }) => {
    const auda = await addPersonWithPassword(adminApi, 'admin', 'Auda Larkspur', password, {
      duty: 'auditor',
    });
    await signIn(page, auda);
    await page.goto('/admin/dashboard');
    await expect(page.getByRole('heading', { name: 'Rolls not taken' })).toBeVisible();
    expect(await pagesOf(page)).toHaveLength(19);
    const main = page.locator('main');
    // What is shown in a list, in its first record, and in the first record of that.
    for (const [path = '', ...texts] of [
      ['students', 'Student Records', 'Account'],
      ['teachers', 'Faculty Directory', 'Account'],
      ['classes', 'Enrollments', 'Students'],
      ['terms', 'Terms', 'Subjects'],
      ['library', 'Books'],
      ['exams', 'All Exams', 'You may read these marks and not change them.'],
      ['assignments', 'All Assignments', 'Hand-ins', 'Deadline'],
      ['events', 'Events and dates'],
      ['administrators', 'Administrators'],
      ['communication', 'All Announcements'],
      ['performance', 'Grading scale'],
      ['settings', 'Logo'],
      ['move-in', 'Moved in'],
    ]) {
      let address = `/admin/${path}`;
      for (const [depth, text] of texts.entries()) {
        const record = main.locator(`a[href^="${address}/"]`).first();
        if (depth > 0) address = (await record.getAttribute('href')) ?? '';
        await page.goto(address);
        await expect(main.getByText(text, { exact: true }).first()).toBeVisible();
        await expect(page.getByText(/^Loading/)).toHaveCount(0);
        await expect(page.locator('[data-skeleton]')).toHaveCount(0);
        const names = await main.getByRole('button').allTextContents();
        expect({ address, changing: names.filter((name) => changes.test(name.trim())) }).toEqual({
          address,
          changing: [],
        });
      }
    }
    for (const path of ['students', 'terms', 'library']) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByRole('table').first()).toBeVisible();
      await expectGoodPage(page);
    }
  },
);

test(
  'the result sheets of a class are offered to the exam office and to no registrar',
  anyWidth,
  async ({ page, adminApi }) => {
    const [subject] = await callApi<{ id: string }[]>(adminApi, 'GET', '/enrollments');
    const path = `/admin/classes/${subject?.id}`;
    const link = page.getByRole('link', { name: 'Result sheets of the class' });
    const pia = await addPersonWithPassword(adminApi, 'admin', 'Pia Foxtail', password, {
      duty: 'exam_office',
    });
    await signIn(page, pia);
    await page.goto(path);
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Result sheets');

    const remi = await addPersonWithPassword(adminApi, 'admin', 'Remi Yarrow', password, {
      duty: 'registrar',
    });
    await signIn(page, remi);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
    await expect(link).toHaveCount(0);
    await page.goto(`${path}/sheets`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not open to you');
  },
);

test('an administrator gives a duty and then another, and is told what each allows', async ({
  as,
}) => {
  const admin = await as('admin');
  const name = `Dora ${Date.now()}`;
  await admin.goto('/admin/administrators');
  await admin.getByLabel('Full Name').fill(name);
  await admin
    .getByLabel('Email Address')
    .fill(`${name.replace(' ', '.').toLowerCase()}@example.edu`);
  await admin.getByLabel('Duty', { exact: true }).selectOption('Librarian');
  await expect(admin.getByText('May manage books')).toBeVisible();
  await admin.getByRole('button', { name: 'Add Administrator' }).click();
  const row = admin.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Librarian');
  await expectGoodPage(admin);

  await row.getByRole('button', { name: `Change duty of ${name}` }).click();
  const dialog = admin.getByRole('dialog', { name: `Change duty of ${name}` });
  await dialog.getByLabel('Duty', { exact: true }).selectOption('Auditor');
  await expect(dialog).toContainText(`At once ${name} may read everything and change nothing`);
  await expectGoodPage(admin);
  await dialog.getByRole('button', { name: 'Change Duty' }).click();
  await expect(row).toContainText('Auditor');
});

test(
  'an administrator who is added while the list is still loading appears in it',
  anyWidth,
  async ({ as }) => {
    const admin = await as('admin');
    const name = `Lena ${Date.now()}`;
    const { promise: added, resolve } = Promise.withResolvers<void>();
    const listed = Promise.withResolvers<void>();
    // The list as it was before arrives only after the change.
    await admin.route(
      '**/admins',
      async (route) => {
        const response = await route.fetch();
        listed.resolve();
        await added;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await admin.goto('/admin/administrators');
    await listed.promise;
    await admin.getByLabel('Full Name').fill(name);
    await admin
      .getByLabel('Email Address')
      .fill(`${name.replace(' ', '.').toLowerCase()}@example.edu`);
    await admin.getByRole('button', { name: 'Add Administrator' }).click();
    await expect(admin.getByText('Administrator added successfully')).toBeVisible();
    resolve();
    await expect(admin.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  },
);
