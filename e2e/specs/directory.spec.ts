import { expect, expectGoodPage, showScheme, test } from '../support/campus.ts';

const call = /\/faculty\/all/;

test('a teacher looks colleagues up', async ({ as }) => {
  const page = await as('teacher');
  await page.goto('/teacher/teachers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teachers');
  await expect(page.getByText('Meera Nair')).toBeVisible();
  await expect(page.getByRole('link', { name: 'teacher@example.edu' })).toHaveAttribute(
    'href',
    'mailto:teacher@example.edu',
  );
  await expectGoodPage(page);
  await showScheme(page, 'dark');
  await expectGoodPage(page);

  const search = page.getByRole('searchbox', { name: 'Find a teacher' });
  await search.fill('meera');
  await expect(page.getByText('1 teacher', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=meera/);
  await search.fill('nobody at all');
  await expect(page.getByText('No teachers found')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Show all teachers' }).click();
  await expect(page.getByText('Meera Nair')).toBeVisible();
  await expect(search).toHaveValue('');
});

test('the directory page by page, while it is loading, and when it fails', async ({ as }) => {
  const page = await as('teacher');
  const teachers = Array.from({ length: 12 }, (_, at) => ({
    id: String(at + 1),
    name: `Teacher ${String(at + 1).padStart(2, '0')}`,
    email: `t${at + 1}@example.edu`,
    department: at === 0 ? null : 'Physics',
    active: true,
  }));
  const loaded = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await loaded.promise;
    const { searchParams } = new URL(route.request().url());
    const [at, size] = [Number(searchParams.get('page')) - 1, Number(searchParams.get('limit'))];
    await route.fulfill({
      json: teachers.slice(at * size, (at + 1) * size),
      headers: { 'x-total-count': '12' },
    });
  });
  await page.goto('/teacher/teachers');
  await expect(page.getByText('Loading teachers...')).toBeVisible();
  loaded.resolve();
  await expect(page.getByText('1–10 of 12')).toBeVisible();
  await expect(page.getByText('N/A')).toBeVisible();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText('Teacher 12')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.unroute(call);
  await page.route(call, (route) => route.abort());
  await page.goto('/teacher/teachers');
  await expect(page.getByText('Failed to fetch teachers. Please try again.')).toBeVisible();
  await expectGoodPage(page);
  await page.unroute(call);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Meera Nair')).toBeVisible();
});
