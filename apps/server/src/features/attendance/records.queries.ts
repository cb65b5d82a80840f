import type { IsoDate } from '@campus/contract';
import type pg from 'pg';

type Sql = pg.Pool;

/**
 * A student’s records as JSON, newest first, of all subjects or of one. Built by PostgreSQL: it is
 * asked for again every few seconds by every student who looks at it.
 */
export const readRecords = async (
  db: Sql,
  studentId: string,
  subjectId: string | null = null,
): Promise<string> => {
  const { rows } = await db.query<{ records: string }>({
    name: 'student-records',
    text: `
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
        where marks.student_id = $1 and ($2::bigint is null or session.subject_id = $2)
        order by session.held_on desc, subjects.name, session.id
      ) as record`,
    values: [studentId, subjectId],
  });
  return rows[0]?.records ?? '[]';
};

/** All marks of a student together, and the days of the first and the last one. */
export const studentCounts = async (db: Sql, studentId: string) => {
  const { rows } = await db.query<{
    marks: number;
    present: number;
    startDate: IsoDate | null;
    endDate: IsoDate | null;
  }>({
    name: 'student-counts',
    text: `
      select coalesce(sum(classes), 0)::int as marks, coalesce(sum(present), 0)::int as present,
        min(first_on) as "startDate", max(last_on) as "endDate"
      from attendance_tallies where student_id = $1`,
    values: [studentId],
  });
  return rows[0] ?? { marks: 0, present: 0, startDate: null, endDate: null };
};

/** Classes with at least one mark, and the marks in them; undefined when there is no such subject. */
export const subjectCounts = async (db: Sql, subjectId: string) => {
  const { rows } = await db.query<{
    teacherId: string;
    classes: number;
    marks: number;
    present: number;
  }>({
    name: 'subject-counts',
    text: `
      select subjects.teacher_id::text as "teacherId", tally.marks, tally.present,
        (select count(*)::int from class_sessions
         where subject_id = subjects.id and version > 0) as classes
      from subjects
      cross join lateral (
        select coalesce(sum(classes), 0)::int as marks, coalesce(sum(present), 0)::int as present
        from attendance_tallies where subject_id = subjects.id
      ) as tally
      where subjects.id = $1`,
    values: [subjectId],
  });
  return rows[0];
};
