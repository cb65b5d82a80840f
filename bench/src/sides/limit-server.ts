// The limit: the minimum that keeps Campus's promises about attendance (limit.sql), behind a bare HTTP server
// with a pool as large as Campus's. It has no authentication: the request says who is asking.
// GET /roster/<subject>/<day>, /records/<student>, /summary/<student>, /stats/<subject>, /day/<day>
// POST /marks/<actor> takes the same body as Campus.
import { percentagePresent } from '@campus/contract';
import { batched } from '@campus/server/src/db/batch.ts';
import { Pool, type QueryResultRow } from 'pg';
import { serve } from './bare.ts';
import { readSubmission } from './submitted.ts';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });

/** The only row of a statement that is prepared once on each connection. */
const row = async <Row extends QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row> => {
  const { rows } = await pool.query<Row>({ name, text, values: [...values] });
  const [first] = rows;
  if (!first) throw new Error(`${name} found nothing.`);
  return first;
};

interface Json {
  readonly json: string;
}

const rosterParts = `
  select cards, to_json(places)::text as places, marks, class.remarks::text,
    case when not throughout then to_json(from_on)::text end as "from",
    case when not throughout then to_json(to_on)::text end as "to",
    case when class.corrected_by is not null then (
      select json_object_agg(key, name)::text
      from jsonb_each_text(class.corrected_by) corrected join people on people.id = value::int
    ) end as "correctedBy"
  from rolls left join classes class on class.subject = rolls.subject and class.held_on = $2
  where rolls.subject = $1`;

interface RosterParts {
  /** One line per student: the entry up to the mark. */
  readonly cards: string;
  /** Their seats. */
  readonly places: string;
  readonly marks: Buffer | null;
  readonly remarks: string | null;
  readonly correctedBy: string | null;
  /** By seat; null if everybody is enrolled throughout. */
  readonly from: string | null;
  readonly to: string | null;
}

type BySeat = Readonly<Record<number, string>>;

/** Sparse, by seat; undefined if there is nothing. */
const bySeat = (json: string | null): BySeat | undefined =>
  json === null ? undefined : (JSON.parse(json) as BySeat);

/** Indexed by the byte of a seat. */
const presence = ['null', 'false', 'true'] as const;

const roster = async (subject = '', date = ''): Promise<string> => {
  const parts = await row<RosterParts>('roster', rosterParts, [subject, date]);
  const places = JSON.parse(parts.places) as number[];
  const remarks = bySeat(parts.remarks);
  const correctedBy = bySeat(parts.correctedBy);
  const from = bySeat(parts.from);
  const to = bySeat(parts.to);
  const entries: string[] = [];
  for (const [at, card] of parts.cards.split('\n').entries()) {
    const seat = places[at] ?? 0;
    if (from && (String(from[seat - 1]) > date || (to?.[seat - 1] ?? date) < date)) continue;
    const mark = presence[parts.marks?.[seat - 1] ?? 0] ?? 'null';
    const remark = remarks?.[seat];
    const corrector = correctedBy?.[seat];
    const more =
      remark === undefined && corrector === undefined
        ? ',"remarks":null,"correctedBy":null}'
        : `,"remarks":${JSON.stringify(remark ?? null)},"correctedBy":${JSON.stringify(corrector ?? null)}}`;
    entries.push(card + mark + more);
  }
  return `[${entries.join()}]`;
};

const records = `
  select coalesce(json_agg(record), '[]')::text as json
  from (
    select classes.id::text, held_on as date, subjects.id::text as "subjectId",
      subjects.name as "subjectName", code as "subjectCode",
      get_byte(marks, seat - 1) = 2 as present, classes.remarks ->> seat::text as remarks
    from seats
    join subjects on subjects.id = seats.subject
    join classes on classes.subject = seats.subject
    where student = $1 and seat <= length(marks) and get_byte(marks, seat - 1) > 0
    order by held_on desc, subjects.name, classes.id
  ) record`;

