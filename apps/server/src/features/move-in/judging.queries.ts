import type { MoveInKind } from '@campus/contract';
import type { Transaction } from '../../db/db.ts';
import type { Importing } from '../../csv/list-import.ts';
import { type Cell, insertProblems, type Judged, readable } from '../../csv/import.queries.ts';

/** How many unknown names get suggestions: nobody reads more of them. */
const maxCompared = 100;
/** What may be missing or wrong in a name that somebody typed. */
const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-_/';

/** The distinct pairs of adjacent letters in each value. */
const pairsOf = (values: string): string => `
  select distinct value, substr(lower(value), at, 2) as pair
  from (${values}) as listed, generate_series(1, greatest(length(value) - 1, 1)) as at`;

type Unknown = Readonly<Record<'unknown' | 'known' | 'reason', string>>;

/** Refuses rows whose cell is `unknown` (a condition), and suggests the first three of `ranked` (value, other, place). */
const insertWithNearest = (
  judged: Judged,
  cell: Cell,
  { unknown, reason }: Pick<Unknown, 'unknown' | 'reason'>,
  rankedOf: (asked: string) => string,
) =>
  insertProblems(
    judged,
    cell,
    `'${reason}' || coalesce('. Most like it: ' || nearest.names, '')`,
    `left join (
       select value, string_agg(other, ', ' order by place) as names
       from (${rankedOf(
         `select distinct ${cell[1]} as value from import_rows where ${unknown} limit ${maxCompared}`,
       )}) as ranked where place <= 3 group by value
     ) as nearest on nearest.value = import_rows.${cell[1]}
     where ${unknown}`,
  );

/**
 * Refuses rows whose cell names nothing known, and suggests the three most similar names: those that share the most
 * pairs of letters. `unknown` is the condition, `known` selects all existing names as `value`.
 */
export const insertUnknown = (judged: Judged, cell: Cell, { known, ...one }: Unknown) =>
  insertWithNearest(
    judged,
    cell,
    one,
    (asked) => `
      select asked.value, known.value as other, row_number() over (
        partition by asked.value
        order by count(*)::float8 / (length(asked.value) + length(known.value)) desc, known.value
      ) as place
      from (${pairsOf(asked)}) as asked join (${pairsOf(known)}) as known using (pair)
      group by asked.value, known.value`,
  );

/**
 * As `insertUnknown`, where there are too many names to compare with each: `known` joins those that are equal to a
 * `slip.text`, the cell with two letters swapped or one missing, added or wrong.
 */
export const insertMistyped = (judged: Judged, cell: Cell, { known, ...one }: Unknown) =>
  insertWithNearest(
    judged,
    cell,
    one,
    (asked) => `
      select value, slip.text as other, row_number() over (
        partition by value order by min(slip.kind), slip.text) as place
      from (${asked}) as asked, generate_series(1, length(value) + 1) as at
      cross join lateral (select substr(value, 1, at - 1) as before, substr(value, at, 1) as here,
        substr(value, at + 1) as after) as part
      cross join lateral (
        select 1 as kind, before || left(after, 1) || here || substr(after, 2) as text
        union all select 2, before || after
        union all select case given when 'instead' then 3 else 2 end,
          before || letter || case given when 'instead' then after else here || after end
        from regexp_split_to_table('${letters}', '') as letter, unnest(array['instead', 'added']) as given
      ) as slip ${known}
      group by value, slip.text`,
  );

/** A day as an integer, so that an array can hold it together with a row number. */
const dayNumber = (day: string): string =>
  `coalesce(${day}, date '9999-12-31') - date '2000-01-01'`;

/** Refuses rows of the same record (`of`) whose days overlap, open ends included; each names one other row. */
export const insertOverlaps = (
  judged: Judged,
  { of, first, last, reason }: Readonly<Record<'of' | 'first' | 'last' | 'reason', string>>,
) => {
  const same = `partition by ${of} order by ${first}, row`;
  return insertProblems(
    judged,
    null,
    `'${reason}' || overlapping.other`,
    `join (
       select row, coalesce(case when earlier[1] >= ${dayNumber(first)} then earlier[2] end,
         case when later[1] <= ${dayNumber(last)} then later[2] end) as other
       from (
         select row, ${first}, ${last},
           max(array[${dayNumber(last)}, row]) over (
             ${same} rows between unbounded preceding and 1 preceding) as earlier,
           lead(array[${dayNumber(first)}, row]) over (${same}) as later
         from import_rows
         where num_nulls(${of}, ${first}) = 0 and ${first} <= coalesce(${last}, ${first})
       ) as listed
     ) as overlapping using (row) where overlapping.other is not null`,
  );
};

