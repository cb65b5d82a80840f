import { examResults } from '@campus/contract';
import { type Db, integer, texts, type Transaction } from '../../db/db.ts';
import { readChanges } from '../../db/history.ts';
import { instant, isTaughtStudent, type TeachingScope } from '../../db/sql.ts';
import { enrolledThatDay } from './exams.queries.ts';

/** The results sent, by column; the three arrays have the same length. */
export interface SentResults {
  readonly studentIds: readonly string[];
  readonly marks: readonly (number | null)[];
  readonly absent: readonly boolean[];
}

/** Results changed after `version` that differ from those sent. */
export const conflictsSince = (
  tx: Transaction,
  examId: string,
  version: number,
  sent: SentResults,
) =>
  tx.rows(
    examResults.resultConflict,
    `select distinct on (changes.student_id)
       changes.student_id::text as "studentId", student.name as "studentName",
       stored.marks, coalesce(stored.absent, false) as absent, author.name as "changedBy",
       ${instant('changes.changed_at')} as "changedAt"
     from exam_result_changes changes
     join unnest($3::bigint[], $4::int[], $5::boolean[]) as sent (student_id, marks, absent)
       using (student_id)
     left join exam_results stored
       on stored.exam_id = $1 and stored.student_id = changes.student_id
     join people student on student.id = changes.student_id
     join people author on author.id = changes.changed_by
     where changes.exam_id = $1 and changes.version > $2
       and (sent.marks is distinct from stored.marks
         or sent.absent <> coalesce(stored.absent, false))
     order by changes.student_id, changes.id desc`,
    [examId, version, sent.studentIds, sent.marks, sent.absent],
  );

/**
 * The parts of a statement that store `changed` (exam_id, student_id, marks, absent, what both were, and the id of a
 * new one or null) with its history; null marks without `absent` delete a result. The exams must be locked.
 */
export const resultStatements = (by: string) => ({
  results: `exam as (
       update exams set marks_version = marks_version + 1
       where id in (select exam_id from changed)
       returning id, marks_version, max_marks, published_at is not null as published
     ),
     cleared as (
       delete from exam_results using changed
       where exam_results.exam_id = changed.exam_id and exam_results.student_id = changed.student_id
         and changed.marks is null and not changed.absent
     ),
     kept as (
       insert into exam_results (id, exam_id, student_id, max_marks, marks, absent, marked_by)
       overriding system value
       select coalesce(changed.id, nextval(pg_get_serial_sequence('exam_results', 'id'))),
         exam_id, student_id, max_marks, marks, absent, ${by}
       from changed join exam on exam.id = exam_id
       where marks is not null or absent order by changed.id
       on conflict (exam_id, student_id) do update
         set marks = excluded.marks, absent = excluded.absent,
           marked_by = excluded.marked_by, marked_at = excluded.marked_at
     )`,
  history: `insert into exam_result_changes (exam_id, student_id, version, marks, absent,
       previous_marks, previous_absent, published, changed_by)
     select exam_id, student_id, marks_version, marks, absent,
       previous_marks, previous_absent, published, ${by}
     from changed join exam on exam.id = exam_id`,
});

const sentBy = resultStatements('$5');

/**
 * Stores the results that differ, with their history, in one statement; null marks without `absent` delete a result.
 * The caller has locked the exam, and rolls back if there are `notEnrolled`: names of students who were not enrolled
 * that day and have no result to correct.
 */
export const storeResults = (tx: Transaction, examId: string, sent: SentResults, actorId: string) =>
  tx.one(
    { notEnrolled: texts, changed: integer },
    `with sent as materialized (
       select exam.id as exam_id, given.student_id, given.marks, given.absent,
         stored.student_id is not null as stored, stored.marks as previous_marks,
         coalesce(stored.absent, false) as previous_absent,
         exists (
           select from enrolments
           where enrolments.student_id = given.student_id and ${enrolledThatDay}) as enrolled
       from exams exam
       cross join unnest($2::bigint[], $3::int[], $4::boolean[]) as given (student_id, marks, absent)
       left join exam_results stored
         on stored.exam_id = $1 and stored.student_id = given.student_id
       where exam.id = $1
     ),
     changed as materialized (
       select sent.*, null::bigint as id from sent
       where (enrolled or stored)
         and (marks is distinct from previous_marks or absent <> previous_absent)
     ),
     ${sentBy.results},
     history as (${sentBy.history})
     select (select count(*)::int from changed) as changed,
       array(select coalesce(people.name, 'someone who is no student')
         from sent left join people on people.id = sent.student_id
         where not sent.enrolled and not sent.stored and (sent.marks is not null or sent.absent)
         order by 1) as "notEnrolled"`,
    [examId, sent.studentIds, sent.marks, sent.absent, actorId],
  );

/** All changes of an exam and its results, or only of one student's, latest first. */
export const readHistory = async (
  db: Db,
  examId: string,
  studentId: string | null,
  taught: TeachingScope | null,
) => {
  const results = await db.rows(
    examResults.resultChange,
    `select changes.id::text, changes.student_id::text as "studentId",
       student.name as "studentName",
       json_build_object('marks', previous_marks, 'absent', previous_absent) as "from",
       json_build_object('marks', marks, 'absent', absent) as "to",
       published, author.name as "changedBy", ${instant('changes.changed_at')} as "changedAt"
     from exam_result_changes changes
     join exams on exams.id = changes.exam_id
     join subjects on subjects.id = exams.subject_id
     join people student on student.id = changes.student_id
     join people author on author.id = changes.changed_by
     where changes.exam_id = $1 and ${isTaughtStudent('$3', 'changes.student_id')} and ($2::bigint is null or changes.student_id = $2)
     order by changes.version desc, student.name, changes.id desc`,
    [examId, studentId, taught],
  );
  return { results, exam: await readChanges(db, 'exam', examId, examResults.examChange) };
};
