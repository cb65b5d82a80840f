import { expect, test } from '../support/campus.ts';

test('on a phone a teacher gives more time and withdraws it, marks work, returns it and reopens it', async ({
  as,
  hasTouch,
}) => {
  test.skip(!hasTouch, 'assignments.spec.ts does so on the desktop.');
  const page = await as('teacher');
  const main = page.getByRole('main');
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  const openWork = async (assignment: string, show: string): Promise<void> => {
    await page.goto('/teacher/assignments');
    await main.getByRole('link', { name: assignment }).click();
    await main.getByLabel('Show').selectOption({ label: show });
    await expect(page).toHaveURL(/show=/);
    await main.getByRole('list', { name: 'Students' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  };

  await openWork('Binary search trees', 'Not handed in');
  await button('Extend').click();
  const dialog = page.getByRole('dialog', { name: 'Extend the deadline' });
  const deadline = dialog.getByLabel('Deadline');
  const later = new Date(Date.parse(`${await deadline.inputValue()}Z`) + 86_400_000);
  await deadline.fill(later.toISOString().slice(0, 16));
  await dialog.getByLabel('Reason').fill('Ill');
  await dialog.getByRole('button', { name: 'Extend' }).click();
  await expect(main.getByText(/\(extended\)$/)).toBeVisible();
  await button('Change').click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(main.getByText('Extension withdrawn')).toBeVisible();
  await expect(button('Extend')).toBeFocused();

  await openWork('Process scheduling', 'To mark');
  await button('Give marks').click();
  const sheet = page.getByRole('dialog', { name: /^Marks: / });
  await sheet.getByLabel('Marks out of 25').fill('21');
  await sheet.getByRole('button', { name: 'Save and return' }).click();
  await expect(sheet).toBeHidden();
  await button('Marks: 21 of 25').click();
  await expect(sheet.getByText('The student sees these marks.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Reopen' }).click();
  await expect(sheet.getByText('Reopened: the student can hand in again.')).toBeVisible();
});