const summaries = `
  select student as id, sum(held)::int as marks, sum(attended)::int as present,
    min(first_on)::text as "startDate", max(last_on)::text as "endDate"
  from seats
  -- Forces a lookup by key; a plain join would read the totals of all subjects.
  cross join lateral (
    select held[seat], attended[seat], first_on[seat], last_on[seat]
    from totals where totals.subject = seats.subject limit 1
  ) of_seat
  where student = any($1) group by student`;

const stats = `select subject as id, classes, marks, present from totals where subject = any($1)`;

const day = `
  select json_build_object('date', $1::date, 'classes', classes.list,
    'term', json_build_object('id', terms.id::text, 'name', terms.name, 'startsOn', starts_on, 'endsOn', ends_on))::text as json
  from terms
  cross join lateral (select json_agg(class) as list from (
    select subjects.id::text, subjects.name as "subjectName", code as "subjectCode",
      people.name as "teacherName", people.email as "teacherEmail", seated.students,
      coalesce(class.present, 0) as present, coalesce(class.absent, 0) as absent, seated.unmarked,
      -- To a tenth of a percent, rounding half up.
      round((2000 * class.present + class.present + class.absent)
        / nullif(2 * (class.present + class.absent), 0) / 10.0, 1) as percentage
    from subjects
    join people on people.id = subjects.teacher
    join rolls on rolls.subject = subjects.id
    left join classes class on class.subject = subjects.id and class.held_on = $1
    cross join lateral (
      select cardinality(places) as students,
        cardinality(places) - coalesce(class.present + class.absent, 0) as unmarked
      where throughout
      union all
      select count(*)::int,
        (count(*) filter (where class.marks is null or seat > length(class.marks) or get_byte(class.marks, seat::int - 1) = 0))::int
      from unnest(from_on, to_on) with ordinality as enrolled (from_on, to_on, seat)
      where from_on <= $1 and (to_on is null or to_on >= $1)
      having not throughout
    ) seated
    where subjects.term = terms.id
    order by subjects.name, subjects.id
  ) class) classes
  where $1 between starts_on and ends_on`;

interface Counts {
  readonly id: number;
  readonly classes: number;
  readonly marks: number;
  readonly present: number;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** Batches short queries of many requests, as Campus does: the round trip costs more than the query. */
const countsOf = (name: string, text: string) =>
  batched(async (ids: readonly string[]) => {
    const { rows } = await pool.query<Counts>({ name, text, values: [ids] });
    const found = new Map(rows.map((counts) => [String(counts.id), counts]));
    return ids.map((id) => found.get(id));
  });
const summaryOf = countsOf('summaries', summaries);
const statsOf = countsOf('stats', stats);

const submit = async (actor: string, seen: string | undefined, body: string): Promise<string> => {
  const { subjectId, date, emails, present, remarks, answer } = readSubmission(body);
  const { changed } = await row<{ changed: number }>(
    'submit',
    'select submit($1, $2, $3, $4, $5, $6, $7) as changed',
    [actor, subjectId, date, seen, emails, present, remarks],
  );
  return answer(changed);
};

const json = async (name: string, text: string, values: readonly unknown[]): Promise<string> =>
  (await row<Json>(name, text, values)).json;

serve(
  {
    roster: ([subject, date]) => roster(subject, date),
    records: ([student]) => json('records', records, [student]),
    day: ([date]) => json('day', day, [date]),
    summary: async ([student = '']) => {
      const counts = await summaryOf(student);
      const overallPercentage = percentagePresent(counts?.present ?? 0, counts?.marks ?? 0);
      const { startDate = null, endDate = null } = counts ?? {};
      return JSON.stringify({ overallPercentage, startDate, endDate });
    },
    stats: async ([subject = '']) => {
      const { classes = 0, present = 0, marks = 0 } = (await statsOf(subject)) ?? {};
      const attendancePercentage = percentagePresent(present, marks);
      return JSON.stringify({ totalClasses: classes, attendancePercentage });
    },
    marks: ([actor = ''], { headers, body }) =>
      submit(actor, headers['if-match']?.replaceAll('"', ''), body),
  },
  () => pool.end(),
);
