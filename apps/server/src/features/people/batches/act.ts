import { type ActKind, studentBatches } from '@campus/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Campus } from '../../../campus.ts';
import { integer, type Transaction } from '../../../db/db.ts';
import { studentColumns } from '../people.columns.ts';

/** What a batch did: what is asked for, or a file of people that was stored. */
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

/** Students of a batch, in the transaction that holds them. */
export interface Work<A = StoredAction> {
  readonly campus: Pick<Campus, 'today' | 'clock'>;
  readonly tx: Transaction;
  readonly batchId: string;
  readonly action: A;
  readonly students: readonly string[];
  readonly actorId: string;
}

/**
 * An act on many students, said as SQL about each of them (`people` and `students`): its statements do
 * not grow with their number.
 */
export interface Act<A = StoredAction> {
  readonly trail: ActKind;
  /** What it did, to "3 students" or in a subject of this name. */
  readonly inWords: (action: A, students: string, subject: string) => string;
  /** Of which effects on enrolments single subjects may be left out. */
  readonly optional?: 'begins' | 'all';
  /** Refuses what would hold for all of them, and holds what has to be held before people. */
  readonly hold?: (work: Pick<Work<A>, 'tx' | 'action' | 'students'>) => Promise<unknown>;
  /** What is joined to a student. */
  readonly join?: (action: A) => Sql;
  /** Why nothing changes, null where something does. */
  readonly skipped: (action: A) => Sql;
  /** An object of what is stored before. */
  readonly before?: (action: A) => Sql;
  /** What is stored afterwards, by the same names. */
  readonly after?: (action: A) => Readonly<Record<string, string | number | null>>;
  readonly apply?: (work: Work<A>) => Promise<unknown>;
  /** Without it nothing can be taken back. `batch` and `kept` are the rows of the student's batch. */
  readonly undo?: {
    /** As the trail tells it where that is no act on students. */
    readonly trail?: ActKind;
    readonly join?: (action: A, of: Pick<Work, 'batchId' | 'students'>) => Sql;
    /** What was written on top of it since, null for nothing. */
    readonly written: (action: A) => Sql;
    readonly act: (work: Work<A>) => Promise<unknown>;
  };
}

export const inactive = sql`case when people.active then null
  when students.graduated then 'Graduated on ' || students.withdrawn_on
  when students.withdrawn_on is not null then 'Withdrawn on ' || students.withdrawn_on
  else 'The account is deactivated' end`;

/** The rows of a batch whose students change. */
export const keptOf = (batchId: string) =>
  sql`student_batch_students as kept where kept.batch_id = ${batchId} and kept.skipped is null`;

/** Whether anything was marked or handed in of the student in a subject since they were enrolled. */
export const hasWork = (subjectId: string | Sql, from: string | Sql) => sql`(
  exists (select from seats join class_sessions using (subject_id)
    where student_id = people.id and subject_id = ${subjectId} and held_on >= ${from}::date
      and present[seat] is not null)
  or exists (select from exam_results join exams on exams.id = exam_id
    where student_id = people.id and subject_id = ${subjectId} and marked_at > batch.applied_at)
  or exists (select from hand_ins join assignments on assignments.id = assignment_id
    where student_id = people.id and subject_id = ${subjectId} and handed_in_at > batch.applied_at))`;

/** What the database makes of a text: a former spelling is read as the name that stays. */
const spelled = (field: string, value: Sql, { course }: Of<'change'>['values']): Sql => {
  if (field === 'course') return sql`known_course(${value})`;
  const ofCourse = course === undefined ? sql`students.course` : sql`known_course(${course})`;
  return field === 'branch' ? sql`known_branch(${ofCourse}, ${value})` : value;
};

/** The columns of what is given of a record, and their new values. */
export const columnsIn = (values: Of<'change'>['values']) =>
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
