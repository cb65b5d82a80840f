import type { MergedKind } from '@campus/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  boolean,
  type Db,
  integer,
  integerOrNull,
  text,
  textOrNull,
  texts,
  type Transaction,
} from '../../db/db.ts';

/** The table of each kind, the records that name it, and the column and part of an audience with its text. */
export const kinds = {
  programme: { table: 'programmes', people: 'students', id: 'programme_id', text: 'course' },
  branch: { table: 'programme_branches', people: 'students', id: 'branch_id', text: 'branch' },
  department: { table: 'departments', people: 'faculty', id: 'department_id', text: 'department' },
} as const;

const named = { id: text, name: text, confirmed: boolean, formerly: texts, people: integer };

const selected = (kind: MergedKind): string => {
  const { table, people, id } = kinds[kind];
  return `known.id::text, known.name, known.confirmed,
    array(select name from ${table} where merged_into = known.id order by name) as formerly,
    (select count(*)::int from ${people} where ${id} = known.id) as people`;
};

const from = (kind: MergedKind): string =>
  `from ${kinds[kind].table} as known where merged_into is null order by name collate campus_natural`;

/** All programmes, branches and departments, in three statements. */
export const listProgrammes = async (db: Db) => {
  const programmeRows = await db.rows(
    {
      ...named,
      code: textOrNull,
      version: integer,
      departmentId: textOrNull,
      semesters: integerOrNull,
    },
    `select ${selected('programme')}, code, version, department_id::text as "departmentId", semesters
     ${from('programme')}`,
  );
  const branches = await db.rows(
    { ...named, programmeId: text },
    `select ${selected('branch')}, programme_id::text as "programmeId" ${from('branch')}`,
  );
  const departments = await db.rows(
    { ...named, code: textOrNull, version: integer },
    `select ${selected('department')}, code, version ${from('department')}`,
  );
  const branchesOf = Map.groupBy(branches, ({ programmeId }) => programmeId);
  return {
    programmes: programmeRows.map((one) => ({
      ...one,
      branches: branchesOf.get(one.id) ?? [],
    })),
    departments,
  };
};

/**
 * Adds a name. One that so far came only from records is confirmed, a former spelling becomes a name of its own again;
 * null if the name is taken.
 */
export const insertNamed = (tx: Transaction, kind: 'programme' | 'department', name: string) =>
  tx.value(
    text.optional(),
    `insert into ${kinds[kind].table} as known (name, confirmed) values ($1, true)
     on conflict (lower(name)) do update set confirmed = true, merged_into = null
     where known.merged_into is not null or not known.confirmed
     returning id::text`,
    [name],
  );

type Columns = Readonly<Record<string, string | number | null>>;

/** Changes a name; the old one becomes a former spelling. */
export const storeNamed = async (
  tx: Transaction,
  kind: 'programme' | 'department',
  { id, name: before }: { readonly id: string; readonly name: string },
  { name, ...columns }: Columns & { readonly name: string },
): Promise<void> => {
  const { table } = kinds[kind];
  await tx.query(`delete from ${table} where merged_into = $1 and lower(name) = lower($2)`, [
    id,
    name,
  ]);
  const set = Object.keys(columns).map((column, at) => `${column} = $${at + 3}`);
  await tx.query(
    `update ${table} set name = $2, confirmed = true, ${set.join(', ')} where id = $1`,
    [id, name, ...Object.values(columns)],
  );
  await tx.query(
    `insert into ${table} (name, merged_into) select $2, $1::bigint where lower($2) <> lower($3)`,
    [id, before, name],
  );
};

/** Sets the branches of a programme. */
export const storeBranches = async (
  tx: Transaction,
  programmeId: string,
  names: readonly string[],
): Promise<void> => {
  await tx.query(
    `insert into programme_branches as known (programme_id, name, confirmed)
     select distinct on (lower(name)) $1::bigint, name, true from unnest($2::text[]) as name
     on conflict (programme_id, lower(name)) do update
     set confirmed = true, merged_into = null, name = excluded.name`,
    [programmeId, names],
  );
  await tx.query(
    `update programme_branches set confirmed = false
     where programme_id = $1 and merged_into is null and lower(name) <> all(select lower(unnest($2::text[])))`,
    [programmeId, names],
  );
  await tx.query(
    `delete from programme_branches as known
     where programme_id = $1 and merged_into is null and not confirmed
       and not exists (select from students where branch_id = known.id)`,
    [programmeId],
  );
  await tx.query(
    `update students set branch = known.name from programme_branches as known
     where branch_id = known.id and known.programme_id = $1 and known.confirmed
       and branch is distinct from known.name`,
    [programmeId],
  );
};

/** What to merge: the record whose name stays, the others, and all their spellings. */
export interface Merging {
  readonly kind: MergedKind;
  readonly into: { readonly id: string; readonly name: string };
  readonly others: readonly string[];
}

