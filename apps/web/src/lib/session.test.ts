import { identity, terms } from '@campus/contract';
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  fakeServer,
  identityReply,
  reply,
  replyOutsideContract,
  tokenFor,
} from '../testing/fake-server.ts';
import { call } from './call.ts';
import * as leave from './navigation.ts';
import { freshToken, renew, SessionExpired } from './renewal.ts';
import { endSession, leaveToSignIn, onSessionEnd, onSessionHeld } from './session-end.ts';
import { readSession, saveSession } from './session.ts';
import { signOut } from './sign-out.ts';
import { listUnsent, readUnsent, remarksKey, saveUnsent } from './unsent.ts';

vi.mock('./navigation.ts', async (original) => ({
  ...(await original<typeof leave>()),
  navigateTo: vi.fn<(path: string) => void>(),
}));

const email = 'ada@example.edu';

/** What a dead connection answers. */
const never = new Promise<Response>(() => undefined);
const signedIn = (token: string) => saveSession({ token, role: 'Admin', email, name: 'Ada' });

beforeEach(() => {
  vi.mocked(leave.navigateTo).mockClear();
});

describe('the stored session', () => {
  it('gives the area of a role in upper or lower case', () => {
    signedIn('t');
    expect(readSession()).toEqual({ token: 't', role: 'admin', email, name: 'Ada' });
    expect(localStorage.getItem('userRole')).toBe('Admin');
  });

  it('is empty when the role is unknown', () => {
    saveSession({ token: 't', role: 'root', email, name: 'Ada' });
    expect(readSession()).toBeNull();
  });

  it('does not keep the pictures of the person before', () => {
    localStorage.setItem('profileImage', 'data:someone');
    signedIn('t');
    expect(localStorage.getItem('profileImage')).toBeNull();
  });
});

describe('renewal', () => {
  it('keeps a token that is still valid', async () => {
    const token = tokenFor(email, 900);
    signedIn(token);
    const seen = fakeServer({});
    expect(await freshToken()).toBe(token);
    expect(seen).toHaveLength(0);
  });

  it('asks once for any number of calls when the token is about to expire', async () => {
    signedIn(tokenFor(email, 30));
    const next = tokenFor(email, 900, 1);
    const seen = fakeServer({
      'GET /identity/token': () => identityReply('/token', { token: next }),
    });
    const tokens = await Promise.all(Array.from({ length: 8 }, () => freshToken()));
    expect(new Set(tokens)).toEqual(new Set([next]));
    expect(seen).toHaveLength(1);
    expect(localStorage.getItem('authToken')).toBe(next);
  });

  it('uses a token that another tab has already renewed', async () => {
    const spent = tokenFor(email, 900);
    signedIn(tokenFor(email, 900, 1));
    const seen = fakeServer({});
    expect(await renew(spent)).toBe(readSession()?.token);
    expect(seen).toHaveLength(0);
  });

  it('ends the session when the identity service no longer knows the person', async () => {
    signedIn(tokenFor(email, 0));
    fakeServer({ 'GET /identity/token': () => replyOutsideContract(401) });
    await expect(freshToken()).rejects.toBeInstanceOf(SessionExpired);
  });

  it('ends the session, and keeps nothing, when the service now knows someone else', async () => {
    const mine = tokenFor(email, 0);
    signedIn(mine);
    fakeServer({
      'GET /identity/token': () =>
        identityReply('/token', { token: tokenFor('eve@example.edu', 900) }),
    });
    await expect(freshToken()).rejects.toBeInstanceOf(SessionExpired);
    expect(readSession()?.token).toBe(mine);
  });

  it('goes on when the service knows the person by another e-mail than the campus', async () => {
    signedIn(tokenFor('ada.former@example.edu', 0));
    const next = tokenFor('ada.former@example.edu', 900);
    fakeServer({ 'GET /identity/token': () => identityReply('/token', { token: next }) });
    expect(await freshToken()).toBe(next);
  });

  it.each([
    ['goes on', email],
    ['ends, if the service knows someone else,', 'someone.else@example.edu'],
  ] as const)('%s when the stored token cannot be read', async (what, known) => {
    signedIn('no.longer.valid');
    const next = tokenFor(known, 900);
    fakeServer({ 'GET /identity/token': () => identityReply('/token', { token: next }) });
    const renewed = await freshToken().catch(() => null);
    expect(renewed).toBe(what === 'goes on' ? next : null);
  });

  it('goes on under the new e-mail, with what is unsent, when the campus has changed it', async () => {
    const renamed = 'ada.king@example.edu';
    signedIn(tokenFor(email, 0));
    saveUnsent(email, 'form:a', 'typed');
    saveUnsent(`b${email}`, 'form:a', 'of another person of this computer');
    localStorage.setItem(remarksKey(email), '["late"]');
    const next = tokenFor(renamed, 900, 0, email);
    fakeServer({ 'GET /identity/token': () => identityReply('/token', { token: next }) });
    expect(await freshToken()).toBe(next);
    expect(readSession()).toEqual({ token: next, role: 'admin', email: renamed, name: 'Ada' });
    expect(readUnsent(renamed, 'form:a')).toBe('typed');
    expect(localStorage.getItem(remarksKey(renamed))).toBe('["late"]');
    expect(listUnsent(email)).toEqual([]);
    expect(listUnsent(`b${email}`)).toEqual(['form:a']);
  });

  it('is given up when no answer comes, so that the next call can ask again', async () => {
    signedIn(tokenFor(email, 0));
    const asked = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(asked.signal);
    fakeServer({ 'GET /identity/token': () => never });
    const renewal = freshToken();
    asked.abort(new DOMException('', 'TimeoutError'));
    await expect(renewal).rejects.toMatchObject({ code: 'network' });
    const next = tokenFor(email, 900);
    fakeServer({ 'GET /identity/token': () => identityReply('/token', { token: next }) });
    expect(await freshToken()).toBe(next);
  });

  it('does not hold up a call that is given up meanwhile', async () => {
    signedIn(tokenFor(email, 0));
    const later = Promise.withResolvers<Response>();
    fakeServer({ 'GET /identity/token': () => later.promise });
    const given = new AbortController();
    const answer = call(terms.listTerms, { signal: given.signal });
    given.abort(new DOMException('', 'TimeoutError'));
    await expect(answer).rejects.toMatchObject({ code: 'network' });
    later.resolve(replyOutsideContract(503));
  });

  it('keeps the person signed in while the service cannot be reached', async () => {
    signedIn(tokenFor(email, 0));
    fakeServer({});
    await expect(freshToken()).rejects.toMatchObject({ code: 'network' });
    expect(readSession()).not.toBeNull();
  });
});

