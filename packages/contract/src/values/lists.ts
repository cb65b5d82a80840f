import { z } from 'zod';

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
