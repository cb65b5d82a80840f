import { handIns, identity, people, terms } from '@campus/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, identityReply, refusal, reply, tokenFor } from '../testing/fake-server.ts';
import { fakeUploads } from '../testing/fake-upload.ts';
import { aStudent, aStudentRow } from '../testing/people.ts';
import { CallError } from './call-error.ts';
import { call, callWithHeaders } from './call.ts';
import { onConfirmation } from './confirmation.ts';
import * as leave from './navigation.ts';
import { clearSession, readSession, saveSession } from './session.ts';

vi.mock('./navigation.ts', async (original) => ({
  ...(await original<typeof leave>()),
  navigateTo: vi.fn<(path: string) => void>(),
}));

const student = { name: 'Grace Hopper', email: 'grace@example.edu', rollNo: null };
const stored = aStudent(student);
const row = aStudentRow(student);

const email = 'ada@example.edu';
const signedIn = (token: string, as = email) =>
  saveSession({ token, role: 'TEACHER', email: as, name: 'Ada Byron' });

const add = () => call(people.createStudent, { body: student });

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('the call should have failed'),
    (error: unknown) => error as CallError,
  );

describe('a call', () => {
  beforeEach(() => {
    vi.mocked(leave.navigateTo).mockClear();
    clearSession();
    signedIn(tokenFor(email, 900));
  });

  it('writes the parameters into the path and sends the token', async () => {
    const path = '/api/students/by-email/a%2Fb%40example.edu';
    const seen = fakeServer({ [`GET ${path}`]: () => reply(people.studentByEmail, stored) });
    const given = await call(people.studentByEmail, { params: { email: 'a/b@example.edu' } });
    expect(given).toEqual(stored);
    expect(seen).toEqual([{ method: 'GET', path, token: readSession()?.token, body: '' }]);
  });

  it('sends the authToken of the browser’s storage as a bearer token', async () => {
    const token = tokenFor(email, 900, 7);
    localStorage.setItem('authToken', token);
    const sent: (string | null)[] = [];
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('authorization'));
      return reply(people.listStudents, []);
    });
    await call(people.listStudents);
    expect(sent).toEqual([`Bearer ${token}`]);
  });

  it('leaves out parameters that are not given', async () => {
    const seen = fakeServer({
      'GET /api/faculty/students/all': () => reply(people.listStudents, []),
    });
    await call(people.listStudents);
    await call(people.listStudents, { query: { search: undefined, limit: 10 } });
    expect(seen.map(({ path }) => path)).toEqual([
      '/api/faculty/students/all',
      '/api/faculty/students/all?limit=10',
    ]);
  });

  it('keeps null in a body', async () => {
    const seen = fakeServer({
      'POST /api/uploadStudent': () => reply(people.createStudent, stored),
    });
    await call(people.createStudent, { body: { ...student, course: null } });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ ...student, course: null });
  });

  it('accepts a reply without content', async () => {
    fakeServer({ 'POST /api/auth/logout': () => reply(identity.logout, undefined) });
    expect(await call(identity.logout)).toBeUndefined();
  });

  it('gives the version and the next page from the headers', async () => {
    const headers = { etag: '"7"', link: '</api/x?limit=2&cursor=b%2B7>; rel="next"' };
    fakeServer({
      'GET /api/faculty/students/all': () => reply(people.listStudents, [row], headers),
    });
    const answer = await callWithHeaders(people.listStudents, { query: { limit: 1 } });
    expect(answer).toMatchObject({ reply: [row], etag: '"7"', nextCursor: 'b+7' });
  });

  it('asks whether what was read before has changed, and returns the same object if not', async () => {
    const path = '/api/faculty/students/all';
    let now = { etag: '"1"', body: [row], total: '1' };
    const seen = fakeServer({
      [`GET ${path}`]: ({ ifNoneMatch }) => {
        const { etag, body, total } = now;
        const headers = { etag, 'x-total-count': total };
        if (ifNoneMatch === etag) return new Response(null, { status: 304, headers });
        return reply(people.listStudents, body, headers);
      },
    });
    const first = await callWithHeaders(people.listStudents);
    // Headers are taken from the new response, even of a 304.
    now = { ...now, total: '2' };
    const second = await callWithHeaders(people.listStudents);
    expect(second.reply).toBe(first.reply);
    expect([second.etag, second.headers.get('x-total-count')]).toEqual(['"1"', '2']);
    now = { etag: '"2"', body: [], total: '0' };
    expect(await call(people.listStudents)).toEqual([]);
    await call(people.listStudents, { query: { limit: 1 } });
    expect(seen.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([
      undefined,
      '"1"',
      '"1"',
      undefined,
    ]);
  });

  it('does not reuse replies given to another person or an earlier sign-in', async () => {
    const late = Promise.withResolvers<Response>();
    const answers = [
      late.promise,
      reply(people.listStudents, [], { etag: '"2"' }),
      reply(people.listStudents, [], { etag: '"3"' }),
    ];
    const seen = fakeServer({
      'GET /api/faculty/students/all': () => answers.shift() ?? reply(people.listStudents, []),
    });
    const asked = call(people.listStudents);
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    signedIn(tokenFor('eve@example.edu', 900), 'eve@example.edu');
    // The first person's response arrives after the second has signed in.
    late.resolve(reply(people.listStudents, [row], { etag: '"1"' }));
    await asked;
    await call(people.listStudents);
    clearSession();
    signedIn(tokenFor('eve@example.edu', 900), 'eve@example.edu');
    await call(people.listStudents);
    expect(seen.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined, undefined]);
  });

  it('keeps the latest replies, up to eight million characters', async () => {
    const name = 'x'.repeat(3_000_000);
    const seen = fakeServer({
      'GET /api/faculty/students/all': () =>
        reply(people.listStudents, [{ ...row, name }], { etag: '"1"' }),
    });
    const ask = (limit: number) => call(people.listStudents, { query: { limit } });
    for (const limit of [1, 2, 1, 3, 1, 2]) await ask(limit);
    expect(seen.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([
      undefined,
      undefined,
      '"1"',
      undefined,
      '"1"',
      // The second address was the least recently used one when the third was stored.
      undefined,
    ]);
  });

  it('shows the server’s own message when it refuses', async () => {
    const details = [{ field: 'email', message: 'Not an e-mail' }];
    fakeServer({
      'POST /api/uploadStudent': () =>
        refusal({ message: 'Please correct the e-mail.', error: 'invalid', details }),
    });
    const error = await failure(add());
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid',
      message: 'Please correct the e-mail.',
      details,
    });
  });

  it('has its own message when nothing answers, or something that is not Campus', async () => {
    fakeServer({
      'POST /api/uploadStudent': () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    });
    const down = await failure(call(people.listStudents));
    expect(down).toMatchObject({ status: 0, code: 'network' });
    expect(down.message).toMatch(/connection/);
    const proxy = await failure(add());
    expect(proxy).toMatchObject({ status: 502, code: 'unknown' });
    expect(proxy.message).not.toMatch(/gateway/i);
  });

  it.each([502, 504])(
    'says of a change to which a proxy answers %i that it may have been made, but not of a read',
    async (status) => {
      const proxy = () => new Response('<h1>Sorry</h1>', { status });
      fakeServer({ 'POST /api/uploadStudent': proxy, 'GET /api/faculty/students/all': proxy });
      expect(await failure(add())).toMatchObject({
        status,
        code: 'unknown',
        message: 'Campus did not answer. Check whether this was done before you try again.',
      });
      expect((await failure(call(people.listStudents))).message).not.toMatch(/Check whether/);
    },
  );

  it('says of a change without reply that it may have been made, but not of a dry run or when offline', async () => {
    fakeServer({});
    const perhapsDone = async (work: Promise<unknown>) =>
      (await failure(work)).message.startsWith('Campus did not answer.');
    const carry = { params: { termId: '7' }, body: { subjects: 'all' as const } };
    expect(await perhapsDone(add())).toBe(true);
    expect(await perhapsDone(call(terms.carryOver, { ...carry, query: {} }))).toBe(true);
    expect(await perhapsDone(call(terms.carryOver, { ...carry, query: { dryRun: 'true' } }))).toBe(
      false,
    );
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await perhapsDone(add())).toBe(false);
    online.mockRestore();
  });

  it('gives up a file once nothing of it was sent for a minute, and waits longer for the reply', async () => {
    const send = () =>
      failure(
        call(handIns.handItIn, {
          params: { assignmentId: '7', email },
          form: new FormData(),
          onProgress: () => undefined,
        }),
      );
    vi.useFakeTimers();
    try {
      const hasFailed = async (share: number): Promise<boolean> => {
        fakeUploads(() => new Promise<Response>(() => undefined), share);
        let error: CallError | undefined;
        void send().then((given) => (error = given));
        await vi.advanceTimersByTimeAsync(60_000);
        return error?.code === 'network';
      };
      expect(await hasFailed(0.4)).toBe(true);
      expect(await hasFailed(1)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks the person to confirm where that is needed, and sends the same call again', async () => {
    let asked = 0;
    const stop = onConfirmation(() => Promise.resolve((asked += 1) > 1));
    const seen = fakeServer({
      'POST /api/uploadStudent': () =>
        asked > 1
          ? reply(people.createStudent, stored)
          : refusal({ message: 'Please confirm.', error: 'confirmation_needed' }),
    });
    expect(await failure(add())).toMatchObject({
      code: 'confirmation_needed',
      message: 'You did not confirm that it is you, so nothing was done.',
    });
    expect(await add()).toEqual(stored);
    expect(seen).toHaveLength(3);
    expect(seen[2]?.body).toBe(seen[1]?.body);
    stop();
  });

  it('takes a person without the second factor they need to where it is set up', async () => {
    fakeServer({
      'POST /api/uploadStudent': () =>
        refusal({ message: 'Please set it up.', error: 'second_factor_needed' }),
    });
    expect(await failure(add())).toMatchObject({ message: 'Please set it up.' });
    expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/signin?set-up=app&next=%2F');
  });

  it('renews the token once after a 401 and repeats the call', async () => {
    const renewed = tokenFor(email, 900, 1);
    const seen = fakeServer({
      'GET /identity/token': () => identityReply('/token', { token: renewed }),
      'POST /api/uploadStudent': ({ token }) =>
        token === renewed
          ? reply(people.createStudent, stored)
          : refusal({ message: 'Please sign in.', error: 'unauthenticated' }),
    });
    await add();
    expect(seen.map(({ path }) => path)).toEqual([
      '/api/uploadStudent',
      '/identity/token',
      '/api/uploadStudent',
    ]);
    expect(seen[2]?.body).toBe(seen[0]?.body);
    expect(seen[2]?.body).toContain('Grace');
    expect(readSession()?.token).toBe(renewed);
  });

  it('takes the person to the sign-in page when the new token is refused as well', async () => {
    const seen = fakeServer({
      'GET /identity/token': () => identityReply('/token', { token: tokenFor(email, 900, 1) }),
      'POST /api/uploadStudent': () => refusal({ message: 'No.', error: 'unauthenticated' }),
    });
    const error = await failure(add());
    expect(error).toMatchObject({ status: 401, code: 'session_ended' });
    expect(seen).toHaveLength(3);
    expect(readSession()).toBeNull();
    expect(leave.navigateTo).toHaveBeenCalledExactlyOnceWith('/signin?next=%2F');
  });
});
