import { distributionSteps, type QueryOf, schoolPerformance } from '@campus/contract';
import { z } from 'zod';
import { type Db, integer, textOrNull } from '../../db/db.ts';
import { counted, type Paged } from '../../db/lists.ts';
import { inTeachingScopeOrAny, isTaughtStudent, searchCondition } from '../../db/sql.ts';
import type { Scope } from './scope.ts';

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
  term: {
    key: 'terms.starts_on',
    name: '(select name from terms where starts_on = key and deleted_at is null)',
  },
} as const;

/**
 * The last two periods with marks in a scope, and the students with marks in both whose score fell. Scores are in
 * tenths of a percent.
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
    // The periods come from the exams alone, so that only the results of the last two are read.
    `with exam as materialized (
       select exams.id, ${key} as key
       from exams
       join subjects on subjects.id = exams.subject_id
       join terms on terms.id = subjects.term_id
       where ${inScope} and exists (
         select from published_exam_results result
         where result.exam_id = exams.id and result.counted_marks is not null
           and ${ofStudentInScope})),
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
         join subjects on subjects.id = result.subject_id
         where ${ofStudentInScope}
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

/** Whether a subject, and a `result` in it, belong to a scope, whose parameters are the first three of the query. */
const inScope = `($1::bigint is null or subjects.term_id = $1)
  and ($2::bigint is null or subjects.id = $2)
  and ${inTeachingScopeOrAny('$3')}`;
const ofStudentInScope = isTaughtStudent('$3', 'result.student_id');

const parameters = ({ term, subject, taught }: Scope) => [
  term?.id ?? null,
  subject?.id ?? null,
  taught,
];

/**
 * The score of some `result`s in tenths of a percent, halves rounded up, like `percentOf` in the contract. Null if
 * none counts.
 */
export const tenthsOf = (which = 'true'): string => {
  const sum = (column: string) =>
    `sum(${column}) filter (where result.counted_marks is not null and ${which})`;
  const [marks, maxMarks] = [sum('result.counted_marks'), sum('result.max_marks')];
  return `((2000 * ${marks} + ${maxMarks}) / (2 * ${maxMarks}))::int`;
};
const tenths = tenthsOf();
/** Only students with marks that count have a score. */
const withMarks = 'having count(result.counted_marks) > 0';

/** The number of students in each non-empty step of the distribution, and the sum of their scores. */
export const distributionOf = (db: Db, scope: Scope) =>
  db.rows(
    { step: integer, students: integer, tenths: integer },
    `with score as (
       select ${tenths} as tenths
       from published_exam_results result
       join subjects on subjects.id = result.subject_id
       where ${inScope} and ${ofStudentInScope}
       group by result.student_id ${withMarks})
     select least(tenths / (1000 / ${distributionSteps}), ${distributionSteps - 1}) as step, count(*)::int as students, sum(tenths)::int as tenths
     from score group by step`,
    parameters(scope),
  );

const orders = {
  name: (way: string) => `listed.name ${way}`,
  rollNo: (way: string) => `listed.roll_no ${way} nulls last, listed.name`,
  score: (way: string) => `score.tenths ${way}, listed.name`,
} as const;

const scoreRow = schoolPerformance.studentScore
  .omit({ score: true, letter: true })
  .extend({ tenths: integer, total: integer });

/** One page of the students with marks in a scope, and how many match. */
export const listScores = async (
  db: Db,
  scope: Scope,
  list: Paged<QueryOf<typeof schoolPerformance.listStudentScores>>,
) => {
  const rows = await db.rows(
    scoreRow,
    `with score as materialized (
       select result.student_id, ${tenths} as tenths,
         (count(*) filter (where not result.absent))::int as results,
         (count(*) filter (where result.absent))::int as absent
       from published_exam_results result
       join subjects on subjects.id = result.subject_id
       where ${inScope} and ${ofStudentInScope}
       group by result.student_id ${withMarks})
     select listed.person_id::text as "studentId", listed.name as "studentName",
       listed.email as "studentEmail", listed.roll_no as "studentRollNo",
       tenths, results, absent, (count(*) over ())::int as total
     from score join student_directory listed on listed.person_id = score.student_id
     where $4::text is null or ${searchCondition('listed.search_key', '$4')}
     order by ${orders[list.sort](list.order)}, listed.person_id
     limit $5 offset $6`,
    [...parameters(scope), list.search || null, list.limit, list.skip],
  );
  return counted(rows, (row) => row);
};
