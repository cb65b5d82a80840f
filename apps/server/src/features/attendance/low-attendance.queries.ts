import {
  attendance,
  type IsoDate,
  type LowAttendance,
  percentagePresent,
  type QueryOf,
} from '@campus/contract';
import { type Db, integer } from '../../db/db.ts';
import { counted, type Part } from '../../db/lists.ts';

type Asked = QueryOf<typeof attendance.listLowAttendance>;

/** `subjectId`: only this subject. */
interface LowAttendanceList
  extends Omit<Part, 'after'>, Pick<Asked, 'subjectId' | 'sort' | 'order'> {
  readonly termId: string;
  /** Each subject by itself instead of all of the term together. */
  readonly bySubject: boolean;
  readonly below: number;
  /** The day on which the students have to be enrolled. */
  readonly enrolledOn: IsoDate;
}

const { percentage: _percentage, ...columns } = attendance.lowAttendance.shape;

const tallies = {
  subject: `
    select tally.*, tally.present::float8 / tally.classes as share from attendance_tallies tally
    join subjects on subjects.id = tally.subject_id
    where subjects.term_id = $1 and ($2::bigint is null or subjects.id = $2)
    -- Numbers from here on, instead of the arrays they are taken from.
    offset 0`,
  term: `
    select tally.*, $2::bigint as subject_id from term_tallies tally where term_id = $1`,
} as const;

const taken = {
  subject: 'enrolments.subject_id = below.subject_id',
  term: 'enrolments.subject_id in (select id from subjects where term_id = $1)',
} as const;

/** Of a term few are low, and looked up by key: joined, everybody would be read. Of its subjects many are. */
const students = {
  subject: `join student_directory student
    on student.person_id = low.student_id and student.status = 'active'`,
  term: `cross join lateral (
    select * from student_directory
    where person_id = low.student_id and status = 'active' offset 0) student`,
} as const;

const orders = {
  // By the share itself: two that look alike still have an order.
  percentage: (way: string) => `low.share ${way}, low.classes desc`,
  name: (way: string) => `student.name ${way}`,
  rollNo: (way: string) => `student.roll_no ${way} nulls last`,
} as const;

/** The share that is shown as a percentage: to one decimal, half rounded up. */
const shareShownAs = (percentage: number): number => (2 * Math.round(10 * percentage) - 1) / 2000;

/** One page of the students below a percentage, and how many there are. */
export const listLowAttendance = async (
  db: Db,
  list: LowAttendanceList,
): Promise<{ rows: LowAttendance[]; total: number }> => {
  const by = list.bySubject ? 'subject' : 'term';
  if (by === 'term') await db.query('select count_term($1)', [list.termId]);
  const rows = await db.rows(
    { ...columns, total: integer },
    // Step by step: the planner takes those below to be few, and looks up each of a hundred thousand.
    `with tally as (${tallies[by]}),
     below as materialized (select * from tally where share < $3::float8),
     low as materialized (
       select * from below where exists (
         select from enrolments
         where enrolments.student_id = below.student_id and ${taken[by]}
           and enrolments.from_on <= $4 and (enrolments.to_on is null or enrolments.to_on >= $4))
     )
     select student.person_id::text as "studentId", student.name as "studentName",
       student.email as "studentEmail", student.roll_no as "studentRollNo",
       -- Not a join: looked up for those on the page, not for everybody below.
       (select json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', subjects.code) from subjects where subjects.id = low.subject_id) as subject,
       low.classes, low.present,
       low.first_on as "startDate", low.last_on as "endDate",
       (count(*) over ())::int as total
     from low ${students[by]}
     order by ${orders[list.sort](list.order)}, student.name, student.person_id, low.subject_id
     limit $5 offset $6`,
    [list.termId, list.subjectId, shareShownAs(list.below), list.enrolledOn, list.limit, list.skip],
  );
  return counted(rows, (row) => ({
    ...row,
    percentage: percentagePresent(row.present, row.classes) ?? 0,
  }));
};
