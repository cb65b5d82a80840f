import { type HandInMarkChange, handIns } from '@campus/contract';
import { type Db, texts, type Transaction } from '../../db/db.ts';
import { instant, isTaughtStudent, type TeachingScope } from '../../db/sql.ts';

/** Who does something to a student's marks, and when. */
export interface Event {
  readonly id: string;
  readonly studentId: string;
  readonly actorId: string;
  readonly at: Date;
}

/** The marks as in the API: the half mark is stored separately. */
export const marksOf = (table: string): string =>
  `(${table}.marks + ${table}.half_mark::int * 0.5)::float8`;

/** SQL: whether the teacher has asked for another version than `newest`, which has `marks`. */
export const isReopened = `(marks.reopened_at is not null and exists (
  select from hand_in_mark_changes as change
  where change.assignment_id = marks.assignment_id and change.student_id = marks.student_id
    and change.event = 'reopened' and change.version = newest.version))`;

const keep = (event: 'marked' | 'returned' | 'reopened'): string => `
  insert into hand_in_mark_changes
    (assignment_id, student_id, version, event, marks, half_mark, comment, changed_by, changed_at)
  select assignment_id, student_id, version, '${event}', marks, half_mark, comment, $3, $4
  from changed`;

/** Replaces the marks. Returned work stays returned, with the new marks. */
export const storeMarks = (
  tx: Transaction,
  { id, studentId, actorId, at }: Event,
  given: { version: number; marks: number; comment: string; grade: number },
) =>
  tx.query(
    `with changed as (
       insert into hand_in_marks as stored (assignment_id, student_id, marked_by, marked_at,
         version, marks, half_mark, comment, grade)
       values ($1, $2, $3, $4, $5, floor($6::float8), $6::float8 <> floor($6::float8), $7, $8)
       on conflict (assignment_id, student_id) do update
         set version = excluded.version, marks = excluded.marks, half_mark = excluded.half_mark,
           comment = excluded.comment, marked_by = excluded.marked_by, marked_at = excluded.marked_at
         where (stored.version, stored.marks, stored.half_mark, stored.comment) is distinct from
           (excluded.version, excluded.marks, excluded.half_mark, excluded.comment)
       returning *
     ) ${keep('marked')}`,
    [id, studentId, actorId, at, given.version, given.marks, given.comment, given.grade],
  );

/** Hands back the work of one student, or of all those taught, whose newest version is marked; returns how many. */
export const returnMarked = (
  tx: Transaction,
  { id, studentId, actorId, at }: Omit<Event, 'studentId'> & { studentId: string | null },
  taught: TeachingScope | null,
): Promise<number> =>
  tx.query(
    `with changed as (
       update hand_in_marks marks
       set returned_at = $4, returned_by = $3, reopened_at = null
       where assignment_id = $1 and ($2::bigint is null or student_id = $2)
         and returned_at is null
         and exists (select from assignments join subjects on subjects.id = subject_id
           where assignments.id = $1 and ${isTaughtStudent('$5', 'marks.student_id')})
         and version = (select max(version) from hand_ins
           where assignment_id = $1 and student_id = marks.student_id)
       returning *
     ) ${keep('returned')}`,
    [id, studentId, actorId, at, taught],
  );

export const reopen = (tx: Transaction, { id, studentId, actorId, at }: Event) =>
  tx.query(
    `with changed as (
       update hand_in_marks set returned_at = null, returned_by = null, reopened_at = $4
       where assignment_id = $1 and student_id = $2
       returning *
     ) ${keep('reopened')}`,
    [id, studentId, actorId, at],
  );

/** The history of a student's marks, latest first. */
export const marksHistory = (db: Db, id: string, studentId: string) =>
  db.rows(
    handIns.handInMarkChange,
    `select changes.id::text, event, version, ${marksOf('changes')} as marks, comment, people.name as "changedBy",
       ${instant('changed_at')} as "changedAt"
     from hand_in_mark_changes changes join people on people.id = changed_by
     where assignment_id = $1 and student_id = $2 order by changes.id desc`,
    [id, studentId],
  );

/** How marks, comment and returned state have changed since the first `seen` changes. */
export const marksSince = async (tx: Transaction, { id, studentId }: Event, seen: number) => {
  const history = (await marksHistory(tx, id, studentId)).toReversed();
  const then = history[seen - 1];
  const now = history.at(-1);
  if (!now) return [];
  const values = (one: HandInMarkChange | undefined) => ({
    marks: one ? String(one.marks) : null,
    comment: one?.comment ?? '',
    returned: isReturned(history.slice(0, one ? history.indexOf(one) + 1 : 0)) ? 'yes' : 'no',
  });
  const [before, after] = [values(then), values(now)];
  const { changedBy, changedAt } = now;
  return (['marks', 'comment', 'returned'] as const).flatMap((field) =>
    before[field] === after[field]
      ? []
      : [
          {
            field,
            before: before[field],
            now: after[field],
            changedBy,
            changedAt,
            version: history.length,
          },
        ],
  );
};

/** Returned work stays returned when it is marked again. */
const isReturned = (events: readonly HandInMarkChange[]): boolean =>
  events.findLast(({ event }) => event !== 'marked')?.event === 'returned';

export const phrasesOf = async (db: Db, personId: string): Promise<string[]> => {
  const select = 'select phrases from marking_phrases where person_id = $1';
  return (await db.value(texts.optional(), select, [personId])) ?? [];
};

export const storePhrases = async (
  tx: Transaction,
  personId: string,
  phrases: readonly string[],
): Promise<void> => {
  await tx.query(
    phrases.length === 0
      ? 'delete from marking_phrases where person_id = $1 and $2::text[] is not null'
      : `insert into marking_phrases (person_id, phrases) values ($1, $2)
         on conflict (person_id) do update set phrases = excluded.phrases`,
    [personId, phrases],
  );
};
