import type { IsoDate } from '@campus/contract';
import { type Db, text } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';

/** Every change of a class’s marks as JSON, latest first; undefined when there is no such subject. */
export const readHistory = (db: Db, subjectId: string, date: IsoDate) =>
  db.row(
    { teacherId: text, changes: text },
    `select subjects.teacher_id::text as "teacherId",
       (select coalesce(json_agg(change), '[]')::text
        from (
          select changes.id::text, changes.student_id::text as "studentId",
            student.email as "studentEmail", student.name as "studentName",
            case when changes.previous_present is not null then json_build_object(
              'present', changes.previous_present, 'remarks', changes.previous_remarks) end as "from",
            json_build_object('present', changes.present, 'remarks', changes.remarks) as "to",
            changes.correction, author.name as "changedBy",
            ${instant('changes.changed_at')}
              as "changedAt"
          from class_sessions session
          join attendance_mark_changes changes on changes.session_id = session.id
          join people student on student.id = changes.student_id
          join people author on author.id = changes.changed_by
          where session.subject_id = subjects.id and session.held_on = $2 and session.slot = 1
          order by changes.version desc, student.name, changes.id desc
        ) as change) as changes
     from subjects
     where subjects.id = $1 and subjects.term_id is not null`,
    [subjectId, date],
  );
