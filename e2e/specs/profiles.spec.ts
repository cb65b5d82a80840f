import type { Page } from '@playwright/test';
import { expect, expectGoodPage, showScheme, signIn, test } from '../support/campus.ts';
import { addPersonWithPassword } from '../support/person-with-password.ts';
import { square } from '../support/pictures.ts';

const secret = 'correct horse';
const red = square(64, [200, 30, 30]);
const blue = square(600, [30, 30, 200]);
const profileCall = /\/by-email\//;
const imageCall = /\/profile-image\//;
const uploadCall = /\/upload-image$/;

const picture = (page: Page) => page.getByRole('img', { name: /Profile picture of|you selected/ });
const pick = (page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  page.getByLabel('Profile image').setInputFiles(file);
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const preview = (page: Page) => page.getByText('Preview', { exact: true });
const saved = (page: Page) => page.getByText('Profile image updated successfully!');
/** The average colour of the picture shown, as `r,g,b` in rough steps. */
const colour = (page: Page): Promise<string> =>
  picture(page).evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const pen = canvas.getContext('2d');
    pen?.drawImage(image, 0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = pen?.getImageData(0, 0, 1, 1).data ?? [];
    return [r, g, b].map((part) => (part > 120 ? 'high' : 'low')).join(',');
  });
const isRed = 'high,low,low';
const isBlue = 'low,low,high';

test('a student reads their profile; what is missing is N/A', async ({ as }) => {
  const page = await as('student');
  const loaded = Promise.withResolvers<void>();
  await page.route(profileCall, async (route) => {
    const answer = await route.fetch();
    await loaded.promise;
    const profile = { ...(await answer.json()), contactNo: null, contactPhone: null, address: '' };
    await route.fulfill({ json: profile });
  });
  await page.goto('/student/settings');
  await expect(page.getByText('Loading profile...')).toBeVisible();
  loaded.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(page.getByRole('heading', { name: 'Aarav Mehta' })).toBeVisible();
  await expect(page.getByText('student@example.edu')).toBeVisible();
  const fields = ['University ID', 'Roll No', 'Course', 'Department', 'Semester', 'Year'];
  await expect(page.getByRole('term')).toHaveText([
    ...fields,
    'Date of Birth',
    'Contact Number',
    'Address',
  ]);
  await expect(page.getByRole('definition').filter({ hasText: 'N/A' })).toHaveCount(2);
  // Without an image the default is shown and none is requested (a 404 would fail this test).
  await expect(picture(page)).toHaveAttribute('src', /avatar-default|data:image\/svg/);
  await expectGoodPage(page);
  await showScheme(page, 'dark');
  await expectGoodPage(page);
});

