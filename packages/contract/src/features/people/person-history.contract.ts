import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly } from '../../permissions.ts';
import { listQuery } from '../../values/lists.ts';
import { id } from '../../values/text.ts';

export const personChange = z.object({
  id,
  /**
   * As the wire names it; `active` is the account, `withdrawnOn` the withdrawal, `profileImage` the
   * picture by its digest. `sessions`, ended, `universityAccount`, unlinked, and `secondFactor`, reset,
   * have no values; a reset by the operator of the server has `operator` after.
   */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Null for what Campus did by itself. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime(),
});
export type PersonChange = z.infer<typeof personChange>;

export const readHistory = endpoint('GET /people/:id/history', {
  summary: 'Every change of a person’s record, the last one first',
  access: adminOnly,
  query: listQuery.pick({ limit: true, cursor: true }),
  reply: z.array(personChange),
});
