import { type ActKind, actRecordOf, recordChange } from '@campus/contract';
import { sql, type UpdateObject } from 'kysely';
import { z } from 'zod';
import { type Db, text, type Transaction } from './db.ts';
import { instant } from './sql.ts';
import type { DB } from './tables.generated.ts';

/** A field's name in the contract, and its value as text before and after. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The table with the changes of each kind of record, and SQL for the version that each change created.
 * Those of people and books are stored by triggers, the others by `storeChanges`.
 */
const histories = {
  assignment: {
    table: 'assignment_changes',
    record: 'assignment_id',
    version: '1 + row_number() over (order by id)',
  },
  book: { table: 'book_changes', record: 'book_id', version: 'id' },
  event: { table: 'event_changes', record: 'event_id', version: 'version' },
  exam: { table: 'exam_changes', record: 'exam_id', version: 'version' },
  person: { table: 'person_changes', record: 'person_id', version: 'id' },
  subject: { table: 'record_changes', record: 'subject_id', version: 'version' },
  term: { table: 'record_changes', record: 'term_id', version: 'version' },
} as const;

export type RecordKind = keyof typeof histories;

/** Entries in a person's history that are not fields of the record. */
const acts = `('profileImage', 'sessions', 'universityAccount')`;

/** The version of an unchanged record. */
export const firstVersionOf = (kind: RecordKind): number =>
  histories[kind].version === 'id' ? 0 : 1;

type Value = string | number | null;
const textOf = (value: Value): string | null => (value === null ? null : String(value));

/** The changed fields; a field that is not given stays as it is. */
export const changesBetween = <Given extends object>(
  stored: { readonly [F in keyof Given]-?: Value },
  given: Given & { readonly [F in keyof Given]: Value },
): FieldChange[] =>
  (Object.keys(given) as (keyof Given & string)[])
    .filter((field) => given[field] !== stored[field])
    .map((field) => ({ field, before: textOf(stored[field]), after: textOf(given[field]) }));

/** Adds changes to a record's history; `version` is the record's new version, for kinds that store one. */
export const storeChanges = async (
  tx: Transaction,
  kind: Exclude<RecordKind, 'book' | 'person'>,
  id: string,
  changes: readonly FieldChange[],
  by: { readonly actorId: string; readonly version?: number; readonly at?: Date },
): Promise<void> => {
  const { table, record } = histories[kind];
  const version = by.version === undefined ? '' : 'version, ';
  await tx.query(
    `insert into ${table} (${record}, ${version}field, before, after, changed_by, changed_at)
     select $1, ${version && `${by.version}, `}field, before, after, $2, coalesce($3, now())
     from jsonb_to_recordset($4) as change (field text, before text, after text)`,
    [id, by.actorId, by.at ?? null, JSON.stringify(changes)],
  );
};

/** SQL for who added the record of a table with `created_by`, and when; null where not recorded. */
export const addedOf = (record: string): string =>
  `(select json_build_object('by', adder.name, 'at', ${instant(`${record}.created_at`)})
    from people as adder where adder.id = ${record}.created_by)`;

export const addedRow = z.object({ by: text, at: text });

/** All changes of a record, latest first. */
export const readChanges = <Change>(
  db: Db,
  kind: 'assignment' | 'event' | 'exam',
  id: string,
  change: z.ZodType<Change>,
) => {
  const { table, record } = histories[kind];
  return db.rows(
    change,
    `select changes.id::text, field, before as "from", after as "to", people.name as "changedBy",
       ${instant('changed_at')} as "changedAt"
     from ${table} changes join people on people.id = changed_by
     where ${record} = $1 order by changes.id desc`,
    [id],
  );
};

const versioned = { event: 'events', exam: 'exams', subject: 'subjects', term: 'terms' } as const;
type Versioned = typeof versioned;

/** Stores columns of a locked record and adds the changes to its history; returns the new version. */
export const storeVersion = async <Kind extends keyof Versioned>(
  tx: Transaction,
  kind: Kind,
  id: string,
  columns: UpdateObject<DB, Versioned[Kind]>,
  { changes, actorId }: { readonly changes: readonly FieldChange[]; readonly actorId: string },
): Promise<number> => {
  const { version } = await tx
    .updateTable(versioned[kind] as 'events')
    .set({ ...(columns as UpdateObject<DB, 'events'>), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await storeChanges(tx, kind, id, changes, { version, actorId });
  return version;
};

/** What has changed since a version: each field once, with its value then and now. */
export const changesSince = (tx: Transaction, kind: RecordKind, id: string, version: number) => {
  const { table, record, version: made } = histories[kind];
  return tx.rows(
    recordChange,
    `with since as (
       select * from (
         select id, field, before, after, changed_by, changed_at, ${made} as made
         from ${table} as changes
         where ${record} = $1 ${kind === 'person' ? `and field not in ${acts}` : ''}
       ) as numbered where made > $2
     )
     select last.field, first.before, last.after as now,
       coalesce(people.name, 'Campus') as "changedBy", ${instant('last.changed_at')} as "changedAt",
       (select max(made) from since)::int as version
     from (select distinct on (field) field, before from since order by field, id) first
     join (select distinct on (field) * from since order by field, id desc) last using (field)
     left join people on people.id = last.changed_by
     where first.before is distinct from last.after
     order by ${made === 'id' ? 'last.id' : 'last.field'}`,
    [id, version],
  );
};

/** SQL for the current transaction's changes to an act's record (`record.id`) as JSON; undefined without a history. */
export const changesMade = (act: ActKind): { of: string; select: string } | undefined => {
  const about = actRecordOf(act);
  const of =
    act === 'settings_changed'
      ? ({ table: 'campus_settings_changes' } as const)
      : about && about in histories && histories[about as RecordKind];
  // An erasure rewrites all earlier changes.
  if (!of || act === 'person_erased') return undefined;
  const condition = 'record' in of ? `${of.record} = record.id and` : '';
  return {
    of: `${of.table} ${'record' in of ? of.record : ''}`,
    select: `(
      select jsonb_agg(jsonb_build_object('field', field, 'before', before, 'after', after) order by id)
      from ${of.table} as changes
      where ${condition} changes.xmin = pg_current_xact_id()::xid)`,
  };
};

/** Sets who makes this transaction's changes, for the history kept by triggers. */
export const actAs = (tx: Transaction, actorId: string) =>
  tx.query(`select set_config('campus.actor', $1, true)`, [actorId]);
