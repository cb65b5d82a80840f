import { distributionSteps, type QueryOf, schoolPerformance } from '@campus/contract';
import { type Db, integer } from '../../db/db.ts';
import { counted, type Part } from '../../db/lists.ts';
import type { Scope } from './scope.ts';

/** Whether a subject belongs to a scope, whose parameters are the first three of a query. */
export const inScope = `($1::bigint is null or subjects.term_id = $1)
  and ($2::bigint is null or subjects.id = $2)
  and ($3::bigint is null or subjects.teacher_id = $3)`;

export const parameters = ({ term, subject, teacherId }: Scope) => [
  term?.id ?? null,
  subject?.id ?? null,
  teacherId,
];

/**
 * The score of some results in tenths of a percent, half rounded up: as `percentOf` of the contract
 * says it. Null without a mark.
 */
export const tenthsOf = (which = 'true'): string => {
  const sum = (column: string) => `sum(${column}) filter (where not result.absent and ${which})`;
  const [marks, maxMarks] = [sum('result.marks'), sum('result.max_marks')];
  return `((2000 * ${marks} + ${maxMarks}) / (2 * ${maxMarks}))::int`;
};
const tenths = tenthsOf();
/** Only who has a mark has a score. */
const withMarks = 'having bool_or(not result.absent)';

/** How many students' scores are in each step of the distribution that has any, and their sum. */
export const distributionOf = (db: Db, scope: Scope) =>
  db.rows(
    { step: integer, students: integer, tenths: integer },
    `with score as (
       select ${tenths} as tenths
       from published_exam_results result
       join subjects on subjects.id = result.subject_id
       where ${inScope}
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
  list: Pick<QueryOf<typeof schoolPerformance.listStudentScores>, 'search' | 'sort' | 'order'> &
    Omit<Part, 'after'>,
) => {
  const rows = await db.rows(
    scoreRow,
    `with score as materialized (
       select result.student_id, ${tenths} as tenths,
         (count(*) filter (where not result.absent))::int as results,
         (count(*) filter (where result.absent))::int as absent
       from published_exam_results result
       join subjects on subjects.id = result.subject_id
       where ${inScope}
       group by result.student_id ${withMarks})
     select listed.person_id::text as "studentId", listed.name as "studentName",
       listed.email as "studentEmail", listed.roll_no as "studentRollNo",
       tenths, results, absent, (count(*) over ())::int as total
     from score join student_directory listed on listed.person_id = score.student_id
     where $4::text is null
       or listed.search_key like
         '%' || regexp_replace(search_key($4), '([\\\\%_])', '\\\\\\1', 'g') || '%'
     order by ${orders[list.sort](list.order)}, listed.person_id
     limit $5 offset $6`,
    [...parameters(scope), list.search || null, list.limit, list.skip],
  );
  return counted(rows, (row) => row);
};
