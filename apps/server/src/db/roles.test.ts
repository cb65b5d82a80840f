import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { syncGrants } from './roles.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const namesOf = async (statement: string): Promise<string[]> =>
  (await database.asOwner(statement)).rows.map(({ name }: { name: string }) => name);

/** Append-only tables, found by their trigger. */
const histories = () =>
  namesOf(
    `select distinct tgrelid::regclass::text as name from pg_trigger
     join pg_proc on pg_proc.oid = tgfoid and proname = 'refuse_change' order by 1`,
  );

const insufficientPrivilege = expect.objectContaining({ code: '42501' });

/** Runs the statements as the service. */
const expectRefused = async (statements: readonly string[]): Promise<void> => {
  for (const statement of statements)
    await expect(database.query(statement), statement).rejects.toEqual(insufficientPrivilege);
};

describe('the user that the service works as', () => {
  test('cannot change any history, nor what protects it', async () => {
    const tables = await histories();
    // Named, since a table that loses its trigger would no longer be found.
    expect(tables).toEqual([
      'assignment_changes',
      'assignment_extensions',
      'book_changes',
      'calendars',
      'campus_settings_changes',
      'class_submissions',
      'event_changes',
      'exam_changes',
      'exam_result_changes',
      'grading_scale_grades',
      'grading_scales',
      'hand_in_files',
      'hand_in_mark_changes',
      'hand_ins',
      'loan_events',
      'person_changes',
      'record_changes',
      'seats',
      'trail',
      'trail_checks',
      'trail_segments',
    ]);
    for (const table of tables) {
      const [column] = await namesOf(
        `select quote_ident(attname) as name from pg_attribute
         where attrelid = '${table}'::regclass and attnum > 0 and attgenerated = '' limit 1`,
      );
      const [trigger] = await namesOf(
        `select quote_ident(tgname) as name from pg_trigger where tgrelid = '${table}'::regclass limit 1`,
      );
      await expectRefused([
        `update ${table} set ${column} = default`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `select * from ${table} for update`,
        `alter table ${table} disable trigger ${trigger}`,
        `alter table ${table} disable trigger all`,
        `drop trigger ${trigger} on ${table}`,
        `create trigger another before insert on ${table} execute function refuse_change()`,
        `create rule another as on delete to ${table} do instead nothing`,
        `alter table ${table} add column another text`,
        `alter table ${table} owner to ${database.role}`,
        `drop table ${table} cascade`,
      ]);
      await database.query(`select from ${table}`);
    }
  });

  test('cannot get around that, or grant itself the right', async () => {
    const [owner] = await namesOf('select current_user as name');
    // Only a warning: it has no right to grant.
    await database.query(`grant all on person_changes to ${database.role}`);
    await expectRefused([
      "update person_changes set after = 'x'",
      'set session_replication_role = replica',
      `alter role ${database.role} set session_replication_role = replica`,
      `set role ${owner}`,
      `set session authorization ${owner}`,
      `grant ${owner} to ${database.role}`,
      `alter role ${database.role} superuser`,
      'create role another',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
      'drop function refuse_change() cascade',
      'create table another ()',
      'create table identity.another ()',
      'create schema another',
      'drop schema identity cascade',
      'delete from class_sessions',
      'delete from campus_settings',
      'update campus_migrations set name = name',
      'delete from identity.migration',
      "copy people to program 'true'",
      "select pg_read_file('postgresql.conf')",
      'select erase_from_trail(1)',
      "set campus.erasing = 'on'; select erase_from_trail(1)",
    ]);
  });

  test('cannot empty the trail with what removes old addresses: these are kept as long as the settings say', async () => {
    const forgotten = async (until: string) =>
      (await database.pool.query(`select forget_trail_origins(${until}, 2000000000)::int as n`))
        .rows[0].n;
    const keep = (months: number) =>
      database.query('update campus_settings set retention = $1', [{ origins: months }]);
    await database.query(`
      insert into trail (at, kind, role, address)
      select now() - make_interval(months => n), 'signed_out', 'visitor', '203.0.113.9'
      from unnest(array[0, 2, 4]) n`);
    expect(await forgotten("'infinity'")).toBe(0);
    await keep(0);
    expect(await forgotten("'infinity'")).toBe(0);
    await keep(3);
    expect(await forgotten("now() - interval '1 year'")).toBe(0);
    expect(await forgotten("'infinity'")).toBe(1);
    await keep(1);
    expect(await forgotten("'infinity'")).toBe(1);
    const { rows } = await database.pool.query('select from trail where address is not null');
    expect(rows).toHaveLength(1);
  });

  test('cannot change any table that is named as a history', async () => {
    const tables = await histories();
    expect(tables).toEqual(
      expect.arrayContaining(
        await namesOf(
          `select oid::regclass::text as name from pg_class where relname ~ '_changes$' and relkind = 'r'`,
        ),
      ),
    );
  });
});

