import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { id, textOrNull } from '../../values/replies.ts';
import { listQuery } from '../../values/requests.ts';

export const personChange = z.object({
  id,
  /**
   * As the wire names it; `active` is the account, `withdrawnOn` the withdrawal, `profileImage` the
   * picture by its digest. `sessions`, ended, `universityAccount`, unlinked, and `secondFactor`, reset,
   * have no values; a reset by the operator of the server has `operator` after.
   */
  field: z.string(),
  before: textOrNull,
  after: textOrNull,
  /** Null for what Campus did by itself. */
  changedBy: textOrNull,
  changedAt: z.iso.datetime(),
});
export type PersonChange = z.infer<typeof personChange>;

export const readHistory = endpoint('GET /people/:id/history', adminOnly, {
  summary: 'Every change of a person’s record, the last one first',
  query: listQuery.pick({ limit: true, cursor: true }),
  reply: z.array(personChange),
});
