import type { IsoDate } from '@campus/contract';
import {
  type InsertQueryBuilder,
  type InsertResult,
  type RawBuilder,
  type Selectable,
  type SelectType,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { z } from 'zod';
import type { Db, Transaction } from './db.ts';
import type { DB } from './tables.generated.ts';

/** The start of the transaction. */
export const now = sql<Date>`now()`;

/** SQL of an update of `people`: refuses the tokens issued so far, by the clock that dates them (`admit` in accounts). */
export const tokensRefused = 'valid_from = greatest(valid_from, clock_timestamp())';

/** An instant as the API writes it. */
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL: whether a `search_key` contains every word of a search, in any order, or its telephone number. All
 * searches use this rule. Both arguments are SQL expressions.
 */
export const searchCondition = (key: string, search: string): string =>
  `(${key} collate "C" like all (search_patterns(${search}))
    or ${key} collate "C" like phone_pattern(${search}))`;

/** Whether a search has three letters or digits in a row, by which `key_parts` indexes keys. */
export const hasParts = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(search);

/** Up to so many matches, finding them by that index is quicker than comparing records in the order of a list. */
export const few = 2000;

/** A search key for records that do not store one. */
export const searchKeyOf = (...columns: readonly string[]): string =>
  `search_key(concat_ws(E'\\n', ${columns.join(', ')}) collate "C")`;

export const studentSearchKey = (id: string): string =>
  `(select search_key from student_directory where person_id = ${id})`;

/** The search key of a teacher or an administrator, from `people` and `faculty`. */
export const staffSearchKey = `concat_ws(E'\\n', people.search_key, faculty.search_key)`;

/** The same without what colleagues may not see. Computed per row: test only rows that the full key finds. */
export const colleagueSearchKey =
  'person_key(people.name, people.email, null, faculty.department, null)';

/** The rule of `searchCondition` for Kysely queries. */
export const searchExpression = (key: string, search: string) => {
  const [stored, text] = [sql`${sql.raw(key)} collate "C"`, sql`${search}::text`];
  return sql<boolean>`(${stored} like all (search_patterns(${text}))
    or ${stored} like phone_pattern(${text}))`;
};

/** Columns of a table's first row with these values, if any. */
export const rowWith = async <T extends keyof DB, C extends keyof DB[T] & string>(
  db: Pick<Db, 'selectFrom'>,
  table: T,
  values: Partial<Selectable<DB[T]>>,
  columns: readonly C[],
): Promise<{ [K in C]: SelectType<DB[T][K]> } | undefined> => {
  const query = db.selectFrom(table as 'people').where((where) => where.and(values));
  const row: unknown = await query.select(columns as readonly 'id'[]).executeTakeFirst();
  return row as { [K in C]: SelectType<DB[T][K]> } | undefined;
};

export const countOf = async <All, TB extends keyof All, O>(
  query: SelectQueryBuilder<All, TB, O>,
): Promise<number> => {
  const counting = query.select(sql<number>`count(*)::int`.as('n'));
  return ((await counting.executeTakeFirstOrThrow()) as { n: number }).n;
};

export const insertedId = async <T extends keyof DB>(
  query: InsertQueryBuilder<DB, T, InsertResult>,
): Promise<string> => {
  const inserting = query as unknown as InsertQueryBuilder<DB, 'people', InsertResult>;
  return (await inserting.returning('id').executeTakeFirstOrThrow()).id;
};

export const termState = `case when terms.is_open then 'open'
  when terms.closed_at is not null then 'closed' else 'planned' end`;

/** SQL: whether a row of `terms` has been opened. Teachers and students see nothing of a planned term. */
export const wasOpened = '(terms.is_open or terms.closed_at is not null)';

/**
 * The SQL of a `with` list that ends with `expected`: the classes of subjects (`of`) that were expected and not
 * taken, because one was taken on that weekday one or two weeks before, within the term and not on a holiday
 * for everyone. For parts never taken, `never` selects a day, which may be null, and whether to list them.
 */
export const expectedClasses = ({
  of,
  from,
  to,
  never,
}: Readonly<Record<'of' | 'from' | 'to' | 'never', string>>): string => `
  taught as materialized (
    select subjects.id, subjects.name, code, teacher_id, starts_on, ends_on,
      section_id, section, ever_taken
    from subjects join terms on terms.id = subjects.term_id
    join subject_parts on subject_id = subjects.id
    where ${of}
  ),
  taken as materialized (
    select subject_id, section_id, held_on from taken_parts
    where held_on between ${from} - 14 and ${to} and subject_id in (select id from taught)
  ),
  holidays as materialized (
    select starts_on, ends_on from events
    where kind = 'holiday' and audience = 'everyone' and deleted_at is null
      and starts_on <= ${to} and ends_on >= ${from}
  ),
  expected as (
    select day, taught.*, teacher.name as teacher_name
    from (
      select subject_id, section_id, held_on + 7 * weeks as day
      from taken, generate_series(1, 2) as weeks
      where held_on + 7 * weeks between ${from} and ${to}
      except select * from taken
      union all
      select id, section_id, ${never} and not ever_taken
    ) as listed
    join taught on taught.id = subject_id and taught.section_id is not distinct from listed.section_id
    join people as teacher on teacher.id = teacher_id
    where day is null or (day between starts_on and ends_on and not exists (
      select from holidays where day between holidays.starts_on and holidays.ends_on))
  )`;

/** SQL: whether an enrolment includes a day. */
export const enrolledOn = (day: string): string =>
  `enrolments.from_on <= ${day} and (enrolments.to_on is null or enrolments.to_on >= ${day})`;

/** SQL: enrolled in a row of `subjects` today (SQL, too); before its term, on its first day; after it, on its last day. */
export const enrolledNow = (today: string): string =>
  `enrolments.subject_id = subjects.id
  and ${enrolledOn(`least(greatest(${today}::date, terms.starts_on), terms.ends_on)`)}`;

/** The same for Kysely queries. */
export const isEnrolledNow = (today: IsoDate) => sql.raw<boolean>(enrolledNow(`'${today}'`));

/** Ids are opaque to clients; no record has an id of another form. */
export const isRecordId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id);

