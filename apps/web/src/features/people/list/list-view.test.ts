import * as fc from 'fast-check';
import { people } from '@campus/contract';
import { expect, it } from 'vitest';
import { urlParams } from '../../../lib/use-url-state.ts';
import { defaultView, readView } from './list-view.ts';

const view = fc.record({
  search: fc.string({ maxLength: 200 }).map((text) => text.trim()),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  sort: fc.constantFrom(...people.studentSortColumns),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  course: fc.string({ maxLength: 200 }).map((text) => text.trim()),
  branch: fc.string({ maxLength: 200 }).map((text) => text.trim()),
  semester: fc.option(fc.integer({ min: 1, max: 99 })),
  year: fc.option(fc.integer({ min: 1, max: 9999 })),
  show: fc.constantFrom('active', 'withdrawn', 'deactivated', 'all'),
});

it('keeps every view in the address', () => {
  fc.assert(
    fc.property(view, (given) => {
      expect(readView(urlParams(given, defaultView))).toEqual(given);
    }),
  );
});

it('reads a view from any address, however wrong', () => {
  const whatever = fc.dictionary(fc.constantFrom(...Object.keys(defaultView)), fc.anything());
  fc.assert(
    fc.property(whatever, (address) => {
      const { page, sort, semester } = readView(address);
      expect(semester === null || semester >= 1).toBe(true);
      expect(Number.isInteger(page) && page >= 1).toBe(true);
      expect(people.studentSortColumns).toContain(sort);
    }),
  );
});

it('leaves the default view out of the address', () => {
  expect(defaultView).toEqual({
    search: '',
    page: 1,
    sort: 'name',
    order: 'asc',
    course: '',
    branch: '',
    semester: null,
    year: null,
    show: 'active',
  });
  expect(urlParams(defaultView, defaultView)).toEqual({});
});
