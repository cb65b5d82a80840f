import { moveIn, type MoveInKind } from '@campus/contract';
import { type Db, integer, text, textOrNull, type Transaction } from '../../db/db.ts';
import type { Part } from '../../db/lists.ts';
import { countOf, instant } from '../../db/sql.ts';
import type { Kind, TrackedField } from './kind.ts';

type Stored = Pick<
  Kind,
  'name' | 'from' | 'id' | 'kept' | 'recordName' | 'standing' | 'replaced' | 'unrestorable'
>;

const keptValue = ({ kept, stored }: TrackedField): string => kept ?? stored;

/** What a batch keeps of a record, as a JSON object. */
const remembered = ({ kept }: Pick<Kind, 'kept'>): string =>
  `jsonb_build_object(${kept.map((one) => `'${one.field}', ${keptValue(one)}`).join(', ')})`;

/** Creates the batch of this transaction unless it exists. */
const openBatch = async (tx: Transaction, name: MoveInKind, actorId: string): Promise<void> => {
  await tx.query(
    `with made as (
       insert into move_in_batches (kind, made_by)
       select $1, $2 where not exists (select from import_batch) returning id
     )
     insert into import_batch select id from made`,
    [name, actorId],
  );
};

/** Counts the rows that change a record. */
export const countChanged = (tx: Transaction): Promise<number> =>
  tx.value(integer, 'select count(distinct row)::int as n from import_changes');

/** Keeps the records that are about to be changed; returns how many. */
export const keepBefore = async (
  tx: Transaction,
  kind: Stored,
  actorId: string,
): Promise<number> => {
  const changed = await countChanged(tx);
  if (changed === 0) return 0;
  await openBatch(tx, kind.name, actorId);
  // With a plan made for a few rows, each of a hundred thousand would be compared with every other.
  await tx.query('analyze import_changes; analyze import_rows');
  await tx.query(
    `insert into move_in_records (batch_id, record_id, before)
     select (select id from import_batch), known_id, ${remembered(kind)}
     from import_rows join (${kind.from}) on ${kind.id} = import_rows.known_id
     where import_rows.row in (select row from import_changes)`,
  );
  return changed;
};

/** Assigns ids to new records, in the order of the file; returns how many. */
export const numberNew = (
  tx: Transaction,
  { name, table = name }: Pick<Kind, 'name' | 'table'>,
): Promise<number> =>
  tx.query(
    `update import_rows set new_id = numbered.id
     from (
       select row, nextval(pg_get_serial_sequence('${table}', 'id')) as id
       from (select row from import_rows where known_id is null order by row) as listed
     ) as numbered
     where numbered.row = import_rows.row`,
  );

export const keepAdded = async (tx: Transaction, kind: Stored, actorId: string): Promise<void> => {
  await openBatch(tx, kind.name, actorId);
  await tx.query(
    `insert into move_in_records (batch_id, record_id)
     select (select id from import_batch), new_id from import_rows where new_id is not null`,
  );
};

export const keepForeignIds = (tx: Transaction, name: MoveInKind) =>
  tx.query(
    `insert into foreign_ids (kind, foreign_id, record_id, batch_id)
     select $1, sourced_id, coalesce(known_id, new_id), (select id from import_batch)
     from import_rows where sourced_id is not null
     -- The record formerly imported under this id has been deleted.
     on conflict (kind, foreign_id) do update
       set record_id = excluded.record_id, batch_id = excluded.batch_id
       where foreign_ids.record_id <> excluded.record_id`,
    [name],
  );

/** Keeps the new values of the records of this transaction's batch, and counts them. */
export const keepAfter = async (tx: Transaction, kind: Stored): Promise<void> => {
  await tx.query(
    `update move_in_records as record set after = ${remembered(kind)}
     from (${kind.from}), import_batch as batch
     where record.batch_id = batch.id and ${kind.id} = record.record_id`,
  );
  await tx.query(
    `update move_in_batches set created = counted.created, changed = counted.changed
     from (
       select batch_id, count(*) filter (where before is null) as created, count(before) as changed
       from move_in_records where batch_id in (select id from import_batch) group by batch_id
     ) as counted where counted.batch_id = id`,
  );
};

