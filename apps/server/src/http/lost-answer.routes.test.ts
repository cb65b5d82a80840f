import type { Connection } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakConnections, type ConnectionBreaker } from '../testing/break-connection.ts';
import { type Caller, testCampus, type TestCampus } from '../testing/test-campus.ts';

let campus: TestCampus;
let breaker: ConnectionBreaker;
let admin: Caller;

beforeAll(async () => {
  campus = await testCampus();
  breaker = breakConnections(campus.database.pool);
  admin = campus.as(await campus.make.admin());
});
afterAll(() => campus.close());

const perhapsDone = {
  status: 503,
  body: {
    error: 'unavailable',
    message: 'Campus could not confirm this. Check whether it was done before you try again.',
  },
};

const isStored = async (email: string): Promise<boolean> => {
  const { rowCount } = await campus.database.asOwner('select from people where email = $1', [
    email,
  ]);
  return rowCount === 1;
};

test('a change that was stored is never told as one that was not, wherever the connection ends', async () => {
  const told: string[] = [];
  for (let statement = 1; ; statement += 1) {
    const email = `new${statement}@example.edu`;
    let answer: Awaited<ReturnType<Caller['post']>> | undefined;
    const reached = await breaker.at(statement, async () => {
      answer = await admin.post('/api/admins', { name: 'New', email });
    });
    if (!reached) break;
    expect(answer?.status).toBe(503);
    const open = answer?.headers['retry-after'] === undefined;
    if (open) expect(answer).toMatchObject(perhapsDone);
    told.push(`${(await isStored(email)) ? 'stored' : 'not stored'}, ${open ? 'open' : 'retry'}`);
  }
  // First before COMMIT, then in its place, then while the reply is read.
  expect([...new Set(told)]).toEqual(['not stored, retry', 'not stored, open', 'stored, open']);
});

test('a change whose COMMIT is not answered is told as perhaps done, and without asking to send it again', async () => {
  const { pool } = campus.database;
  pool.once('acquire', () => {
    pool.once('acquire', (client) => {
      const { stream } = (client as unknown as { connection: Connection }).connection;
      const write = stream.write.bind(stream);
      stream.write = (bytes: Buffer) => {
        if (!bytes.includes('commit\0')) return write(bytes);
        stream.removeAllListeners('data');
        stream.once('data', () => stream.destroy());
        return write(bytes);
      };
    });
  });
  const answer = await admin.post('/api/admin/announcement', { title: 'Tea', message: 'At four.' });
  expect(answer).toMatchObject(perhapsDone);
  expect(answer.headers['retry-after']).toBeUndefined();
  expect((await admin.get('/api/all/announcement')).body).toMatchObject([{ title: 'Tea' }]);
});