/** Selects the record of a kind by its id in `foreign_ids`, if it still exists. */
const live = {
  departments: 'departments where id = record_id and merged_into is null',
  programmes: 'programmes where id = record_id and merged_into is null',
  terms: 'terms where id = record_id and deleted_at is null',
  subjects: 'subjects where id = record_id and term_id is not null',
  enrolments: 'enrolments where id = record_id',
  helpers: 'subject_teachers where id = record_id',
  'opening-balances': 'opening_balances where id = record_id',
  exams: 'exams where id = record_id and deleted_at is null',
  'past-results':
    'exam_results join exams on exams.id = exam_id where exam_results.id = record_id and deleted_at is null',
} as const satisfies Partial<Record<MoveInKind, string>>;

/** The id of the record whose foreign id is in the column, if it still exists. */
export const foreignId = (kind: keyof typeof live, column: string): string => `
  (select record_id from foreign_ids
   where kind = '${kind}' and foreign_id = ${column} and exists (select from ${live[kind]}))`;

export const lockTermsShared = (tx: Transaction) =>
  tx.query('select from terms where deleted_at is null order by id for share');

/**
 * For records whose changes by hand lock their subject: what a file was compared with is still so when it is stored. All
 * edits of subjects wait for it, marks of classes do not.
 */
export const lockSubjects = async (tx: Transaction): Promise<void> => {
  await lockTermsShared(tx);
  await tx.query('select from subjects where term_id is not null order by id for no key update');
};

/** The term a row names, or the open one. */
export const termOfRow = `
  case when term is null then (select id from terms where is_open)
    else coalesce(${foreignId('terms', 'term')},
      (select id from terms where terms.name = term and deleted_at is null)) end`;

export const insertUnknownNamedTerms = (judged: Judged) =>
  insertUnknown(judged, ['term', 'term'], {
    unknown: 'import_rows.term is not null and import_rows.term_id is null',
    known: 'select name as value from terms where deleted_at is null',
    reason: 'There is no term with this name',
  });

export const insertUnknownTerms = async (judged: Judged): Promise<void> => {
  await insertUnknownNamedTerms(judged);
  await insertProblems(
    judged,
    null,
    `'No term is open: the row must say which term it is about'`,
    `where ${readable} and import_rows.term is null and import_rows.term_id is null`,
  );
};

export const teacherOfRow = `(select id from people where email = email_id and role = 'teacher')`;

/** Refuses rows that name no teacher, or an inactive one where `now` says that the row is about the present. */
export const insertWrongTeachers = async (
  judged: Judged & Pick<Importing, 'dryRun'>,
  now: string,
  unless = '',
): Promise<void> => {
  if (!judged.dryRun)
    await judged.tx.query(
      'select from people where id in (select teacher_id from import_rows) order by id for share',
    );
  const cell = ['emailId', 'email_id'] as const;
  await insertProblems(
    judged,
    cell,
    `people.name || ' is not an active teacher, and the term is not closed: the row must name another${unless}'`,
    `join people on people.id = teacher_id and not people.active
     join terms on terms.id = import_rows.term_id and terms.closed_at is null where ${now}`,
  );
  await insertUnknown(judged, cell, {
    unknown: 'import_rows.email_id is not null and import_rows.teacher_id is null',
    known: `select email as value from people where role = 'teacher' and active`,
    reason: 'No teacher has this e-mail',
  });
};

/** The names in a cell that lists several, separated by semicolons. */
export const namesIn = (list: string): string =>
  `(select trim(name) as name from regexp_split_to_table(${list}, ';') as name where trim(name) <> '')`;

export const sourcedCell: Cell = ['sourcedId', 'sourced_id'];

const histories = {
  terms: 'record_changes (term_id',
  subjects: 'record_changes (subject_id',
  exams: 'exam_changes (exam_id',
} as const;

/** Writes the changes to the histories of these records, as if each had been made by hand. */
export const historyOf = (table: keyof typeof histories, changes: string): string => `
  insert into ${histories[table]}, version, field, before, after, changed_by)
  select record.id, record.version, field, was, now_is, current_actor()
  from (${changes}) as change (id, field, was, now_is) join ${table} as record on record.id = change.id`;

/** The records a batch added or changed; its id is the first value of the statement. */
export const addedRecords =
  '(select * from move_in_records where batch_id = $1 and before is null) as kept';
export const changedRecords =
  '(select * from move_in_records where batch_id = $1 and before is not null) as kept';

/** What a file changes, as for `historyOf`. */
export const fileChanges =
  'select known_id, field, before, after from import_changes join import_rows using (row)';

/** What undoing a batch changes back, as for `historyOf`; `shown` is SQL for a kept value. */
export const undoneChanges = (
  shown = (side: 'before' | 'after'): string => `${side} ->> field`,
): string => `
  select record_id, field, ${shown('after')}, ${shown('before')}
  from ${changedRecords}, jsonb_object_keys(before) as field
  where before ->> field is distinct from after ->> field`;
