import type { APIRequestContext } from '@playwright/test';
import { callApi } from './call-api.ts';
import { expect, type Person } from './campus.ts';

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
  admin: {},
} as const;

const paths = { student: '/uploadStudent', teacher: '/uploadFaculty', admin: '/admins' } as const;

/** Adds a person for one test, who has chosen this password through the link in the mail. */
export const addPersonWithPassword = async (
  adminApi: APIRequestContext,
  role: keyof typeof paths,
  name: string,
  password: string,
  more: object = {},
): Promise<Person> => {
  const email = `${role}.${Date.now()}.${(added += 1)}@example.edu`;
  await callApi(adminApi, 'POST', paths[role], { name, email, ...fields[role], ...more });
  const text = async (address: string): Promise<string> => (await adminApi.get(address)).text();
  let mail: string | undefined;
  await expect(async () => {
    [, mail] =
      new RegExp(`href="(/demo/mail/\\d+)">[^<]*</a>\\s*<p>To ${email},`).exec(
        await text('/demo/mail'),
      ) ?? [];
    expect(mail).toBeDefined();
  }).toPass();
  const [link] = /http[^"<]+set-password#token=[^"<]+/.exec(await text(mail ?? '')) ?? [''];
  const chosen = await adminApi.post('/identity/reset-password', {
    data: { token: link.replace(/.*#token=/, ''), newPassword: password },
    headers: { origin: new URL(link).origin },
  });
  expect(chosen.status()).toBe(200);
  return { email, role, name, password };
};
