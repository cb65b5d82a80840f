import { describe, expect, test } from 'vitest';
import { createPasswordRules } from './password-policy.ts';

describe('the usual policy', () => {
  const rules = createPasswordRules();

  test('asks for six characters and nothing else', () => {
    expect(rules.hints).toEqual(['At least 6 characters']);
    for (const password of ['abcdef', '      ', '💥💥💥💥💥💥', 'x'.repeat(1000)])
      expect(rules.problems(password)).toEqual([]);
  });

  test.each(['', 'abcde', '💥💥💥💥💥'])(
    '%j is too short, with an emoji counting as one character',
    (password) => {
      expect(rules.problems(password)).toEqual(['A password needs at least 6 characters.']);
    },
  );

  test('limits the length to 1000 characters', () => {
    expect(rules.problems('x'.repeat(1001))).toEqual(['A password has at most 1000 characters.']);
  });
});

describe('a strict policy', () => {
  const rules = createPasswordRules({
    minLength: 10,
    upperAndLower: true,
    digit: true,
    symbol: true,
  });

  test('says everything it asks for', () => {
    expect(rules.hints).toEqual([
      'At least 10 characters',
      'An upper-case and a lower-case letter',
      'A digit',
      'A symbol, such as ! or %',
    ]);
  });

  test('reports every violation in a sentence of its own', () => {
    expect(rules.problems('abc')).toEqual([
      'A password needs at least 10 characters.',
      'A password needs an upper-case and a lower-case letter.',
      'A password needs a digit.',
      'A password needs a symbol, such as ! or %.',
    ]);
  });

  test('recognises letters and digits of every script', () => {
    expect(rules.problems('Ñandú—२०२६')).toEqual([]);
    expect(rules.problems('ПривітСвіт7!')).toEqual([]);
    expect(rules.problems('no Upper 1 or symbol')).toEqual([
      'A password needs a symbol, such as ! or %.',
    ]);
  });
});
