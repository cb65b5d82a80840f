import { expect, test } from 'vitest';
import { writeView } from '../../../lib/use-address-view.ts';
import {
  firstView,
  type PerformanceView,
  readPerformanceView,
  scopeOf,
} from './performance-view.ts';

test('a view is read back from the address', () => {
  const view: PerformanceView = {
    term: '12',
    subject: '7',
    search: 'Ada',
    sort: 'score',
    order: 'desc',
    page: 3,
  };
  expect(readPerformanceView(writeView(view, firstView))).toEqual(view);
  expect(firstView).toEqual({
    term: '',
    subject: '',
    search: '',
    sort: 'name',
    order: 'asc',
    page: 1,
  });
  expect(writeView(firstView, firstView)).toEqual({});
});

test('invalid values in the address are ignored', () => {
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

test('the latest term is requested by naming no term', () => {
  expect(scopeOf(firstView)).toEqual({});
  expect(scopeOf({ ...firstView, term: 'all' })).toEqual({ termId: 'all' });
});
