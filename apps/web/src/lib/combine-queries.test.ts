import { expect, it, vi } from 'vitest';
import { combineQueries } from './combine-queries.ts';

const query = <Data>(data: Data | undefined, error: unknown = null) => ({
  data,
  error,
  errorUpdatedAt: error === null ? 0 : 5,
  refetch: vi.fn(),
});

it('fails with a query that has no data, and asks for that alone again', () => {
  const [one, other] = [query('one'), query(undefined, 'No answer')];
  const both = combineQueries({ one, other });
  expect([both.data, both.error, both.errorUpdatedAt]).toEqual([undefined, 'No answer', 5]);
  void both.refetch();
  expect([one.refetch.mock.calls.length, other.refetch.mock.calls.length]).toEqual([0, 1]);
});

it('has data that could not be refreshed, and can be asked again', () => {
  const [one, other] = [query('one'), query('two', 'No answer')];
  const both = combineQueries({ one, other });
  expect([both.data, both.error]).toEqual([{ one: 'one', other: 'two' }, 'No answer']);
  void both.refetch();
  expect(other.refetch).toHaveBeenCalledOnce();
});
