import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrate, MigrationError } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'campus-migrations-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, sql: string): void => writeFileSync(join(folder, name), sql);
const run = (): Promise<string[]> => migrate(database.owner, folder);
const tables = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name <> 'campus_migrations' order by 1`,
  );
  return rows.map(({ name }) => name);
};

describe('a start brings the database up to date', () => {
  it('new files are applied in order, each once', async () => {
    write('0002_rooms.sql', 'create table rooms (house bigint references houses (id));');
    write('0001_houses.sql', 'create table houses (id bigint primary key);');
    expect(await run()).toEqual(['0001_houses', '0002_rooms']);
    expect(await run()).toEqual([]);
    write('0003_doors.sql', 'create table doors ();');
    expect(await run()).toEqual(['0003_doors']);
    expect(await tables()).toEqual(['doors', 'houses', 'rooms']);
  });

  it('two processes that start at once do not disturb each other', async () => {
    write('0001_houses.sql', 'create table houses ();');
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['0001_houses']);
  });

  it('a migration does not keep people waiting until a backup ends: it is tried again', async () => {
    write('0001_houses.sql', 'create table houses ();');
    await run();
    write('0002_rooms.sql', 'alter table houses add rooms integer;');
    const backup = await database.pool.connect();
    await backup.query('begin; lock table houses in access share mode');
    const waited: string[] = [];
    const applied = await migrate(database.owner, folder, async (name) => {
      waited.push(name);
      await database.pool.query('select from houses');
      await backup.query('commit');
      backup.release();
    });
    expect({ waited, applied }).toEqual({ waited: ['0002_rooms'], applied: ['0002_rooms'] });
  });

  it('without any file there is nothing to do', async () => {
    expect(await run()).toEqual([]);
  });

  it('a checkout with Windows line endings counts as the same migrations', async () => {
    write('0001_houses.sql', 'create table houses\n();\n');
    await run();
    write('0001_houses.sql', 'create table houses\r\n();\r\n');
    expect(await run()).toEqual([]);
  });
});

describe('a start refuses, with a sentence that names the file,', () => {
  const refused = async (sentence: RegExp): Promise<void> => {
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MigrationError);
    expect((error as Error).message).toMatch(sentence);
  };

  it('a file that fails: nothing of it is kept, what came before it is', async () => {
    write('0001_houses.sql', 'create table houses ();');
    write('0002_rooms.sql', 'create table rooms ();\n\nselect nonsense;');
    await refused(/0002_rooms\.sql, line 3, failed: .*nonsense/);
    expect(await tables()).toEqual(['houses']);
  });

  it('an applied file that was changed', async () => {
    write('0001_houses.sql', 'create table houses ();');
    await run();
    write('0001_houses.sql', 'create table homes ();');
    await refused(/0001_houses\.sql was changed after it had been applied/);
  });

  it('a database that a newer version has migrated', async () => {
    write('0001_houses.sql', 'create table houses ();');
    await run();
    rmSync(join(folder, '0001_houses.sql'));
    await refused(/0001_houses, which this version of Campus does not know/);
  });

  it('a file that was inserted before an applied one', async () => {
    write('0002_rooms.sql', 'create table rooms ();');
    await run();
    write('0001_houses.sql', 'create table houses ();');
    await refused(/0001_houses\.sql comes before 0002_rooms/);
  });

  it('a name without a number, and a number used twice', async () => {
    write('houses.sql', '');
    await refused(/houses\.sql must be named like/);
    rmSync(join(folder, 'houses.sql'));
    write('0001_houses.sql', '');
    write('0001_rooms.sql', '');
    await refused(/0001_rooms\.sql has the number of another/);
  });
});