const idsOf = ({ into, others }: Merging): string[] => [into.id, ...others];

const whoChanges = (merging: Merging): RawBuilder<unknown> => {
  const { id, text: column } = kinds[merging.kind];
  return sql`${sql.ref(id)} = any(${idsOf(merging)}::bigint[])
    and ${sql.ref(column)} is distinct from ${merging.into.name}`;
};

const spellings = (merging: Merging): RawBuilder<unknown> => sql`(
  select lower(name) from ${sql.table(kinds[merging.kind].table)}
  where id = any(${idsOf(merging)}::bigint[]) or merged_into = any(${idsOf(merging)}::bigint[]))`;

/**
 * Audiences with one of the spellings. A branch counts only within its programme or, in an audience without a course,
 * if no other programme has one of that name.
 */
const whichAudiences = (merging: Merging): RawBuilder<unknown> => {
  if (merging.kind === 'programme')
    return sql`lower(audience_course) in ${spellings(merging)}
      and audience_course is distinct from ${merging.into.name}`;
  const own = sql`(select programme_id from programme_branches where id = ${merging.into.id})`;
  return sql`lower(audience_branch) in ${spellings(merging)}
    and audience_branch is distinct from ${merging.into.name}
    and case when audience_course is not null
      then lower(audience_course) = (select lower(name) from programmes where id = ${own})
      else not exists (select from programme_branches other
        where lower(other.name) = lower(audience_branch) and programme_id <> ${own}) end`;
};

export const audiences = {
  subjects: {
    which: sql`term_id in (select id from terms where closed_at is null)`,
    history: 'record_changes',
    record: 'subject_id',
    set: sql``,
  },
  events: {
    which: sql`true`,
    history: 'event_changes',
    record: 'event_id',
    set: sql`, changed_at = now()`,
  },
} as const;

type Audience = keyof typeof audiences;

const countAudiences = (db: Db, merging: Merging, table: Audience) =>
  merging.kind === 'department'
    ? Promise.resolve(0)
    : db.value(
        integer,
        sql`select count(*)::int from ${sql.table(table)}
          where deleted_at is null and ${audiences[table].which} and ${whichAudiences(merging)}`,
      );

export const countMerge = async (db: Db, merging: Merging) => ({
  people: await db.value(
    integer,
    sql`select count(*)::int from ${sql.table(kinds[merging.kind].people)}
      where ${whoChanges(merging)}`,
  ),
  subjectAudiences: await countAudiences(db, merging, 'subjects'),
  eventAudiences: await countAudiences(db, merging, 'events'),
});

/**
 * Sets one part of audiences, each with a line in the history of its record; returns how many. A trigger spells the
 * branch as the course has it.
 */
const setAudiences = (
  tx: Transaction,
  table: Audience,
  part: 'course' | 'branch',
  { which, name }: { readonly which: RawBuilder<unknown>; readonly name: RawBuilder<unknown> },
): Promise<number> => {
  const { history, record, set } = audiences[table];
  return tx.value(
    integer,
    sql`
    with was as (
      select id, audience_course as course, audience_branch as branch, ${name} as name
      from ${sql.table(table)} where deleted_at is null and ${which} for no key update
    ),
    spelt as (
      update ${sql.table(table)} as audience
      set ${sql.ref(`audience_${part}`)} = was.name, version = version + 1 ${set}
      from was where was.id = audience.id
      returning audience.id, version, course, branch, audience_course, audience_branch
    ),
    recorded as (
      insert into ${sql.table(history)} (${sql.ref(record)}, version, field, before, after, changed_by)
      select id, version, field, before, after, current_actor()
      from spelt, lateral (values ('course', course, audience_course), ('branch', branch, audience_branch))
        as part (field, before, after)
      where before is distinct from after
    )
    select count(*)::int from spelt`,
  );
};

const respellAudiences = async (
  tx: Transaction,
  merging: Merging,
  table: Audience,
): Promise<number> => {
  const { kind, into } = merging;
  if (kind === 'department') return 0;
  const which = sql`${audiences[table].which} and ${whichAudiences(merging)}`;
  return setAudiences(tx, table, kinds[kind].text, { which, name: sql`${into.name}::text` });
};

/** Gives all audiences the names of the programmes and branches that they spell otherwise. */
export const spellAudiences = async (tx: Transaction): Promise<void> => {
  const name = sql`known_course(audience_course)`;
  const which = sql`audience_course is not null and (audience_course, audience_branch)
    is distinct from (${name}, known_branch(${name}, audience_branch))`;
  for (const table of ['subjects', 'events'] as const)
    await setAudiences(tx, table, 'course', { which, name });
};

