import { movedDepartmentFields } from '@campus/contract';
import { insertProblems, insertRepeated } from '../../csv/import.queries.ts';
import type { Transaction } from '../../db/db.ts';
import { respellRows } from '../programmes/index.ts';
import { addedRecords, changedRecords, foreignId } from './judging.queries.ts';
import { type Kind, trackedColumn } from './kind.ts';
import { confirms } from './programmes.kind.ts';
import { rowsOfChanges } from './student-and-subject.queries.ts';

/** Gives teachers the names of their departments as they are now spelled. */
const spellTeachers = (tx: Transaction) =>
  tx.query(
    `update faculty set department = named.name from departments as named
     where named.id = department_id and named.confirmed and department <> named.name
       and named.id in (select coalesce(new_id, known_id) from import_rows)`,
  );

/** Restores the spellings of teachers that a batch changed, unless they have been changed since. */
const spellAsBefore = (tx: Transaction, batchId: string) =>
  tx.query(
    `update faculty set department = change.before
     from ${changedRecords} join move_in_batches as batch on batch.id = batch_id
     join faculty as teacher on teacher.department_id = record_id
     join person_changes as change on change.person_id = teacher.person_id
       and field = 'department' and change.after = teacher.department
       and changed_at = made_at and changed_by = made_by
     where faculty.person_id = teacher.person_id`,
    [batchId],
  );

export const departmentsKind: Kind<typeof movedDepartmentFields> = {
  name: 'departments',
  fields: movedDepartmentFields,
  shown: ['department', 'departmentCode'],
  subject: 'department',
  respell: respellRows,
  resolvedColumns: 'add name_key text, add code_key text',
  lockReferences: async (tx) => {
    // People first, as everywhere: they take the names.
    await tx.query(
      'select from faculty where department_id is not null order by person_id for no key update',
    );
    await tx.query('lock table departments in share row exclusive mode');
  },
  lockBatchRecords: (tx, batchId) =>
    tx.query(
      `select from departments where id in (select record_id from move_in_records where batch_id = $1)
       order by id for update`,
      [batchId],
    ),
  validate: async (importing) => {
    await importing.tx.query(
      `update import_rows set name_key = lower(department), code_key = lower(department_code),
         known_id = coalesce(${foreignId('departments', 'sourced_id')},
           (select coalesce(merged_into, id) from departments where lower(name) = lower(department)))`,
    );
    await insertProblems(
      importing,
      ['departmentCode', 'department_code'],
      `departments.name || ' has this code'`,
      `join departments on lower(code) = code_key where departments.id is distinct from known_id`,
    );
    await insertRepeated(importing, ['department', 'department'], 'Department', 'name_key');
    await insertRepeated(importing, ['departmentCode', 'department_code'], 'Code', 'code_key');
  },
  from: 'departments join (values (true)) as there (is_so) on merged_into is null',
  id: 'departments.id',
  ownedByOther: {
    whose: `departments.name || ': give it another name on the page Programmes, where teachers take it'`,
    where: `not exists (select from departments as named
      where lower(named.name) = lower(department) and coalesce(named.merged_into, named.id) = known_id)`,
  },
  recordName: 'departments.name',
  kept: [
    {
      // A file never changes a name; an unconfirmed one counts as none.
      field: 'department',
      label: 'name',
      stored: 'case when departments.confirmed then departments.name end',
      given: `case when departments.confirmed or import_rows.${confirms} then departments.name end`,
    },
    trackedColumn('departmentCode', 'code', 'departments.code', 'import_rows.department_code'),
  ],
  absent: `select name from departments where merged_into is null
    and id not in (select known_id from import_rows where known_id is not null)`,
  exported: {
    cells: {
      department: 'departments.name',
      confirmed: `case when departments.confirmed then 'yes' else 'no' end`,
    },
    from: 'departments where merged_into is null order by lower(departments.name)',
  },
  count: 'select count(*)::int as n from departments where merged_into is null',
  add: ({ tx }) =>
    tx.query(
      `insert into departments (id, name, code, confirmed) overriding system value
       select new_id, department, department_code, ${confirms}
       from import_rows where new_id is not null order by new_id`,
    ),
  change: async ({ tx }) => {
    await tx.query(
      `update departments set confirmed = departments.confirmed or import_rows.${confirms},
         code = coalesce(department_code, code)
       from import_rows where departments.id = known_id and ${rowsOfChanges}`,
    );
    await spellTeachers(tx);
  },
  standing: `case
    when exists (select from faculty where department_id = kept.record_id) then 'has teachers'
    when exists (select from programmes where department_id = kept.record_id) then 'has programmes' end`,
  replaced: `(select former.name || ' was merged into ' || named.name
    from departments as former join departments as named on named.id = former.merged_into
    where former.id = kept.record_id)`,
  remove: (tx, batchId) =>
    tx.query(
      `delete from departments using ${addedRecords} where record_id in (departments.id, merged_into)`,
      [batchId],
    ),
  restore: async (tx, batchId) => {
    await tx.query(
      `update departments set confirmed = before ->> 'department' is not null,
         code = before ->> 'departmentCode'
       from ${changedRecords} where departments.id = record_id`,
      [batchId],
    );
    await spellAsBefore(tx, batchId);
  },
};
