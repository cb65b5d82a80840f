import { type Page, type Route } from '@playwright/test';
import { callApi } from '../support/call-api.ts';
import {
  anyWidth,
  expect,
  expectAnswered,
  expectGoodInBothSchemes,
  openMenu,
  password,
  people,
  test,
} from '../support/campus.ts';
import { square } from '../support/pictures.ts';

const text = (page: Page) => page.getByLabel('Your text');
const offer = (page: Page) => page.getByText(/^You began this on .* Keep it or start again\.$/);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const fileNamed = (name: string, mimeType: string) => ({
  name,
  mimeType,
  buffer: Buffer.from(name),
});

const begin = async (page: Page, words: string): Promise<void> => {
  await page.goto('/student/assignments');
  await page.getByRole('link', { name: 'Process scheduling' }).click();
  // Opened from the list: its heading has the focus and is announced.
  const heading = page.getByRole('heading', { level: 1, name: 'Process scheduling' });
  await expect(heading).toBeFocused();
  await expect(page.locator('[aria-live="polite"]').first()).toHaveText(/^Process scheduling/);
  await text(page).fill(words);
};

/** Ends the session of a page from elsewhere. */
const endSession = async (page: Page): Promise<void> => {
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  await expectAnswered(page);
  const headers = { authorization: `Bearer ${token}` };
  await page.context().request.post('/api/auth/logout', { headers });
  await page.context().clearCookies();
};

test('what was typed survives a reload and the end of a session, and can be restored', async ({
  as,
  expected,
}) => {
  expected.refusals.push(/^401 /);
  const page = await as('student');
  await begin(page, 'Round robin, because it is fair.');
  const address = page.url();
  await page.reload();
  await expect(text(page)).toHaveValue('Round robin, because it is fair.');
  await expect(offer(page)).toBeVisible();
  await expectGoodInBothSchemes(page);

  await endSession(page);
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in to continue.');
  await expectGoodInBothSchemes(page);
  await page.getByLabel('University Email').fill(people.student.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign In');
  await expect(page).toHaveURL(address);
  await expect(text(page)).toHaveValue('Round robin, because it is fair.');
  await press(page, 'Start again');
  await expect(text(page)).toHaveValue('');
  await expect(text(page)).toBeFocused();
  await page.reload();
  await expect(text(page)).toHaveValue('');
});

const ended = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: 'Your session has ended' });

test('files chosen for a hand-in stay when the session ends, even if nothing was typed', async ({
  as,
  expected,
}) => {
  expected.refusals.push(/^401 /);
  const page = await as('student');
  await begin(page, '');
  const files = ['one.txt', 'two.txt'].map((name) => fileNamed(name, 'text/plain'));
  await page.getByLabel('Files', { exact: true }).setInputFiles(files);
  await endSession(page);
  await press(page, 'Hand in');
  await expect(ended(page)).toBeVisible();
  const chosen = page.getByRole('list', { name: 'Files chosen', includeHidden: true });
  await expect(chosen).toContainText(/one\.txt.*two\.txt/);
});

test('a picture chosen for the profile stays when the session ends', async ({ as, expected }) => {
  expected.refusals.push(/^401 /);
  const page = await as('student');
  await page.goto('/student/settings');
  await page.getByLabel('Profile image').setInputFiles(square(64, [200, 30, 30]));
  await endSession(page);
  await press(page, 'Save');
  await expect(ended(page)).toBeVisible();
  await expect(page.getByText(/^portrait-2026\.png/)).toBeAttached();
});

test('a calendar chosen to be uploaded stays when the session ends', async ({ as, expected }) => {
  expected.refusals.push(/^401 /);
  const page = await as('admin');
  await page.goto('/admin/events');
  await press(page, 'Update Calendar');
  await page.getByLabel('PDF file').setInputFiles(fileNamed('plan.pdf', 'application/pdf'));
  await endSession(page);
  await press(page, 'Upload');
  await expect(ended(page)).toBeVisible();
  await expect(page.getByText('plan.pdf')).toBeAttached();
});

