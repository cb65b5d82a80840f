import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { atPort, ConfigError, type Env, readConfig, variables } from './config.ts';

const defaults = { root: '/srv/campus', timeZone: 'Asia/Tokyo' };
const read = (env: Env) => readConfig(env, defaults);

/** All variables required outside the demo. */
const production = {
  CAMPUS_DEMO: '0',
  CAMPUS_TIMEZONE: 'Europe/Berlin',
  PUBLIC_URL: 'https://campus.example.edu',
};

const refusal = (env: Env): string => {
  try {
    read(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('The configuration was accepted.');
};

describe('without any variable', () => {
  it('a demo campus starts on this machine, with a database of its own', () => {
    expect(read({})).toEqual({
      demo: true,
      demoStudents: 240,
      port: 8080,
      hosts: ['127.0.0.1', '::1'],
      dataDir: '/srv/campus/.campus',
      database: { kind: 'embedded' },
      databaseTimes: { statement: 30_000, lock: 5000, idle: 60_000, connection: 30_000 },
      arrival: { timeout: 60_000, connections: 4000 },
      timeZone: 'Asia/Tokyo',
      publicUrl: 'http://localhost:8080',
      mail: { smtpUrl: undefined, from: 'Campus <no-reply@localhost>', perMinute: 120 },
      trustProxy: false,
      givenNames: [],
      identity: {
        kind: 'built-in',
        url: '/identity',
        secret: undefined,
        passwords: { minLength: 6, upperAndLower: false, digit: false, symbol: false },
      },
    });
  });

  it('an empty variable counts as absent', () => {
    expect(read({ PORT: '', HOST: ' ', PUBLIC_URL: '' })).toEqual(read({}));
  });
});

describe('backups', () => {
  it('are taken on a schedule into a folder, with a passphrase', () => {
    const folder = { CAMPUS_BACKUP_FOLDER: 'backups' };
    expect(refusal(folder)).toBe(
      'CAMPUS_BACKUP_PASSPHRASE is required with CAMPUS_BACKUP_FOLDER: set it to at least 12 characters, and keep them somewhere else than the backups.',
    );
    expect(refusal({ ...folder, CAMPUS_BACKUP_PASSPHRASE: 'short' })).toBe(
      'CAMPUS_BACKUP_PASSPHRASE must be at least 12 characters.',
    );
    const passphrase = 'correct horse battery';
    expect(read({ ...folder, CAMPUS_BACKUP_PASSPHRASE: passphrase }).backup).toEqual({
      folder: '/srv/campus/backups',
      passphrase,
      everyMs: 86_400_000,
      keep: 14,
    });
  });
});

describe('the demo', () => {
  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('listens at %s', (HOST) => {
    expect(read({ HOST }).hosts).toEqual([HOST]);
  });

  const open = 'CAMPUS_DEMO_OPEN_TO_THE_NETWORK';
  it.each(['0.0.0.0', '::', '10.0.0.4', 'campus.example.edu', '127.example.edu'])(
    'does not start at %s, which other machines can reach, unless that is allowed explicitly',
    (HOST) => {
      const message = refusal({ HOST });
      expect(message).toMatch(/^HOST .*known.*\.$/);
      expect(message).toContain(`${open}=yes-everybody-may-sign-in`);
      expect(refusal({ HOST, [open]: '1' })).toMatch(new RegExp(`^${open} .*\\.$`));
      expect(read({ HOST, [open]: 'yes-everybody-may-sign-in' }).hosts).toEqual([HOST]);
    },
  );
});

describe('outside the demo', () => {
  it('only this machine can connect unless HOST allows more', () => {
    expect(read(production).hosts).toEqual(['127.0.0.1']);
    expect(read({ ...production, HOST: '0.0.0.0' }).hosts).toEqual(['0.0.0.0']);
  });

  it('an external database means no demo, unless it is asked for', () => {
    const DATABASE_URL = 'postgres://campus@db/campus';
    const secret = 'x'.repeat(32);
    const env = { ...production, CAMPUS_DEMO: undefined, DATABASE_URL, IDENTITY_SECRET: secret };
    expect(read(env)).toMatchObject({
      demo: false,
      database: { kind: 'external', url: DATABASE_URL },
      identity: { secret },
    });
    expect(read({ DATABASE_URL, CAMPUS_DEMO: '1' }).demo).toBe(true);
    const several = 'postgres://campus@one:5432,two:5433/campus?target_session_attrs=read-write';
    expect(read({ ...env, DATABASE_URL: several }).database).toMatchObject({ url: several });
  });

  it.each(['CAMPUS_TIMEZONE', 'PUBLIC_URL'])('a start without %s is refused', (name) => {
    expect(refusal({ ...production, [name]: undefined })).toContain(name);
  });

  it('an external database needs a secret that every process shares', () => {
    expect(refusal({ ...production, DATABASE_URL: 'postgres://db/campus' })).toContain(
      'IDENTITY_SECRET',
    );
  });
});

describe('a wrong value stops the start with one sentence that names the variable', () => {
  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'not a host'],
    ['CAMPUS_DEMO', 'yes'],
    ['CAMPUS_TIMEZONE', 'Mars/Olympus'],
    ['CAMPUS_TIMEZONE', '+02:00'],
    ['DATABASE_URL', 'mysql://db/campus'],
    ['DATABASE_URL', 'campus'],
    ['DATABASE_URL', 'postgres://one:5432,two:port/campus'],
    ['DATABASE_URL', 'postgres://one,two/campus?target_session_attrs=standby'],
    ['PUBLIC_URL', 'campus.example.edu'],
    ['PUBLIC_URL', 'https://campus.example.edu/app'],
    ['SMTP_URL', 'mail.example.edu'],
    ['MAIL_FROM', 'Campus'],
    ['MAIL_FROM', 'a@example.edu, b@example.edu'],
    ['MAIL_PER_MINUTE', '0'],
    ['MAIL_PER_MINUTE', 'many'],
    ['IDENTITY_PASSWORD_MIN_LENGTH', '5'],
    ['IDENTITY_PASSWORD_CASE', 'yes'],
    ['IDENTITY_PASSWORD_DIGIT', '2'],
    ['IDENTITY_PASSWORD_SYMBOL', 'true'],
    ['DATABASE_STATEMENT_TIMEOUT', '0'],
    ['DATABASE_LOCK_TIMEOUT', '5s'],
    ['DATABASE_IDLE_TIMEOUT', '601'],
    ['DATABASE_CONNECTION_TIMEOUT', '-1'],
    ['REQUEST_TIMEOUT', '1.5'],
    ['CONNECTIONS_PER_ADDRESS', '9'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['IDENTITY_URL', 'ftp://identity.example.edu'],
    ['IDENTITY_SECRET', 'short'],
    ['IDENTITY_OIDC_ISSUER', 'accounts.example.edu'],
    ['IDENTITY_OIDC_ISSUER', 'http://accounts.example.edu'],
    ['IDENTITY_OIDC_ISSUER', 'https://accounts.example.edu?tenant=1'],
    ['IDENTITY_OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
    ['IDENTITY_OIDC_TRUST_EMAIL', 'yes'],
  ])('%s=%s', (name, value) => {
    const message = refusal({ ...production, [name]: value });
    expect(message).toMatch(new RegExp(`^${name} .*\\.$`));
    expect(message.split('\n')).toHaveLength(1);
  });

  it('IDENTITY_URL without the database that it is on', () => {
    expect(refusal({ ...production, IDENTITY_URL: 'https://campus.example.edu/identity' })).toBe(
      'DATABASE_URL is required with IDENTITY_URL: set it to the database of the Campus where people sign in.',
    );
  });

  it.each([
    ['IDENTITY_OIDC_CLIENT_ID', { IDENTITY_OIDC_ISSUER: 'https://accounts.google.com' }],
    ['IDENTITY_OIDC_ISSUER', { IDENTITY_OIDC_CLIENT_ID: 'campus' }],
    ['IDENTITY_OIDC_ISSUER', { IDENTITY_OIDC_CLIENT_SECRET: 'hunter2' }],
    ['IDENTITY_OIDC_ISSUER', { IDENTITY_OIDC_TRUST_EMAIL: '1' }],
    ['IDENTITY_OIDC_ISSUER', { IDENTITY_OIDC_ACR: 'gold' }],
    [
      'IDENTITY_OIDC_ACR',
      {
        IDENTITY_OIDC_ISSUER: 'https://accounts.google.com',
        IDENTITY_OIDC_CLIENT_ID: 'campus',
        IDENTITY_OIDC_ACR: 'gold, silver',
      },
    ],
    [
      'IDENTITY_OIDC_ISSUER',
      {
        IDENTITY_OIDC_ISSUER: 'https://accounts.google.com',
        IDENTITY_OIDC_CLIENT_ID: 'campus',
        IDENTITY_URL: 'https://id.example.edu/identity',
      },
    ],
  ])('%s, when a university account is only half configured', (name, env) => {
    const message = refusal({ ...production, ...env });
    expect(message).toMatch(new RegExp(`^${name} .*\\.$`));
    expect(message).not.toContain('hunter2');
  });

  const firebase = { IDENTITY_FIREBASE_PROJECT: 'campus-1a2b3', IDENTITY_FIREBASE_API_KEY: 'key' };
  it.each([
    ['IDENTITY_FIREBASE_PROJECT', { IDENTITY_FIREBASE_API_KEY: 'key' }],
    ['IDENTITY_FIREBASE_PROJECT', { ...firebase, IDENTITY_FIREBASE_PROJECT: 'no project' }],
    ['IDENTITY_FIREBASE_API_KEY', { IDENTITY_FIREBASE_PROJECT: 'campus-1a2b3' }],
    ['IDENTITY_URL', { ...firebase, IDENTITY_URL: 'https://id.example.edu' }],
    ['IDENTITY_FIREBASE_EMULATOR', { ...firebase, IDENTITY_FIREBASE_EMULATOR: '127.0.0.1:9099' }],
    ['IDENTITY_FIREBASE_EMULATOR', { ...firebase, CAMPUS_DEMO: '1' }],
    [
      'IDENTITY_FIREBASE_EMULATOR',
      { ...firebase, CAMPUS_DEMO: '1', IDENTITY_FIREBASE_EMULATOR: '10.0.0.4:9099' },
    ],
  ])(
    '%s, when Firebase is only half configured, or its emulator would open a real campus',
    (name, env) => {
      expect(refusal({ ...production, ...env })).toMatch(new RegExp(`^${name} .*\\.$`));
    },
  );

  it('and never repeats a secret', () => {
    expect(refusal({ IDENTITY_SECRET: 'hunter2' })).not.toContain('hunter2');
    expect(refusal({ DATABASE_URL: 'http://campus:hunter2@db' })).not.toContain('hunter2');
    expect(refusal({ SMTP_URL: 'http://campus:hunter2@mail' })).not.toContain('hunter2');
  });
});

describe('everything else that can be configured', () => {
  it('with port 0, the address has the port that was taken', () => {
    expect(atPort(read({ PORT: '0' }), 41_234)).toMatchObject({
      port: 41_234,
      publicUrl: 'http://localhost:41234',
    });
    expect(atPort(read({ ...production, PORT: '0' }), 41_234).publicUrl).toBe(
      'https://campus.example.edu',
    );
  });

  it('how mails are sent, and what a password needs', () => {
    const { mail, identity } = read({
      SMTP_URL: 'smtps://mail.example.edu',
      MAIL_FROM: 'Registrar’s office <office@example.edu>',
      MAIL_PER_MINUTE: '30',
      IDENTITY_PASSWORD_MIN_LENGTH: '12',
      IDENTITY_PASSWORD_DIGIT: '1',
    });
    expect(mail).toEqual({
      smtpUrl: 'smtps://mail.example.edu',
      from: 'Registrar’s office <office@example.edu>',
      perMinute: 30,
    });
    expect(identity).toMatchObject({
      passwords: { minLength: 12, upperAndLower: false, digit: true, symbol: false },
    });
    expect(read(production).mail.from).toBe('Campus <no-reply@campus.example.edu>');
  });

  it('a university account, also at a provider on this machine for trying it out', () => {
    const env = {
      IDENTITY_OIDC_ISSUER: 'https://id.example.edu/',
      IDENTITY_OIDC_CLIENT_ID: 'campus',
    };
    expect(read(env).identity).toMatchObject({
      university: {
        issuer: 'https://id.example.edu/',
        clientId: 'campus',
        clientSecret: undefined,
        trustEmail: false,
        acrValues: [],
      },
    });
    expect(
      read({
        IDENTITY_OIDC_ISSUER: 'http://127.0.0.1:9000',
        IDENTITY_OIDC_CLIENT_ID: 'campus',
        IDENTITY_OIDC_CLIENT_SECRET: 'hunter2',
        IDENTITY_OIDC_TRUST_EMAIL: '1',
        IDENTITY_OIDC_ACR: 'mfa  https://refeds.org/profile/mfa',
      }).identity,
    ).toMatchObject({
      university: {
        clientSecret: 'hunter2',
        trustEmail: true,
        acrValues: ['mfa', 'https://refeds.org/profile/mfa'],
      },
    });
  });

  it('an absolute data folder stays where it is', () => {
    expect(read({ CAMPUS_DATA_DIR: '/var/lib/campus' }).dataDir).toBe('/var/lib/campus');
  });

  it('another identity service, and proxies by their networks', () => {
    const env = {
      ...production,
      DATABASE_URL: 'postgres://campus@db/campus',
      IDENTITY_SECRET: 'a secret of more than 32 characters',
      IDENTITY_URL: 'https://id.example.edu/identity/',
      TRUST_PROXY: '127.0.0.1, fd00::/8',
    };
    expect(read(env)).toMatchObject({
      identity: { kind: 'remote', url: 'https://id.example.edu/identity' },
      trustProxy: '127.0.0.1,fd00::/8',
    });
  });
});

it('the README lists every variable and its default', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, table = ''] = readme.split(/<!-- \/?configuration -->/);
  const rows = [...table.matchAll(/^\| `(\w+)` +\| (?:`([^`]+)`|[^|]+?) +\|/gm)];
  const { properties = {} } = z.toJSONSchema(variables, { io: 'input' });
  expect(rows.map(([, name, usual]) => [name, usual])).toEqual(
    Object.entries(properties).map(([name, one]) => [name, (one as { default?: string }).default]),
  );
});
