import { movedProgrammeFields } from '@campus/contract';
import { type Cell, insertProblems, insertRepeated } from '../../csv/import.queries.ts';
import type { Transaction } from '../../db/db.ts';
import { respellRows, spellAudiences, spellAudiencesAsBefore } from '../programmes/index.ts';
import { addedRecords, changedRecords, foreignId, namesIn } from './judging.queries.ts';
import { type Kind, trackedColumn } from './kind.ts';

/** A semicolon separates names in a cell: files leave a name alone that contains one. */
const isSeparable = `position(';' in name) = 0`;

/** The rows to be stored, each with the id of its record. */
const stored = `(select coalesce(new_id, known_id) as id, import_rows.* from import_rows
  where new_id is not null or row in (select row from import_changes)) as given`;

const spellings: Cell = ['formerly', 'formerly'];

/** A file confirms what it names unless it says no; it never withdraws a confirmation. */
export const confirms = `confirmed is distinct from 'no'`;

/** Stores branches and former spellings, and gives students and audiences the names as the programmes now spell them. */
const storeParts = async (tx: Transaction): Promise<void> => {
  await tx.query(
    `insert into programme_branches as known (programme_id, name, confirmed)
     select distinct on (given.id, lower(named.name)) given.id, named.name, true
     from ${stored}, lateral ${namesIn('given.branches')} as named
     on conflict (programme_id, lower(name)) do update set confirmed = true
       where known.merged_into is null`,
  );
  await tx.query(
    `insert into programmes (name, merged_into)
     select listed.name, given.id from ${stored}, lateral ${namesIn('given.formerly')} as listed
     on conflict (lower(name)) do nothing`,
  );
  await tx.query(
    `update students set course = named.course, branch = named.branch
     from (
       select person_id, case when programmes.confirmed then programmes.name else course end as course,
         coalesce(known.name, branch) as branch
       from students join programmes on programmes.id = students.programme_id
       left join programme_branches as known on known.id = branch_id and known.confirmed
       where programmes.id in (select id from ${stored})
     ) as named
     where students.person_id = named.person_id
       and (students.course, students.branch) is distinct from (named.course, named.branch)`,
  );
  await spellAudiences(tx);
};

/** Finds the departments still missing; an unknown name becomes a department, unconfirmed. */
const findDepartments = (tx: Transaction) =>
  tx.query(
    `update import_rows set department_id = (department_of(department)).id
     where department is not null and department_id is null`,
  );

/** Restores the spellings of students that a batch changed, unless they have been changed since. */
const spellAsBefore = (tx: Transaction, batchId: string) =>
  tx.query(
    `update students set course = coalesce(was.course, students.course),
       branch = coalesce(was.branch, students.branch)
     from (
       select change.person_id,
         max(change.before) filter (where field = 'course' and change.after = student.course) as course,
         max(change.before) filter (where field = 'branch' and change.after = student.branch) as branch
       from ${changedRecords} join move_in_batches as batch on batch.id = batch_id
       join students as student on programme_id = record_id
       join person_changes as change on change.person_id = student.person_id
         and changed_at = made_at and changed_by = made_by
       group by change.person_id
     ) as was
     where students.person_id = was.person_id`,
    [batchId],
  );

