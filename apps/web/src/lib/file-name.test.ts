import { describe, expect, test } from 'vitest';
import { fileNameIn } from './file-name.ts';

describe('the name of a file that was sent', () => {
  test.each([
    [`inline; filename="plan.pdf"; filename*=UTF-8''plan.pdf`, 'plan.pdf'],
    [`inline; filename="file"; filename*=UTF-8''%E5%AD%A6%E5%B9%B4%E5%8E%86.pdf`, '学年历.pdf'],
    [`attachment; filename=plain.pdf`, 'plain.pdf'],
    ['inline; filename="two words.pdf"', 'two words.pdf'],
    [`inline; filename="fallback.pdf"; filename*=UTF-8''%E5%`, 'fallback.pdf'],
    ['inline', null],
    ['inline; filename=""', null],
    [null, null],
  ])('%s: %s', (header, name) => {
    expect(fileNameIn(header)).toBe(name);
  });
});
