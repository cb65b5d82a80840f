import { type ActKind, actRecordOf, recordChange } from '@campus/contract';
import { sql, type UpdateObject } from 'kysely';
import type { z } from 'zod';
import type { Db, Transaction } from './db.ts';
import { instant } from './sql.ts';
import type { DB } from './tables.generated.ts';

/** A field as the contract names it, with its value as text before and after. */
export interface FieldChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Where the changes of each kind of record are, and which version of the record each of them made.
 * Those of people and books are kept by triggers, the others by `storeChanges`.
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

/** Of a person's, those that are no fields of the record. */
const acts = `('profileImage', 'sessions', 'universityAccount')`;

/** The version of a record that was never changed. */
export const firstVersionOf = (kind: RecordKind): number =>
  histories[kind].version === 'id' ? 0 : 1;

type Value = string | number | null;
const textOf = (value: Value): string | null => (value === null ? null : String(value));

/** What of a record changes; a field that is not given stays as it is. */
export const changesBetween = <Given extends object>(
  stored: { readonly [F in keyof Given]-?: Value },
  given: Given & { readonly [F in keyof Given]: Value },
): FieldChange[] =>
  (Object.keys(given) as (keyof Given & string)[])
    .filter((field) => given[field] !== stored[field])
    .map((field) => ({ field, before: textOf(stored[field]), after: textOf(given[field]) }));

/** Adds changes to the history of a record; `version` is the record's after them, where it has a column. */
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

/** Every change of a record, the latest first. */
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

/** The kinds of record that count their versions themselves. */
const versioned = { event: 'events', exam: 'exams', subject: 'subjects', term: 'terms' } as const;
type Versioned = typeof versioned;

/** Stores columns of a held record and adds what that changes to its history; answers its new version. */
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

/** What has changed after a version: each field once, from what it was then to what it is now. */
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

/** Selects, as JSON, what a transaction has changed of the record of an act, `record.id`; undefined without a history. */
export const changesMade = (act: ActKind): { of: string; select: string } | undefined => {
  const about = actRecordOf(act);
  const of =
    act === 'settings_changed'
      ? ({ table: 'campus_settings_changes' } as const)
      : about && about in histories && histories[about as RecordKind];
  // An erasure goes over every change that there was.
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

/** Whose work this transaction is: the history of people's records names them. */
export const actAs = (tx: Transaction, actorId: string) =>
  tx.query(`select set_config('campus.actor', $1, true)`, [actorId]);
