import { expect, test } from 'vitest';
import { matchesWords, searchWords } from './search-words.ts';

test('words are found in any order, ignoring accents and case', () => {
  expect(matchesWords('Nguyễn Thị Khai', searchWords('khai NGUYEN'))).toBe(true);
  expect(matchesWords('Nguyễn Thị Khai', searchWords('khai tran'))).toBe(false);
});
