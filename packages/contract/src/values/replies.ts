import { z } from 'zod';
import { isIsoDate } from './dates.ts';

/** Ids are opaque to clients. */
export const id = z.string();

export const isoDate = (label = 'Date') =>
  z
    .string({ error: `${label} is missing` })
    .trim()
    .refine(isIsoDate, `${label} must be a day that exists, written YYYY-MM-DD`)
    .meta({ format: 'date' });

/** Who added a record, and when; null or absent if unknown. */
export const added = z.object({ by: z.string(), at: z.iso.datetime() }).nullish();
export type Added = NonNullable<z.infer<typeof added>>;

export const textOrNull = z.string().nullable();

export const count = z.int().min(0);

/** Null if there is nothing to count. */
export const percentage = z.number().min(0).max(100).nullable();

export const subjectNames = { subjectName: z.string(), subjectCode: z.string() };

/** Who made a change, and when (ISO 8601 in UTC). */
export const changed = { changedBy: z.string(), changedAt: z.string() };

/**
 * One entry of the `details` of a 409: a field someone else has changed since the version in `If-Match`,
 * from what to what. `version` is the current version of the record; sent back as `If-Match`, it confirms
 * that these changes have been seen.
 */
export const recordChange = z.object({
  field: z.string(),
  before: textOrNull,
  now: textOrNull,
  ...changed,
  version: z.int(),
});
export type RecordChange = z.infer<typeof recordChange>;
