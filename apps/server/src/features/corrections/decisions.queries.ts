import type { CorrectableField, CorrectionChange } from '@campus/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/tables.generated.ts';

type Db = Kysely<DB>;

/** Holds a request until the transaction ends: of two who decide, the second one waits. */
export const holdRequest = (tx: Db, id: string) =>
  tx
    .selectFrom('correction_requests')
    .where('id', '=', id)
    .select(['student_id as studentId', 'contact_no', 'contact_phone', 'address'])
    .forUpdate()
    .executeTakeFirst();

export interface Decision {
  readonly outcome: 'approved' | 'refused';
  readonly note: string | null;
  readonly actorId: string;
}

export const storeDecision = async (
  tx: Db,
  id: string,
  { outcome, note, actorId }: Decision,
): Promise<void> => {
  await tx
    .updateTable('correction_requests')
    .where('id', '=', id)
    .set({ outcome, note, decided_by: actorId, decided_at: sql<Date>`now()` })
    .execute();
};

/** Writes what is proposed into the student's record; its history names the administrator. */
export const changeRecord = async (
  tx: Db,
  actorId: string,
  request: NonNullable<Awaited<ReturnType<typeof holdRequest>>>,
  changes: readonly CorrectionChange[],
): Promise<void> => {
  const asks = (field: CorrectableField) => changes.some((change) => change.field === field);
  const { studentId, contact_no, contact_phone, address } = request;
  await sql`select set_config('campus.actor', ${actorId}, true)`.execute(tx);
  await tx
    .updateTable('people')
    .where('id', '=', studentId)
    .set({
      ...(asks('contactNo') && { contact_no, contact_phone }),
      ...(asks('address') && { address }),
      updated_at: sql<Date>`now()`,
    })
    .execute();
};
