import { dayOrNull, type Db, integer, text } from '../../db/db.ts';

const recordsOf = (student: string, subject: string): string => `
  select coalesce(json_agg(record), '[]')::text as records
  from (
    select session.id::text, session.held_on as date, subjects.name as "subjectName",
      subjects.code as "subjectCode", marks.present, marks.remarks
    from attendance_marks marks
    -- Looked up by key for each mark: as an ordinary join every class there is would be read.
    cross join lateral (
      select id, subject_id, held_on from class_sessions where id = marks.session_id limit 1
    ) session
    join subjects on subjects.id = session.subject_id
    where marks.student_id = ${student}
      and (${subject}::bigint is null or session.subject_id = ${subject})
    order by session.held_on desc, subjects.name, session.id
  ) as record`;

/**
 * A student’s records as JSON, newest first, of all subjects or of one. Built by PostgreSQL: it is
 * asked for again every few seconds by every student who looks at it.
 */
export const readRecords = (db: Db, studentId: string, subjectId: string | null = null) =>
  db.value(text, {
    name: 'student-records',
    text: recordsOf('$1', '$2'),
    values: [studentId, subjectId],
  });

/** All records of several students, in their order. */
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

/** What all marks of each student come to, with the days of the first and the last one. */
export const studentsCounts = async (db: Db, studentIds: readonly string[]) => {
  const rows = await db.rows(
    { id: text, marks: integer, present: integer, startDate: dayOrNull, endDate: dayOrNull },
    {
      name: 'students-counts',
      text: `
      select student_id::text as id, sum(classes)::int as marks, sum(present)::int as present,
        min(first_on) as "startDate", max(last_on) as "endDate"
      from attendance_tallies where student_id = any($1::bigint[]) group by student_id`,
      values: [studentIds],
    },
  );
  const found = new Map(rows.map((counts) => [counts.id, counts]));
  return studentIds.map((id) => found.get(id) ?? noMarks);
};

/** The counts of each subject, its classes those with a mark; undefined where it does not exist. */
export const subjectsCounts = async (db: Db, subjectIds: readonly string[]) => {
  const rows = await db.rows(
    { id: text, teacherId: text, classes: integer, marks: integer, present: integer },
    {
      name: 'subjects-counts',
      text: `
      select subjects.id::text, subjects.teacher_id::text as "teacherId",
        coalesce(tally.marks, 0) as marks, coalesce(tally.present, 0) as present,
        (select count(*)::int from class_sessions
         where subject_id = subjects.id and version > 0) as classes
      from subjects
      left join subject_tallies tally on tally.subject_id = subjects.id
      where subjects.id = any($1::bigint[])`,
      values: [subjectIds],
    },
  );
  const found = new Map(rows.map((counts) => [counts.id, counts]));
  return subjectIds.map((id) => found.get(id));
};