/** The rows of a query, a thousand at a time, for lists too large for memory. */
export const fetchPages = async function* <Row>(
  tx: Transaction,
  row: z.ZodType<Row>,
  select: string,
  parameters: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  await tx.query(`declare every_row no scroll cursor for ${select}`, [...parameters]);
  for (;;) {
    const rows = await tx.rows(row, 'fetch 1000 from every_row');
    if (rows.length === 0) break;
    yield rows;
  }
  await tx.query('close every_row');
};

type OfInvitation = 'never_invited' | 'invitation_expired';

export const isOfInvitation = (show: string): show is OfInvitation =>
  show === 'never_invited' || show === 'invitation_expired';

/** SQL: whether a person is to be invited, for the first time or again. */
export const toInvite = (show: OfInvitation, personId: RawBuilder<unknown>) => sql<boolean>`
  ${personId} in (select person_id from people_to_invite
    where invited_until is ${show === 'never_invited' ? sql`null` : sql`not null`})`;

/** A whole subject, or one section of it. */
export type PartOfSubject = readonly [subjectId: string, sectionId: string | null];

/** A teacher, and the parts of other teachers' subjects in which they help. */
export type TeachingScope = readonly [
  teacher: readonly [id: string, none: null],
  ...PartOfSubject[],
];

/** SQL: whether a row of `subjects` belongs to a `TeachingScope`, given as a parameter such as `$1`. */
export const inTeachingScope = (taught: string): string =>
  `(subjects.teacher_id = (${taught}::bigint[])[1][1] or subjects.id = any((${taught}::bigint[])[2:][1:1]))`;

/** The same, but true if the parameter is null. */
export const inTeachingScopeOrAny = (taught: string): string =>
  `(${taught}::bigint[] is null or ${inTeachingScope(taught)})`;

/** SQL: whether a row of `subjects` belongs to a planned term. */
export const inPlannedTerm = `coalesce((
  select not ${wasOpened} from terms where terms.id = subjects.term_id), false)`;

/** SQL: whether a row of `terms` has been opened, or a `TeachingScope` parameter is null: administrators prepare terms. */
export const wasOpenedOrAny = (taught: string): string =>
  `(${taught}::bigint[] is null or ${wasOpened})`;

const ofPart = (taught: string, isOfSection: string): string =>
  `(${taught}::bigint[] is null or ${inTeachingScope(taught)} and (
    subjects.teacher_id = (${taught}::bigint[])[1][1] or exists (
      select from unnest((${taught}::bigint[])[2:][1:1], (${taught}::bigint[])[2:][2:2])
        as helping (of_subject, in_section)
      where of_subject = subjects.id and (in_section is null or ${isOfSection}))))`;

/** SQL: whether a section of `subjects` (null: the whole) belongs to a `TeachingScope`, or that parameter is null. */
export const isTaughtSection = (taught: string, section: string): string =>
  ofPart(taught, `in_section = ${section}`);

/** SQL: whether a student is or was in a part of `subjects` that belongs to a `TeachingScope`, or that is null. */
export const isTaughtStudent = (taught: string, student: string): string =>
  ofPart(
    taught,
    `exists (select from enrolments as place
      where place.section_id = in_section and place.student_id = ${student})`,
  );

/** SQL: names of the sections of `subjects` that belong to a `TeachingScope`; null if the whole subject does. */
export const sectionsTaught = (taught: string): string =>
  `case when not ${ofPart(taught, 'false')} then array(select name from sections
    where subject_id = subjects.id and id = any((${taught}::bigint[])[2:][2:2]) order by name) end`;
