import { overflows } from '../support/axe.ts';
import { bearer, callApi } from '../support/call-api.ts';
import { expect, test } from '../support/campus.ts';
import { openClassOf } from '../support/classes.ts';

// The test sets both widths itself.
test.skip(({ hasTouch }) => hasTouch);

/** The list and the form of each page, by the specification's names where it has them. */
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

for (const width of [1440, 320])
  test(`a subject, its section and its teacher of one very long word each fit ${width} px`, async ({
    as,
    adminApi,
  }) => {
    const word = 'Donaudampfschifffahrtselektrizitaeten'.repeat(2);
    const email = `${word.toLowerCase()}.${width}@example.edu`;
    const admin = await as('admin', { viewport: { width, height: 900 } });
    const { id: teacherId } = await callApi(adminApi, 'POST', '/uploadFaculty', {
      name: word,
      department: word,
      email: email.slice(12),
      dob: '1981-09-12',
      contactNo: 9845011278,
      address: word,
      gender: 'Other',
    });
    const { subjectId } = await openClassOf(adminApi, 'Ada Lovelace');
    const subject = await adminApi.get(`/api/subjects/${subjectId}`, {
      headers: await bearer(adminApi),
    });
    await adminApi.patch(`/api/subjects/${subjectId}`, {
      headers: { ...(await bearer(adminApi)), 'if-match': subject.headers()['etag'] ?? '' },
      data: { subjectName: word, emailId: email.slice(12) },
    });
    await callApi(adminApi, 'POST', `/subjects/${subjectId}/sections`, { name: word.slice(0, 50) });
    await callApi(adminApi, 'POST', `/subjects/${subjectId}/sections/divide`);
    const { term } = await callApi<{ term: { id: string } }>(
      adminApi,
      'GET',
      `/subjects/${subjectId}`,
    );

    for (const path of [
      `attendance?search=${word}`,
      `classes/${subjectId}`,
      `teachers/${teacherId}`,
      `terms/${term.id}/close`,
    ])
      await test.step(path, async () => {
        await admin.goto(`/admin/${path}`);
        await expect(admin.locator('main').getByText(word).first()).toBeVisible();
        await expect(admin.locator('[data-skeleton]')).toHaveCount(0);
        expect(await overflows(admin)).toEqual([]);
      });

    await admin.goto(`/admin/classes/${subjectId}`);
    const name = admin.getByRole('region', { name: 'Students' }).getByText('Ada Lovelace');
    await expect(name).toBeVisible();
    expect((await name.boundingBox())!.width).toBeGreaterThan(80);

    await callApi(adminApi, 'DELETE', `/subjects/${subjectId}`);
  });
