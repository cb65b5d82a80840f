import type { IsoDate } from '@campus/contract';
import type pg from 'pg';

type Sql = pg.Pool | pg.PoolClient;

export interface Roster {
  readonly teacherId: string;
  /** The session's version; 0 while nobody has marked the class. */
  readonly version: number;
  /** The entries as JSON, built by PostgreSQL: this is the hottest read of the product. */
  readonly entries: string;
}

/** Who was enrolled in a subject on a day, by roll number, with that day's marks. */
export const readRoster = async (
  db: Sql,
  subjectId: string,
  date: IsoDate,
): Promise<Roster | undefined> => {
  const { rows } = await db.query<Roster>({
    name: 'roster',
    text: `
      select subjects.teacher_id::text as "teacherId", coalesce(session.version, 0) as version,
        (select coalesce(json_agg(json_build_object(
            'id', people.id::text,
            'studentEmail', people.email,
            'studentName', people.name,
            'studentRollNo', students.roll_no,
            'present', marks.present,
            'remarks', marks.remarks
          ) order by students.roll_no nulls last, people.name, people.id), '[]')::text
         from enrolments
         join students on students.person_id = enrolments.student_id
         join people on people.id = enrolments.student_id
         left join attendance_marks marks
           on marks.session_id = session.id and marks.student_id = enrolments.student_id
         where enrolments.subject_id = subjects.id
           and enrolments.from_on <= $2
           and (enrolments.to_on is null or enrolments.to_on >= $2)) as entries
      from subjects
      left join class_sessions session
        on session.subject_id = subjects.id and session.held_on = $2 and session.slot = 1
      where subjects.id = $1`,
    values: [subjectId, date],
  });
  return rows[0];
};
