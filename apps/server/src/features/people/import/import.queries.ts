import type { ExistingRows, Importing } from '../../../csv/list-import.ts';
import { columnOf, insertProblems, insertRepeated, readable } from '../../../csv/import.queries.ts';
import type { IsoDate } from '@campus/contract';
import type { Transaction } from '../../../db/db.ts';
import { kinds } from '../people.columns.ts';
import { asGiven, compared } from '../../../db/stored-fields.ts';
import { erased, removed } from '../records/change-record.ts';
import { standings } from '../standing.ts';
import { columnNames, type Identity, type StoredList } from './people-import.ts';

/** Changes the people whose rows differ and returns how many. */
export const applyChanges = async (tx: Transaction, list: StoredList): Promise<number> => {
  const given = `import_rows join import_known as known on known.row = import_rows.row
    where people.id = known.id and import_rows.row in (select row from import_changes)`;
  const { kind } = list;
  await tx.query(
    `update ${kind} set ${asGiven(kind, columnNames(list, kind))}
     from people, ${given} and ${kind}.person_id = people.id`,
  );
  const columns = columnNames(list, 'people').filter((name) => name !== 'email');
  return tx.query(
    `update people set ${asGiven('people', columns)}, updated_at = now() from ${given}`,
  );
};

/**
 * Fills `new_people` with the people who do not exist yet, in the order of the file, each with an id and a University
 * ID: from the file, or generated and unique. Returns how many.
 */
export const listNewPeople = async (
  tx: Transaction,
  { kind, univIds }: StoredList,
  year: number,
): Promise<number> => {
  const nextUnivId = `univ_id_of('${kinds[kind].role}', $1, nextval('${univIds}'))`;
  const listed = await tx.query(
    `insert into new_people
     select row, nextval(pg_get_serial_sequence('people', 'id')),
       coalesce(univ_id, ${nextUnivId}), univ_id is null
     from (
       select row, univ_id from import_rows
       where row not in (select row from import_known)
       order by row
     ) as listed`,
    [year],
  );
  for (;;) {
    const taken = await tx.query(
      `update new_people set univ_id = ${nextUnivId}
       where generated and univ_id in (
         select univ_id from people union all select univ_id from import_rows)`,
      [year],
    );
    if (!taken) break;
  }
  await tx.query('analyze new_people; analyze import_rows (row)');
  return listed;
};

/**
 * Inserts the people of `new_people`. The tables are analysed in between, because each foreign key is checked row by
 * row with a plan that, if made while a table was small, reads the whole table every time. While autovacuum works on a
 * table, it does the analysing. Whoever has left arrives as somebody who has left.
 */
export const insertNewPeople = async (
  tx: Transaction,
  list: StoredList,
  today: IsoDate,
): Promise<void> => {
  const { kind } = list;
  const { active, stored } = standings[kind];
  const given = (table: string) =>
    Object.fromEntries(columnNames(list, table).map((name) => [name, name]));
  const values = { ...given('people'), univ_id: 'new_people.univ_id', active: active(today) };
  await tx.query(
    `insert into people (id, role, ${Object.keys(values).join(', ')})
     overriding system value
     select person_id, '${kinds[kind].role}', ${Object.values(values).join(', ')}
     from new_people join import_rows using (row)
     order by person_id`,
  );
  await tx.query('analyze (skip_locked) people (id, role)');
  // Tells who was deactivated from who has left: taking back a last day activates only the latter.
  await tx.query(
    `insert into person_changes (person_id, field, before, after)
     select person_id, 'active', 'true', 'false'
     from new_people join import_rows using (row) where status = 'Deactivated' order by person_id`,
  );
  const more = { ...given(kind), ...stored };
  await tx.query(
    `insert into ${kind} (person_id, ${Object.keys(more).join(', ')})
     select person_id, ${Object.values(more).join(', ')}
     from new_people join import_rows using (row)
     order by person_id`,
  );
  await tx.query(`analyze (skip_locked) ${kind} (person_id)`);
};

/** Records whom an import added and changed, so that it can be undone. */
export const keepBatch = (tx: Transaction, { kind }: StoredList, madeBy: string) =>
  tx.query(
    `with person as (
       select person_id, null::jsonb as before from new_people
       union all
       select distinct known.id, '{}'::jsonb from import_changes join import_known as known using (row)
     ), batch as (
       insert into student_batches (action, changed, made_by, applied_at)
       select jsonb_build_object('kind', 'import', 'of', $1::text,
         'added', count(*) - count(before), 'changed', count(before)), count(*), $2, now()
       from person having count(*) > 0 returning id
     )
     insert into student_batch_students (batch_id, student_id, version, before)
     select batch.id, person_id, 0, before from batch, person`,
    [kind, madeBy],
  );

/** Matches rows with people: by e-mail, and in updates rows without an e-mail by University ID. */
const findKnown = async (tx: Transaction, existing: ExistingRows): Promise<void> => {
  await tx.query('delete from import_known; analyze import_rows');
  const byUnivId = 'import_rows.email is null and people.univ_id = import_rows.univ_id';
  for (const same of [
    'people.email = import_rows.email',
    ...(existing === 'update' ? [byUnivId] : []),
  ])
    await tx.query(
      `insert into import_known select row, people.id from import_rows join people on ${same}`,
    );
  await tx.query('analyze import_known');
};

