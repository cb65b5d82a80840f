import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactNumber, readContactNumber } from './contact-number.ts';

const digits = fc.stringMatching(/^\d{7,15}$/);

test('7 to 15 digits are a contact number, and the text is kept as entered', () => {
  fc.assert(
    fc.property(digits, (text) => {
      expect(readContactNumber(text)).toEqual({ contactNo: Number(text), contactPhone: text });
    }),
  );
});

test('spaces, dashes, dots, brackets and a leading plus do not change the number', () => {
  fc.assert(
    fc.property(digits, fc.constantFrom(' ', '-', '.', '(', ')'), (text, mark) => {
      const spaced = `+${text.slice(0, 3)}${mark}${text.slice(3)}`;
      expect(readContactNumber(spaced)).toEqual({ contactNo: Number(text), contactPhone: spaced });
    }),
  );
});

test('any number read is a safe integer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.integer(), digits), (given) => {
      const read = readContactNumber(given);
      if (read) expect(Number.isSafeInteger(read.contactNo)).toBe(true);
    }),
  );
});

test.each([
  '',
  'abc',
  '123456',
  '1234567890123456',
  '12345 ext 7',
  `1${' '.repeat(34)}234567`,
  -1_234_567,
  1.5e7 + 0.5,
  1e21,
])('%s is not a contact number', (given) => {
  expect(readContactNumber(given)).toBeNull();
  expect(contactNumber().safeParse(given).success).toBe(false);
});
