import { expect, expectGoodInBothSchemes, test } from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

test('an administrator finds people, books, pages and actions by a few letters', async ({
  as,
  hasTouch,
}) => {
  const page = await as('admin');
  await page.goto('/admin/dashboard');
  const find = page.getByRole('combobox', { name: 'Search or go to' });
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  const button = page.getByRole('button', { name: 'Search or go to' });
  await expect(button).toBeVisible();
  if (hasTouch) await button.click();
  else await page.keyboard.press('Control+k');
  await expect(find).toBeFocused();

  await test.step('words in any order, without accents; keys move and open', async () => {
    await find.fill('sato karthik');
    await expect(option(/Karthik Sato/)).toHaveAttribute('aria-selected', 'true');
    await expect(option('Account')).toBeVisible();
    await expectGoodInBothSchemes(page);
    await find.fill('zoe sal');
    await expect(option(/Zoë Saleh/)).toHaveAttribute('aria-selected', 'true');
    await find.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Zoë Saleh' })).toBeFocused();
  });

  await test.step('Enter waits for the results of what is typed', async () => {
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await find.fill('sato karthik');
    await expect(option(/Karthik Sato/)).toHaveAttribute('aria-selected', 'true');
    const release = await delayRequests(page, '**/api/search?*');
    await find.fill('meera nair');
    await find.press('Enter');
    await find.press('End');
    await expect(find).toBeFocused();
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Meera Nair' })).toBeFocused();
  });

  await test.step('the record of another person does not open in the form of this one', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await find.fill('zoe sal');
    await expect(option(/Zoë Saleh/)).toHaveAttribute('aria-selected', 'true');
    await find.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Zoë Saleh' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  });

  await test.step('a page comes before actions whose names contain its name', async () => {
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await find.fill('students');
    await expect(option('Students').first()).toHaveAttribute('aria-selected', 'true');
    await find.press('Escape');
  });

  await test.step('actions only, people only, nothing', async () => {
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await find.fill('>book');
    await expect(option('Lend or return a book')).toBeVisible();
    await find.fill('>brief history');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await find.fill('@student');
    await expect(page.getByRole('group', { name: 'Students' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Pages' })).toHaveCount(0);
    await find.fill('no such thing at all');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await find.press('Escape');
    await expect(button).toBeFocused();
  });

  await test.step('the button that closes it names the key only where there is one', async () => {
    await button.click();
    const close = page.getByRole('button', { name: 'Close', exact: hasTouch });
    await expect(close.getByText('Esc')).toBeVisible({ visible: !hasTouch });
    await close.click();
    await expect(find).toBeHidden();
  });

  await test.step('a book opens the list that shows it', async () => {
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await find.fill('brief history');
    await option(/A Brief History of Time/).click();
    await expect(page).toHaveURL(/\/admin\/library\?search=/);
  });
});

test('a student is offered no people and no pages of other roles', async ({ as }) => {
  const page = await as('student');
  await page.goto('/student/dashboard');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  const find = page.getByRole('combobox', { name: 'Search or go to' });
  await find.fill('meera nair');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await find.fill('s');
  await expect(page.getByRole('option', { name: 'Set up a second factor' })).toBeVisible();
  for (const name of ['Settings', 'Students'])
    await expect(page.getByRole('option', { name, exact: true })).toHaveCount(0);
  await find.fill('data structures');
  await expect(page.getByRole('option', { name: /^Data Structures/ })).toBeVisible();
});

test('what is typed before the search is there does not get into the field behind it', async ({
  as,
  hasTouch,
}) => {
  test.skip(hasTouch, 'A phone has no keyboard.');
  const page = await as('admin');
  const release = await delayRequests(page, '**/assets/search-dialog*.js');
  await page.goto('/admin/students');
  const field = page.getByLabel('Find a student');
  await expect(field).toBeVisible();
  await field.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('meera');
  release();
  const find = page.getByRole('combobox', { name: 'Search or go to' });
  await expect(find).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
});

test('Escape before the search is there takes it back', async ({ as, hasTouch }) => {
  test.skip(hasTouch, 'A phone has no keyboard.');
  const page = await as('admin');
  const release = await delayRequests(page, '**/assets/search-dialog*.js');
  await page.goto('/admin/students');
  const field = page.getByLabel('Find a student');
  await expect(field).toBeVisible();
  await field.focus();
  const dialog = page.getByRole('dialog', { name: 'Search or go to' });
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeVisible();
  const arrived = page.waitForResponse('**/assets/search-dialog*.js');
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  release();
  const file = (await arrived).url();
  // It would open once the file has run.
  await page.evaluate(async (address) => void (await import(address)), file);
  await page.keyboard.type('me');
  await expect(field).toHaveValue('me');
  await expect(dialog).toHaveCount(0);
  // It opens as ever, at once by now.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused();
});
