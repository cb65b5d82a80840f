import * as fc from 'fast-check';
import { readContactNumber, studentFields } from '@campus/contract';
import { expect, it } from 'vitest';
import { sentValue } from './field-values.ts';

const contactNumberOf = (typed: string) => sentValue(studentFields.contactNo, typed) ?? '';

it('sends digits as a JSON number', () => {
  expect(contactNumberOf(' 9845022114 ')).toBe(9845022114);
});

it.each(['0984501127', '+91 98450 22114'])('loses nothing of %s', (typed) => {
  expect(contactNumberOf(typed)).toBe(typed);
});

it('sends the same number to the server, however it was typed', () => {
  const typed = fc
    .stringMatching(/^[+]?[0-9 ()-]{7,20}$/)
    .filter((text) => readContactNumber(text) !== null);
  fc.assert(
    fc.property(typed, (text) => {
      expect(readContactNumber(contactNumberOf(text))).toEqual(readContactNumber(text));
    }),
  );
});
