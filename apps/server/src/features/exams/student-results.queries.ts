import { examResults, exams } from '@campus/contract';
import { z } from 'zod';
import { type Db, integer } from '../../db/db.ts';
import { instant } from '../../db/sql.ts';
import { term } from './subjects.queries.ts';

const resultRow = examResults.studentResult.extend({
  term: exams.examTerm,
  absentCountsZero: z.boolean(),
  /** Null if the result does not count. */
  countedMarks: integer.nullable(),
});
export type ResultRow = z.infer<typeof resultRow>;

/** A student's published results: latest term first, then by subject in the order of their creation, then by day. */
export const publishedResultsOf = (db: Db, studentId: string) =>
  db.rows(resultRow, {
    name: 'student-results',
    text: `select result.exam_id::text as "examId", subjects.id::text as "subjectId",
       subjects.name as "subjectName", subjects.code as "subjectCode", result.title,
       result.held_on as "heldOn", result.max_marks as "maxMarks", result.marks, result.absent,
       result.counted_marks as "countedMarks",
       ${instant('greatest(result.published_at, mine.marked_at)')} as "publishedAt",
       ${term} as term, terms.id in (select term_id from terms_counting_absence) as "absentCountsZero"
     from exam_results mine
     -- Forces a lookup by key; a plain join would read all exams for one student.
     cross join lateral (
       select * from published_exam_results published
       where published.exam_id = mine.exam_id and published.student_id = mine.student_id
       limit 1) as result
     join subjects on subjects.id = result.subject_id
     join terms on terms.id = subjects.term_id
     where mine.student_id = $1
     order by terms.starts_on desc, subjects.id, result.held_on desc, result.exam_id desc`,
    values: [studentId],
  });
