import { attendance, type ClassOfDay, type IsoDate, percentagePresent } from '@campus/contract';
import type { Db } from '../../db/db.ts';
import { enrolledOn } from '../../db/sql.ts';

/** The term a day falls in: terms do not overlap. */
export const termOfDay = (db: Db, date: IsoDate) =>
  db
    .selectFrom('terms')
    .where('starts_on', '<=', date)
    .where('ends_on', '>=', date)
    .where('deleted_at', 'is', null)
    .select(['id', 'name', 'starts_on as startsOn', 'ends_on as endsOn'])
    .executeTakeFirst();

const { percentage: _percentage, ...columns } = attendance.classOfDay.shape;

/** The subjects of a term, each with its class on a day, sorted by name. */
export const classesOfDay = async (
  db: Db,
  termId: string,
  date: IsoDate,
): Promise<ClassOfDay[]> => {
  const rows = await db.rows(columns, {
    name: 'classes-of-day',
    text: `
      select subjects.id::text, subjects.name as "subjectName", subjects.code as "subjectCode",
        teacher.name as "teacherName", teacher.email as "teacherEmail", enrolled.*, marked.*
      from subjects
      join people teacher on teacher.id = subjects.teacher_id
      left join (
        -- Appending an empty array decompresses a large class once, instead of once per student.
        select subject_id, present || '{}' as present from class_sessions
        where held_on = $2 and slot = 1 offset 0
      ) session on session.subject_id = subjects.id
      cross join lateral (
        select count(*)::int as students,
          (count(*) filter (where session.present[seat] is null
            and enrolments.student_id <> all (array(
              select student_id from opening_balances
              where subject_id = subjects.id and until_on >= $2))))::int as unmarked
        from enrolments
        left join seats on seats.subject_id = subjects.id
          and seats.student_id = enrolments.student_id
        where enrolments.subject_id = subjects.id and ${enrolledOn('$2')}
      ) enrolled
      cross join lateral (
        select (count(*) filter (where mark))::int as present,
          (count(*) filter (where not mark))::int as absent
        from unnest(session.present) as mark
      ) marked
      where subjects.term_id = $1
      order by subjects.name, subjects.id`,
    values: [termId, date],
  });
  return rows.map((row) => ({
    ...row,
    percentage: percentagePresent(row.present, row.present + row.absent),
  }));
};
