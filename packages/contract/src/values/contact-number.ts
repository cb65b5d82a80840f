import { z } from 'zod';

/** A contact number both ways it is kept: the number of the wire and the text as it was given. */
export interface ContactNumber {
  readonly contactNo: number;
  readonly contactPhone: string;
}

// Not inside the function: each time a literal is met it is a new object, and class lists are long.
const spelling = /^\+?[\d\s().-]+$/;
const digitsOnly = /^\d+$/;
const noDigits = /\D+/g;

/**
 * Reads 7 to 15 digits; a plus in front and spaces, dashes, dots or brackets between are kept in
 * the text. Null when it is no such number.
 */
export const readContactNumber = (given: string | number): ContactNumber | null => {
  const text = String(given).trim();
  if (!spelling.test(text) || text.length > 40) return null;
  if (typeof given === 'number' && !digitsOnly.test(text)) return null;
  const digits = digitsOnly.test(text) ? text : text.replaceAll(noDigits, '');
  if (digits.length < 7 || digits.length > 15) return null;
  return { contactNo: Number(digits), contactPhone: text };
};

export const contactNumber = (label = 'Contact number') =>
  z
    .union([z.string(), z.number()], { error: `${label} is missing` })
    .transform((given, context) => {
      const read = readContactNumber(given);
      if (read) return read;
      context.addIssue({ code: 'custom', message: `${label} must be a number of 7 to 15 digits` });
      return z.NEVER;
    });
