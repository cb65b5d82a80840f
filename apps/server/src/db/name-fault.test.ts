import { expect, test } from 'vitest';
import { nameFault } from './name-fault.ts';

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
