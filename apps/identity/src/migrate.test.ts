import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authOptions } from './auth-options.ts';
import { systemClock } from './clock.ts';
import { openPool } from './database.ts';
import { migrateIdentity } from './index.ts';
import { openDatabase, openIdentity, type TestDatabase } from './testing/test-identity.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.drop());

describe('the migrations', () => {
  test('create the tables better-auth needs', async () => {
    const complaints: string[] = [];
    const log = {
      warn: (_details: object, sentence: string) => complaints.push(sentence),
      error: (_details: object, sentence: string) => complaints.push(sentence),
    };
    const pool = openPool(database.owner, log);
    const options = authOptions(
      {
        publicUrl: 'http://localhost:8150',
        secret: 'a secret of at least thirty-two characters',
        issuer: 'issuer',
        audience: 'audience',
        clock: systemClock,
        admit: () => Promise.resolve({ active: true, issuedAt: 0 }),
        onSessionsEnded: () => Promise.resolve(),
        log,
      },
      pool,
    );
    const logger = {
      level: 'warn' as const,
      log: (_level: string, message: string) => complaints.push(message),
    };
    const missing = await getMigrations({ ...options, logger });

    const probe = 'probe';
    await database.sql('create schema probe');
    const empty = openPool(database.owner, log);
    empty.options.onConnect = (client) => client.query('set search_path to probe');
    const wanted = await getMigrations({ ...options, database: empty });
    await wanted.runMigrations();
    await empty.end();
    await pool.end();

    expect(missing.toBeCreated).toEqual([]);
    expect(missing.toBeAdded).toEqual([]);
    expect(complaints).toEqual([]);
    const columns = `
      select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = $1
        and table_name in (select table_name from information_schema.tables where table_schema = $2)
      order by table_name, ordinal_position`;
    const ours = await database.sql(columns, ['identity', probe]);
    const theirs = await database.sql(columns, [probe, probe]);
    expect(theirs.rows.length).toBeGreaterThan(30);
    expect(ours.rows).toEqual(theirs.rows);
  });

  test('can be run repeatedly and by several processes at once', async () => {
    await database.sql('drop schema identity cascade');
    await Promise.all(Array.from({ length: 4 }, () => migrateIdentity(database.owner)));
    // An earlier version of Campus stored the names with `.sql`.
    await database.sql(`update migration set name = name || '.sql' where name < '0006'`);
    await migrateIdentity(database.owner);
    await database.sql(`update migration set name = replace(name, '.sql', '')`);
    const { rows } = await database.sql('select name from migration order by name');
    expect(rows).toEqual([
      { name: '0001_accounts_and_sessions' },
      { name: '0002_failed_sign_ins' },
      { name: '0003_password_links' },
      { name: '0004_password_policy' },
      { name: '0005_university_sign_in' },
      { name: '0006_guessing' },
      { name: '0008_second_factor' },
      { name: '0009_authenticated_at' },
      { name: '0009_sessions_end' },
      { name: '0010_acts' },
      { name: '0011_guess_id' },
      { name: '0012_sign_in_again' },
    ]);
  });

  test('refuse to run when one has changed since it was applied', async () => {
    await database.sql(`update migration set sha256 = 'other' where name like '0001%'`);
    await expect(migrateIdentity(database.owner)).rejects.toThrow(
      'Migration 0001_accounts_and_sessions.sql was changed after it had been applied',
    );
    await database.sql('drop schema identity cascade');
    await migrateIdentity(database.owner);
  });

  test('refuse to run on the database of a newer version', async () => {
    await database.sql(`insert into migration (name, sha256) values ('9999_later', '')`);
    await expect(migrateIdentity(database.owner)).rejects.toThrow('9999_later');
    await database.sql(`delete from migration where name = '9999_later'`);
  });
});

describe('the service', () => {
  test('is ready when it can sign', async () => {
    const service = await openIdentity(database.owner);
    await expect(service.identity.ready()).resolves.toBeUndefined();
    await service.close();
  });

  test('is not ready before its migrations have run', async () => {
    await database.sql('alter schema identity rename to identity_away');
    const service = await openIdentity(database.owner);
    await expect(service.identity.ready()).rejects.toThrow(
      'The identity service waits for its migrations: 0001_accounts_and_sessions',
    );
    await service.close();
    await database.sql('alter schema identity_away rename to identity');
  });

  test('is not ready with a secret other than the one that encrypted its keys', async () => {
    const service = await openIdentity(database.owner, { secret: 'another secret'.repeat(3) });
    await expect(service.identity.ready()).rejects.toThrow(
      'The identity service cannot open its signing key; was its secret changed?',
    );
    await service.close();
  });

  test('is not ready without its keys, which is not called an unreachable database', async () => {
    await database.sql('alter table jwks rename to jwks_away');
    const service = await openIdentity(database.owner);
    await expect(service.identity.ready()).rejects.toThrow(
      'The identity service cannot sign ID tokens.',
    );
    await service.close();
    await database.sql('alter table jwks_away rename to jwks');
  });

  test('is not ready without its database', async () => {
    const service = await openIdentity({ host: '127.0.0.1', port: 1, database: 'nowhere' });
    await expect(service.identity.ready()).rejects.toThrow(
      'The identity service cannot reach its database.',
    );
    await service.close();
  });

  test('does not start with a short secret', async () => {
    await expect(openIdentity(database.owner, { secret: 'short' })).rejects.toThrow(
      'at least 32 characters',
    );
  });
});
