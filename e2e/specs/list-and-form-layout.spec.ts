import { expect, test } from '../support/campus.ts';

// The test sets both widths itself.
test.skip(({ hasTouch }) => hasTouch);

/** The list and the form of each page, by SPEC's names where it has them. */
const pages = [
  ['admin', 'students', 'Student Records', 'Add Student'],
  ['admin', 'teachers', 'Faculty Directory', 'Add Faculty'],
  ['admin', 'library', 'Books', 'Add Book'],
  ['admin', 'exams', 'All Exams', 'Add Exam'],
  ['teacher', 'assignments', 'All Assignments', 'Add Assignment'],
] as const;

for (const [persona, path, list, action] of pages)
  test(`${path}: list and form are visible at 1280 by 720, and on a phone the list comes first`, async ({
    as,
  }) => {
    const page = await as(persona, { viewport: { width: 1280, height: 720 } });
    await page.goto(`/${persona}/${path}`);
    const region = page.getByRole('region', { name: list, exact: true });
    const button = page.getByRole('button', { name: action, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(region.getByRole('row').nth(4)).toBeInViewport({ ratio: 1 });
    const skip = page.getByRole('link', { name: 'Skip to the form' });
    await skip.focus();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await skip.press('Enter');
    await expect(page.locator('form', { has: button }).locator(':focus')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(region.getByRole('listitem').first()).toBeInViewport();
    const [first, second] = await Promise.all([region.boundingBox(), button.boundingBox()]);
    expect(first!.y).toBeLessThan(second!.y);
  });

test('students: a name that is one very long word stays in its list and does not cover the form', async ({
  as,
}) => {
  const page = await as('admin', { viewport: { width: 1440, height: 900 } });
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);
  await page.route('**/api/faculty/students/all*', async (route) => {
    const response = await route.fetch();
    const [first, ...others] = (await response.json()) as readonly { readonly name: string }[];
    await route.fulfill({ response, json: [{ ...first, name }, ...others] });
  });
  await page.goto('/admin/students');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Add Student' }).click({ trial: true });
  const region = page.getByRole('region', { name: 'Student Records', exact: true });
  const [card, table] = await Promise.all([
    region.boundingBox(),
    region.getByRole('table').boundingBox(),
  ]);
  expect(table!.x + table!.width).toBeLessThanOrEqual(card!.x + card!.width);
});
