import { setImmediate as aTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConnectionLimiter } from './shares.ts';

test('at most two large requests run at once, from beginning to end; small ones do not wait for them', async () => {
  const shares = new ConnectionLimiter({
    perPerson: 1,
    perEndpoint: 4,
    perLargeEndpoint: 2,
    waitingOfPerson: 8,
    waitMs: 60_000,
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async (): Promise<void> => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const large = ['Ada', 'Ben', 'Cem', 'Dua'].map((person) =>
    shares.serve(person, 'list', work(person), { large: true }),
  );
  const small = shares.serve('Eve', 'page', work('Eve'));
  await aTurn();
  expect(begun).toEqual(['Eve', 'Ada', 'Ben']);

  ends.get('Ben')?.();
  await large[1];
  await aTurn();
  expect(begun).toEqual(['Eve', 'Ada', 'Ben', 'Cem']);

  for (const name of ['Ada', 'Cem', 'Eve']) ends.get(name)?.();
  await Promise.all([large[0], large[2], small]);
  await aTurn();
  ends.get('Dua')?.();
  await Promise.all(large);
});
