import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, expectGoodInBothSchemes, test } from '../support/campus.ts';

const fixtures = join(import.meta.dirname, '../../apps/server/src/features/move-in/fixtures');

test('subjects move in from another system: columns, dry run, batch, repeated, and undone', async ({
  as,
  expected,
}, { project }) => {
  test.slow();
  const mark = `${project.name}${Date.now().toString(36)}`;
  const admin = await as('admin');
  await admin.goto('/admin/settings');
  await admin.getByRole('link', { name: 'Move in from another system' }).click();
  await expect(admin.getByRole('heading', { name: 'Move in', level: 1 })).toBeVisible();
  const classes = readFileSync(join(fixtures, 'oneroster-classes.csv'), 'utf8')
    .replaceAll(/(AL1|BO1|class-\d)/g, `$1${mark}`)
    .replaceAll('term-1', '')
    .replaceAll('dana@example.edu', 'nobody@example.edu');
  const choose = (content: string) =>
    admin
      .getByLabel('CSV file with subjects')
      .setInputFiles({ name: 'classes.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  /** The name and the content of a file of what the dry run found. */
  const downloadAs = async (part: Locator, format: string) => {
    await part.getByRole('button', { name: 'Download' }).click();
    const download = admin.waitForEvent('download');
    await admin.getByRole('menuitem', { name: format }).click();
    const saved = await download;
    return [saved.suggestedFilename(), readFileSync(await saved.path(), 'utf8')] as const;
  };

  await test.step('a column with another name is mapped, and unknown people are named in their cells', async () => {
    await choose(classes);
    await admin.getByLabel('metadata.teacher').selectOption('Teacher Email');
    await expect(admin.getByText('2 rows need a fix')).toBeVisible();
    await expect(
      admin.getByText(/No teacher has this e-mail\. Most like it:/).first(),
    ).toBeVisible();
    await expectGoodInBothSchemes(admin);
  });

  const teacher = 'teacher@example.edu';
  const good = classes.replaceAll('nobody@example.edu', teacher);
  await test.step('all subjects that are in Campus and not in the file are in a file', async () => {
    await choose(good);
    const absent = admin.getByRole('group').filter({ hasText: 'in Campus and not in the file' });
    await absent.getByText(/they stay/).click();
    const [name, content] = await downloadAs(absent, 'CSV');
    expect(name).toBe('subjects-absent.csv');
    expect(content).toMatch(/^\uFEFFIn Campus and not in the file\r\n.+/);
  });

  await test.step('what is ready is moved in as a batch', async () => {
    await admin.getByRole('button', { name: 'Move in 2 subjects' }).click();
    await expect(admin.getByText('2 subjects were added or changed.')).toBeVisible();
    await expect(admin.getByText('Added 2 subjects').first()).toBeVisible();
  });

  await test.step('the same file again changes nothing', async () => {
    await choose(good);
    await expect(admin.getByText('2 rows are unchanged')).toBeVisible();
    await admin.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(admin.getByText('Everything in the file is already in Campus.')).toBeVisible();
  });

  await test.step('totals of the other system are compared, and each difference links to its record', async () => {
    await admin.getByRole('link', { name: 'compare the totals' }).click();
    await expect(admin.getByRole('heading', { name: 'Compare totals', level: 1 })).toBeVisible();
    await admin.getByLabel('CSV file with totals').setInputFiles({
      name: 'totals.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Subject,Enrolled,Classes\nAL1${mark},12,0\nBO1${mark},0,\n`),
    });
    await expect(admin.getByText('1 row differs')).toBeVisible();
    await expect(admin.getByText('1 row agrees')).toBeVisible();
    await expectGoodInBothSchemes(admin);
    const differences = admin.getByRole('list', { name: 'Differences' });
    await expect(differences.getByText(/Enrolled: Campus has 0, the file 12/)).toBeVisible();
    const found = admin.getByRole('region', { name: 'Differences' });
    expect(await downloadAs(found, 'CSV')).toEqual([
      'totals-changes.csv',
      '\uFEFFRow,Record,Field,In Campus,In the file\r\n2,Algebra,Enrolled,0,12\r\n',
    ]);
    const [name, workbook] = await downloadAs(found, 'Excel (XLSX)');
    expect([name, workbook.slice(0, 2)]).toEqual(['totals-changes.xlsx', 'PK']);
    await differences.getByRole('link').first().click();
    await expect(admin.getByRole('heading', { name: 'Algebra', level: 1 })).toBeVisible();
    await expect(admin.getByText(`AL1${mark}`).first()).toBeVisible();
    await admin.goto('/admin/move-in');
  });

  await test.step('past marks: what “late” counts as is chosen with the column, and a warning says that they cannot be undone', async () => {
    const dayBefore = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const rows = ['Present', 'Late'].map(
      (code, at) => `student@example.edu,AL1${mark},${dayBefore(at + 1)},${code},yes`,
    );
    await admin.getByLabel('What the file holds').selectOption('past-marks');
    await expect(admin.getByText(/Marks are never deleted/)).toBeVisible();
    await admin.getByLabel('CSV file with past marks').setInputFiles({
      name: 'marks.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['Email,Course,Date,Attendance Code,Outside Enrolment', ...rows].join('\n'),
      ),
    });
    await admin.getByLabel('Attendance Code').selectOption('Mark');
    await expect(admin.getByText('1 row needs a fix')).toBeVisible();
    await expect(admin.getByText(/where some were late, the column is/)).toBeVisible();
    await expectGoodInBothSchemes(admin);
    await admin.getByLabel('Attendance Code').selectOption('Mark (late is present)');
    await expect(admin.getByRole('button', { name: 'Move in 2 past marks' })).toBeVisible();
  });

  await test.step('a OneRoster ZIP is chosen once, and its kinds are moved in step by step', async () => {
    const download = admin.waitForEvent('download');
    await admin.getByRole('button', { name: 'OneRoster ZIP' }).click();
    const name = 'roster.zip';
    const buffer = readFileSync(await (await download).path());
    await admin.getByLabel('What the file holds').selectOption('subjects');
    await admin
      .getByLabel('CSV file with subjects')
      .setInputFiles({ name, mimeType: 'application/zip', buffer });
    const step = admin.getByRole('list', { name: 'Steps' }).locator('[aria-current]');
    const unchanged = admin.getByText(/rows? (is|are) unchanged/);
    await expect(step).toHaveText(/Terms/);
    await expect(admin.getByText(/Ignored: people/)).toBeVisible();
    await expect(unchanged).toBeVisible();
    await expectGoodInBothSchemes(admin);
    await admin.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(admin.getByText('Everything in the file is already in Campus.')).toBeVisible();
    await expect(step).toHaveText(/Subjects/);
    await expect(admin.getByText(name, { exact: true })).toBeVisible();
    await expect(unchanged).toBeVisible();
    for (const next of ['Enrolments', 'Also teaching']) {
      await admin.getByRole('button', { name: 'Skip this step' }).click();
      await expect(step).toHaveText(new RegExp(next));
    }
    await expect(admin.getByRole('button', { name: 'Skip this step' })).toBeHidden();
    await admin.getByLabel('What the file holds').selectOption('subjects');
  });

  await test.step('and the batch is undone', async () => {
    await admin.getByRole('button', { name: 'Undo' }).first().click();
    await admin.getByRole('button', { name: 'Undo 2 subjects' }).click();
    await expect(admin.getByText('Undone: Added 2 subjects')).toBeVisible();
    await expect(admin.getByText(/Undone by/).first()).toBeVisible();
  });
  expect(expected.refusals).toEqual([]);
});
