import {
  attendanceReports,
  type ClassOfDay,
  type IsoDate,
  percentagePresent,
} from '@campus/contract';
import type { Db } from '../../db/db.ts';

/** The term a day falls in: terms do not overlap. */
export const termOfDay = (db: Db, date: IsoDate) =>
  db
    .selectFrom('terms')
    .where('starts_on', '<=', date)
    .where('ends_on', '>=', date)
    .select(['id', 'name', 'starts_on as startsOn', 'ends_on as endsOn'])
    .executeTakeFirst();

const { percentage: _percentage, ...columns } = attendanceReports.classOfDay.shape;

/** Every subject of a term with its class on a day, by name. */
export const classesOfDay = async (
  db: Db,
  termId: string,
  date: IsoDate,
): Promise<ClassOfDay[]> => {
  const rows = await db.rows(columns, {
    name: 'classes-of-day',
    text: `
      select subjects.id::text, subjects.name as "subjectName", subjects.code as "subjectCode",
        teacher.name as "teacherName", teacher.email as "teacherEmail", class.*
      from subjects
      join people teacher on teacher.id = subjects.teacher_id
      left join class_sessions session
        on session.subject_id = subjects.id and session.held_on = $2 and session.slot = 1
      cross join lateral (
        select count(enrolled.student_id)::int as students,
          (count(*) filter (where marked.present))::int as present,
          (count(*) filter (where not marked.present))::int as absent,
          (count(*) filter (where marked.student_id is null))::int as unmarked
        from (
          select student_id from enrolments
          where subject_id = subjects.id and from_on <= $2 and (to_on is null or to_on >= $2)
        ) enrolled
        full join (
          select student_id, present from attendance_marks where session_id = session.id
        ) marked using (student_id)
      ) class
      where subjects.term_id = $1
      order by subjects.name, subjects.id`,
    values: [termId, date],
  });
  return rows.map((row) => ({
    ...row,
    percentage: percentagePresent(row.present, row.present + row.absent),
  }));
};