describe('the end of a session', () => {
  it('lets a page keep its work and asks to sign in in another tab', () => {
    signedIn(tokenFor(email, 0));
    const held = vi.fn<() => void>();
    const offHeld = onSessionHeld(held);
    const offHook = onSessionEnd(() => 'hold');
    endSession();
    expect(held).toHaveBeenCalledOnce();
    expect(leave.navigateTo).not.toHaveBeenCalled();
    offHook();
    offHeld();
    leaveToSignIn();
    expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/signin?next=%2F');
  });

  it('leaves the name to pages that are drawn only now, while the browser goes to the sign-in page', async () => {
    signedIn(tokenFor(email, 0));
    const { usePerson } = await import('./use-session.ts');
    leaveToSignIn();
    expect(renderHook(usePerson).result.current.email).toBe(email);
  });

  it('by signing out informs both servers and deletes everything, pictures too', async () => {
    const token = tokenFor(email, 900);
    signedIn(token);
    localStorage.setItem('profileImage', 'data:a');
    localStorage.setItem('teacherProfileImage', 'data:b');
    localStorage.setItem(remarksKey(email), '["Her mother called"]');
    const order: string[] = [];
    const seen = fakeServer({
      'POST /api/auth/logout': async () => {
        await Promise.resolve();
        order.push('the campus has answered');
        return reply(identity.logout, undefined);
      },
      'POST /identity/sign-out': () => {
        order.push('the session ends');
        return identityReply('/sign-out', { success: true });
      },
    });
    await signOut();
    expect(seen.map(({ path }) => path)).toEqual(['/api/auth/logout', '/identity/sign-out']);
    // The application server accepts no token of a session that has ended.
    expect(order).toEqual(['the campus has answered', 'the session ends']);
    expect(seen[0]?.token).toBe(token);
    expect(localStorage).toHaveLength(0);
    expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/signin');
  });

  it('stops all requests once the person signs out', async () => {
    signedIn(tokenFor(email, 900));
    const seen = fakeServer({
      'POST /api/auth/logout': () => reply(identity.logout, undefined),
      'POST /identity/sign-out': () => identityReply('/sign-out', { success: true }),
    });
    const leaving = signOut();
    void call(terms.listTerms);
    await leaving;
    expect(seen.map(({ path }) => path)).toEqual(['/api/auth/logout', '/identity/sign-out']);
  });

  it('by signing out deletes the person’s data even if no server ever answers', async () => {
    signedIn(tokenFor(email, 900));
    const asked = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(asked.signal);
    fakeServer({ 'POST /api/auth/logout': () => never });
    const leaving = signOut();
    asked.abort(new DOMException('', 'TimeoutError'));
    await leaving;
    expect(localStorage).toHaveLength(0);
    expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/signin');
  });

  it('by signing out deletes the person’s data even without a connection', async () => {
    signedIn(tokenFor(email, 900));
    fakeServer({});
    await signOut();
    expect(localStorage).toHaveLength(0);
    expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/signin');
  });
});
