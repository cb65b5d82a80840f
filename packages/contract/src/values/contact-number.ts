import { z } from 'zod';

/** A contact number as it is stored: its digits as a number, and the text as given. */
export interface ContactNumber {
  readonly contactNo: number;
  readonly contactPhone: string;
}

// At module level: a literal inside the function would be a new object per call, and class lists are long.
const spelling = /^\+?[\d\s().-]+$/;
const digitsOnly = /^\d+$/;
const noDigits = /\D+/g;
/** Some programs write whole numbers with a decimal, which is no digit of the number. */
const decimal = /^(\d+)\.0$/;

/**
 * Reads a number of 7 to 15 digits; a leading plus and spaces, dashes, dots or brackets are kept in the
 * text. Returns null for anything else.
 */
export const readContactNumber = (given: string | number): ContactNumber | null => {
  const text = String(given).trim().replace(decimal, '$1');
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
