import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/campus.ts';
import { markThroughApi, openClassOf, storedMarks } from '../support/classes.ts';

/** An A4 page without its margins, in CSS pixels. */
const landscape = { width: 1046, height: 717 };

const widthOfPaper = (page: Page): Promise<number> =>
  page
    .getByRole('table')
    .first()
    .evaluate((table) => table.getBoundingClientRect().right);

test('a name that is one very long word pushes no marks off the paper, and does not overflow on a phone', async ({
  adminApi,
  as,
}) => {
  const admin = await as('admin', { colorScheme: 'dark' });
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5);
  const klass = await openClassOf(adminApi, name);
  const [student] = await storedMarks(adminApi, klass);
  await markThroughApi(adminApi, klass, [
    { studentEmail: student?.studentEmail ?? '', present: true, remarks: name },
  ]);
  const roster = `/admin/attendance/${klass.subjectId}/${klass.date}/print`;
  const sheet = `/admin/attendance/${klass.subjectId}/sheet`;
  for (const address of [roster, sheet]) {
    await admin.goto(address);
    await expect(admin.getByRole('rowheader', { name })).toBeVisible();
    await expectGoodPage(admin);
  }
  await admin.emulateMedia({ media: 'print' });
  await admin.setViewportSize(landscape);
  await expect.poll(() => widthOfPaper(admin)).toBeLessThanOrEqual(landscape.width);
  // Even in the dark scheme: the margins have the page's colour.
  await expect(admin.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('on paper a list has no form that adds a record', async ({ as, hasTouch }) => {
  test.skip(hasTouch);
  const page = await as('admin');
  for (const [path, list, field] of [
    ['/admin/students', 'Student Records', 'Name'],
    ['/admin/library', 'Books', 'Author'],
    ['/admin/library', 'Books', 'Copy or ISBN'],
    ['/admin/exams', 'All Exams', 'Registration Number'],
  ] as const) {
    await page.emulateMedia({ media: null });
    await page.goto(path);
    await expect(page.getByLabel(field)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const card = page.getByRole('region', { name: list, exact: true });
    await expect(card).toBeVisible();
    await expect(page.getByLabel(field)).toBeHidden();
    const { width } = (await page.getByRole('main').boundingBox())!;
    expect((await card.boundingBox())!.width).toBeGreaterThan(width * 0.9);
  }
});

test('on paper a page has nothing to press, and a list that scrolls is whole', async ({
  as,
  hasTouch,
}) => {
  test.skip(hasTouch);
  const page = await as('admin');
  const pressed = page.getByRole('main').getByRole('button');
  for (const path of ['/admin/classes', '/admin/students/11']) {
    await page.emulateMedia({ media: null });
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Data Structures' }).first()).toBeVisible();
    await expect(pressed.first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(pressed.filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Skip/ }).filter({ visible: true })).toHaveCount(
      0,
    );
    for (const list of await page.getByRole('main').locator('[tabindex="0"]').all())
      await expect(list).toHaveCSS('overflow', 'visible');
  }
});
