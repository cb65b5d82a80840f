import { z } from 'zod';
import { requiredText } from './requests.ts';

/** The error message for a text that `readIsbn` refuses. */
export const noIsbn =
  'This is no ISBN of 10 or 13 digits. Please check the number, its last digit too.';

/** Characters, including the separators people type between the digits. */
const maxIsbnLength = 40;

/** The check digit of an ISBN-13, from its first twelve digits. */
export const checkDigit13 = (twelve: string): string => {
  let sum = 0;
  for (const [index, digit] of twelve.split('').entries())
    sum += Number(digit) * (index % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
};

/** The check digit of an ISBN-10, from its first nine digits; X stands for ten. */
export const checkDigit10 = (nine: string): string => {
  let sum = 0;
  for (const [index, digit] of nine.split('').entries()) sum += Number(digit) * (10 - index);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? 'X' : String(digit);
};

/** Removes the hyphens and spaces people type. */
const bare = (text: string): string => text.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();

/**
 * Reads an ISBN of 10 or 13 characters into the 13 digits that are stored, so that both forms mean the
 * same book. Returns null if it is not an ISBN or its check digit is wrong.
 */
export const readIsbn = (text: string): string | null => {
  if (text.length > maxIsbnLength) return null;
  const isbn = bare(text);
  if (/^97[89]\d{10}$/.test(isbn))
    return checkDigit13(isbn.slice(0, 12)) === isbn[12] ? isbn : null;
  if (!/^\d{9}[\dX]$/.test(isbn)) return null;
  const nine = isbn.slice(0, 9);
  return checkDigit10(nine) === isbn[9] ? `978${nine}${checkDigit13(`978${nine}`)}` : null;
};

/** Prepares a catalogue search: an ISBN, or the beginning of one, loses its hyphens. */
export const searchText = (search: string): string =>
  readIsbn(search) ?? (/^[\d\s-]+$/.test(search) ? bare(search) : search);

/** Schema of an ISBN in either form; outputs its 13 digits. */
export const isbnText = (label = 'ISBN') =>
  requiredText(maxIsbnLength, label).transform((text, context) => {
    const isbn = readIsbn(text);
    if (isbn !== null) return isbn;
    context.addIssue({ code: 'custom', message: noIsbn });
    return z.NEVER;
  });
