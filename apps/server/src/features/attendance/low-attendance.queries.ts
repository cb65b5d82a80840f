import {
  attendance,
  type IsoDate,
  type LowAttendance,
  percentagePresent,
  type QueryOf,
} from '@campus/contract';
import { countTerm, hasUncounted } from '../../db/count-term.ts';
import type { Database } from '../../db/database.ts';
import { integer, texts } from '../../db/db.ts';
import type { Paged } from '../../db/lists.ts';

type Asked = QueryOf<typeof attendance.listLowAttendance>;

interface LowAttendanceList extends Paged<Pick<Asked, 'subjectId' | 'sort' | 'order' | 'limit'>> {
  readonly termId: string;
  /** One row per subject instead of one for the whole term. */
  readonly bySubject: boolean;
  readonly below: number;
  /** The day on which the students have to be enrolled. */
  readonly enrolledOn: IsoDate;
}

const { percentage: _percentage, ...columns } = attendance.lowAttendance.shape;

/** Students of the term `$1`, or of its subject `$3`, whose percentage is at most `$2`, in tenths of one per cent. */
const belowIn = {
  term: `from term_tallies low where term_id = $1 and enrolled and tenths <= $2 and $3::bigint is null`,
  subject: `from subject_percentages
    join subjects on subjects.id = subject_id and term_id = $1 and ($3::bigint is null or subjects.id = $3)
    cross join lateral width_bucket($2::smallint, tenths) as below`,
} as const;

const totals = {
  term: `select count(*)::int as total, 0 as pairs ${belowIn.term}`,
  subject: `select coalesce(sum(below), 0)::int as total,
    coalesce(sum(cardinality(tenths)), 0)::int as pairs ${belowIn.subject}`,
} as const;

/**
 * Sorted by percentage, no more subjects are opened than rows are wanted, those with the best first student: the page
 * cannot reach beyond the first student of the last of them. Without their arrays, which are long to sort.
 */
const totalsAndOpened = ({ order }: LowAttendanceList): string => `
  with candidate as materialized (
    select subject_id, below, cardinality(tenths) as pairs,
      ${order === 'asc' ? 'tenths[1]' : 'tenths[below]'} as first ${belowIn.subject}
  )
  select coalesce(sum(below), 0)::int as total, coalesce(sum(pairs), 0)::int as pairs,
    array(select subject_id::text from candidate where below > 0
      order by first ${order}, subject_id limit $4::int + $5::int) as opened
  from candidate`;

/** The bound given by the last opened subject, if the limit was reached. */
const lastOpened = (first: string): string =>
  `(select ${first} from opened having count(*) = $4::int + $5::int)::smallint`;

/** Which places in a subject's order of percentages are read. */
const places = {
  asc: `1 : coalesce(width_bucket(${lastOpened('max(tenths[1])')}, tenths), below)`,
  desc: `coalesce(width_bucket(${lastOpened('min(tenths[below]) - 1')}, tenths), 0) + 1 : below`,
} as const;

const ofSubjects = ({ sort, order }: LowAttendanceList): string => {
  const byPercentage = sort === 'percentage';
  return `
    opened as materialized (
      select subject_percentages.*, below ${belowIn.subject}
      where below > 0 ${byPercentage ? 'and subject_id = any ($6::bigint[])' : ''}
    ),
    low as materialized (
      select tally.*, tenths_present(tally.present, tally.classes) as tenths
      from opened
      join seats place on place.subject_id = opened.subject_id
        and place.seat = any (opened.seats[${byPercentage ? places[order] : '1 : below'}])
      cross join lateral (
        select * from attendance_tallies tally
        where tally.subject_id = place.subject_id and tally.student_id = place.student_id offset 0) tally
    )`;
};

/** Pairs of student and subject below, looked up student by student in the order of the list. */
const ofStudents = `student_directory student cross join lateral (
  select tally.* from seats place
  join subjects on subjects.id = place.subject_id and subjects.term_id = $1 and $3::bigint is null
  join subject_percentages on subject_percentages.subject_id = place.subject_id
  cross join lateral width_bucket($2::smallint, tenths) as below
  join attendance_tallies tally
    on tally.subject_id = place.subject_id and tally.student_id = place.student_id
  where place.student_id = student.person_id and place.seat = any (subject_percentages.seats[1 : below])
  offset 0) low`;

const orders = {
  percentage: (way: string) => `low.tenths ${way}, low.subject_id, low.classes desc, student.name`,
  // The ids go the same way: an index serves both.
  name: (way: string) => `student.name ${way}, student.person_id ${way}`,
  rollNo: (way: string) => `student.roll_no ${way} nulls last, student.name`,
} as const;

const counts = { total: integer, pairs: integer };

/** One page of the students below a percentage, and how many there are in all. */
export const listLowAttendance = async (
  db: Database,
  list: LowAttendanceList,
): Promise<{ rows: LowAttendance[]; total: number }> => {
  const { termId, subjectId, bySubject, sort, order, limit, skip } = list;
  const by = bySubject ? 'subject' : 'term';
  const asked = [termId, Math.round(10 * list.below) - 1, subjectId];
  await countTerm(
    db,
    `select $1::bigint::text as term, $2::date as day where ${hasUncounted('$1', '$2')}`,
    [termId, list.enrolledOn],
  );
  const part = [limit, skip];
  const { total, pairs, opened } =
    bySubject && sort === 'percentage'
      ? await db.one({ ...counts, opened: texts }, totalsAndOpened(list), [...asked, ...part])
      : { ...(await db.one(counts, totals[by], asked)), opened: undefined };
  if (total === 0) return { rows: [], total };
  // Pairs to look up: by student `pairs / total` for each row up to the end of the page, otherwise all below.
  const byStudent =
    bySubject &&
    subjectId === undefined &&
    sort !== 'percentage' &&
    limit !== undefined &&
    ((skip + limit) * pairs) / total < total;
  const ofPairs = bySubject
    ? ofSubjects(list)
    : `low as (select *, $3::bigint as subject_id ${belowIn.term})`;
  const rows = await db.rows(
    columns,
    `${byStudent ? '' : `with ${ofPairs}`}
     select student.person_id::text as "studentId", student.name as "studentName",
       student.email as "studentEmail", student.roll_no as "studentRollNo",
       -- Not a join: runs only for the rows of the page, not for all students with low attendance.
       (select json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', subjects.code) from subjects where subjects.id = low.subject_id) as subject,
       low.classes, low.present, low.first_on as "startDate", low.last_on as "endDate"
     from ${byStudent ? ofStudents : 'low join student_directory student on student.person_id = low.student_id'}
     order by ${orders[sort](order)}, student.person_id, low.subject_id
     limit $4::int offset $5::int`,
    [...asked, ...part, ...(opened ? [opened] : [])],
  );
  return {
    rows: rows.map((row) => ({
      ...row,
      percentage: percentagePresent(row.present, row.classes) ?? 0,
    })),
    total,
  };
};
