import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testCampus, type TestCampus } from '../testing/test-campus.ts';

const lines: string[] = [];
let campus: TestCampus;

beforeAll(async () => {
  campus = await testCampus({
    withIdentity: true,
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
  });
});
afterAll(() => campus.close());

const askedAs = async (requestId?: string, path = '/api/institution') => {
  lines.length = 0;
  const headers = requestId === undefined ? {} : { 'x-request-id': requestId };
  const answer = await campus.nobody.get(path, headers);
  return {
    answered: answer.headers['x-request-id'],
    logged: lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId),
  };
};

test.each(['4bf92f3577b34da6a3ce929d0e0e4736', 'Root=1-67891233-abcdef012345678912345678'])(
  'a request keeps the id that its proxy gave it: %s',
  async (id) => {
    expect(await askedAs(id)).toEqual({ answered: id, logged: [id] });
    expect(await askedAs(id, '/nowhere')).toEqual({ answered: id, logged: [id] });
    expect(await askedAs(id, '/identity/jwks')).toEqual({ answered: id, logged: [id] });
    expect((await askedAs(id, '/api/%')).answered).toBe(id);
  },
);

test.each([
  ['without one', undefined],
  ['with one that is too long', 'a'.repeat(101)],
  ['with one that would write lines of its own', 'a"}\n{'],
  ['with an empty one', ''],
])('a request %s gets an id of its own', async (_case, given) => {
  const { answered, logged } = await askedAs(given);
  expect(answered).toMatch(/^[0-9a-f-]{36}$/);
  expect(logged).toEqual([answered]);
  expect((await askedAs(given)).answered).not.toBe(answered);
});

test('everything a request writes to the log has its id', async () => {
  const { pool } = campus.database;
  const query = vi.spyOn(pool, 'query').mockRejectedValue(new Error('a riddle'));
  lines.length = 0;
  const { status } = await campus.nobody.send({
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'x-request-id': 'from-the-proxy' },
    body: JSON.stringify({ idToken: await campus.token({ sub: 'x', email: 'x@example.edu' }) }),
  });
  query.mockRestore();
  expect(status).toBe(500);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'a request failed', requestId: 'from-the-proxy' },
    { status: 500, requestId: 'from-the-proxy' },
  ]);
});
