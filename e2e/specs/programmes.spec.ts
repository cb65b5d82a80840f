import { readFile } from 'node:fs/promises';
import { callApi } from '../support/call-api.ts';
import { expect, expectGoodInBothSchemes, expectGoodPage, test } from '../support/campus.ts';

test('spellings of a course are merged, and forms and files use the remaining name', async ({
  as,
  adminApi,
}, { project }) => {
  const own = project.name === 'phone' ? 'Zytology' : 'Zoometry';
  const add = (email: string, course: string) =>
    callApi(adminApi, 'POST', '/uploadStudent', { name: 'Zoe Zander', email, course });
  await add(`zoe.a@${own}.example.edu`, `B.${own}`);
  await add(`zoe.b@${own}.example.edu`, `B. ${own}`);
  const page = await as('admin');
  await page.goto('/admin/students');
  await page.getByRole('link', { name: 'Programmes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const list = page.getByRole('region', { name: 'Programmes', exact: true });
  const row = (name: string) =>
    list.getByRole(project.name === 'phone' ? 'listitem' : 'row').filter({ hasText: name });
  await expect(row(`B. ${own}`)).toContainText('Not confirmed');
  await expectGoodInBothSchemes(page);
  if (project.name === 'desktop') {
    // However long the line below the title is.
    const [title, action] = await Promise.all(
      [page.locator('h1'), page.getByRole('button', { name: 'Add Programme' })].map((one) =>
        one.boundingBox(),
      ),
    );
    expect(action!.y).toBeLessThan(title!.y + title!.height);
  }

  await page.getByRole('button', { name: new RegExp(`^Merge B\\. ?${own}`) }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge spellings' });
  await dialog.getByLabel('Name that stays').selectOption(`B.${own}`);
  await expect(dialog.getByText(`B. ${own} → B.${own}:`)).toBeVisible();
  await expect(dialog.getByRole('status').filter({ hasText: '1 student' })).toBeVisible();
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(`B.${own}`)).toContainText(`Also written B. ${own}`);
  await expect(row(`B.${own}`)).not.toContainText('Not confirmed');

  await page.getByRole('button', { name: `Actions for B.${own}` }).click();
  const edit = page.getByRole('menuitem', { name: 'Edit', exact: true });
  await expect(edit).toBeFocused();
  await expectGoodPage(page);
  await edit.click();
  await page.getByLabel('Semesters').fill('8');
  await page.getByLabel('Branches').fill('Wings\nFins');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(`B.${own}`)).toContainText('Fins, Wings');
  const downloads = page.getByRole('button', { name: 'Download' });
  await expect(downloads.first()).toHaveAccessibleDescription('Programmes');
  await expect(downloads.last()).toHaveAccessibleDescription('Departments');
  await list.getByRole('button', { name: 'Download' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(
    `B.${own},B. ${own},yes,,,8,"Fins; Wings",2\r\n`,
  );

  await page.goto('/admin/students');
  await page.getByLabel('Course', { exact: true }).last().click();
  await expect(page.locator(`datalist option[value="B.${own}"]`)).toHaveCount(1);
  await page.getByRole('tab', { name: 'Bulk Upload' }).click();
  await page.setInputFiles('input[type=file]', {
    name: 'students.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name,Email,Course\nZed,zed@${own}.example.edu,b ${own.slice(0, -1)}\n`),
  });
  const hints = page.getByRole('region', { name: 'Did you mean' });
  await expect(hints).toContainText(`did you mean B.${own}?`);
  await hints.getByRole('button', { name: `Take B.${own}` }).click();
  await expect(hints).toContainText(`read as B.${own}`);
  await expectGoodPage(page);
});

test('a department is added, and ends in another', async ({ as, adminApi }, { project }) => {
  const own = `Mycology ${project.name} ${Date.now().toString(36)}`;
  await callApi(adminApi, 'POST', '/departments', { name: own, code: null });
  const page = await as('admin');
  await page.goto('/admin/programmes');
  await page.getByRole('button', { name: 'Add Department' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Department' });
  await adding.getByLabel('Name').fill(`Fungi of ${own}`);
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Fungi of ${own} is saved.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Department' })).toBeFocused();

  await page.getByRole('button', { name: `Actions for Fungi of ${own}` }).click();
  await page.getByRole('menuitem', { name: 'Merge into another…' }).click();
  const merging = page.getByRole('dialog', { name: 'Merge spellings' });
  await merging.getByLabel('Name that stays').selectOption(own);
  await expect(merging.getByText(`Fungi of ${own} → ${own}:`)).toBeVisible();
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(merging).toBeHidden();
  await expect(page.getByText(`Also written Fungi of ${own}`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Actions for Fungi of ${own}` })).toBeHidden();
});
