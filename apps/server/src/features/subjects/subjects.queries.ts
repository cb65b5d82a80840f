import type {
  BodyOf,
  CurrentSubject,
  QueryOf,
  Enrollment,
  IsoDate,
  subjects,
} from '@campus/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { day, boolean, type Db, integer, text, textOrNull, type Transaction } from '../../db/db.ts';
import { insertedId, isEnrolledNow, type PartOfSubject, wasOpened } from '../../db/sql.ts';
import { valuesFor } from '../../db/stored-fields.ts';
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
 * Locks the open term. Creating a subject ('creating', exclusive) and adding a student ('joining', shared) exclude
 * each other, so that no student misses a new subject.
 */
export const lockOpenTerm = async (tx: Transaction, purpose: 'creating' | 'joining') => {
  const term = tx.selectFrom('terms').where('is_open', '=', true).select('id');
  const held = purpose === 'creating' ? term.forNoKeyUpdate() : term.forShare();
  // If the term was closed while this waited for its lock, it is no longer open: lock the one opened instead.
  return (await held.executeTakeFirst()) ?? held.executeTakeFirst();
};

export const studentsNow = (today: IsoDate) =>
  sql<number>`(select count(*)::int from enrolments where ${isEnrolledNow(today)})`;

const enrollments = (db: Db, today: IsoDate) =>
  db
    .selectFrom('subjects')
    .innerJoin('people', 'people.id', 'subjects.teacher_id')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .select([
      'subjects.id',
      ...subjectSelection,
      'people.name as teacherName',
      studentsNow(today).as('students'),
    ]);

/** The subjects of the open term, oldest first. */
export const listEnrollments = (db: Db, today: IsoDate): Promise<Enrollment[]> =>
  enrollments(db, today).where('terms.is_open', '=', true).orderBy('subjects.id').execute();

/** As `listEnrollments`, for any term. */
export const listEnrollmentsOf = (db: Db, termId: string, today: IsoDate): Promise<Enrollment[]> =>
  enrollments(db, today).where('subjects.term_id', '=', termId).orderBy('subjects.id').execute();

export const enrollmentById = (db: Db, id: string, today: IsoDate): Promise<Enrollment> =>
  enrollments(db, today).where('subjects.id', '=', id).executeTakeFirstOrThrow();

/** A teacher's subjects in terms that are not closed, oldest first. */
const taughtBy = (db: Db, teacherId: string) =>
  db
    .selectFrom('subjects')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .where('subjects.teacher_id', '=', teacherId)
    .where('terms.closed_at', 'is', null)
    .select([
      'subjects.id',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      'subjects.credits',
      'terms.name as termName',
    ])
    .orderBy('subjects.id');

export type TaughtSubject = Omit<CurrentSubject, 'students'>;

export const subjectsTaughtBy = (db: Db, teacherId: string): Promise<TaughtSubject[]> =>
  taughtBy(db, teacherId).execute();

export const currentSubjectsOf = (
  db: Db,
  teacherId: string,
  today: IsoDate,
): Promise<CurrentSubject[]> =>
  taughtBy(db, teacherId).select(studentsNow(today).as('students')).execute();

const helps = (personId: string, today: IsoDate) => sql<boolean>`exists (
  select from subject_teachers as helper
  where helper.subject_id = subjects.id and helper.person_id = ${personId}
    and helper.from_on <= ${today} and coalesce(helper.to_on >= ${today}, true)
    and coalesce(helper.section_id = enrolments.section_id, helper.section_id is null))`;

/** The subjects and sections in which a teacher helps today. */
export const helpedParts = async (
  db: Db,
  of: { teacherId: string; work: 'mark' | 'grade'; today: IsoDate },
): Promise<PartOfSubject[]> => {
  const rows = await db.rows(
    { subjectId: text, sectionId: textOrNull },
    `select subject_id::text as "subjectId", section_id::text as "sectionId" from subject_teachers
     where person_id = $1 and case $2 when 'mark' then may_mark else may_grade end
       and from_on <= $3 and coalesce(to_on >= $3, true)`,
    [of.teacherId, of.work, of.today],
  );
  return rows.map(({ subjectId, sectionId }) => [subjectId, sectionId]);
};

/** Whether each of the students is or was in one of the sections. */
export const areInSections = (
  db: Db,
  students: readonly string[],
  sections: readonly string[],
): Promise<boolean> =>
  db.value(
    boolean,
    `select not exists (select from unnest($1::bigint[]) as student where not exists (
       select from enrolments where student_id = student and section_id = any($2))) as are`,
    [students, sections],
  );

/** The given students whom a teacher teaches: their enrolment in a subject of the open term is not over. */
export const emailsTaughtBy = async (
  db: Db,
  teacherId: string,
  emails: readonly string[],
  today: IsoDate,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('people')
    .innerJoin('enrolments', 'enrolments.student_id', 'people.id')
    .innerJoin('subjects', 'subjects.id', 'enrolments.subject_id')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .where('people.email', 'in', emails)
    .where(({ eb }) => eb.or([eb('subjects.teacher_id', '=', teacherId), helps(teacherId, today)]))
    .where('terms.is_open', '=', true)
    .where(sql<boolean>`coalesce(enrolments.to_on >= ${today}, true)`)
    .select('people.email')
    .distinct()
    .execute();
  return rows.map(({ email }) => email);
};

/** What decides who may change exams and assignments of a subject, and when. */
const contextRow = z.object({
  subjectId: text,
  teacherId: text,
  startsOn: day,
  endsOn: day,
  termClosed: boolean,
  planned: boolean,
});
export type SubjectContext = z.infer<typeof contextRow>;

