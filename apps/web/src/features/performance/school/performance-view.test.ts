import { expect, test } from 'vitest';
import { urlParams } from '../../../lib/use-url-state.ts';
import {
  defaultView,
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
  expect(readPerformanceView(urlParams(view, defaultView))).toEqual(view);
  expect(defaultView).toEqual({
    term: '',
    subject: '',
    search: '',
    sort: 'name',
    order: 'asc',
    page: 1,
  });
  expect(urlParams(defaultView, defaultView)).toEqual({});
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
  ).toEqual(defaultView);
});

test('the latest term is requested by naming no term', () => {
  expect(scopeOf(defaultView)).toEqual({});
  expect(scopeOf({ ...defaultView, term: 'all' })).toEqual({ termId: 'all' });
});