for (const [role, title] of [
  ['student', 'Profile'],
  ['teacher', 'Settings & Profile'],
] as const)
  test(`a ${role}’s profile that cannot be loaded, or is empty`, async ({ as }) => {
    const page = await as(role);
    let answer: object | null = null;
    await page.route(profileCall, (route) =>
      answer ? route.fulfill({ json: answer }) : route.abort(),
    );
    await page.goto(`/${role}/settings`);
    await expect(page.getByText('Failed to load profile. Please try again.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectGoodPage(page);
    answer = {};
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No profile data available')).toBeVisible();
    await expectGoodPage(page);
    await showScheme(page, 'dark');
    await expectGoodPage(page);
  });

test('a picture is chosen, previewed, discarded, and not stored when the server refuses', async ({
  as,
  expected,
}) => {
  const page = await as('student');
  await page.goto('/student/settings');
  await expect(page.getByRole('heading', { name: 'Aarav Mehta' })).toBeVisible();
  await expect(page.getByLabel('Profile image')).toHaveAttribute(
    'accept',
    'image/jpeg,image/png,image/jpg',
  );

  // Files that are no picture or too large are refused before anything is sent.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Change image' }).press('Enter');
  await (await chooser).setFiles({ ...red, name: 'dance.gif', mimeType: 'image/gif' });
  await expect(page.getByRole('alert')).toHaveText('Please select an image file (JPEG, PNG)');
  await pick(page, { ...red, buffer: Buffer.alloc(2 * 1024 * 1024 + 1) });
  await expect(page.getByRole('alert')).toHaveText('Image size must be less than 2MB');
  await expectGoodPage(page);

  // Cancel leaves nothing behind, not even in the browser, while the server has no image.
  await page.evaluate(() => localStorage.setItem('profileImage', 'data:image/png;base64,AAAA'));
  await pick(page, red);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(preview(page)).toBeVisible();
  await expect(page.getByText(/^portrait-2026\.png · [\d.]+ KB$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
  await expectGoodPage(page);
  await showScheme(page, 'dark');
  await expectGoodPage(page);
  await showScheme(page, 'light');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(preview(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change image' })).toBeFocused();
  expect(await kept(page, 'profileImage')).toBeNull();

  // On failure the server's message is shown, or else the page's own.
  expected.refusals.push(/^50[03] .*upload-image$/);
  await page.route(uploadCall, (route) =>
    route.fulfill({ status: 503, json: { message: 'Come back at noon.', error: 'unavailable' } }),
  );
  await pick(page, red);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Come back at noon.');
  await page.unroute(uploadCall);
  await page.route(uploadCall, (route) => route.fulfill({ status: 500, body: 'gone' }));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to upload image. Please try again.');
  await page.unroute(uploadCall);
  await page.route(uploadCall, (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to upload image. Please try again.');
  await expect(preview(page)).toBeVisible();
  await expectGoodPage(page);
  await page.unroute(uploadCall);
});

test('a student changes the picture', async ({ adminApi, page }) => {
  await signIn(page, await addPersonWithPassword(adminApi, 'student', 'Ananya Iyer', secret));
  await page.goto('/student/settings');
  await pick(page, red);

  // Saving: busy meanwhile, confirmed for three seconds, kept in the browser.
  const sent = Promise.withResolvers<void>();
  await page.route(uploadCall, async (route) => {
    await sent.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  sent.resolve();
  await expect(saved(page)).toBeVisible();
  await expect(preview(page)).toHaveCount(0);
  expect(await colour(page)).toBe(isRed);
  expect(await kept(page, 'profileImage')).toMatch(/^data:image\/jpeg;base64,/);
  await expectGoodPage(page);
  await expect(saved(page)).toHaveCount(0);

  // Another picture is previewed and cancelled: the server's is back.
  await pick(page, blue);
  expect(await colour(page)).toBe(isBlue);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await colour(page)).toBe(isRed);

  // If the picture cannot be fetched, the kept one is shown and a warning logged.
  const warnings: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && warnings.push(line.text()));
  await page.route(imageCall, (route) => route.abort());
  await page.reload();
  await expect.poll(() => warnings.join()).toContain('The profile image could not be fetched');
  expect(await colour(page)).toBe(isRed);
  await page.unroute(imageCall);

  // A kept picture that is broken is replaced by the default.
  await page.route(imageCall, (route) => route.abort());
  await page.evaluate(() => localStorage.setItem('profileImage', 'data:image/png;base64,AAAA'));
  await page.reload();
  await expect(picture(page)).toHaveAttribute('src', /avatar-default|data:image\/svg/);
});

test('a teacher’s picture is the logo in the sidebar until they sign out', async ({
  adminApi,
  page,
}) => {
  const teacher = await addPersonWithPassword(adminApi, 'teacher', 'Dr. Indira Rao', secret);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, teacher);
  await page.goto('/teacher/settings');
  await expect(page.getByRole('heading', { name: 'Dr. Indira Rao' })).toBeVisible();
  await expect(page.getByRole('term')).toHaveText([
    'University ID',
    'Department',
    'Date of Birth',
    'Contact Number',
    'Address',
  ]);
  const logo = page
    .getByRole('navigation', { name: 'Main' })
    .locator('xpath=..')
    .locator('img')
    .first();
  await expect(logo).toHaveAttribute('src', /avatar-default|data:image\/svg/);

  await pick(page, blue);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(saved(page)).toBeVisible();
  const image = (await kept(page, 'teacherProfileImage')) ?? '';
  expect(image).toMatch(/^data:image\/jpeg;base64,/);
  await expect(logo).toHaveAttribute('src', image);

  // Changed in another tab; broken; and fetched again if none is kept.
  await page.evaluate(() => {
    localStorage.setItem('teacherProfileImage', 'data:image/png;base64,AAAA');
    window.dispatchEvent(new Event('storage'));
  });
  await expect(logo).toHaveAttribute('src', /avatar-default|data:image\/svg/);
  await page.evaluate(() => localStorage.removeItem('teacherProfileImage'));
  await page.goto('/teacher/students');
  await expect(logo).toHaveAttribute('src', image);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/signin/);
  expect(await kept(page, 'teacherProfileImage')).toBeNull();
});

test('an administrator gives a student a picture, which the student and teachers see', async ({
  adminApi,
  as,
  page,
}) => {
  const admin = await as('admin');
  const student = await addPersonWithPassword(adminApi, 'student', 'Noor Haddad', secret);
  await admin.goto(`/admin/students?search=${student.email}`);
  await admin.getByRole('link', { name: 'Noor Haddad' }).click();
  await expect(picture(admin)).toHaveAttribute('src', /avatar-default|data:image\/svg/);
  await pick(admin, red);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(saved(admin)).toBeVisible();
  expect(await colour(admin)).toBe(isRed);
  expect(await kept(admin, 'profileImage')).toBeNull();
  await expectGoodPage(admin);
  await signIn(page, student);
  await page.goto('/student/settings');
  await expect(picture(page)).toHaveAttribute('src', /^data:image\/jpeg/);
  expect(await colour(page)).toBe(isRed);
  const teacher = await as('teacher');
  await teacher.goto(`/teacher/students?search=${student.email}`);
  await teacher.getByRole('button', { name: 'View Details' }).click();
  await expect(picture(teacher)).toHaveAttribute('src', /^data:image\/jpeg/);
  await expectGoodPage(teacher);
});
