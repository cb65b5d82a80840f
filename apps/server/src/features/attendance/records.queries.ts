import { boolean, dayOrNull, type Db, integer, text } from '../../db/db.ts';
import { inPlannedTerm } from '../../db/sql.ts';

const recordsOf = (student: string, subject: string): string => `
  select coalesce(json_agg(record), '[]')::text as records
  from (
    select session.id::text, session.held_on as date, subjects.id::text as "subjectId",
      subjects.name as "subjectName", subjects.code as "subjectCode", mark.present, session.remarks[seat] as remarks
    from seats
    join class_sessions session on session.subject_id = seats.subject_id
    cross join lateral (select session.present[seat] as present offset 0) as mark
    join subjects on subjects.id = seats.subject_id
    where seats.student_id = ${student} and mark.present is not null
      and (${subject}::bigint is null or seats.subject_id = ${subject})
    order by session.held_on desc, subjects.name, session.id
  ) as record`;

/**
 * A student’s records in a subject as JSON, newest first; undefined when there is no such subject. Built by
 * PostgreSQL, because every student who looks at it asks again every few seconds.
 */
export const readRecords = (db: Db, studentId: string, subjectId: string) =>
  db.row(
    { records: text },
    {
      name: 'student-records',
      text: `
      select of_student.records from subjects asked
      cross join lateral (${recordsOf('$1', 'asked.id')}) as of_student
      where asked.id = $2`,
      values: [studentId, subjectId],
    },
  );

/** All records of several students, in the given order. */
export const readManyRecords = async (db: Db, studentIds: readonly string[]) => {
  const rows = await db.rows(
    { records: text },
    {
      name: 'students-records',
      text: `
      select of_student.records from unnest($1::bigint[]) with ordinality as asked (id, place)
      cross join lateral (${recordsOf('asked.id', 'null')}) as of_student
      order by asked.place`,
      values: [studentIds],
    },
  );
  return rows.map(({ records }) => records);
};

const noMarks = { marks: 0, present: 0, startDate: null, endDate: null };

/** The totals of each student's marks, with the days of the first and the last one. */
export const studentsCounts = async (db: Db, studentIds: readonly string[]) => {
  const rows = await db.rows(
    { id: text, marks: integer, present: integer, startDate: dayOrNull, endDate: dayOrNull },
    {
      name: 'students-counts',
      text: `
      select student_id::text as id, sum(classes)::int as marks, sum(present)::int as present,
        min(first_on) as "startDate", max(last_on) as "endDate"
      from attendance_tallies
      -- A subquery, so that PostgreSQL reuses one plan instead of planning each list of ids.
      where student_id = any(array(select unnest($1::bigint[]))) group by student_id`,
      values: [studentIds],
    },
  );
  const found = new Map(rows.map((counts) => [counts.id, counts]));
  return studentIds.map((id) => found.get(id) ?? noMarks);
};

/** The totals of each subject; `classes` counts those with marks. Undefined for a subject that does not exist. */
export const subjectsCounts = async (db: Db, subjectIds: readonly string[]) => {
  const rows = await db.rows(
    {
      id: text,
      teacherId: text,
      planned: boolean,
      classes: integer,
      marks: integer,
      present: integer,
    },
    {
      name: 'subjects-counts',
      text: `
      select subjects.id::text, subjects.teacher_id::text as "teacherId", ${inPlannedTerm} as planned,
        coalesce(tally.marks, 0) as marks, coalesce(tally.present, 0) as present,
        (select count(*)::int from class_sessions
         where subject_id = subjects.id and version > 0) as classes
      from subjects
      left join subject_tallies tally on tally.subject_id = subjects.id
      where subjects.id = any($1::bigint[]) and subjects.term_id is not null`,
      values: [subjectIds],
    },
  );
  const found = new Map(rows.map((counts) => [counts.id, counts]));
  return subjectIds.map((id) => found.get(id));
};

/**
 * As `subjectsCounts`, for one section: its classes and the marks of its students. Undefined when the subject has no
 * such section.
 */
export const sectionCounts = (db: Db, subjectId: string, sectionId: string) =>
  db.row(
    { teacherId: text, planned: boolean, classes: integer, marks: integer, present: integer },
    `select subjects.teacher_id::text as "teacherId", ${inPlannedTerm} as planned,
       (select count(distinct held_on)::int from taken_parts
        where subject_id = subjects.id and section_id = sections.id) as classes,
       coalesce(sum(tally.classes), 0)::int as marks, coalesce(sum(tally.present), 0)::int as present
     from sections join subjects on subjects.id = sections.subject_id
     left join attendance_tallies tally on tally.subject_id = subjects.id
       and tally.student_id in (select student_id from enrolments where section_id = $2)
     where subjects.id = $1 and sections.id = $2
     group by subjects.id, sections.id`,
    [subjectId, sectionId],
  );
