import type { IsoDate } from '@campus/contract';
import { type Db, text } from '../../db/db.ts';
import { instant, isTaughtStudent, type TeachingScope } from '../../db/sql.ts';

/** All changes of a class’s marks as JSON, latest first. */
export const readHistory = (
  db: Db,
  of: { subjectId: string; date: IsoDate },
  taught: TeachingScope | null,
) =>
  db.one(
    { changes: text },
    `select coalesce(json_agg(change), '[]')::text as changes
     from (
       select changes.id::text, changes.student_id::text as "studentId",
         student.email as "studentEmail", student.name as "studentName",
         case when changes.previous_present is not null then json_build_object(
           'present', changes.previous_present, 'remarks', changes.previous_remarks) end as "from",
         json_build_object('present', changes.present, 'remarks', changes.remarks) as "to",
         changes.correction, author.name as "changedBy", ${instant('changes.changed_at')} as "changedAt"
       from class_sessions session
       join attendance_mark_changes changes on changes.session_id = session.id
       join subjects on subjects.id = session.subject_id
       join people student on student.id = changes.student_id
       join people author on author.id = changes.changed_by
       where session.subject_id = $1 and session.held_on = $2 and session.slot = 1
         and ${isTaughtStudent('$3', 'student.id')}
       order by changes.version desc, student.name, changes.id desc
     ) as change`,
    [of.subjectId, of.date, taught],
  );
