import { campusMinuteOf, handIns } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { timestamp, type Transaction } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';
import type { Event } from './marks.queries.ts';

/** A student's own deadline, from `extension`; null unless it is later than that of the assignment. */
export const ownDeadline = (assignment: string): string =>
  `case when extension.due_at > ${assignment}.due_at then extension.due_at end`;

export const storeExtension = (
  tx: Transaction,
  { id, studentId, actorId, at }: Event,
  given: { readonly dueAt: Date | null; readonly reason: string },
) =>
  tx.query(
    `insert into assignment_extensions
       (assignment_id, student_id, changed_by, changed_at, due_at, reason)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, studentId, actorId, at, given.dueAt, given.reason],
  );

const extensionRow = handIns.handInExtension
  .omit({ deadlineOnCampus: true })
  .extend({ dueAt: timestamp.nullable() });

/** All changes of a student's extension, latest first. */
export const extensionsOf = async ({ db, timezone }: Campus, id: string, studentId: string) => {
  const rows = await db.rows(
    extensionRow,
    `select extension.id::text, due_at as "dueAt", reason, people.name as "changedBy",
       ${instant('changed_at')} as "changedAt"
     from assignment_extensions extension join people on people.id = changed_by
     where assignment_id = $1 and student_id = $2 order by extension.id desc`,
    [id, studentId],
  );
  return rows.map(({ dueAt, ...row }) => ({
    ...row,
    deadlineOnCampus: dueAt && campusMinuteOf(timezone, dueAt),
  }));
};