export const programmesKind: Kind<typeof movedProgrammeFields> = {
  name: 'programmes',
  fields: movedProgrammeFields,
  shown: ['programme', 'programmeCode', 'department', 'semesters'],
  subject: 'programme',
  respell: respellRows,
  resolvedColumns: `add department_id bigint, add name_key text, add code_key text, add all_branches text,
    add all_formerly text`,
  lockReferences: (tx) =>
    tx.query('lock table programmes, departments in share row exclusive mode'),
  validate: async (importing) => {
    const { tx } = importing;
    await tx.query('analyze import_rows');
    await tx.query(
      `update import_rows set name_key = lower(programme), code_key = lower(programme_code),
         known_id = coalesce(${foreignId('programmes', 'sourced_id')},
           (select coalesce(merged_into, id) from programmes where lower(name) = lower(programme))),
         department_id = (select coalesce(merged_into, id) from departments
           where lower(name) = lower(department))`,
    );
    // A file only adds branches: those it does not name remain.
    await tx.query(
      `update import_rows set all_branches = (
         select string_agg(name, '; ' order by lower(name)) from (
           select distinct on (lower(name)) name from (
             select name, 0 as place from programme_branches
             where programme_id = known_id and merged_into is null and confirmed and ${isSeparable}
             union all select coalesce((
               select known.name from programme_branches as known
               where programme_id = known_id and lower(known.name) = lower(listed.name)
                 and merged_into is null), listed.name), 1
             from ${namesIn('branches')} as listed
             where not exists (select from programme_branches as former
               where programme_id = known_id and lower(former.name) = lower(listed.name)
                 and merged_into is not null)
           ) as either order by lower(name), place) as named)
       where branches is not null`,
    );
    await tx.query(
      `update import_rows set all_formerly = (
         select string_agg(name, '; ' order by lower(name)) from (
           select distinct on (lower(name)) name from (
             select name, 0 as place from programmes where merged_into = known_id and ${isSeparable}
             union all select name, 1 from ${namesIn('formerly')} as listed
             where lower(name) <> coalesce(
               (select lower(name) from programmes where id = known_id), lower(programme))
           ) as either order by lower(name), place) as named)
       where formerly is not null`,
    );
    await insertProblems(
      importing,
      spellings,
      `listed.name || case when named.merged_into is null
         then ' is a programme: merge the two on the page Programmes'
         else ' is a former spelling of another programme' end`,
      `cross join lateral ${namesIn('import_rows.formerly')} as listed
       join programmes as named on lower(named.name) = lower(listed.name)
       where coalesce(named.merged_into, named.id) is distinct from known_id`,
    );
    await insertProblems(
      importing,
      spellings,
      `listed.name || ' is in row ' || other.row || ', too'`,
      `cross join lateral ${namesIn('import_rows.formerly')} as listed
       join import_rows as other on other.row <> import_rows.row and (lower(other.programme) = lower(listed.name)
         or exists (select from ${namesIn('other.formerly')} as again where lower(again.name) = lower(listed.name)))`,
    );
    await insertProblems(
      importing,
      ['programmeCode', 'programme_code'],
      `programmes.name || ' has this code'`,
      `join programmes on lower(code) = code_key where programmes.id is distinct from known_id`,
    );
    await insertRepeated(importing, ['programme', 'programme'], 'Programme', 'name_key');
    await insertRepeated(importing, ['programmeCode', 'programme_code'], 'Code', 'code_key');
  },
  from: 'programmes join (values (true)) as there (is_so) on merged_into is null',
  id: 'programmes.id',
  ownedByOther: {
    whose: `programmes.name || ': give it another name on the page Programmes, where students and audiences take it'`,
    where: `not exists (select from programmes as named
      where lower(named.name) = lower(programme) and coalesce(named.merged_into, named.id) = known_id)`,
  },
  recordName: 'programmes.name',
  kept: [
    {
      // A file never changes a name; an unconfirmed one counts as none.
      field: 'programme',
      label: 'name',
      stored: 'case when programmes.confirmed then programmes.name end',
      given: `case when programmes.confirmed or import_rows.${confirms} then programmes.name end`,
    },
    trackedColumn('programmeCode', 'code', 'programmes.code', 'import_rows.programme_code'),
    {
      field: 'department',
      label: 'department',
      stored: '(select name from departments where departments.id = programmes.department_id)',
      given: `coalesce((select name from departments where departments.id = import_rows.department_id),
        import_rows.department)`,
      kept: 'programmes.department_id::text',
    },
    trackedColumn(
      'semesters',
      'number of semesters',
      'programmes.semesters',
      'import_rows.semesters',
    ),
    {
      field: 'branches',
      label: 'branches',
      stored: `(select string_agg(name, '; ' order by lower(name)) from programme_branches
        where programme_id = programmes.id and merged_into is null and confirmed and ${isSeparable})`,
      given: 'import_rows.all_branches',
    },
    {
      field: 'formerly',
      label: 'former spellings',
      stored: `(select string_agg(name, '; ' order by lower(name)) from programmes as former
        where former.merged_into = programmes.id and ${isSeparable})`,
      given: 'import_rows.all_formerly',
    },
  ],
  absent: `select name from programmes where merged_into is null
    and id not in (select known_id from import_rows where known_id is not null)`,
  exported: {
    cells: {
      programme: 'programmes.name',
      confirmed: `case when programmes.confirmed then 'yes' else 'no' end`,
    },
    from: 'programmes where merged_into is null order by lower(programmes.name)',
  },
  count: 'select count(*)::int as n from programmes where merged_into is null',
  add: async ({ tx }) => {
    await findDepartments(tx);
    await tx.query(
      `insert into programmes (id, name, code, department_id, semesters, confirmed)
       overriding system value
       select new_id, programme, programme_code, department_id, semesters, ${confirms}
       from import_rows where new_id is not null order by new_id`,
    );
    await storeParts(tx);
  },
  change: async ({ tx }) => {
    await findDepartments(tx);
    await tx.query(
      `update programmes set confirmed = programmes.confirmed or given.${confirms},
         code = coalesce(programme_code, code),
         department_id = coalesce(given.department_id, programmes.department_id),
         semesters = coalesce(given.semesters, programmes.semesters)
       from import_rows as given where programmes.id = known_id
         and given.row in (select row from import_changes)`,
    );
    await storeParts(tx);
  },
  standing: `case when exists (select from students where programme_id = kept.record_id) then 'has students' end`,
  replaced: `(select former.name || ' was merged into ' || named.name
    from programmes as former join programmes as named on named.id = former.merged_into
    where former.id = kept.record_id)`,
  unrestorable: `case when kept.before ->> 'department' is not null and not exists (
      select from departments where id = (kept.before ->> 'department')::bigint)
    then 'its former department was deleted' end`,
  remove: (tx, batchId) =>
    tx.query(
      `delete from programmes using ${addedRecords} where record_id in (programmes.id, merged_into)`,
      [batchId],
    ),
  restore: async (tx, batchId) => {
    await tx.query(
      `update programmes set confirmed = before ->> 'programme' is not null,
         code = before ->> 'programmeCode', semesters = (before ->> 'semesters')::integer,
         department_id = (select coalesce(merged_into, id) from departments
           where id = (before ->> 'department')::bigint)
       from ${changedRecords} where programmes.id = record_id`,
      [batchId],
    );
    await tx.query(
      `update programme_branches as known set confirmed = false
       from ${changedRecords} where programme_id = record_id and merged_into is null and confirmed
         and ${isSeparable} and name not in (select name from ${namesIn(`before ->> 'branches'`)} as had)`,
      [batchId],
    );
    await tx.query(
      `delete from programme_branches as known using ${changedRecords}
       where programme_id = record_id and merged_into is null and not confirmed
         and not exists (select from students where branch_id = known.id)`,
      [batchId],
    );
    await tx.query(
      `delete from programmes as former using ${changedRecords}
       where former.merged_into = record_id
         and ${isSeparable} and name not in (select name from ${namesIn(`before ->> 'formerly'`)} as had)`,
      [batchId],
    );
    await spellAsBefore(tx, batchId);
    await spellAudiencesAsBefore(tx, batchId);
    await tx.query(
      `delete from departments as named using move_in_records as kept
       where batch_id = $1 and named.id = (after ->> 'department')::bigint and not confirmed
         and not exists (select from move_in_records join move_in_batches as batch on batch.id = batch_id
           where record_id = named.id and kind = 'departments' and undone_at is null)
         and not exists (select from programmes where department_id = named.id)
         and not exists (select from faculty where department_id = named.id)
         and not exists (select from departments as former where former.merged_into = named.id)`,
      [batchId],
    );
  },
};
