import type { IsoDate } from '@campus/contract';
import { type Db, integer, text } from '../../db/db.ts';

/**
 * Who was enrolled in a subject on a day, by roll number, with that day's marks; the version is 0
 * while nobody has marked the class. The entries are JSON, built by PostgreSQL, which has
 * written what comes before the mark when the student changed: this is the hottest read of the product.
 */
export const readRoster = (db: Db, subjectId: string, date: IsoDate) =>
  db.row(
    { teacherId: text, version: integer, entries: text },
    {
      name: 'roster',
      text: `
      select subjects.teacher_id::text as "teacherId", coalesce(session.version, 0) as version,
        (select '[' || coalesce(string_agg(entry, ','), '') || ']'
         from (
           select roster_entry || '"present":' || coalesce(mark.present::text, 'null')
             || ',"remarks":' || coalesce(to_json(mark.remarks)::text, 'null')
             || ',"correctedBy":' || coalesce(
               (select to_json(name)::text from people where id = mark.corrected_by), 'null')
             || '}' as entry
           from enrolments
           join student_directory listed on listed.person_id = enrolments.student_id
           left join seats on seats.subject_id = subjects.id
             and seats.student_id = enrolments.student_id
           left join rows from (generate_series(1, cardinality(session.present)),
               unnest(session.present), unnest(session.remarks), unnest(session.corrected_by))
             as mark (seat, present, remarks, corrected_by) on mark.seat = seats.seat
           where enrolments.subject_id = subjects.id
             and enrolments.from_on <= $2
             and (enrolments.to_on is null or enrolments.to_on >= $2)
           order by listed.roll_no nulls last, listed.name, listed.person_id
         ) as entries) as entries
      from subjects
      left join class_sessions session
        on session.subject_id = subjects.id and session.held_on = $2 and session.slot = 1
      where subjects.id = $1`,
      values: [subjectId, date],
    },
  );
