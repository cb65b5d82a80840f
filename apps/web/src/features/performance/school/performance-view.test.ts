import { expect, test } from 'vitest';
import { writeView } from '../../../lib/use-address-view.ts';
import {
  firstView,
  type PerformanceView,
  readPerformanceView,
  scopeOf,
} from './performance-view.ts';

test('what is written into the address is read from it', () => {
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
