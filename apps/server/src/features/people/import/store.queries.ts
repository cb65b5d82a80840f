import type { Transaction } from '../../../db/db.ts';
import { asGiven } from '../../../db/stored-fields.ts';
import { kinds } from '../people.columns.ts';
import { columnNames, type StoredList } from './imported-list.ts';

/** Changes anyone who differs; answers how many people that were. */
export const applyChanges = async (tx: Transaction, list: StoredList): Promise<number> => {
  const given = `import_rows
    where people.email = import_rows.email
      and import_rows.row in (select row from import_changes)`;
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
 * Lists in `new_people` anyone who does not exist yet, in the order of the file, each with a person's
 * id and a university ID: the one of the file, or a generated one that nobody has. Answers how many.
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
       where not exists (select from people where people.email = import_rows.email)
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
 * Adds the people of `new_people`. The tables are analysed in between, because each foreign key is
 * checked row by row with a plan that, made while a table was small, reads all of it every time.
 * Where someone else tends a table right now (autovacuum) they do that work.
 */
export const insertNewPeople = async (tx: Transaction, list: StoredList): Promise<void> => {
  const { kind } = list;
  const columns = columnNames(list, 'people');
  const from = columns.map((name) => (name === 'univ_id' ? 'new_people.univ_id' : name));
  await tx.query(
    `insert into people (id, role, ${columns.join(', ')})
     overriding system value
     select person_id, '${kinds[kind].role}', ${from.join(', ')}
     from new_people join import_rows using (row)
     order by person_id`,
  );
  await tx.query('analyze (skip_locked) people (id, role)');
  const more = columnNames(list, kind).join(', ');
  await tx.query(
    `insert into ${kind} (person_id, ${more})
     select person_id, ${more}
     from new_people join import_rows using (row)
     order by person_id`,
  );
  await tx.query(`analyze (skip_locked) ${kind} (person_id)`);
};
