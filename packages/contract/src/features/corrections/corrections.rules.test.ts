import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedMeanwhile, correctableFields, type CorrectionChange } from './corrections.rules.ts';

const value = fc.constantFrom(null, 'one', 'two', 'three');
const change = fc.record<CorrectionChange>({
  field: fc.constantFrom(...correctableFields),
  was: value,
  now: value,
  proposed: value,
});
const changes = fc.uniqueArray(change, { selector: ({ field }) => field });

test('whoever has seen the current values may decide on every change', () => {
  fc.assert(
    fc.property(changes, (given) => {
      const seen = Object.fromEntries(given.map(({ field, now }) => [field, now]));
      expect(changedMeanwhile(given, seen)).toEqual([]);
    }),
  );
});

test('a record unchanged since the request needs no confirmation', () => {
  fc.assert(
    fc.property(changes, (given) => {
      expect(changedMeanwhile(given.map((one) => ({ ...one, now: one.was })))).toEqual([]);
    }),
  );
});

test('a field changed to something other than the proposal is named, with its current value', () => {
  fc.assert(
    fc.property(changes, (given) => {
      const named = changedMeanwhile(given);
      for (const one of given)
        expect(named.includes(one)).toBe(one.now !== one.was && one.now !== one.proposed);
    }),
  );
});

test('having seen older values does not count', () => {
  const blank = { field: 'address', was: 'Quad 1', now: null, proposed: 'Quad 2' } as const;
  expect(changedMeanwhile([blank], { address: 'Quad 1' })).toEqual([blank]);
  expect(changedMeanwhile([blank], { address: null })).toEqual([]);
  expect(changedMeanwhile([blank], { contactNo: null })).toEqual([blank]);
});
