import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notAnImage, profileImageLimits } from '../profiles/profile-image.rules.ts';
import {
  isTimeZone,
  logoProblem,
  passwordInWords,
  passwordProblems,
  svgLogo,
} from './settings.rules.ts';
import type { PasswordDemands } from './settings.contract.ts';

describe('a time zone', () => {
  test.each([
    'Europe/Berlin',
    'Asia/Kolkata',
    'UTC',
    'America/Argentina/Buenos_Aires',
    'Etc/GMT+5',
  ])('%s is valid', (zone) => expect(isTimeZone(zone)).toBe(true));
  test.each([
    '',
    '+02:00',
    'Berlin',
    'Europe/Atlantis',
    '../etc/passwd',
    'UTC\0',
    ' UTC',
    'ＵＴＣ',
  ])('%j is not valid', (zone) => expect(isTimeZone(zone)).toBe(false));
  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isTimeZone(text)).toBeTypeOf('boolean');
      }),
    );
  });
});

describe('a password policy', () => {
  const policy = fc.record<PasswordDemands>({
    minLength: fc.integer({ min: 1, max: 128 }),
    upperAndLower: fc.boolean(),
    digit: fc.boolean(),
    symbol: fc.boolean(),
  });

  test('may be set only if it is at least as strict as the minimum', () => {
    fc.assert(
      fc.property(policy, policy, (wanted, least) => {
        const weaker =
          wanted.minLength < least.minLength ||
          (least.upperAndLower && !wanted.upperAndLower) ||
          (least.digit && !wanted.digit) ||
          (least.symbol && !wanted.symbol);
        expect(passwordProblems(wanted, least).length > 0).toBe(weaker);
        expect(passwordProblems(wanted, wanted)).toEqual([]);
      }),
    );
  });

  test('is described differently from any other', () => {
    fc.assert(
      fc.property(policy, policy, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        fc.pre(!same);
        expect(passwordInWords(one)).not.toBe(passwordInWords(other));
      }),
    );
  });
});

describe('a logo, before it is uploaded', () => {
  test.each([
    ['image/png', 10, null],
    ['image/JPEG', profileImageLimits.bytes, null],
    ['image/svg+xml', 10, svgLogo],
    ['image/gif', 10, notAnImage],
    ['image/png', profileImageLimits.bytes + 1, 'Image size must be less than 2MB'],
  ])('%s of %i bytes: %s', (type, size, problem) => {
    expect(logoProblem({ type, size })).toBe(problem);
  });
});
