import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { urlParams } from './use-url-state.ts';
import { readListState } from './use-list-state.ts';

const parts = ['open', 'decided'] as const;
const firstPlace = readListState({}, parts);

it('keeps every position in the address', () => {
  const place = fc.record({
    part: fc.constantFrom(...parts),
    search: fc.string({ maxLength: 200 }).map((text) => text.trim()),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(place, (given) => {
      expect(readListState(urlParams(given, firstPlace), parts)).toEqual(given);
    }),
  );
});

it('reads a position from any address, however wrong', () => {
  const whatever = fc.dictionary(fc.constantFrom('part', 'search', 'page'), fc.anything());
  fc.assert(
    fc.property(whatever, (address) => {
      const { part, page } = readListState(address, parts);
      expect(parts).toContain(part);
      expect(Number.isInteger(page) && page >= 1).toBe(true);
    }),
  );
});

it('leaves the beginning of the list out of the address', () => {
  expect(urlParams({ part: 'open', search: '', page: 1 }, firstPlace)).toEqual({});
});