/** `shared` locks the subject against deletion. */
export const readSubjectContext = (db: Db, subjectId: string, lock: 'none' | 'shared') =>
  db.row(
    contextRow,
    `select subjects.id::text as "subjectId", subjects.teacher_id::text as "teacherId",
       terms.starts_on as "startsOn", terms.ends_on as "endsOn", terms.closed_at is not null as "termClosed",
       not ${wasOpened} as planned
     from subjects join terms on terms.id = subjects.term_id where subjects.id = $1
     ${lock === 'shared' ? 'for key share of subjects' : ''}`,
    [subjectId],
  );

/** Locks the teacher against deactivation until the transaction that gives them something to teach ends. */
export const lockActiveTeacher = (tx: Transaction, email: string) =>
  tx.row(
    { id: text },
    `select id::text from people where email = $1 and role = 'teacher' and active for share`,
    [email],
  );

export const insertSubject = (
  tx: Transaction,
  subject: NewSubject,
  termId: string,
  teacherId: string,
): Promise<string> =>
  insertedId(
    tx.insertInto('subjects').values({
      ...valuesFor('subjects', subjectColumns, subject),
      ...valuesFor('subjects', audienceColumns, subject.audience ?? {}),
      name: subject.subjectName,
      code: subject.subjectCode,
      term_id: termId,
      teacher_id: teacherId,
    }),
  );

/** True when every part of the audience of a subject (`subjects`) is blank or matches the student (`students`). */
export const audienceMatches = sql.raw(`
  (audience_course is null or lower(audience_course) = lower(students.course))
  and (audience_branch is null or lower(audience_branch) = lower(students.branch))
  and (audience_semester is null or audience_semester = students.semester)
  and (audience_year is null or audience_year = students.year)`);

export const activeStudents = sql.raw(
  'students join people on people.id = students.person_id and people.active',
);

/** Whether a student is on leave on all of these days, so that nothing enrols them on any. */
export const isAway = (first: RawBuilder<unknown>, last: RawBuilder<unknown>) => sql`(
  away_from is not null
  and daterange(away_from, away_until, '[]') @> daterange(${first}::date, ${last}::date, '[]'))`;

/**
 * Enrols students in subjects by audience, from a day on; `subjects` is a condition on subjects and terms. Matching is
 * done once per course, branch, semester and year, because a class list has thousands of students and a university a
 * thousand subjects. Students with an enrolment in the subject on that day or later keep it and are left out, as are the
 * days of a leave.
 */
export const enrolByAudience = (
  tx: Transaction,
  {
    students,
    subjects,
    from,
  }: Readonly<Record<'students' | 'subjects' | 'from', RawBuilder<unknown>>>,
) =>
  sql`
    with everyone as materialized (
      select person_id, course, branch, semester, year, away_from, away_until,
        dense_rank() over (order by course, branch, semester, year) as kind
      from ${students}
    ),
    audiences as materialized (
      select students.kind, subjects.id as subject_id, ${from} as from_on, terms.ends_on
      from (select distinct kind, course, branch, semester, year from everyone) as students
      join terms on true
      join subjects on subjects.term_id = terms.id and not by_list and ${audienceMatches}
      where ${subjects}
    )
    insert into enrolments (subject_id, student_id, from_on, to_on)
    select subject_id, person_id, days.from_on, days.to_on from everyone join audiences using (kind)
    cross join lateral days_without_leave(audiences.from_on, null, away_from, away_until) as days
    where days.from_on <= greatest(ends_on, audiences.from_on) and not exists (
      select from enrolments as standing
      where standing.subject_id = audiences.subject_id and standing.student_id = person_id
        and coalesce(standing.to_on >= audiences.from_on, true))
    order by subject_id, person_id`.execute(tx);

/** Counts the active students who match an audience and are there in the open term. */
export const countAudience = (
  db: Db,
  { course, branch, semester, year }: QueryOf<typeof subjects.countAudience>,
): Promise<number> =>
  db.value(
    integer,
    sql`select count(*)::int as students
      from ${activeStudents}
      join (values (known_course(${course}), known_branch(known_course(${course}), ${branch}),
        ${semester}::int, ${year}::int)) as audience
        (audience_course, audience_branch, audience_semester, audience_year) on ${audienceMatches}
      where not exists (
        select from terms where is_open and ${isAway(sql`starts_on`, sql`ends_on`)})`,
  );

/** Enrols all active students who match the subject's audience, from the first day of its term. */
export const enrolAudience = (tx: Transaction, subjectId: string) =>
  enrolByAudience(tx, {
    students: activeStudents,
    subjects: sql`subjects.id = ${subjectId}`,
    from: sql`terms.starts_on`,
  });

/** Enrols new students in the open term's subjects from today on, or from its first day if that is later. */
const enrolInOpenTerm = async (tx: Transaction, students: RawBuilder<unknown>, today: IsoDate) => {
  await lockOpenTerm(tx, 'joining');
  const from = sql`greatest(terms.starts_on, ${today}::date)`;
  await enrolByAudience(tx, { students, subjects: sql`terms.is_open`, from });
};

export const enrolStudent = (tx: Transaction, studentId: string, today: IsoDate) =>
  enrolInOpenTerm(tx, sql`students where person_id = ${studentId}`, today);

/** Enrols the active students of the transaction's temporary table `new_people (person_id)`. */
export const enrolNewStudents = (tx: Transaction, today: IsoDate) =>
  enrolInOpenTerm(tx, sql`new_people join (${activeStudents}) using (person_id)`, today);
