import { examResults } from '@campus/contract';
import type { Db } from '../../db/db.ts';
import { readChanges } from '../../db/history.ts';
import { instant } from '../../db/sql.ts';

/** Every change of an exam's results, or of one student's, and of the exam itself, the latest first. */
export const readHistory = async (db: Db, examId: string, studentId: string | null) => {
  const results = await db.rows(
    examResults.resultChange,
    `select changes.id::text, changes.student_id::text as "studentId",
       student.name as "studentName",
       json_build_object('marks', previous_marks, 'absent', previous_absent) as "from",
       json_build_object('marks', marks, 'absent', absent) as "to",
       published, author.name as "changedBy", ${instant('changes.changed_at')} as "changedAt"
     from exam_result_changes changes
     join people student on student.id = changes.student_id
     join people author on author.id = changes.changed_by
     where changes.exam_id = $1 and ($2::bigint is null or changes.student_id = $2)
     order by changes.version desc, student.name, changes.id desc`,
    [examId, studentId],
  );
  return { results, exam: await readChanges(db, 'exam', examId, examResults.examChange) };
};
