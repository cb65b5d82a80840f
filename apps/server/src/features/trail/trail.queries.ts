import { type ActKind, type ActRecord, trail } from '@campus/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Db, integer, text, texts, type Transaction } from '../../db/db.ts';
import type { Position } from '../../db/lists.ts';
import { fetchPages, searchCondition, searchKeyOf } from '../../db/sql.ts';

/** What to look for: people by id, records by kind and id, and days. */
export interface TrailSearch {
  readonly who: readonly string[] | undefined;
  readonly about: readonly { readonly kind: string; readonly id: string }[] | undefined;
  readonly kind: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly timezone: string;
}

/** The tables of the records that acts are about, and the column with the name. */
const named: Readonly<Record<ActRecord, readonly [table: string, name: string]>> = {
  person: ['people', 'name'],
  subject: ['subjects', 'name'],
  term: ['terms', 'name'],
  exam: ['exams', 'title'],
  assignment: ['assignments', 'title'],
  book: ['books', 'title'],
  event: ['events', 'title'],
  announcement: ['announcements', 'title'],
  programme: ['programmes', 'name'],
  department: ['departments', 'name'],
};

const nameOf = (kind: string, id: string): string => {
  const cases = Object.entries(named).map(
    ([one, [table, name]]) => `when '${one}' then (select ${name} from ${table} where id = ${id})`,
  );
  return `case ${kind} ${cases.join(' ')} end`;
};

const everybody = 'people left join student_directory as student on student.person_id = people.id';
const personSearchKey = `coalesce(people.search_key, student.search_key,
  ${searchKeyOf('people.name', 'people.email', 'people.univ_id')})`;

/** The people whose name, e-mail or university ID contains the text; at most `most`. */
export const peopleCalled = (db: Db, search: string, most: number) =>
  db.value(
    texts,
    `select array(select id::text from ${everybody}
       where ${searchCondition(personSearchKey, '$1')} limit $2) as ids`,
    [search, most],
  );

/** As `peopleCalled`, for everything that acts are about. */
export const recordsCalled = (db: Db, search: string, most: number) =>
  db.rows(
    { kind: text, id: text },
    `select kind, id::text from (
       ${Object.entries(named)
         .map(
           ([kind, [table, name]]) => `select '${kind}' as kind, id
             from ${kind === 'person' ? everybody : table}
             where ${searchCondition(kind === 'person' ? personSearchKey : searchKeyOf(name), '$1')}`,
         )
         .join(' union all ')}
     ) as called limit $2`,
    [search, most],
  );

/** The conditions besides people and records. */
const others = ({ kind, from, to, timezone }: TrailSearch) => sql`
  ${kind === undefined ? sql`true` : sql`trail.kind = ${kind}`}
  ${from === undefined ? sql`` : sql`and at >= ${from}::date::timestamp at time zone ${timezone}`}
  ${to === undefined ? sql`` : sql`and at < (${to}::date + 1)::timestamp at time zone ${timezone}`}`;

const byWho = ({ who }: TrailSearch) => (who ? sql`person_id = any(${who}::bigint[])` : sql`true`);

/**
 * The positions of the matching entries, at most `limit`. Each person or record is read separately from an index in
 * the order of time, so that no more entries are read than are shown.
 */
const chosen = (search: TrailSearch, limit: RawBuilder<unknown>, after?: Position) => {
  const { who, about } = search;
  const beyond = after
    ? sql`and (at, id) < (select at, id from trail where id = ${after.id})`
    : sql``;
  const part = (mine: RawBuilder<unknown>) => sql`
    select id, at from trail where ${mine} and ${others(search)} ${beyond}
    order by at desc, id desc limit ${limit}`;
  if (about)
    return sql`jsonb_to_recordset(${JSON.stringify(about)}::jsonb) as record (kind text, id bigint)
      cross join lateral (${part(
        sql`record_kind = record.kind and record_id = record.id and ${byWho(search)}`,
      )}) as entry`;
  if (who)
    return sql`unnest(${who}::bigint[]) as person
      cross join lateral (${part(sql`person_id = person`)}) as entry`;
  return sql`(${part(sql`true`)}) as entry`;
};

const shown = sql.raw(`entry.id::text,
  to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  kind, role, (select name from people where id = person_id) as who,
  ${nameOf('record_kind', 'record_id')} as about,
  ${nameOf(`details->'within'->>'kind'`, `(details->'within'->>'id')::bigint`)} as within,
  address, browser, request_id as "requestId", (details->>'count')::int as count,
  coalesce(details->'changes', '[]') as changes`);

/** With kinds of newer versions, see `actNamed`. */
const entry = trail.trailEntry.extend({
  kind: z.custom<ActKind>((kind) => typeof kind === 'string'),
});

/** The matching entries, latest first. */
const entries = (search: TrailSearch, limit: RawBuilder<unknown>, after?: Position) => sql`
  select ${shown} from (
    select entry.id from ${chosen(search, limit, after)}
    order by entry.at desc, entry.id desc limit ${limit}
  ) as place join trail as entry on entry.id = place.id
  order by entry.at desc, entry.id desc`;

export const listTrail = (
  db: Db,
  search: TrailSearch,
  { limit, after }: { readonly limit: number; readonly after: Position | undefined },
) => db.rows(entry, entries(search, sql`${limit}`, after));

/** How many entries match, at most `most`. For people they are counted in any order, which is faster. */
export const countTrail = (db: Db, search: TrailSearch, most: number) => {
  const found = search.about
    ? sql`select from ${chosen(search, sql`${most}`)}`
    : sql`select from trail where ${byWho(search)} and ${others(search)}`;
  return db.value(integer, sql`select count(*)::int from (${found} limit ${most}) as counted`);
};

/** All matching entries, a thousand at a time. */
export const everyEntry = (tx: Transaction, search: TrailSearch) => {
  const { sql: statement, parameters } = entries(search, sql`all`).compile(tx);
  return fetchPages(tx, entry, statement, parameters);
};
