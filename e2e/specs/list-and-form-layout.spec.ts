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
