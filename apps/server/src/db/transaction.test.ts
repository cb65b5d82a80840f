import { once } from 'node:events';
import type { Connection, PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb } from './database.ts';
import { text } from './db.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inTransaction, requireChanges } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const cut = async (client: PoolClient): Promise<void> => {
  const { stream } = (client as unknown as { connection: Connection }).connection;
  stream.destroy();
  await once(stream, 'close');
};

test('a transaction that loses its connection while it waits fails, and the process keeps running', async () => {
  const work = inTransaction(database, async (tx) => {
    await tx.query(`insert into terms (name, starts_on, ends_on) values ('Half', now(), now())`);
    // As while sending a mail, when no statement is running.
    await cut(tx.client);
    return tx.query(`update terms set name = 'Whole'`);
  });
  await expect(work).rejects.toThrow(/connection/i);
  expect(await database.rows({ name: text }, 'select name from terms')).toEqual([]);
});

test('plain and typed statements share one transaction', async () => {
  const work = inTransaction(database, async (tx) => {
    await tx.query(
      `insert into terms (name, starts_on, ends_on) values ('I', '2026-01-01', '2026-02-01')`,
    );
    const term = await tx.selectFrom('terms').select('name').executeTakeFirst();
    expect(term).toEqual({ name: 'I' });
    await tx.updateTable('terms').set({ name: 'II' }).execute();
    expect(await tx.value(text, 'select name from terms')).toBe('II');
    throw new Error('as if it had never been');
  });
  await expect(work).rejects.toThrow('never been');
  expect(await database.selectFrom('terms').selectAll().execute()).toEqual([]);
});

test('a transaction whose failed statement was ignored is not reported as committed', async () => {
  const work = inTransaction(database, async (tx) => {
    await tx.query('select 1 / 0').catch(() => undefined);
    return 'done';
  });
  await expect(work).rejects.toThrow('rolled back');
});

test('a database that accepts no changes is reported with a sentence', async () => {
  await requireChanges(database);
  const reading = inTransaction(database, async (tx) => {
    await tx.query('set transaction read only');
    await requireChanges(tx);
  });
  await expect(reading).rejects.toThrow('it takes no changes, as a standby or by its settings');
});

test('closing ends work that still waits for a lock, and nothing of it is stored', async () => {
  const name = `insert into terms (name, starts_on, ends_on) values ('Stopped', now(), now())`;
  const stopping = createDb(database.connection, {
    times: { statement: 900_000, lock: 300_000, idle: 900_000, connection: 5000 },
  });
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holder = inTransaction(database, async (tx) => {
    await tx.query('lock table subjects');
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const waits = Promise.withResolvers<void>();
  const work = inTransaction(stopping, async (tx) => {
    await tx.query(name);
    waits.resolve();
    await tx.query('select from subjects');
  });
  const failed = expect(work).rejects.toThrow(/terminat/i);
  await waits.promise;
  await stopping.close();
  await failed;
  released.resolve();
  await holder;
  expect(
    await database.rows({ name: text }, `select name from terms where name = 'Stopped'`),
  ).toEqual([]);
});
