import { expect, test } from 'vitest';
import {
  firstView,
  readPerformanceView,
  scopeOf,
  writePerformanceView,
} from './performance-view.ts';

test('what is written into the address is read from it', () => {
  const view = {
    term: '12',
    subject: '7',
    search: 'Ada',
    sort: 'score',
    order: 'desc',
    page: 3,
  } as const;
  expect(readPerformanceView(writePerformanceView(view))).toEqual(view);
  expect(writePerformanceView(firstView)).toEqual({});
});

test('what is no view counts as not written', () => {
  expect(
    readPerformanceView({
      term: 'x',
      subject: { $ne: 1 },
      search: ['a'],
      sort: 'id',
      order: 'up',
      page: -4,
    }),
  ).toEqual(firstView);
});

test('the latest term is asked for by asking for none', () => {
  expect(scopeOf(firstView)).toEqual({});
  expect(scopeOf({ ...firstView, term: 'all' })).toEqual({ termId: 'all' });
});
