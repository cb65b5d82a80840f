import { z } from 'zod';
import { listLimits } from './list-limits.ts';

/** False for NUL, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot encode. */
const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

const storableText = (label: string, error: string) =>
  z.string({ error }).refine(storable, `${label} contains characters that cannot be stored`);

/** Trimmed text of at most `max` characters; blank counts as missing. */
export const requiredText = (max: number, label: string) =>
  storableText(label, `${label} is missing`)
    .trim()
    .min(1, `${label} is missing`)
    .max(max, `${label} is longer than ${max} characters`);

/** Text of at most `max` characters, kept exactly as written; blank counts as missing. */
export const verbatimText = (max: number, label: string) =>
  storableText(label, `${label} is missing`)
    .refine((text) => text.trim() !== '', `${label} is missing`)
    .max(max, `${label} is longer than ${max.toLocaleString('en')} characters`);

const shortText = (max: number, label: string) =>
  storableText(label, `${label} must be text`)
    .trim()
    .max(max, `${label} is longer than ${max} characters`);

/** Trimmed text of at most `max` characters; absent, null and blank all become null. */
export const optionalText = (max: number, label: string) =>
  shortText(max, label)
    .nullish()
    .transform((value) => value || null);

/** Like `optionalText`, for a change: absent leaves the field as it is, null and blank clear it. */
export const changedText = (max: number, label: string) =>
  shortText(max, label)
    .nullable()
    .transform((value) => value || null)
    .optional();

/** An e-mail address, trimmed and in lower case: addresses are compared without case everywhere. */
export const email = (label = 'Email') =>
  requiredText(254, label)
    .toLowerCase()
    .pipe(z.email(`${label} is not a valid address`));

/** An e-mail address in a path. Its form is not checked: an invalid one matches nobody. */
export const emailInPath = z.string().trim().toLowerCase().max(320).refine(storable);

/**
 * Replaces what cannot be an id by `0`, which no record has, so that the reply is the same as for an
 * unknown id.
 */
export const idOrZero = (given: string): string => (/^[1-9]\d{0,17}$/.test(given) ? given : '0');

/** An id in a path or query. */
export const idInRequest = z.string().overwrite(idOrZero);

/** An id in a body; a number is accepted as well. */
export const idInBody = z
  .union([z.string().max(64), z.int().transform(String)], { error: 'The id is missing' })
  .refine(storable, 'The id is not valid')
  .overwrite(idOrZero);

/** A boolean in a query or form; false if absent. */
export const flag = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value === 'true');

/** A list with at most as many entries as a class may have students. */
export const classSized = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry)
    .max(listLimits.rows, `A class has at most ${listLimits.rows.toLocaleString('en')} students`);

/**
 * The query of lists that grow: without parameters the whole array, with `limit` one page of it. The
 * `cursor` of the next page is in the `Link` header (rel="next"), the number of all matches in
 * `X-Total-Count`; the reply stays an array. `page` (from 1) jumps to a page by number, for people;
 * `cursor` takes precedence, and both need `limit`.
 */
export const listQuery = z.strictObject({
  search: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(600).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
