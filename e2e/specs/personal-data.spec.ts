import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import { anyWidth, expect, expectGoodInBothSchemes, test } from '../support/campus.ts';

const unique = (): string => Date.now().toString(36);
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** ZIP files begin with these bytes and contain their files' names uncompressed. */
const expectArchive = (file: Buffer, ...names: readonly string[]): void => {
  expect(file.subarray(0, 2).toString()).toBe('PK');
  for (const name of names) expect(file.includes(name)).toBe(true);
};

/** A compressed file of an archive: its name is followed by its bytes. */
const contentOf = (file: Buffer, name: string): string => {
  const at = file.indexOf(name);
  const further = file.readUInt16LE(at - 2);
  return inflateRawSync(file.subarray(at + name.length + further)).toString();
};

test('an administrator exports everything about a student and erases their identity', async ({
  as,
  expected,
}) => {
  test.slow();
  // A query that runs every two seconds may ask once more for the deleted e-mail.
  expected.refusals.push(/^404 .*\/attendance-summary$/);
  const mark = unique();
  const name = `Nils ${mark}`;
  const email = `nils.${mark}@example.edu`;
  const page = await as('admin');
  const { id } = await callApi(page.request, 'POST', '/uploadStudent', {
    name,
    email,
    address: `Pier ${mark}`,
  });
  await page.goto(`/admin/students/${id}`);
  const data = card(page, 'Personal Data');
  const erase = data.getByRole('button', { name: 'Erase' });

  await test.step('the archive is a file', async () => {
    const download = page.waitForEvent('download');
    await data.getByRole('button', { name: 'Export data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${name}.zip`);
    const archive = readFileSync(await file.path());
    expectArchive(archive, 'About this archive.txt');
    expect(contentOf(archive, 'About the person/Person.json')).toContain(`Pier ${mark}`);
  });

  await test.step('erasing is refused with a sentence while the student is active', async () => {
    await erase.click();
    const dialog = page.getByRole('dialog', { name: `Erase ${name}` });
    await expect(dialog.getByText('Withdraw the student first.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Erase permanently' })).toHaveCount(0);
    await expectGoodInBothSchemes(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(erase).toBeFocused();
  });

  await callApi(page.request, 'POST', `/people/students/${id}/withdraw`, { on: '2020-01-01' });
  await page.reload();

  await test.step('the numbers of what is erased and what is kept are shown, and the e-mail is typed', async () => {
    await erase.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Erase ${name}` });
    await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Deleted, with the account' })).toBeVisible();
    await expectGoodInBothSchemes(page);
    const typed = dialog.getByLabel(`Type ${email} to confirm`);
    await typed.fill('somebody@example.edu');
    await typed.press('Enter');
    await expect(typed).toHaveAccessibleDescription(`Type ${email} to confirm`);
    await typed.fill(email);
    await typed.press('Enter');
    await expect(page.getByText(`${name} is erased.`)).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Erased person [0-9A-F]{4,}$/);
  await expect(page.getByText(email)).toHaveCount(0);
  await expect(page.getByText(`Pier ${mark}`)).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Erased');
  await erase.click();
  await expect(page.getByText('This person has been erased already.')).toBeVisible();
});

for (const role of ['student', 'teacher'] as const)
  test(`a ${role} downloads the data stored about them`, anyWidth, async ({ as }) => {
    const page = await as(role);
    await page.goto(`/${role}/settings`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expectArchive(
      readFileSync(await (await download).path()),
      'About the person/Person.json',
      'Account.json',
    );
  });

test('what a retention period would remove is shown before it is set', anyWidth, async ({ as }) => {
  const page = await as('admin');
  // Nobody came into this campus long ago.
  await page.route(
    ({ pathname, searchParams }) =>
      pathname === '/api/retention' && searchParams.get('students') === '1',
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), students: 3 } });
    },
  );
  await page.goto('/admin/settings');
  const retention = card(page, 'Retention');
  await expect(retention.getByText('Everything is kept')).toBeVisible();
  await retention.getByRole('button', { name: 'Edit retention' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retention' });
  await expect(dialog.getByText('Nothing is older than this at the moment.')).toBeVisible();
  await dialog.getByLabel('Decided correction requests, in months').fill('120');
  const years = dialog.getByLabel('Personal data of withdrawn students, in years');
  await years.fill('1');
  await expect(
    dialog.getByText(/^0 keeps .* undone: Personal data of withdrawn students: \d+\.$/),
  ).toBeVisible();
  await years.fill('0');
  await expect(dialog.getByText('Nothing is older than this at the moment.')).toBeVisible();
  await expectGoodInBothSchemes(page);
  try {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(retention.getByText('Decided correction requests: 120 months')).toBeVisible();
    await expect(card(page, 'Changes')).toContainText('Everything is kept →');
  } finally {
    await callApi(page.request, 'PATCH', '/settings', {
      retention: { mails: 0, origins: 0, corrections: 0, students: 0, graduates: 0 },
    });
  }
});

test('a teacher is told what is hidden about students of others', anyWidth, async ({ as }) => {
  const mark = unique();
  const admin = await as('admin');
  await callApi(admin.request, 'POST', '/uploadStudent', {
    name: `Olaf ${mark}`,
    email: `olaf.${mark}@example.edu`,
    address: `Pier ${mark}`,
    course: `Course ${mark}`,
  });
  await admin.goto('/admin/settings');
  const see = card(admin, 'What Teachers See');
  try {
    await see.getByRole('button', { name: 'Edit what teachers see' }).click();
    await admin.getByLabel('Date of birth and address only of students they teach').check();
    await expectGoodInBothSchemes(admin);
    await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(see).toContainText('of the students they teach');
    const teacher = await as('teacher');
    await teacher.goto(`/teacher/students?search=${mark}`);
    await teacher.getByRole('button', { name: 'View Details' }).click();
    const dialog = teacher.getByRole('dialog', { name: `Olaf ${mark}` });
    await expect(dialog.getByText('Not shown to you')).toHaveCount(2);
    await expectGoodInBothSchemes(teacher);
  } finally {
    await callApi(admin.request, 'PATCH', '/settings', { needToKnow: false });
  }
});