/** Adds a batch of a kind of which only counts are kept. */
export const keepCounts = (
  tx: Transaction,
  {
    kind,
    created,
    changed,
    actorId,
  }: Readonly<Record<'created' | 'changed', number>> & {
    readonly kind: MoveInKind;
    readonly actorId: string;
  },
) =>
  tx.query(
    'insert into move_in_batches (kind, created, changed, made_by) values ($1, $2, $3, $4)',
    [kind, created, changed, actorId],
  );

export const lockBatch = (tx: Transaction, id: string) =>
  tx.row(
    { kind: moveIn.moveInBatch.shape.kind, undoneBy: textOrNull },
    `select kind, undone_by::text as "undoneBy" from move_in_batches where id = $1 for update`,
    [id],
  );

/**
 * Records of a batch whose later changes prevent undoing it. An added record that has been deleted since does not, unless
 * something has taken its place. A batch of an earlier version may keep fewer fields.
 */
export const writtenSince = (tx: Transaction, batchId: string, kind: Stored) => {
  const values = kind.kept.map(
    (one) => `('${one.label}', '${one.field}', ${keptValue(one)}, ${one.ofAdded ?? false})`,
  );
  return tx.rows(
    { name: text, what: text },
    `select coalesce(${kind.recordName}, 'A record') as name, what
     from move_in_records as kept left join (${kind.from}) on ${kind.id} = kept.record_id
     cross join lateral (
       select case when ${kind.id} is not null then coalesce(
           (select 'has another ' || string_agg(distinct label, ' and ')
            from (values ${values.join(', ')}) as stored (label, field, now, of_added)
            where (kept.before is null or not of_added) and kept.after ? field and kept.after ->> field is distinct from now),
           case when kept.before is null then ${kind.standing ?? 'null::text'}
             else ${kind.unrestorable ?? 'null::text'} end)
         when kept.before is not null then 'was deleted'
         else ${kind.replaced ?? 'null::text'} end as what
     ) as written
     where kept.batch_id = $1 and what is not null order by name, kept.record_id limit 200`,
    [batchId],
  );
};

/** Deletes the foreign ids that a batch gave, and all those of the records it added. */
export const forgetForeignIds = (tx: Transaction, batchId: string) =>
  tx.query(
    `delete from foreign_ids using move_in_batches as batch
     where batch.id = $1 and (foreign_ids.batch_id = batch.id or foreign_ids.kind = batch.kind
       and foreign_ids.record_id in (
         select record_id from move_in_records where batch_id = $1 and before is null))`,
    [batchId],
  );

export const markUndone = (tx: Transaction, id: string, by: string) =>
  tx.query('update move_in_batches set undone_at = now(), undone_by = $2 where id = $1', [id, by]);

/** The batches, last one first, or a single one of them. */
export const batches = (db: Db, one?: string) => ({
  rows: ({ limit, after }: Pick<Part, 'limit' | 'after'>) =>
    db.rows(
      moveIn.moveInBatch,
      `select batch.id::text, kind, created, changed, maker.name as "madeBy",
         ${instant('made_at')} as "madeAt", undoer.name as "undoneBy", ${instant('undone_at')} as "undoneAt"
       from move_in_batches as batch join people as maker on maker.id = made_by
       left join people as undoer on undoer.id = undone_by
       where ($1::bigint is null or batch.id = $1) and ($2::bigint is null or batch.id < $2)
       order by batch.id desc limit $3`,
      [one ?? null, after?.id ?? null, limit ?? null],
    ),
  total: () => countOf(db.selectFrom('move_in_batches')),
});
