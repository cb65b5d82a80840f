import { identity, type ReplyOf } from '@campus/contract';
import { expect, test } from 'vitest';
import { readSession } from '../../lib/session.ts';
import {
  fakeServer,
  identityReply,
  reply,
  replyOutsideContract,
  tokenFor,
} from '../../testing/fake-server.ts';
import { startSession } from './sign-in.ts';

const login: ReplyOf<typeof identity.login> = {
  status: 'success',
  role: 'teacher',
  email: 'meera@example.edu',
  name: 'Meera Nair',
  redirectUrl: '/teacher/dashboard',
};
const campusAnswers = (answer: Response) =>
  fakeServer({
    'GET /identity/token': () => identityReply('/token', { token: tokenFor(login.email, 900) }),
    'POST /api/auth/login': () => answer,
  });

test('after signing in a person goes where the server sends them, or else to their own dashboard', async () => {
  campusAnswers(reply(identity.login, { ...login, redirectUrl: '/teacher/classes' }));
  expect(await startSession('')).toBe(`${window.location.origin}/teacher/classes`);
  campusAnswers(replyOutsideContract(200, { ...login, role: 'TEACHER', redirectUrl: '' }));
  expect(await startSession('')).toBe('/teacher/dashboard');
});

test('nobody is sent anywhere when the status is not success', async () => {
  campusAnswers(replyOutsideContract(200, { ...login, status: 'pending' }));
  await expect(startSession('')).rejects.toThrow();
  expect(readSession()).toBeNull();
});
