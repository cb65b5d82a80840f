import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCheckQueue, type Source } from './check-queue.ts';
import { Refusal } from './errors.ts';

const attacker: Source = { known: false, name: 'attacker' };
const stranger: Source = { known: false, name: 'stranger' };
const device: Source = { known: true, name: 'device' };

/** A queue of width 1 that is busy until `open`, with a list of who has been checked. */
const busyQueue = (length: number) => {
  const queue = createCheckQueue({ width: 1, length });
  const held = Promise.withResolvers<void>();
  const checked: string[] = [];
  const all = [queue(attacker, () => held.promise)];
  return {
    checked,
    join: (source: Source): void =>
      void all.push(queue(source, async () => void checked.push(source.name))),
    open: async () => {
      held.resolve();
      const settled = await Promise.allSettled(all);
      return settled.filter(({ status }) => status === 'rejected');
    },
  };
};

test('a flood from one address does not delay known devices or other addresses', async () => {
  const { checked, join, open } = busyQueue(100);
  for (let at = 0; at < 300; at += 1) join(attacker);
  join(stranger);
  join(device);
  const refused = await open();
  expect(checked.slice(0, 4).toSorted()).toEqual(['attacker', 'attacker', 'device', 'stranger']);
  expect(checked).toHaveLength(101);
  expect(refused).toHaveLength(201);
  expect(refused[0]).toMatchObject({ reason: expect.any(Refusal) });
  expect(refused[0]).toMatchObject({ reason: { status: 503, retryAfterSeconds: 5 } });
});

test('known devices and strangers each have their own places, shared fairly within each kind', async () => {
  const sources = ['a', 'b', 'c'].flatMap((name): Source[] => [
    { known: true, name: `known ${name}` },
    { known: false, name: `strange ${name}` },
  ]);
  const visits = fc.array(fc.constantFrom(...sources), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(visits, async (coming) => {
      const { checked, join, open } = busyQueue(6);
      for (const source of coming) join(source);
      const refused = await open();
      expect(checked.length + refused.length).toBe(coming.length);
      for (const known of [true, false]) {
        const came = coming.filter((source) => source.known === known).length;
        const names = sources.filter((source) => source.known === known).map(({ name }) => name);
        expect(checked.filter((name) => names.includes(name))).toHaveLength(Math.min(came, 6));
      }
      for (const source of sources) {
        const came = coming.filter((one) => one === source).length;
        const served = checked.filter((name) => name === source.name).length;
        expect(served).toBeGreaterThanOrEqual(Math.min(came, 2));
      }
    }),
  );
});

test('a check that fails makes room for the next', async () => {
  const queue = createCheckQueue({ width: 1, length: 1 });
  await expect(queue(device, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(device, () => Promise.resolve(7))).toBe(7);
});