test('what was typed for one student’s leave survives a reload', anyWidth, async ({ as }) => {
  const page = await as('admin');
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await page.goto('/admin/students/11');
  await press(page, 'Leave of absence');
  await reason.fill('A semester abroad');
  await page.reload();
  await press(page, 'Leave of absence');
  await expect(reason).toHaveValue('A semester abroad');
  await expect(offer(page)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(reason).toBeHidden();
});

test(
  'a subject unticked for one student’s change of programme stays unticked after a reload',
  anyWidth,
  async ({ as, adminApi }) => {
    const course = `Drafts ${Date.now()}`;
    const { id } = await callApi(adminApi, 'POST', '/enrollments/create-for-all', {
      subjectName: `Optics of ${course}`,
      subjectCode: `OD${Date.now()}`.slice(0, 15),
      credits: 2,
      emailId: people.teacher.email,
      audience: { course },
    });
    const page = await as('admin');
    const dialog = page.getByRole('dialog');
    const optics = dialog.getByRole('checkbox', { name: `Optics of ${course}` });
    await page.goto('/admin/students/11');
    await press(page, 'Change of programme');
    await dialog.getByLabel('First day in it').fill('2026-01-05');
    await dialog.getByLabel('Course').fill(course);
    await optics.uncheck();
    await page.reload();
    await press(page, 'Change of programme');
    await expect(offer(page)).toBeVisible();
    await expect(optics).not.toBeChecked();
    await expect(optics).toHaveAccessibleDescription('Not enrolled');
    await press(page, 'Start again');
    await dialog.getByLabel('First day in it').fill('2026-01-05');
    await dialog.getByLabel('Course').fill(course);
    await expect(optics).toBeChecked();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await callApi(adminApi, 'DELETE', `/subjects/${id}`);
  },
);

test('signing out asks first if something typed is not sent, and then deletes it', async ({
  as,
}) => {
  const page = await as('student');
  await begin(page, 'First come, first served.');
  await openMenu(page);
  await press(page, 'Sign out');
  const question = page.getByRole('dialog', { name: 'Sign out with unsent text?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(text(page)).toHaveValue('First come, first served.');
  await openMenu(page);
  await press(page, 'Sign out');
  await question.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(page).toHaveURL(/\/signin/);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key.startsWith('campus-unsent'))).toEqual([]);
});

test('two tabs with the same form do not overwrite each other without asking', async ({ as }) => {
  const page = await as('student');
  await begin(page, 'Here');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toContain(String.raw`\"Here\"`);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(text(other)).toHaveValue('Here');
  await text(other).fill('There');
  const notice = page.getByText('You are editing this in another tab, too.');
  await expect(notice).toBeVisible();
  await expect(text(page)).toHaveValue('Here');
  await press(page, 'Keep this one');
  await expect(notice).toBeHidden();
  await expect(other.getByText('You are editing this in another tab, too.')).toBeVisible();
  await expect(text(other)).toHaveValue('There');
  await other.close();
  await page.reload();
  await expect(text(page)).toHaveValue('Here');
  await press(page, 'Start again');
});

test('Cancel discards a form in a window, Escape keeps it; passwords are never kept', async ({
  as,
  hasTouch,
}) => {
  test.skip(hasTouch, 'A phone has no Escape.');
  const page = await as('admin');
  await page.goto('/admin/terms');
  const dialog = page.getByRole('dialog', { name: 'Plan Term' });
  const name = dialog.getByLabel('Name');
  const plan = () => press(page, 'Plan Term');
  await plan();
  await name.fill('Summer school');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await plan();
  await expect(name).toHaveValue('Summer school');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await plan();
  await expect(name).toHaveValue('');
  await page.keyboard.press('Escape');

  await page.goto('/admin/security');
  await page.getByLabel('Current password').fill('campus-demo-1');
  await page.getByLabel('New password').fill('a-longer-secret');
  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await page.reload();
  expect(await kept()).not.toContain('a-longer-secret');
  expect(await kept()).not.toContain('campus-demo-1');
});

test('what was refused can be restored, too', async ({ as, expected }) => {
  expected.refusals.push(/^503 /);
  const page = await as('student');
  await begin(page, 'Shortest job first.');
  const refuse = (route: Route) =>
    route.request().method() === 'PUT' || route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Campus is busy.' } })
      : route.continue();
  await page.route('**/api/assignments/**', refuse);
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  await expect(page.getByText('Campus is busy.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hand in', exact: true })).toBeFocused();
  await page.unroute('**/api/assignments/**');
  await page.reload();
  await expect(text(page)).toHaveValue('Shortest job first.');
  await press(page, 'Start again');
});
