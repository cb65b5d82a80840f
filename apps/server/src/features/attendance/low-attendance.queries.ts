import {
  attendanceReports,
  type IsoDate,
  type LowAttendance,
  percentagePresent,
  type QueryOf,
} from '@campus/contract';
import { type Db, integer } from '../../db/db.ts';
import { counted, type Part } from '../../db/lists.ts';

type Asked = QueryOf<typeof attendanceReports.listLowAttendance>;

/** `subjectId`: only this subject. */
interface LowAttendanceList
  extends Omit<Part, 'after'>, Pick<Asked, 'subjectId' | 'sort' | 'order'> {
  readonly termId: string;
  /** Each subject by itself instead of all of the term together. */
  readonly bySubject: boolean;
  /** In tenths of a percent. */
  readonly below: number;
  /** The day on which the students have to be enrolled. */
  readonly enrolledOn: IsoDate;
}

const { percentage: _percentage, ...columns } = attendanceReports.lowAttendance.shape;

const tallies = {
  subject: 'select * from of_subject',
  term: `
    select student_id, null::bigint as subject_id, sum(classes)::int as classes,
      sum(present)::int as present, min(first_on) as first_on, max(last_on) as last_on
    from of_subject group by student_id`,
} as const;

const taken = {
  subject: 'enrolments.subject_id = below.subject_id',
  term: 'enrolments.subject_id in (select id from subjects where term_id = $1)',
} as const;

const orders = {
  // By the share itself: two that look alike still have an order.
  percentage: (way: string) => `low.present::float8 / low.classes ${way}, low.classes desc`,
  name: (way: string) => `person.name ${way}`,
  rollNo: (way: string) => `students.roll_no ${way} nulls last`,
} as const;

/** One page of the students below a percentage, and how many there are. */
export const listLowAttendance = async (
  db: Db,
  list: LowAttendanceList,
): Promise<{ rows: LowAttendance[]; total: number }> => {
  const by = list.bySubject ? 'subject' : 'term';
  const rows = await db.rows(
    { ...columns, total: integer },
    // Step by step: the planner takes those below to be few, and looks up each of a hundred thousand.
    `with of_subject as (
       select tally.* from attendance_tallies tally
       join subjects on subjects.id = tally.subject_id
       where subjects.term_id = $1 and ($2::bigint is null or subjects.id = $2)
       -- Numbers from here on, instead of the arrays they are taken from.
       offset 0
     ),
     tally as (${tallies[by]}),
     below as materialized (
       -- In tenths of a percent, half rounded up: as every screen says it.
       select * from tally where (2000 * present + classes) / (2 * classes) < $3
     ),
     low as materialized (
       select * from below where exists (
         select from enrolments
         where enrolments.student_id = below.student_id and ${taken[by]}
           and enrolments.from_on <= $4 and (enrolments.to_on is null or enrolments.to_on >= $4))
     )
     select person.id::text as "studentId", person.name as "studentName",
       person.email as "studentEmail", students.roll_no as "studentRollNo",
       -- Not a join: written for those on the page, not for everybody below.
       (select json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', subjects.code) from subjects where subjects.id = low.subject_id) as subject,
       low.classes, low.present,
       low.first_on as "startDate", low.last_on as "endDate",
       (count(*) over ())::int as total
     from low
     join people person on person.id = low.student_id and person.active
     join students on students.person_id = person.id
     order by ${orders[list.sort](list.order)}, person.name, person.id, low.subject_id
     limit $5 offset $6`,
    [list.termId, list.subjectId, list.below, list.enrolledOn, list.limit, list.skip],
  );
  return counted(rows, (row) => ({
    ...row,
    percentage: percentagePresent(row.present, row.classes) ?? 0,
  }));
};