/** Locks the records that a file changes, in the order of `lockPerson`: whoever is being erased is so afterwards. */
const lockKnown = async (tx: Transaction, { kind }: StoredList): Promise<void> => {
  for (const [table, key] of [
    [kind, 'person_id'],
    ['people', 'id'],
  ])
    await tx.query(
      `select from ${table} where ${key} in (select id from import_known) order by ${key} for no key update`,
    );
};

const known = `join import_known as known on known.row = import_rows.row
  join people on people.id = known.id`;

const insertTaken = (
  importing: Importing,
  { owners, kind }: StoredList,
  { field, column, label }: Identity<string>,
) =>
  insertProblems(
    importing,
    [field, column],
    `($3::jsonb ->> people.role) || ' has this ${label} already'`,
    `${known} where (${importing.existing === 'refuse'} or people.role <> '${kinds[kind].role}')
       and (import_rows.email is null) = ${field !== 'email'}`,
    [JSON.stringify(owners)],
  );

/** Refuses rows that would change a record which nobody may change by hand either. */
const insertUnchangeable = (importing: Importing, { kind }: StoredList) =>
  insertProblems(
    importing,
    ['email', 'email'],
    'case when people.erased_at is null then $4 else $3 end',
    `${known} where people.role = '${kinds[kind].role}'
       and num_nonnulls(people.erased_at, people.removed_at) > 0`,
    [erased, removed],
  );

/** Refuses a row whose University ID belongs to a person whom another row names by e-mail. */
const insertTwiceKnown = (importing: Importing) =>
  insertProblems(
    importing,
    ['univId', 'univ_id'],
    `'This is the same person as in row ' || min(other.row)`,
    `join import_known as known on known.row = import_rows.row
     join import_known as other on other.id = known.id and other.row <> known.row
     join import_rows as named on named.row = other.row and named.email is not null
     where import_rows.email is null
     group by import_rows.row, import_rows.univ_id`,
  );

/** Refuses rows of an update that match nobody and lack a value that a new person needs. */
const insertIncomplete = async (
  importing: Importing,
  { people, columns }: StoredList,
  required: ReadonlyMap<string, string>,
): Promise<void> => {
  const unknown = `where ${readable} and import_rows.row not in (select row from import_known)`;
  await insertProblems(
    importing,
    ['univId', 'univ_id'],
    `'None of the ${people} has this University ID'`,
    `${unknown} and email is null`,
  );
  for (const { field, name } of columns) {
    if (!required.has(field) || field === 'email') continue;
    await insertProblems(
      importing,
      [field, name],
      '$3',
      `${unknown} and email is not null and ${name} is null`,
      [`None of the ${people} has this email, and a new one needs “${required.get(field)}”`],
    );
  }
};

/** Refuses what a new person cannot be, and what only an act changes of one who exists. */
const insertWrongStandings = async (importing: Importing, { kind }: StoredList): Promise<void> => {
  const { header, existing, today } = importing;
  const { columns, cells, wrong, acts } = standings[kind];
  const present = columns.filter(({ field }) => columnOf(header, field));
  if (present.length === 0) return;
  for (const [cell, condition, reason] of wrong)
    await insertProblems(
      importing,
      cell,
      '$3',
      `where ${readable} and row not in (select row from import_known) and ${condition}`,
      [reason],
    );
  if (existing !== 'update') return;
  for (const column of present) {
    const { after: given } = compared(column);
    const stored = cells(today)[column.field];
    // The reason of a leave may be a private one.
    const told =
      column.field === 'awayReason' ? `'differs'` : `'is ' || coalesce(${stored}, 'blank')`;
    await insertProblems(
      importing,
      [column.field, column.name],
      `'In Campus this ' || ${told} || '. A file does not change it: ' || $3`,
      `${known} join ${kind} on ${kind}.person_id = people.id where ${given} <> coalesce(${stored}, '')`,
      [acts[column.field]],
    );
  }
};

/** The join from an identity to the person who has it, via the table of their role where it is stored there. */
const holderOf = ({ kind }: StoredList, { field, column }: Identity<string>): string =>
  kinds[kind].columns.find((one) => one.field === field)?.table === kind
    ? `${kind} on ${kind}.${column} = import_rows.${column}
       join people on people.id = ${kind}.person_id`
    : `people on people.${column} = import_rows.${column}`;

/** Refuses rows that would give a new or changed person an identity that somebody else has. */
const insertTakenIdentities = (
  importing: Importing,
  list: StoredList,
  identity: Identity<string>,
) =>
  insertProblems(
    importing,
    [identity.field, identity.column],
    `'Someone else has this ${identity.label} already'`,
    `join ${holderOf(list, identity)}
     left join import_known as known on known.row = import_rows.row
     where people.id is distinct from known.id
       and (${importing.existing === 'update'} or known.id is null)`,
  );

export const findProblems = async (
  list: StoredList,
  required: ReadonlyMap<string, string>,
  importing: Importing,
) => {
  const { tx, header, existing, dryRun } = importing;
  await findKnown(tx, existing);
  if (existing === 'update' && !dryRun) await lockKnown(tx, list);
  if (existing === 'update') await insertIncomplete(importing, list, required);
  await insertWrongStandings(importing, list);
  for (const identity of list.identities) {
    const { field, column, label } = identity;
    if (!columnOf(header, field)) continue;
    await insertRepeated(importing, [field, column], label);
    if (['email', 'univId'].includes(field)) await insertTaken(importing, list, identity);
    if (field === 'email' && existing === 'update') await insertUnchangeable(importing, list);
    if (field === 'univId') await insertTwiceKnown(importing);
    if (field !== 'email') await insertTakenIdentities(importing, list, identity);
  }
};
