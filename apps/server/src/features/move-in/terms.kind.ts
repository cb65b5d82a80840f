import { movedTermFields } from '@campus/contract';
import { type Cell, insertProblems, insertRepeated, readable } from '../../csv/import.queries.ts';
import type { Transaction } from '../../db/db.ts';
import { termState } from '../../db/sql.ts';
import { leftOutside, moveFirstDays, termDuplicates } from '../subjects/index.ts';
import {
  addedRecords,
  changedRecords,
  fileChanges,
  foreignId,
  historyOf,
  insertOverlaps,
  undoneChanges,
} from './judging.queries.ts';
import { type Kind, trackedColumn, trackedDay } from './kind.ts';

const days = [
  ['startsOn', 'starts_on'],
  ['endsOn', 'ends_on'],
] as const satisfies Cell[];

const daysKept = (side: 'before' | 'after'): string =>
  days.map(([field]) => `(kept.${side} ->> '${field}')::date`).join(', ');

/** Moves terms out of all others' way, because they may take each other's days. */
const setAside = (tx: Transaction, ids: string, values: readonly unknown[] = []) =>
  tx.query(
    `update terms set starts_on = starts_on + 1000000, ends_on = ends_on + 1000000 where id in (${ids})`,
    values,
  );

export const termsKind: Kind<typeof movedTermFields> = {
  name: 'terms',
  roster: 'terms',
  fields: movedTermFields,
  shown: ['name', 'startsOn', 'endsOn'],
  subject: 'name',
  resolvedColumns: 'add stands text',
  // Nobody may open, close or add a term meanwhile.
  lockReferences: (tx) => tx.query('lock table terms in exclusive mode'),
  validate: async (importing) => {
    const { tx, today } = importing;
    await tx.query(
      `update import_rows set stands = coalesce(state, case when ends_on < $1 then 'closed' end), known_id = coalesce(${foreignId('terms', 'sourced_id')},
         (select id from terms where terms.name = import_rows.name and deleted_at is null))`,
      [today],
    );
    await insertRepeated(importing, ['name', 'name'], 'Name');
    await insertProblems(
      importing,
      ['endsOn', 'ends_on'],
      `'The last day is before the first, ' || import_rows.starts_on`,
      `where import_rows.ends_on < import_rows.starts_on`,
    );
    await insertProblems(
      importing,
      ['name', 'name'],
      `'Another term has this name'`,
      `join terms on terms.name = import_rows.name and deleted_at is null
       where terms.id <> import_rows.known_id`,
    );
    await insertOverlaps(importing, {
      of: 'true',
      first: 'starts_on',
      last: 'ends_on',
      reason: 'The days of this term overlap those of row ',
    });
    await insertProblems(
      importing,
      null,
      `'The days overlap those of ' || terms.name`,
      `join terms on daterange(terms.starts_on, terms.ends_on, '[]')
           && daterange(import_rows.starts_on, greatest(import_rows.starts_on, import_rows.ends_on), '[]')
       where deleted_at is null and ${readable}
         and terms.id is distinct from import_rows.known_id
         and terms.id not in (select known_id from import_rows where known_id is not null)`,
    );
    await insertProblems(
      importing,
      null,
      `terms.name || ' is closed, and has other days: they stay as they are'`,
      `join terms on terms.id = known_id and closed_at is not null
       where (terms.starts_on, terms.ends_on) <> (import_rows.starts_on, import_rows.ends_on)`,
    );
    for (const cell of days)
      await insertProblems(
        importing,
        cell,
        'outside.reason',
        `join terms on terms.id = known_id and closed_at is null
           and (terms.starts_on, terms.ends_on) <> (import_rows.starts_on, import_rows.ends_on)
         cross join lateral (${leftOutside('select known_id, import_rows.starts_on, import_rows.ends_on')}) as outside
         where field = '${cell[0]}'`,
      );
    const state = ['state', 'state'] as const;
    await insertProblems(
      importing,
      state,
      `terms.name || ' is ' || ${termState} || ': it is opened and closed on its page'`,
      `join terms on terms.id = known_id where state <> ${termState}`,
    );
    await insertProblems(
      importing,
      state,
      `terms.name || ' is open, and only one term is'`,
      `join terms on terms.is_open where state = 'open' and known_id is null`,
    );
    await insertProblems(
      importing,
      state,
      `'The term of row ' || first.row || ' is open, and only one term is'`,
      `join (select min(row) as row from import_rows where state = 'open') as first on first.row < import_rows.row
       where state = 'open'`,
    );
  },
  from: 'terms join (values (true)) as there (is_so) on deleted_at is null',
  id: 'terms.id',
  recordName: 'terms.name',
  kept: [
    trackedColumn('name', 'name', 'terms.name', 'import_rows.name'),
    trackedDay('startsOn', 'first day', 'terms.starts_on', 'import_rows.starts_on'),
    trackedDay('endsOn', 'last day', 'terms.ends_on', 'import_rows.ends_on'),
    {
      field: 'state',
      label: 'state',
      stored: termState,
      given: 'null::text',
      kept: `case when terms.is_open then 'open' end`,
    },
  ],
  absent: `select name from terms where deleted_at is null
    and id not in (select known_id from import_rows where known_id is not null)`,
  refusals: termDuplicates,
  exported: { cells: {}, from: 'terms where deleted_at is null order by terms.starts_on' },
  count: 'select count(*)::int as n from terms where deleted_at is null',
  add: ({ tx }) =>
    tx.query(
      `insert into terms (id, name, starts_on, ends_on, is_open, closed_at, closed_by,
         absent_counts_zero, moved_in_closed)
       overriding system value
       select new_id, name, starts_on, ends_on, coalesce(stands = 'open', false),
         case when closed then now() end, case when closed then current_actor() end,
         case when closed then (select absent_counts_zero from campus_settings) end, closed
       from import_rows cross join lateral (select coalesce(stands = 'closed', false)) as over (closed)
       where new_id is not null order by starts_on`,
    ),
  change: async ({ tx }) => {
    await setAside(tx, 'select known_id from import_changes join import_rows using (row)');
    await tx.query(
      `update terms set name = import_rows.name, starts_on = import_rows.starts_on,
         ends_on = import_rows.ends_on, version = version + 1
       from import_rows where terms.id = known_id
         and import_rows.row in (select row from import_changes)`,
    );
    await moveFirstDays(
      tx,
      `select known_id, before::date, after::date from import_changes join import_rows using (row)
       where field = 'startsOn'`,
    );
    await tx.query(historyOf('terms', fileChanges));
  },
  standing: `case when exists (select from subjects where term_id = terms.id) then 'has subjects'
    when next_id is not null then 'was closed' end`,
  unrestorable: `case
    when (${daysKept('before')}) = (${daysKept('after')}) then null
    when closed_at is not null then 'is closed'
    else (select string_agg(happened, ' and ') || ', outside its former days'
      from (${leftOutside(`select kept.record_id, ${daysKept('before')}`)}) as outside) end`,
  remove: async (tx, batchId) => {
    await tx.query(
      `update terms set deleted_at = now(), deleted_by = current_actor(), is_open = false,
         closed_at = null, closed_by = null, absent_counts_zero = null, version = version + 1
       from ${addedRecords} where terms.id = record_id and deleted_at is null`,
      [batchId],
    );
  },
  restore: async (tx, batchId) => {
    await setAside(tx, `select record_id from ${changedRecords}`, [batchId]);
    await tx.query(
      `update terms set name = before ->> 'name', starts_on = (before ->> 'startsOn')::date,
         ends_on = (before ->> 'endsOn')::date, version = version + 1
       from ${changedRecords} where terms.id = record_id`,
      [batchId],
    );
    await moveFirstDays(
      tx,
      `select record_id, (after ->> 'startsOn')::date, (before ->> 'startsOn')::date from ${changedRecords}`,
      [batchId],
    );
    await tx.query(historyOf('terms', undoneChanges()), [batchId]);
  },
};
