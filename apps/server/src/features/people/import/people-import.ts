import type { ListImport } from '../../../csv/list-import.ts';
import { inviteNewPeople } from '../../accounts/index.ts';
import type { ImportedList } from './imported-list.ts';
import { findProblems } from './problems.queries.ts';
import { applyChanges, findChanges, insertNewPeople, listNewPeople } from './store.queries.ts';

/** How people of a kind are imported: known by their e-mail, invited when they are new. */
export const peopleImport = <Values extends object>(
  list: ImportedList<Values>,
): ListImport<Values> => ({
  records: list.records,
  plural: list.people,
  columns: list.columns,
  shown: list.shown,
  subject: 'email' as keyof Values & string,
  existing: 'refuse',
  lock: 5_418_207,
  // Those who are stored as new.
  tables: `create temporary table new_people (
    row integer not null, person_id bigint not null, univ_id text not null,
    generated boolean not null
  ) on commit drop`,
  known: 'left join people as known on known.email = import_rows.email',
  findProblems: (importing) => findProblems(list, importing),
  findChanges: (tx) => findChanges(tx, list),
  applyChanges: ({ tx }) => applyChanges(tx, list),
  storeNew: async ({ tx, today, signal }) => {
    const created = await listNewPeople(tx, list, Number(today.slice(0, 4)));
    await insertNewPeople(tx, list);
    signal.throwIfAborted();
    await list.enrol(tx, today);
    await inviteNewPeople(tx);
    return created;
  },
});
