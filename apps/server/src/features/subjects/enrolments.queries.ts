import type { IsoDate, SubjectEnrolment } from '@campus/contract';
import { type SqlBool, sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { listOf } from '../../db/lists.ts';
import { countOf, insertedId, rowWith, searchExpression, studentSearchKey } from '../../db/sql.ts';
import { noSuchEnrolment } from './refusals.ts';

export interface EnrolmentPage {
  readonly subjectId: string;
  readonly search: string | undefined;
  readonly show: 'all' | 'current' | 'past';
  readonly today: IsoDate;
}

const enrolmentsOf = (db: Db, subjectId: string) =>
  db
    .selectFrom('enrolments')
    .innerJoin('students', 'students.person_id', 'enrolments.student_id')
    .innerJoin('people', 'people.id', 'enrolments.student_id')
    .where('enrolments.subject_id', '=', subjectId);

const matching = (db: Db, { subjectId, search, show, today }: EnrolmentPage) => {
  let rows = enrolmentsOf(db, subjectId);
  if (show !== 'all') {
    const over = sql<SqlBool>`coalesce(enrolments.to_on < ${today}::date, false)`;
    rows = rows.where(show === 'past' ? over : sql<SqlBool>`not ${over}`);
  }
  return search
    ? rows.where(searchExpression(studentSearchKey('enrolments.student_id'), search))
    : rows;
};

const shown = (rows: ReturnType<typeof enrolmentsOf>) =>
  rows.select([
    'enrolments.id',
    'enrolments.student_id as studentId',
    'people.name as studentName',
    'people.email as studentEmail',
    'students.roll_no as studentRollNo',
    'enrolments.from_on as fromOn',
    'enrolments.to_on as toOn',
    sql<string | null>`(select name from sections where sections.id = section_id)`.as('section'),
    sql<string | null>`(select name from people where id = enrolments.added_by)`.as('addedBy'),
    sql<string | null>`(select name from people where id = enrolments.dropped_by)`.as('droppedBy'),
  ]);

/** Sorted by student name, so that the periods of one student are adjacent. */
export const enrolmentsList = (db: Db, page: EnrolmentPage) => ({
  ...listOf(
    matching(db, page),
    (rows) => shown(rows).orderBy('people.name').orderBy('enrolments.id'),
    (rows, { value, id }) =>
      rows.where(
        sql<SqlBool>`(people.name > ${value} or (people.name = ${value} and enrolments.id > ${id}))`,
      ),
  ),
  value: ({ studentName }: { readonly studentName: string }) => studentName,
});

/** The student and the subject of an enrolment; undefined when there is no such enrolment. */
export const enrolmentOwner = async (db: Db, id: string) => {
  const owner = await rowWith(db, 'enrolments', { id }, ['subject_id', 'student_id']);
  return owner && { subjectId: owner.subject_id, studentId: owner.student_id };
};

export const enrolmentById = (db: Db, subjectId: string, id: string): Promise<SubjectEnrolment> =>
  shown(enrolmentsOf(db, subjectId))
    .where('enrolments.id', '=', id)
    .executeTakeFirstOrThrow(noSuchEnrolment);

/** The enrolment periods of a student in a subject that have not ended before a day. */
export const periodsFrom = (
  db: Db,
  of: { readonly subjectId: string; readonly studentId: string },
  day: IsoDate,
): Promise<{ id: string; fromOn: IsoDate; toOn: IsoDate | null }[]> =>
  db
    .selectFrom('enrolments')
    .where('subject_id', '=', of.subjectId)
    .where('student_id', '=', of.studentId)
    .where(sql<SqlBool>`coalesce(to_on >= ${day}::date, true)`)
    .select(['id', 'from_on as fromOn', 'to_on as toOn'])
    .orderBy('from_on')
    .execute();

/** The student with an e-mail, locked: a withdrawal or a leave is over, or waits for the enrolment. */
export const studentToEnrol = (tx: Transaction, email: string) =>
  tx
    .selectFrom('students')
    .innerJoin('people', 'people.id', 'students.person_id')
    .where('people.email', '=', email)
    .select(['people.id', 'people.name', 'people.active', 'students.withdrawn_on as lastDay'])
    .forShare()
    .executeTakeFirst();

/** Describes the student's leave if one of the days from `from` to `to` is in it; otherwise null. `to` null: no end. */
export const leaveWithin = async (
  db: Db,
  studentId: string,
  from: IsoDate,
  to: IsoDate | null = null,
) => {
  const of = ['away_from', 'away_until'] as const;
  const student = await rowWith(db, 'students', { person_id: studentId }, of);
  if (!student?.away_from || (student.away_until !== null && student.away_until < from))
    return null;
  if (to !== null && student.away_from > to) return null;
  return `from ${student.away_from}${student.away_until === null ? '' : ` to ${student.away_until}`}`;
};

/** Enrols a student; one who returns is put back into their last section. */
export const insertEnrolment = (
  tx: Transaction,
  enrolment: { subjectId: string; studentId: string; fromOn: IsoDate; addedBy: string },
): Promise<string> =>
  insertedId(
    tx.insertInto('enrolments').values({
      subject_id: enrolment.subjectId,
      student_id: enrolment.studentId,
      from_on: enrolment.fromOn,
      added_by: enrolment.addedBy,
      section_id: tx
        .selectFrom('enrolments')
        .where('subject_id', '=', enrolment.subjectId)
        .where('student_id', '=', enrolment.studentId)
        .select('section_id')
        .orderBy('from_on', 'desc')
        .limit(1),
    }),
  );

export const endEnrolment = (tx: Transaction, id: string, lastDay: IsoDate, droppedBy: string) =>
  tx
    .updateTable('enrolments')
    .set({ to_on: lastDay, dropped_by: droppedBy })
    .where('id', '=', id)
    .execute();

/** Removes what is to begin after the student's leave. */
export const removeComingBack = (
  tx: Transaction,
  of: { readonly subjectId: string; readonly studentId: string },
  today: IsoDate,
) =>
  tx.query(
    `delete from enrolments using students
     where person_id = student_id and subject_id = $1 and student_id = $2
       and from_on = away_until + 1 and from_on > $3`,
    [of.subjectId, of.studentId, today],
  );

/** Counts the student's marks in the subject after `day` and, if given, before `before`. */
export const marksAfter = (
  db: Db,
  of: { readonly subjectId: string; readonly studentId: string },
  day: IsoDate,
  before: IsoDate | null,
): Promise<number> =>
  countOf(
    db
      .selectFrom('seats')
      .innerJoin('class_sessions', 'class_sessions.subject_id', 'seats.subject_id')
      .where('seats.student_id', '=', of.studentId)
      .where('seats.subject_id', '=', of.subjectId)
      .where(sql<SqlBool>`class_sessions.present[seat] is not null`)
      .where('class_sessions.held_on', '>', day)
      .where(sql<SqlBool>`coalesce(class_sessions.held_on < ${before}::date, true)`),
  );
