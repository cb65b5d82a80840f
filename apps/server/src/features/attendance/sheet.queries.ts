import { attendance, type IsoDate } from '@campus/contract';
import { boolean, type Db, text } from '../../db/db.ts';
import {
  enrolledOn,
  isTaughtSection,
  isTaughtStudent,
  type TeachingScope,
  wasOpened,
} from '../../db/sql.ts';

const { rows: _rows, ...head } = attendance.attendanceSheet.reply.shape;

/**
 * A subject with its term and the days of its classes, or of those of the sections taught; undefined when there is no
 * such subject.
 */
export const sheetHead = (db: Db, subjectId: string, taught: TeachingScope | null) =>
  db.row(
    { ...head, teacherId: text, planned: boolean },
    `select subjects.teacher_id::text as "teacherId", not ${wasOpened} as planned, teacher.name as "teacherName",
       json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', subjects.code) as subject,
       json_build_object('id', terms.id::text, 'name', terms.name,
         'startsOn', terms.starts_on, 'endsOn', terms.ends_on) as term,
       array(select held_on from class_sessions
         where subject_id = subjects.id and version > 0 and slot = 1
           and (${isTaughtSection('$2', 'null')} or held_on in (select part.held_on from taken_parts part
             where part.subject_id = subjects.id and ${isTaughtSection('$2', 'part.section_id')}))
         order by held_on) as days
     from subjects
     join people teacher on teacher.id = subjects.teacher_id
     join terms on terms.id = subjects.term_id
     where subjects.id = $1`,
    [subjectId, taught],
  );

const { percentage: _percentage, ...columns } = attendance.sheetRow.shape;

/**
 * Everybody ever enrolled or marked in a subject, or in the sections taught, by roll number, with a mark for each day.
 */
export const sheetRows = (
  db: Db,
  subjectId: string,
  days: readonly string[],
  { taught, today }: { taught: TeachingScope | null; today: IsoDate },
) =>
  db.rows(
    columns,
    `with session as materialized (
       -- Appending an empty array decompresses a large class once, instead of once per student.
       select held_on, present || '{}' as present from class_sessions
       where subject_id = $1 and slot = 1 and held_on = any($2::date[])
     ),
     student as (
       select student_id from enrolments where subject_id = $1
       union
       select student_id from seats where subject_id = $1
     )
     select person.id::text as "studentId", person.name as "studentName",
       person.email as "studentEmail", person.univ_id as "univId",
       students.roll_no as "studentRollNo",
       exists (
         select from enrolments
         where enrolments.subject_id = $1 and enrolments.student_id = person.id
           and ${enrolledOn('last.day')}) as enrolled,
       coalesce(tally.classes, 0) as classes, coalesce(tally.present, 0) as present,
       coalesce((
         select string_agg(
           case when session.present[seat] then 'P' when not session.present[seat] then 'A'
             when exists (
               select from enrolments
               where enrolments.subject_id = $1 and enrolments.student_id = person.id
                 and ${enrolledOn('held_on')}) then '.'
             else '-' end,
           '' order by held_on)
         from session), '') as marks
     from student join subjects on subjects.id = $1
     join (select id, least(greatest($4::date, starts_on), ends_on) as day from terms) as last
       on last.id = subjects.term_id
     join people person on person.id = student.student_id
     join students on students.person_id = person.id
     left join seats on seats.subject_id = $1 and seats.student_id = person.id
     left join attendance_tallies tally
       on tally.subject_id = $1 and tally.student_id = person.id
     where ${isTaughtStudent('$3', 'person.id')}
     order by students.roll_no nulls last, person.name, person.id`,
    [subjectId, days, taught, today],
  );
