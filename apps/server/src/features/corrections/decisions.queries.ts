import { sql } from 'kysely';
import type { Transaction } from '../../db/db.ts';

/**
 * Holds a request until the transaction ends: of two who decide, the second one waits. Of what it asks
 * for undefined is left alone, and null becomes blank.
 */
export const lockRequest = async (tx: Transaction, id: string) => {
  const row = await tx
    .selectFrom('correction_requests')
    .where('id', '=', id)
    .select(['student_id', 'asks_contact_no', 'contact_phone', 'asks_address', 'address'])
    .select(sql<number | null>`contact_no::float8`.as('contactNo'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { contactNo, contact_phone: contactPhone } = row;
  const number = contactNo === null || contactPhone === null ? null : { contactNo, contactPhone };
  return {
    studentId: row.student_id,
    contactNo: row.asks_contact_no ? number : undefined,
    address: row.asks_address ? row.address : undefined,
  };
};

export interface Decision {
  readonly outcome: 'approved' | 'refused';
  readonly note: string | null;
  readonly actorId: string;
}

export const storeDecision = (tx: Transaction, id: string, { outcome, note, actorId }: Decision) =>
  tx
    .updateTable('correction_requests')
    .where('id', '=', id)
    .set({ outcome, note, decided_by: actorId, decided_at: sql<Date>`now()` })
    .execute();
