import type { BodyOf, Enrollment, IsoDate, subjects } from '@campus/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { audienceMatches as audienceText } from './audience.ts';
import { audienceColumns, subjectColumns, subjectSelection } from './subject.columns.ts';
import { termSelection } from './term.columns.ts';

type NewSubject = BodyOf<typeof subjects.createForAll>;

export const openTerm = (db: Db) =>
  db
    .selectFrom('terms')
    .where('is_open', '=', true)
    .select(['id', ...termSelection])
    .executeTakeFirst();

/**
 * Holds the open term until the transaction ends. Creating a subject and adding a student take it
 * in turn ('creating' alone, 'joining' together), so that neither misses the other.
 */
export const holdOpenTerm = async (
  tx: Transaction,
  purpose: 'creating' | 'joining',
): Promise<{ id: string } | undefined> => {
  const term = tx.selectFrom('terms').where('is_open', '=', true).select('id');
  const held = purpose === 'creating' ? term.forNoKeyUpdate() : term.forShare();
  // A term that was closed while this waited for it is no longer open: the next one is.
  return (await held.executeTakeFirst()) ?? held.executeTakeFirst();
};

/** Students without a last day, or in a closed term with its last day. */
export const enrolledToTheEnd = sql<number>`(select count(*)::int from enrolments
  where subject_id = subjects.id and (to_on is null or to_on >= terms.ends_on))`;

const enrollments = (db: Db) =>
  db
    .selectFrom('subjects')
    .innerJoin('people', 'people.id', 'subjects.teacher_id')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .select([
      'subjects.id',
      ...subjectSelection,
      'people.name as teacherName',
      enrolledToTheEnd.as('students'),
    ]);

/** The subjects of the open term, oldest first: a new one is appended. */
export const listEnrollments = (db: Db): Promise<Enrollment[]> =>
  enrollments(db).where('terms.is_open', '=', true).orderBy('subjects.id').execute();

/** The subjects of any term, as `listEnrollments`. */
export const listEnrollmentsOf = (db: Db, termId: string): Promise<Enrollment[]> =>
  enrollments(db).where('subjects.term_id', '=', termId).orderBy('subjects.id').execute();

export const enrollmentById = (db: Db, id: string): Promise<Enrollment> =>
  enrollments(db).where('subjects.id', '=', id).executeTakeFirstOrThrow();

export const activeTeacherByEmail = (db: Db, email: string): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('people')
    .where('email', '=', email)
    .where('role', '=', 'teacher')
    .where('active', '=', true)
    .select('id')
    .executeTakeFirst();

export const insertSubject = async (
  tx: Transaction,
  subject: NewSubject,
  termId: string,
  teacherId: string,
): Promise<string> => {
  const { id } = await tx
    .insertInto('subjects')
    .values({
      ...valuesFor('subjects', subjectColumns, subject),
      ...valuesFor('subjects', audienceColumns, subject.audience ?? {}),
      name: subject.subjectName,
      code: subject.subjectCode,
      term_id: termId,
      teacher_id: teacherId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const audienceMatches = sql.raw(audienceText);

/** Enrols every active student of the subject's audience, from the first day of its term. */
export const enrolAudience = async (tx: Transaction, subjectId: string): Promise<void> => {
  await sql`
    insert into enrolments (subject_id, student_id, from_on)
    select subjects.id, students.person_id, terms.starts_on
    from subjects
    join terms on terms.id = subjects.term_id
    join students on ${audienceMatches}
    join people on people.id = students.person_id and people.active
    where subjects.id = ${subjectId}`.execute(tx);
};

/** Enrols one new student in the open term's subjects of their audience, from today on. */
export const enrolStudent = async (
  tx: Transaction,
  studentId: string,
  today: IsoDate,
): Promise<void> => {
  await holdOpenTerm(tx, 'joining');
  await sql`
    insert into enrolments (subject_id, student_id, from_on)
    select subjects.id, students.person_id, greatest(terms.starts_on, ${today}::date)
    from students
    join terms on terms.is_open
    join subjects on subjects.term_id = terms.id and ${audienceMatches}
    where students.person_id = ${studentId}`.execute(tx);
};