/** Gives audiences the spellings back that they had before a batch, unless they have been changed since. */
export const spellAudiencesAsBefore = async (tx: Transaction, batchId: string): Promise<void> => {
  for (const table of ['subjects', 'events'] as const)
    for (const part of ['course', 'branch'] as const) {
      const { history, record } = audiences[table];
      const name = sql`(select max(before) from ${sql.table(history)}
        join move_in_batches as batch on made_at = changed_at and made_by = changed_by
        where batch.id = ${batchId} and ${sql.ref(record)} = ${sql.ref(`${table}.id`)}
          and field = ${part} and after = ${sql.ref(`audience_${part}`)})`;
      await setAudiences(tx, table, part, { which: sql`${name} is not null`, name });
    }
};

/** Changes all people and audiences to the name that stays. */
export const respell = async (tx: Transaction, merging: Merging) => {
  const { people, text: column } = kinds[merging.kind];
  const subjectAudiences = await respellAudiences(tx, merging, 'subjects');
  const eventAudiences = await respellAudiences(tx, merging, 'events');
  const changed = await tx.query(sql`update ${sql.table(people)}
    set ${sql.ref(column)} = ${merging.into.name} where ${whoChanges(merging)}`);
  return { people: changed, subjectAudiences, eventAudiences };
};

/** What only a current name has; the one that stays takes over what it lacks. */
const ownColumns: Readonly<Record<MergedKind, readonly string[]>> = {
  programme: ['code', 'department_id', 'semesters'],
  department: ['code'],
  branch: [],
};

/** Turns the others into former spellings of the one that stays. */
export const mergeNamed = async (tx: Transaction, { kind, into, others }: Merging) => {
  const { table } = kinds[kind];
  for (const column of ownColumns[kind]) {
    const given = await tx.value(
      textOrNull,
      `select min(${column}::text) as given from ${table} where id = any($1::bigint[])`,
      [others],
    );
    await tx.query(`update ${table} set ${column} = null where id = any($1::bigint[])`, [others]);
    await tx.query(`update ${table} set ${column} = coalesce(${column}, $2) where id = $1`, [
      into.id,
      given,
    ]);
  }
  await tx.query(
    `update ${table} set merged_into = $1
     where id = any($2::bigint[]) or merged_into = any($2::bigint[])`,
    [into.id, others],
  );
  await tx.query(`update ${table} set confirmed = true where id = $1`, [into.id]);
  if (kind === 'branch')
    await tx.query(
      `update programmes set version = version + 1
       where id = (select programme_id from programme_branches where id = $1)`,
      [into.id],
    );
  if (kind === 'programme') {
    await tx.query(
      `insert into programme_branches as known (programme_id, name, confirmed)
       select distinct on (lower(name)) $1::bigint, name, confirmed from programme_branches
       where programme_id = any($2::bigint[]) and merged_into is null
       order by lower(name), confirmed desc
       on conflict (programme_id, lower(name)) do update
       set confirmed = known.confirmed or excluded.confirmed`,
      [into.id, others],
    );
    // Former spellings of branches hold in the programme that stays, too.
    await tx.query(
      `insert into programme_branches (programme_id, name, merged_into)
       select distinct on (lower(former.name)) $1::bigint, former.name, coalesce(named.merged_into, named.id)
       from programme_branches as former
       join programme_branches as replaced on replaced.id = former.merged_into
       join programme_branches as named on named.programme_id = $1 and lower(named.name) = lower(replaced.name)
       where former.programme_id = any($2::bigint[])
       order by lower(former.name), former.id
       on conflict (programme_id, lower(name)) do nothing`,
      [into.id, others],
    );
  }
  if (kind === 'department')
    await tx.query(
      `update programmes set department_id = $1 where department_id = any($2::bigint[])`,
      [into.id, others],
    );
};

/** Deletes the branches of programmes that nobody is in any more. */
export const deleteBranchesOf = (tx: Transaction, programmeIds: readonly string[]) =>
  tx.query(`delete from programme_branches where programme_id = any($1::bigint[])`, [programmeIds]);

export const countIn = (tx: Transaction, kind: 'programme' | 'department', id: string) =>
  tx.one(
    { people: integer, programmes: integer },
    `select (select count(*)::int from ${kinds[kind].people} where ${kinds[kind].id} = $1) as people,
       (select count(*)::int from programmes where $2 and department_id = $1) as programmes`,
    [id, kind === 'department'],
  );

export const deleteNamed = async (
  tx: Transaction,
  kind: 'programme' | 'department',
  id: string,
) => {
  const { table } = kinds[kind];
  await tx.query(`delete from ${table} where merged_into = $1`, [id]);
  await tx.query(`delete from ${table} where id = $1`, [id]);
};

export const departmentExists = (tx: Transaction, id: string) =>
  tx.value(
    text.optional(),
    `select id::text from departments where id = $1 and merged_into is null for key share`,
    [id],
  );
