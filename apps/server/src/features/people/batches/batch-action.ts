import { type ActKind, type IsoDate, studentBatches } from '@campus/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Campus } from '../../../campus.ts';
import { integer, type Transaction } from '../../../db/db.ts';
import { studentColumns } from '../people.columns.ts';

/** What a batch did: an action that was asked for, or the import of a file of people. */
export const storedAction = z.discriminatedUnion('kind', [
  studentBatches.batchAction,
  z.object({
    kind: z.literal('import'),
    of: z.enum(['students', 'faculty']),
    added: integer,
    changed: integer,
  }),
]);
export type StoredAction = z.infer<typeof storedAction>;

export type Kind = StoredAction['kind'];
export type Of<K extends Kind> = Extract<StoredAction, { kind: K }>;
export type Sql = RawBuilder<unknown>;

/** A batch in progress, in the transaction that has locked its students. */
export interface Work<A = StoredAction> {
  readonly campus: Pick<Campus, 'today'>;
  readonly tx: Transaction;
  readonly batchId: string;
  readonly action: A;
  readonly students: readonly string[];
  readonly actorId: string;
}

type Stored = Readonly<Record<string, string | number | null>>;

/**
 * A bulk change of students, as SQL about each of them (`people` and `students`): the number of statements does not
 * depend on the number of students.
 */
export interface BatchActionRules<A = StoredAction> {
  readonly trail: ActKind;
  /** What it did, in words: to `students` ("3 students"), or in the named subject. */
  readonly inWords: (action: A, students: string, subject: string) => string;
  /** Which of its effects on enrolments can be left out per subject. */
  readonly optional?: 'begins' | 'all';
  /**
   * Refuses what fails for all of them, and takes the locks that come before those on people. An undo takes exclusive
   * ones: it waits for marks that are being stored, which may prevent it.
   */
  readonly lock?: (
    work: Pick<Work<A>, 'tx' | 'action' | 'students'>,
    mode: 'shared' | 'exclusive',
  ) => Promise<unknown>;
  /** A join to a student for the expressions below. */
  readonly join?: (action: A) => Sql;
  /** The reason why a student is not changed; null for one who is. */
  readonly skipped: (action: A, today: IsoDate) => Sql;
  /** A JSON object of the values before the change. */
  readonly before?: (action: A) => Sql;
  /** The values after the change, under the same names. */
  readonly after?: (action: A, before: Stored) => Stored;
  readonly apply?: (work: Work<A>) => Promise<unknown>;
  /** Without it the act cannot be undone. In its SQL `batch` and `kept` are the batch and the student's row in it. */
  readonly undo?: {
    /** How the audit trail records the undo, if not as an undone change of students. */
    readonly trail?: ActKind;
    readonly join?: (action: A, of: Pick<Work, 'batchId' | 'students'>) => Sql;
    /** What has changed since and prevents the undo; null if nothing. */
    readonly written: (action: A) => Sql;
    readonly act: (work: Work<A>) => Promise<unknown>;
  };
}

export const inactive = sql`case when people.active then null
  when students.graduated then 'Graduated on ' || students.withdrawn_on
  when students.withdrawn_on is not null then 'Withdrawn on ' || students.withdrawn_on
  else 'The account is deactivated' end`;

export const theirLeave = sql`'On leave from ' || away_from || coalesce(' to ' || away_until, '')`;

/** The rows of a batch whose students it changes. */
export const snapshotOf = (batchId: string) =>
  sql`student_batch_students as kept where kept.batch_id = ${batchId} and kept.skipped is null`;

/** Whether the student has changed programme since the batch. */
export const transferredSince = sql`exists (
  select from student_batch_students as moved join student_batches as later on later.id = moved.batch_id
  where moved.student_id = people.id and moved.skipped is null and later.undone_at is null
    and later.applied_at > batch.applied_at and later.action ->> 'kind' = 'transfer')`;

/** Why a student's enrolment in a subject must stay: what has been marked, handed in or moved in since; null if nothing. */
export const workOf = (subjectId: string | Sql, from: string | Sql) => sql`case
  when exists (select from seats join class_sessions using (subject_id)
    where student_id = people.id and subject_id = ${subjectId} and held_on >= ${from}::date
      and present[seat] is not null)
  or exists (select from exam_results join exams on exams.id = exam_id
    where student_id = people.id and subject_id = ${subjectId} and marked_at > batch.applied_at)
  or exists (select from hand_ins join assignments on assignments.id = assignment_id
    where student_id = people.id and subject_id = ${subjectId} and handed_in_at > batch.applied_at)
  then 'has marks or work handed in'
  when exists (select from opening_balances
    where student_id = people.id and subject_id = ${subjectId} and until_on >= ${from}::date)
  then 'has an opening balance' end`;

/** The value as it is stored: a former spelling of a course or branch becomes its current name. */
const spelled = (field: string, value: Sql, { course }: Values): Sql => {
  if (field === 'course') return sql`known_course(${value})`;
  const ofCourse = course === undefined ? sql`students.course` : sql`known_course(${course})`;
  return field === 'branch' ? sql`known_branch(${ofCourse}, ${value})` : value;
};

type Values = Of<'change'>['values'];

/** The columns of the given fields, with their new values. */
export const columnsIn = (values: Values) =>
  studentColumns
    .filter(({ field }) => field in values)
    .map(({ field, name, type, of }) => ({
      field,
      type: sql.raw(type),
      column: sql.ref(`students.${name}`),
      value: spelled(
        field,
        sql`${of(values[field as keyof typeof values])}::${sql.raw(type)}`,
        values,
      ),
      set: (value: Sql) => sql`${sql.ref(name)} = ${value}`,
    }));

/** What a column was before the batch. */
export const formerValue = ({
  field,
  type,
}: Pick<ReturnType<typeof columnsIn>[number], 'field' | 'type'>) =>
  sql`(kept.before ->> ${sql.lit(field)})::${type}`;

/** SQL about the given values of students, and how they are stored and taken back. */
export const givenValues = (values: Values) => {
  const columns = columnsIn(values);
  return {
    /** Whether a student has all of them. */
    same: sql.join(
      columns.map(({ column, value }) => sql`${column} is not distinct from ${value}`),
      sql` and `,
    ),
    /** Those of before: names and values for `jsonb_build_object`. */
    former: sql.join(columns.flatMap(({ field, column }) => [sql.lit(field), column])),
    store: ({ tx, students }: Pick<Work, 'tx' | 'students'>) =>
      tx.query(sql`update students set ${sql.join(columns.map(({ set, value }) => set(value)))}
        where person_id = any(${students})`),
    putBack: ({ tx, batchId }: Pick<Work, 'tx' | 'batchId'>) => {
      const former = columns.map((column) => column.set(formerValue(column)));
      return tx.query(sql`update students set ${sql.join(former)}
        from ${snapshotOf(batchId)} and kept.student_id = person_id`);
    },
  };
};
