import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeView } from './use-address-view.ts';
import { readPlace } from './use-list-place.ts';

const parts = ['open', 'decided'] as const;
const firstPlace = readPlace({}, parts);

it('keeps every position in the address', () => {
  const place = fc.record({
    part: fc.constantFrom(...parts),
    search: fc.string({ maxLength: 200 }).map((text) => text.trim()),
    page: fc.integer({ min: 1, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(place, (given) => {
      expect(readPlace(writeView(given, firstPlace), parts)).toEqual(given);
    }),
  );
});

it('reads a position from any address, however wrong', () => {
  const whatever = fc.dictionary(fc.constantFrom('part', 'search', 'page'), fc.anything());
  fc.assert(
    fc.property(whatever, (address) => {
      const { part, page } = readPlace(address, parts);
      expect(parts).toContain(part);
      expect(Number.isInteger(page) && page >= 1).toBe(true);
    }),
  );
});

it('leaves the beginning of the list out of the address', () => {
  expect(writeView({ part: 'open', search: '', page: 1 }, firstPlace)).toEqual({});
});
