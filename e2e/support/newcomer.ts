import type { Page } from '@playwright/test';
import { expect } from './campus.ts';

let added = 0;

const fields = {
  student: { rollNo: null, course: 'B.Tech CSE', branch: 'Computer Science', semester: 5, year: 3 },
  teacher: {
    department: 'Physics',
    dob: '1981-09-12',
    contactNo: 9845011278,
    address: 'Quad 1',
    gender: 'Other',
  },
} as const;

/** Adds a person of a test’s own, who has chosen this password by the link in the mail. */
export const newcomer = async (
  admin: Page,
  role: 'student' | 'teacher',
  name: string,
  password: string,
): Promise<string> => {
  const email = `${role}.${Date.now()}.${(added += 1)}@example.edu`;
  await admin.goto('/admin/students');
  const token = await admin.evaluate(() => localStorage.getItem('authToken'));
  const path = role === 'student' ? '/api/uploadStudent' : '/api/uploadFaculty';
  const { request } = admin.context();
  const created = await request.post(path, {
    data: { name, email, ...fields[role] },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(created.status()).toBe(201);
  const mail = admin.getByRole('listitem').filter({ hasText: email }).getByRole('link');
  await expect(async () => {
    await admin.goto('/demo/mail');
    await expect(mail.first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.first().click();
  const link = await admin.getByRole('link', { name: /set-password/ }).getAttribute('href');
  const chosen = await request.post('/identity/reset-password', {
    data: { token: /#token=(.+)/.exec(link ?? '')?.[1], newPassword: password },
    headers: { origin: new URL(admin.url()).origin },
  });
  expect(chosen.status()).toBe(200);
  return email;
};

export const signInAs = async (page: Page, email: string, password: string): Promise<void> => {
  await page.goto('/signin');
  await page.getByLabel('University Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/dashboard$/);
};
