import { z } from 'zod';
import { listLimits } from './list-limits.ts';

/** PostgreSQL stores no NUL and UTF-8 knows no lone surrogates: both are refused here, by name. */
const storable = (value: string): boolean => !value.includes('\0') && value.isWellFormed();

/** Trimmed text of at most `max` characters; blank counts as missing. */
export const requiredText = (max: number, label: string) =>
  z
    .string({ error: `${label} is missing` })
    .refine(storable, `${label} contains characters that cannot be stored`)
    .trim()
    .min(1, `${label} is missing`)
    .max(max, `${label} is longer than ${max} characters`);

/** Text of at most `max` characters exactly as it was written; blank counts as missing. */
export const verbatimText = (max: number, label: string) =>
  z
    .string({ error: `${label} is missing` })
    .refine(storable, `${label} contains characters that cannot be stored`)
    .refine((text) => text.trim() !== '', `${label} is missing`)
    .max(max, `${label} is longer than ${max.toLocaleString('en')} characters`);

const shortText = (max: number, label: string) =>
  z
    .string({ error: `${label} must be text` })
    .refine(storable, `${label} contains characters that cannot be stored`)
    .trim()
    .max(max, `${label} is longer than ${max} characters`);

/** Trimmed text of at most `max` characters, where absent, null and blank all mean null. */
export const optionalText = (max: number, label: string) =>
  shortText(max, label)
    .nullish()
    .transform((value) => value || null);

/** The same for a change of a field: absent leaves it as it is, null and blank make it blank. */
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

/** An address in a path: whatever it is, it either names a person or does not. */
export const emailInPath = z.string().trim().toLowerCase().max(320).refine(storable);

/** What cannot be an id becomes one that nothing has: it is answered like one that does not exist. */
export const possibleId = (given: string): string => (/^[1-9]\d{0,17}$/.test(given) ? given : '0');

/** An id in an address. */
export const idInRequest = z.string().overwrite(possibleId);

/** An id in a body; clients that keep ids as numbers are understood too. */
export const idInBody = z
  .union([z.string().max(64), z.int().transform(String)], { error: 'The id is missing' })
  .refine(storable, 'The id is not valid')
  .overwrite(possibleId);

/** Yes or no in an address or a form; absent is no. */
export const flag = z
  .enum(['true', 'false'])
  .optional()
  .transform((value) => value === 'true');

/** As many entries at most as a class has students. */
export const classSized = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry)
    .max(listLimits.rows, `A class has at most ${listLimits.rows.toLocaleString('en')} students`);

/**
 * Lists that grow: without parameters the whole array, with `limit` one page of it.
 * The next page's `cursor` comes in the `Link` header (rel="next"), the number of all matches in
 * `X-Total-Count`; the reply stays an array. `page` (from 1) jumps to a page by its number where a
 * person does so; `cursor` wins over it, and neither counts without `limit`.
 */
export const listQuery = z.strictObject({
  search: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(600).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
