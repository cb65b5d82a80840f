import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nameFault } from './name-fault.ts';

test('a file of Campus that is missing is not called a lost database', () => {
  const database = { kind: 'external', url: 'postgres://one/campus', ownerUrl: undefined } as const;
  let missing: unknown;
  try {
    readdirSync('/none/migrations');
  } catch (error) {
    missing = error;
  }
  expect(missing).toMatchObject({ code: 'ENOENT' });
  expect(nameFault(missing, { database, dataDir: '/none' })).toBe(missing);
});

test('a full disk of one of several database servers is named, without the password', () => {
  const url = 'postgres://campus:secret@one:5432,two:5433/campus';
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const named = nameFault(full, {
    database: { kind: 'external', url, ownerUrl: undefined },
    dataDir: '/none',
  });
  expect(named).toMatchObject({
    message: 'The disk of one:5432/campus is full: make room there, and start again.',
  });
});
