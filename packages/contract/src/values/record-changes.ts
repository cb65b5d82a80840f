import { z } from 'zod';
import { changed } from './shapes.ts';

/**
 * One row of the `details` of a 409: a field that someone else has changed since the version that
 * `If-Match` names, from what to what. `version` is the record's now: sent back as `If-Match`, it
 * says that these changes have been seen.
 */
export const recordChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  now: z.string().nullable(),
  ...changed,
  version: z.int(),
});
export type RecordChange = z.infer<typeof recordChange>;
