import type { MergedKind } from '@campus/contract';
import { sql } from 'kysely';
import { integer, text, textOrNull, type Transaction } from '../../db/db.ts';
import { audiences, kinds } from './programmes.queries.ts';

/** Locks what `respell` changes, in the order of everything else: terms, audiences, then people, and names last. */
export const lockSpelled = async (
  tx: Transaction,
  kind: MergedKind,
  ids: readonly string[],
): Promise<void> => {
  const { people, id } = kinds[kind];
  if (kind !== 'department') {
    await tx.query('select from terms where closed_at is null order by id for share');
    for (const table of ['subjects', 'events'] as const)
      await tx.query(sql`select from ${sql.table(table)}
        where num_nonnulls(audience_course, audience_branch) > 0 and deleted_at is null
          and ${audiences[table].which}
        order by id for no key update`);
  }
  await tx.query(
    `select from ${people} where ${id} = any($1) order by person_id for no key update`,
    [ids],
  );
};

/** Locks them, also against new references. Whoever changes them calls `lockSpelled` first. */
export const lockNamed = (tx: Transaction, kind: MergedKind, ids: readonly string[]) =>
  tx.rows(
    { id: text, name: text, within: textOrNull, version: integer },
    `select id::text, name, ${kind === 'branch' ? 'programme_id::text as within, 1' : 'null as within, version'} as version
     from ${kinds[kind].table} where id = any($1) and merged_into is null
     order by name collate campus_natural, id for update`,
    [ids],
  );
