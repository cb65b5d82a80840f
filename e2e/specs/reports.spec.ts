import { readFile } from 'node:fs/promises';
import { expect, expectGoodInBothSchemes, expectGoodPage, test } from '../support/campus.ts';

test('a report is chosen, narrowed, exported and printed', async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const table = page.getByRole('table');
  await expect(page.getByRole('heading', { level: 2, name: 'Head count' })).toBeVisible();
  await expect(table.getByRole('rowheader', { name: 'Total' })).toBeVisible();
  await expectGoodInBothSchemes(page);

  await page.getByLabel('Report', { exact: true }).selectOption('Accounts never used');
  await expect(page.getByRole('heading', { level: 2, name: 'Accounts never used' })).toBeVisible();
  await page.getByLabel('Report', { exact: true }).selectOption('Head count');
  const programme = page.getByLabel('Programme');
  const [, course = ''] = await programme.getByRole('option').allTextContents();
  await programme.selectOption(course);
  await expect(page).toHaveURL(/course=/);
  await expect(table.getByRole('cell', { name: course }).first()).toBeVisible();

  for (const [format, signature] of [
    ['CSV', '\uFEFFProgramme,Semester'],
    ['Excel (XLSX)', 'PK'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    await expectGoodPage(page);
    await page.getByRole('menuitem', { name: format }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.startsWith(signature)).toBe(true);
  }

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(`Programme: ${course}`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Head count' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toBeHidden();
  await expect(programme).toBeHidden();
  expect(await page.getByRole('main').innerText()).toMatch(
    /^\s*Northfield University\s+Head count/,
  );
});
