import { people } from '@campus/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../db/db.ts';
import type { Part } from '../../../db/lists.ts';
import { countOf, instant, rowWith } from '../../../db/sql.ts';
import { type Kind, kinds } from '../people.columns.ts';

/** Whether a change is of the record's form, not of the picture or the account. */
const ofTheForm = sql`field not in ('profileImage', 'sessions', 'universityAccount')`;

/** The version of a record: the id of its last change. */
export const versionOfPerson = sql<number>`coalesce(
  (select max(id) from person_changes where person_id = people.id and ${ofTheForm}), 0)::int`;

/** Locks a record: the table of the role first and then the person, in the order of an import. */
export const lockPerson = async (tx: Transaction, kind: Kind, id: string) => {
  await sql`select from ${sql.table(kind)} where person_id = ${id} for no key update`.execute(tx);
  await tx.selectFrom('people').where('id', '=', id).select('id').forNoKeyUpdate().execute();
  // Only a new statement after the locks sees what was changed while waiting for them.
  return tx
    .selectFrom('people')
    .where('id', '=', id)
    .where('role', '=', kinds[kind].role)
    .where('removed_at', 'is', null)
    .select(['id', 'name', 'email', 'active', 'erased_at', versionOfPerson.as('version')])
    .executeTakeFirst();
};

export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

const changedAt = sql.raw(instant('last.changed_at'));

/** The changes of a record, last one first. */
export const historyOf = (db: Db, personId: string) => ({
  rows: ({ limit, after }: Part) =>
    db.rows(
      people.personChange,
      sql`
      select last.id::text, field, before, after, people.name as "changedBy", ${changedAt} as "changedAt"
      from person_changes last left join people on people.id = changed_by
      where person_id = ${personId} and (${after?.id}::bigint is null or last.id < ${after?.id}::bigint)
      order by last.id desc limit ${limit}::int`,
    ),
  total: () => countOf(db.selectFrom('person_changes').where('person_id', '=', personId)),
});

export const roleOfPerson = async (db: Db, id: string) =>
  (await rowWith(db, 'people', { id }, ['role']))?.role;
