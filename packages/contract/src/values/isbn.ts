import { z } from 'zod';
import { requiredText } from './requests.ts';

/** What is said about a number that `readIsbn` does not know. */
export const noIsbn =
  'This is no ISBN of 10 or 13 digits. Please check the number, its last digit too.';

/** With all that people write between its digits. */
const longestIsbn = 40;

/** The last digit of an ISBN-13, from its first twelve. */
export const checkDigit13 = (twelve: string): string => {
  let sum = 0;
  for (const [index, digit] of twelve.split('').entries())
    sum += Number(digit) * (index % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
};

/** The last character of an ISBN-10, from its first nine digits: X stands for ten. */
export const checkDigit10 = (nine: string): string => {
  let sum = 0;
  for (const [index, digit] of nine.split('').entries()) sum += Number(digit) * (10 - index);
  const digit = (11 - (sum % 11)) % 11;
  return digit === 10 ? 'X' : String(digit);
};

/** Without the hyphens and spaces people write into it. */
const bare = (text: string): string => text.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();

/**
 * An ISBN of 10 or 13 characters as the 13 digits it is kept as, so that both forms of a number mean
 * the same book. Null when it is none, its check digit included.
 */
export const readIsbn = (text: string): string | null => {
  if (text.length > longestIsbn) return null;
  const isbn = bare(text);
  if (/^97[89]\d{10}$/.test(isbn))
    return checkDigit13(isbn.slice(0, 12)) === isbn[12] ? isbn : null;
  if (!/^\d{9}[\dX]$/.test(isbn)) return null;
  const nine = isbn.slice(0, 9);
  return checkDigit10(nine) === isbn[9] ? `978${nine}${checkDigit13(`978${nine}`)}` : null;
};

/** A search as the catalogue is searched: a number, whole or its beginning, without its hyphens. */
export const searchText = (search: string): string =>
  readIsbn(search) ?? (/^[\d\s-]+$/.test(search) ? bare(search) : search);

/** An ISBN of either form, as its 13 digits. */
export const isbnText = (label = 'ISBN') =>
  requiredText(longestIsbn, label).transform((text, context) => {
    const isbn = readIsbn(text);
    if (isbn !== null) return isbn;
    context.addIssue({ code: 'custom', message: noIsbn });
    return z.NEVER;
  });
