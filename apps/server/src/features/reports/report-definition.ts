import { actKinds, acts, isReadAct, type ReportFilter } from '@campus/contract';
import type { ColumnType } from '../../csv/table-file.ts';

export interface ReportDefinition {
  readonly title: string;
  /** What it counts, and its limits. */
  readonly sentence: string;
  readonly filters: readonly ReportFilter[];
  /** In the order of the statement; `sum`: the last line has the column's sum. */
  readonly columns: readonly (readonly [head: string, type: ColumnType, sum?: 'sum'])[];
  /** Reads `term_tallies`, so they are brought up to date first. */
  readonly tallied?: true;
  /** A single select. Its parameters are written `:termId`, `:day` and so on, as in `parameterTypes`. */
  readonly sql: string;
}

/** The parameters a statement may use, with their types. */
export const parameterTypes = {
  termId: 'bigint',
  day: 'date',
  from: 'date',
  to: 'date',
  course: 'text',
  below: 'float8',
  today: 'date',
  timezone: 'text',
  changes: 'jsonb',
} as const;

/** The kinds of acts that change something, with their labels. */
export const changeLabels = Object.fromEntries(
  actKinds
    .filter((kind) => !isReadAct(kind) && !/^sign|_exported$|_downloaded$/.test(kind))
    .map((kind) => [kind, acts[kind].label]),
);

/** The term asked for, or the open one. */
export const term = `(select terms.id from terms where deleted_at is null
  and case when :termId is null then is_open else terms.id = :termId end)`;
export const endOfDay = `((:day + 1)::timestamp at time zone :timezone)`;
export const percentOf = (part: string, whole: string): string =>
  `round(100.0 * ${part} / nullif(${whole}, 0), 1)`;
export const ofCourse = (course: string): string => `(:course is null or ${course} = :course)`;

/** The classes up to the day, for the students of `enrolled`. */
export const classesUntilDay = `seats
  join class_sessions session using (subject_id)
  join subjects on subjects.id = subject_id
  where seats.student_id = enrolled.student_id and term_id = ${term} and held_on <= :day`;

/** `since`: the fields of people that have changed since the day, with what they were; a programme has its name of now. */
export const recordsThen = `
  first_since as materialized (
    select distinct on (person_id, field) person_id, field, before
    from person_changes
    where changed_at >= ${endOfDay}
      and field in ('course', 'semester', 'gender', 'active', 'withdrawnOn')
    order by person_id, field, id
  ),
  course as (
    select before, known_course(before) as known
    from first_since where field = 'course' group by before
  ),
  since as (
    select person_id, jsonb_object_agg(field, coalesce(known, first_since.before)) as was
    from first_since left join course on field = 'course' and course.before = first_since.before
    group by person_id
  )`;
