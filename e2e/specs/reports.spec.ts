import { readFile } from 'node:fs/promises';
import {
  anyWidth,
  expect,
  expectGoodInBothSchemes,
  expectGoodPage,
  test,
} from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

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
  await expect(page.getByRole('heading', { level: 2, name: 'Head count' })).toBeVisible();
  const programme = page.getByLabel('Programme');
  const course = (await programme.getByRole('option').nth(1).textContent()) ?? '';
  await programme.selectOption(course);
  await expect(page).toHaveURL(/course=/);
  const courses = table.locator('tbody td:first-child');
  await expect.poll(async () => [...new Set(await courses.allTextContents())]).toEqual([course]);

  for (const [format, signature] of [
    ['CSV', '\uFEFFProgramme,Semester'],
    ['Excel (XLSX)', 'PK'],
  ] as const) {
    await page.getByRole('button', { name: 'Download' }).click();
    await expectGoodPage(page);
    const download = page.waitForEvent('download');
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

test(
  'the filters of a report stay while it is asked for and when it is refused, and keep the focus',
  anyWidth,
  async ({ as, expected }) => {
    expected.refusals.push(/^422 .*\/api\/reports\/rolls-not-taken/);
    const page = await as('admin');
    await page.goto('/admin/reports?report=low-attendance');
    const below = page.getByLabel('Below');
    await expect(below).toHaveValue('75');
    await expect(below).toBeVisible();
    await below.focus();
    const address = '**/api/reports/low-attendance?*';
    const answer = await delayRequests(page, address);
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/below=80/);
    await expect(page.getByText('Loading report...')).toBeVisible();
    await expect(below).toBeFocused();
    await expect(below).toHaveValue('80');
    answer();
    await expect(page.getByText(/^[\d,]+ rows?$/)).toBeVisible();
    await expect(below).toBeFocused();

    await page.goto('/admin/reports?report=rolls-not-taken');
    const from = page.getByLabel('From');
    const to = page.getByLabel('To', { exact: true });
    await expect(to).not.toHaveValue('');
    const today = await to.inputValue();
    await expect(from).toBeVisible();
    await from.focus();
    await page.keyboard.type('01152199');
    await expect(page.getByRole('alert')).toHaveText(/^The day is still to come/);
    await expect(from).toBeFocused();
    await expect(from).toHaveValue('2199-01-15');
    await expect(to).toHaveValue(today);
    await from.fill(today);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(from).toBeFocused();
  },
);

test('a day is typed into a filter of a report', anyWidth, async ({ as }) => {
  const page = await as('admin');
  await page.goto('/admin/reports');
  const day = page.getByLabel('Day');
  await expect(day).toBeVisible();
  await day.focus();
  await page.keyboard.type('01152026');
  await expect(day).toHaveValue('2026-01-15');
  await expect(page).toHaveURL(/day=2026-01-15/);
  await page.keyboard.press('Backspace');
  await expect(page).not.toHaveURL(/day=/);
  await day.blur();
  await expect(day).not.toHaveValue('');
});