describe('the owner of the tables', () => {
  test('grants the service what a later table needs, according to its kind', async () => {
    await database.asOwner(`
      create table later_changes (id bigint generated always as identity, what text);
      create trigger later_changes_append_only before update or delete or truncate on later_changes
        for each statement execute function refuse_change();
      create table later (id bigint generated always as identity, what text);
      create sequence later_numbers;
      create role ${database.role}_neighbour;
      create table neighbours ();
      alter table neighbours owner to ${database.role}_neighbour`);
    await expectRefused(['select * from later', `insert into later_changes (what) values ('a')`]);
    // The quick check finds them as well.
    expect(await syncGrants(database, true)).toBeUndefined();
    await database.query(`
      insert into later (what) values ('a');
      update later set what = 'b';
      delete from later;
      select nextval('later_numbers');
      insert into later_changes (what) values ('a')`);
    await expectRefused([
      'update later_changes set what = null',
      'delete from later_changes',
      'truncate later',
      // Not ours to grant, although it is in the same schema.
      'select from neighbours',
    ]);
    await database.asOwner(`drop table neighbours; drop role ${database.role}_neighbour`);
  });

  test('revokes rights granted by hand', async () => {
    await database.asOwner(`
      grant update, truncate on person_changes to public;
      grant update (title) on calendars to ${database.role};
      grant create on schema identity to ${database.role}`);
    await expect(database.query('update person_changes set field = field')).rejects.toThrow(
      'append-only',
    );
    await syncGrants(database);
    await expectRefused([
      'update person_changes set field = field',
      'truncate person_changes',
      `update calendars set title = ''`,
      'create table identity.another ()',
      'set session_replication_role = replica',
    ]);
  });

  test('revokes a right to a parameter that was granted by hand', async () => {
    // A role of its own: parameters, and the service’s role, are those of all databases.
    const role = `${database.role}_parameter`;
    const mayReplicate = `select has_parameter_privilege('${role}', 'session_replication_role', 'set') as name`;
    await database.asOwner(
      `create role ${role}; grant set on parameter session_replication_role to ${role}`,
    );
    try {
      expect(await namesOf(mayReplicate)).toEqual([true]);
      await syncGrants({ ...database, role });
      expect(await namesOf(mayReplicate)).toEqual([false]);
    } finally {
      await database.asOwner(`drop owned by ${role}; drop role ${role}`);
    }
  });

  test('does not start a service whose user could acquire every right, and says what to do', async () => {
    const role = `${database.role}_other`;
    const [owner] = await namesOf('select current_user as name');
    await database.asOwner(`create role ${role}`);
    try {
      for (const [made, mended, sentence] of [
        [
          `alter role ${role} createrole`,
          `alter role ${role} nocreaterole`,
          `alter role ${role} nosuperuser nocreaterole`,
        ],
        [
          `grant ${owner} to ${role}`,
          `revoke ${owner} from ${role}`,
          `revoke ${owner} from ${role};`,
        ],
        [
          `alter table people owner to ${role}`,
          `alter table people owner to ${owner}`,
          `reassign owned by ${role} to ${owner};`,
        ],
      ] as const) {
        await database.asOwner(made);
        await expect(syncGrants({ ...database, role })).rejects.toThrow(sentence);
        await database.asOwner(mended);
      }
    } finally {
      await database.asOwner(`drop owned by ${role}; drop role ${role}`);
    }
  });

  test('is warned about when the same user is the service, and told about a missing right', async () => {
    const { owner, connection, role } = database;
    const [itself] = await namesOf('select current_user as name');
    expect(await syncGrants({ owner, connection: owner, role: String(itself) })).toMatch(
      /^The user of DATABASE_URL could rewrite every history: name .* in DATABASE_MIGRATE_URL/,
    );
    const alone = { owner: connection, connection, role };
    expect(await syncGrants(alone)).toBeUndefined();
    await database.asOwner(`revoke insert on people from ${role}`);
    await expect(syncGrants(alone)).rejects.toThrow(
      /lacks a right \(grant insert on table people to \w+\): run node campus\.js migrate/,
    );
    await syncGrants(database);
  });
});
