import type { Page } from '@playwright/test';
import {
  anyWidth,
  expect,
  expectGoodInBothSchemes,
  expectGoodPage,
  test,
} from '../support/campus.ts';
import { delayRequests } from '../support/delay-requests.ts';

const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const send = (page: Page) => page.getByRole('button', { name: 'Send Announcement' });

test('what an administrator announces can be read by others until it is deleted', async ({
  as,
}) => {
  const words = `Tea at four ${Date.now().toString(36)}`;
  const student = await as('student');
  await student.goto('/student/communication');
  await expect(student.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
  await expect(item(student, 'Library hours extended')).toContainText('central library');
  await expectGoodInBothSchemes(student);

  const admin = await as('admin');
  await test.step('the administrator needs no more than a message', async () => {
    await admin.goto('/admin/communication');
    await expect(admin.getByRole('heading', { name: 'All Announcements' })).toBeVisible();
    await expect(message(admin)).toHaveAttribute('rows', '4');
    await expect(message(admin)).toHaveAttribute('required', '');
    await send(admin).click();
    await expect(admin.getByText('Please write a message')).toBeVisible();
    await expect(message(admin)).toBeFocused();
    await expectGoodInBothSchemes(admin);
    await message(admin).fill(`<b>${words}</b>\nBring a cup.`);
    await send(admin).click();
  });

  await test.step('an alert at the top right confirms it for five seconds, and the list is reloaded', async () => {
    const alert = admin.getByRole('status').filter({ hasText: 'Announcement sent successfully!' });
    await expect(alert).toBeVisible();
    await expect(alert.locator('[role=progressbar]')).toHaveCSS('animation-duration', '5s');
    const sent = item(admin, words);
    await expect(sent.getByRole('heading')).toHaveText('General Announcement');
    await expect(sent.getByText(words)).toHaveText(`<b>${words}</b>\nBring a cup.`, {
      useInnerText: true,
    });
    await expect(
      admin.getByRole('list', { name: 'Announcements' }).getByRole('listitem').first(),
    ).toContainText(words);
    await expect(message(admin)).toHaveValue('');
    await expect(message(admin)).toBeFocused();
    await expectGoodPage(admin);
    await expect(alert).toBeHidden();
  });

  await test.step('the student who has the page open sees it without doing anything', async () => {
    await expect(item(student, words)).toBeVisible();
  });

  await test.step('Delete acts at once', async () => {
    await item(admin, words).getByRole('button', { name: 'Delete' }).click();
    await expect(admin.getByText('Announcement deleted successfully!')).toBeVisible();
    await expect(item(admin, words)).toHaveCount(0);
    await student.reload();
    await expect(item(student, 'Library hours extended')).toBeVisible();
    await expect(item(student, words)).toHaveCount(0);
  });
});

test(
  'an announcement with a title, and one that is too long',
  anyWidth,
  async ({ as, expected }) => {
    expected.refusals.push(/^422 .*\/admin\/announcement$/);
    const title = `Founders’ Day ${Date.now().toString(36)}`;
    const admin = await as('admin');
    await admin.goto('/admin/communication');
    await message(admin).fill('x'.repeat(5001));
    await admin.getByLabel('Title').fill(title);
    await send(admin).click();
    await expect(admin.getByText('Failed to send announcement')).toBeVisible();
    await expect(admin.getByText('Message is longer than 5,000 characters')).toBeVisible();
    await expect(message(admin)).toBeFocused();
    await message(admin).fill('On the quad.');
    await send(admin).click();
    await expect(item(admin, title).getByRole('heading')).toHaveText(title);
    await item(admin, title).getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(item(admin, title)).toHaveCount(0);
  },
);

test('loading, empty and failed lists each say so', async ({ as, expected }) => {
  expected.refusals.push(/^404 .*\/Announcement\//);
  const listed = '**/api/all/announcement*';
  const admin = await as('admin');
  const teacher = await as('teacher');
  const answers = { 'x-total-count': '0' };
  const tryAgain = async (page: Page): Promise<void> => {
    // The page asks every 20 seconds by itself: an answer would take the button away before it is pressed.
    const answer = await delayRequests(page, listed);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.unroute(listed);
    answer();
  };

  await test.step('Loading...', async () => {
    const answer = await delayRequests(teacher, listed, { json: [], headers: answers });
    await teacher.goto('/teacher/communication');
    await expect(teacher.getByText('Loading...')).toBeVisible();
    answer();
    await expect(teacher.getByText('No announcements available')).toBeVisible();
    await expectGoodInBothSchemes(teacher);
  });

  await test.step('failed, and Try again', async () => {
    await teacher.unroute(listed);
    await teacher.route(listed, (route) => route.abort());
    await teacher.reload();
    await expect(teacher.getByRole('alert')).toContainText('Failed to load announcements');
    await expectGoodInBothSchemes(teacher);
    await tryAgain(teacher);
    await expect(item(teacher, 'Library hours extended')).toBeVisible();
  });

  await test.step('the administrator’s list is empty, with a small note when it failed', async () => {
    await admin.route(listed, (route) => route.fulfill({ json: [], headers: answers }));
    await admin.goto('/admin/communication');
    await expect(admin.getByText('No announcements yet.')).toBeVisible();
    await expectGoodInBothSchemes(admin);
    await admin.unroute(listed);
    await admin.route(listed, (route) => route.abort());
    await admin.reload();
    await expect(admin.getByText('The announcements could not be loaded.')).toBeVisible();
    await expect(admin.getByText('No announcements yet.')).toBeVisible();
    await tryAgain(admin);
    await expect(item(admin, 'Library hours extended')).toBeVisible();
  });

  await test.step('sending and deleting fail with the product’s messages', async () => {
    await admin.route('**/api/admin/announcement', (route) => route.abort());
    await message(admin).fill('Kept until it is sent.');
    await send(admin).click();
    await expect(admin.getByText('Failed to send announcement')).toBeVisible();
    await expect(message(admin)).toHaveValue('Kept until it is sent.');
    await admin.route('**/api/delete/Announcement/*', (route) =>
      route.continue({ url: route.request().url().replace(/\d+$/, '999999999') }),
    );
    await item(admin, 'Library hours').getByRole('button', { name: 'Delete' }).click();
    await expect(admin.getByText('Failed to delete announcement')).toBeVisible();
    await expect(item(admin, 'Library hours')).toBeVisible();
  });
});
