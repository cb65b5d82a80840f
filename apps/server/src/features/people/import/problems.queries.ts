import type { ExistingRows, Importing } from '../../../csv/list-import.ts';
import { type Column, columnOf, insertRepeated } from '../../../csv/import.queries.ts';
import type { Transaction } from '../../../db/db.ts';
import { kinds } from '../people.columns.ts';
import type { Identity, StoredList } from './imported-list.ts';

const insertTakenEmails = (
  tx: Transaction,
  { owners, kind }: StoredList,
  { name, place }: Column,
  existing: ExistingRows,
) =>
  tx.query(
    `insert into import_problems
     select row, $2, true, $1, import_rows.email,
       ($5::jsonb ->> people.role) || ' has this email already'
     from import_rows join people on people.email = import_rows.email
     where $3 or people.role <> $4`,
    [name, place, existing === 'refuse', kinds[kind].role, JSON.stringify(owners)],
  );

/** Who has an identity: a person, or the record of their role. */
const holderOf = ({ kind }: StoredList, { field, column }: Identity<string>): string =>
  kinds[kind].columns.find((one) => one.field === field)?.table === kind
    ? `${kind} on ${kind}.${column} = import_rows.${column}
       join people on people.id = ${kind}.person_id`
    : `people on people.${column} = import_rows.${column}`;

/** Rows that are not about someone who exists, or would change them, must not take from others. */
const insertTakenIdentities = (
  tx: Transaction,
  list: StoredList,
  identity: Identity<string>,
  { name, place }: Column,
  existing: ExistingRows,
) =>
  tx.query(
    `insert into import_problems
     select row, $2, true, $1, import_rows.${identity.column}, $3
     from import_rows join ${holderOf(list, identity)}
     where people.email is distinct from import_rows.email
       and ($4 or not exists (select from people as own where own.email = import_rows.email))`,
    [name, place, `Someone else has this ${identity.label} already`, existing === 'update'],
  );

export const findProblems = async (list: StoredList, { tx, header, existing }: Importing) => {
  for (const identity of list.identities) {
    const column = columnOf(header, identity.field);
    if (!column) continue;
    await insertRepeated(tx, identity, column);
    if (identity.field === 'email') await insertTakenEmails(tx, list, column, existing);
    else await insertTakenIdentities(tx, list, identity, column, existing);
  }
};
