import { schoolPerformance } from '@campus/contract';
import { z } from 'zod';
import { type Db, integer, textOrNull } from '../../db/db.ts';
import type { Scope } from './scope.ts';
import { inScope, parameters, tenthsOf } from './scores.queries.ts';

const student = schoolPerformance.studentScore
  .pick({ studentId: true, studentName: true, studentEmail: true, studentRollNo: true })
  .extend({ before: integer, now: integer });
const decliningRow = {
  before: textOrNull,
  now: textOrNull,
  compared: integer,
  fallen: integer,
  students: z.array(student),
};

const periods = {
  month: { key: `date_trunc('month', exams.held_on)::date`, name: `to_char(key, 'YYYY-MM')` },
  term: { key: 'terms.starts_on', name: '(select name from terms where starts_on = key)' },
} as const;

/**
 * The last two periods with marks in a scope, and the students with marks in both whose score is
 * lower in the later one. Scores are in tenths.
 */
export const listDecliningStudents = (
  db: Db,
  scope: Scope,
  by: keyof typeof periods,
  limit: number,
) => {
  const { key, name } = periods[by];
  return db.one(
    decliningRow,
    // The periods come from the exams alone: only the results of the last two are read.
    `with exam as materialized (
       select exams.id, ${key} as key
       from exams
       join subjects on subjects.id = exams.subject_id
       join terms on terms.id = subjects.term_id
       where ${inScope} and exists (
         select from published_exam_results result
         where result.exam_id = exams.id and not result.absent)),
     period as materialized (
       select key, row_number() over (order by key desc) as age
       from (select distinct key from exam) as keys
       order by key desc limit 2),
     pair as materialized (
       select student_id, before, now
       from (
         select result.student_id, ${tenthsOf('age = 2')} as before, ${tenthsOf('age = 1')} as now
         from period
         join exam using (key)
         join published_exam_results result on result.exam_id = exam.id
         group by result.student_id) as score
       where before is not null and now is not null),
     worst as (
       select listed.person_id::text as "studentId", listed.name as "studentName",
         listed.email as "studentEmail", listed.roll_no as "studentRollNo", before, now
       from pair join student_directory listed on listed.person_id = pair.student_id
       where now < before
       order by before - now desc, listed.name, listed.person_id limit $4)
     select (select ${name} from period where age = 2) as before,
       (select ${name} from period where age = 1) as now,
       (select count(*)::int from pair) as compared,
       (select count(*)::int from pair where now < before) as fallen,
       coalesce((select json_agg(worst) from worst), '[]') as students`,
    [...parameters(scope), limit],
  );
};
