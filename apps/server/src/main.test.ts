import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayIn } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { codeOf } from '../../identity/src/testing/authenticator.ts';
import { openSecret, readManifest } from './backup/index.ts';
import { withClient } from './db/connection.ts';
import { createDb } from './db/database.ts';
import { runningEmbedded } from './db/embedded/start.ts';
import { openDatabase } from './db/open-database.ts';
import { demoAccounts, demoPassword } from './demo/index.ts';
import {
  type CampusProcess,
  postgresOn,
  postmasterOn,
  startProcess,
} from './testing/campus-process.ts';
import { operate, operateFailing } from './testing/operate.ts';
import { emptyDatabase } from './testing/test-database.ts';

let dataDir: string;
let running: CampusProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'campus-main-'));
  running = [];
});
afterEach(async () => {
  for (const one of running) {
    one.signal('SIGTERM');
    await one.exit;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

const start = (
  env: NodeJS.ProcessEnv = {},
  options: Parameters<typeof startProcess>[1] = {},
): CampusProcess => {
  const one = startProcess({ CAMPUS_DATA_DIR: dataDir, ...env }, options);
  running.push(one);
  return one;
};
const address = async (campus: CampusProcess): Promise<string> =>
  (await campus.says(/Campus is ready at (http:\S+)/))[1] ?? '';

describe('npm start, seen from outside', () => {
  it('answers once it says it is ready, exits with 0 on SIGTERM together with its database, and starts again', async () => {
    const first = start();
    const url = await address(first);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(postgresOn(dataDir).length).toBeGreaterThan(0);
    const made = statSync(join(dataDir, 'postgres/PG_VERSION')).ino;

    first.signal('SIGTERM');
    expect(await first.exit).toBe(0);
    expect(postgresOn(dataDir)).toEqual([]);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');

    // This time from the sources, like `npm run dev`.
    const second = start({}, { program: 'main.ts' });
    expect((await fetch(`${await address(second)}/readyz`)).status).toBe(200);
    expect(statSync(join(dataDir, 'postgres/PG_VERSION')).ino).toBe(made);
    // A terminal's Ctrl-C arrives twice.
    second.signal('SIGINT');
    second.signal('SIGINT');
    expect(await second.exit).toBe(0);
    expect(postgresOn(dataDir)).toEqual([]);
  });

  it('stops cleanly even in the middle of a start', async () => {
    const campus = start();
    // The claim is the first file written: the database is being created now.
    await expect.poll(() => exists('campus.pid'), { interval: 1 }).toBe(true);
    campus.signal('SIGTERM');
    expect(await campus.exit).toBe(0);
    expect(campus.output()).toBe('');
    expect(postgresOn(dataDir)).toEqual([]);
  });

  it('says in one sentence what is wrong with a variable', async () => {
    const campus = start({ PORT: 'http' });
    expect(await campus.exit).toBe(1);
    expect(campus.output()).toBe('PORT must be a number from 0 to 65535, not "http".\n');
  });

  it('says in one sentence what is wrong with its folder', async () => {
    const path = (name: string) => join(dataDir, name);
    writeFileSync(path('file'), '');
    mkdirSync(path('damaged'));
    writeFileSync(path('damaged/postgres-password'), 'garbage');
    const starts = {
      [path('file')]: 'a file has its name',
      [path('file/below')]: 'a part of its path is a file',
      // With `recursive`, creating it would never return.
      '/proc/nope': 'no such file or directory',
    };
    const ended = Object.entries(starts).map(async ([folder, reason]) => {
      const campus = start({ CAMPUS_DATA_DIR: folder });
      expect(await campus.exit).toBe(1);
      const said = campus.output();
      expect(said).toContain(`The folder ${folder} cannot be used: `);
      expect(said).toContain(reason);
      expect(said.trim().split('\n')).toHaveLength(1);
    });
    await Promise.all(ended);
    const damaged = start({ CAMPUS_DATA_DIR: path('damaged') });
    expect(await damaged.exit).toBe(1);
    expect(damaged.output()).toBe(
      `${path('damaged/postgres-password')} is damaged: bring it back from a backup. Without it nobody can sign in.\n`,
    );
  });

  it('replaces an empty secret left by an interrupted first start, and refuses a secret that has changed', async () => {
    writeFileSync(join(dataDir, 'identity-secret'), '');
    const first = start();
    await address(first);
    first.signal('SIGTERM');
    await first.exit;
    const second = start({ IDENTITY_SECRET: 'another secret of more than 32 characters' });
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatch(
      /^The identity service cannot open its signing key; was its secret changed\? Give it the secret of before .*\n$/,
    );
  });

  it('says in one sentence that its data belong to another version of PostgreSQL, and leaves them alone', async () => {
    const file = join(dataDir, 'postgres/PG_VERSION');
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(file, '17\n');
    const campus = start();
    expect(await campus.exit).toBe(1);
    expect(campus.output()).toMatch(
      /^The data in \S+ are of PostgreSQL 17, and this Campus brings PostgreSQL 18: take a backup .*\n$/,
    );
    expect(readFileSync(file, 'utf8')).toBe('17\n');
  });

  it('says in one sentence that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as AddressInfo;
    const campus = start({ PORT: String(port) });
    expect(await campus.exit).toBe(1);
    expect(campus.output()).toMatch(new RegExp(`^Port ${port} is already in use: .*\\.\\n$`));
    await new Promise((done) => other.close(done));
  });

  it('outside the demo, prints a link that creates the first administrator', async () => {
    const env = {
      CAMPUS_DEMO: '0',
      CAMPUS_TIMEZONE: 'Europe/Berlin',
      PUBLIC_URL: 'https://campus.example.edu',
    };
    const first = start(env);
    const link = /https:\/\/campus\.example\.edu\/setup#token=([\w-]{40,})$/m;
    const [, replaced] = await first.says(link);
    first.signal('SIGTERM');
    await first.exit;

    const { port } = await freePort();
    const second = start({ ...env, PORT: String(port) });
    const [, token] = await second.says(link);
    const url = `http://127.0.0.1:${port}`;
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: env.PUBLIC_URL },
        body: JSON.stringify(body),
      });
    const who = { name: 'Ruth', email: 'ruth@example.edu', password: 'correct horse' };
    expect((await post('/api/setup', { token: replaced, ...who })).status).toBe(410);
    expect((await post('/api/setup', { token, ...who })).status).toBe(201);
    const signedIn = await post('/identity/sign-in/email', {
      email: who.email,
      password: who.password,
    });
    expect(signedIn.status).toBe(200);
    // The administrator sets up a second factor and loses it; the operator resets it.
    const cookies = (from: Response) =>
      from.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
    const withCookies = (from: Response, path: string, body: object = {}) =>
      fetch(`${url}/identity${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: env.PUBLIC_URL,
          cookie: cookies(from),
        },
        body: JSON.stringify(body),
      });
    const { key } = (await (await withCookies(signedIn, '/second-factor/begin')).json()) as {
      key: string;
    };
    await withCookies(signedIn, '/second-factor/confirm', { code: codeOf(key) });
    const here = { ...env, CAMPUS_DATA_DIR: dataDir };
    expect(await operateFailing(['reset-factor', 'nobody@example.edu'], here)).toBe(
      'Nobody on campus has the e-mail nobody@example.edu.\n',
    );
    expect(await operate(['reset-factor', 'Ruth@Example.edu'], here)).toContain(
      'The second factor of Ruth is reset.',
    );
    expect(await operateFailing(['reset-factor', 'ruth@example.edu'], here)).toBe(
      'This account has no second factor.\n',
    );
    await fetch(`${url}/setup?token=${token}`, { headers: { accept: 'text/html' } });
    expect((await fetch(`${url}/demo/mail`)).status).toBe(404);
    // Printed once, for the person who started it, and not logged.
    expect(second.output().split(String(token))).toHaveLength(2);
    second.signal('SIGTERM');
    await second.exit;

    const third = start(env);
    await third.says(/Campus is ready/);
    expect(third.output()).not.toContain('/setup');
  });

  it('leaves a campus that already uses the folder alone', async () => {
    const first = start();
    const url = await address(first);
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatch(/^Another Campus \(process \d+\) already works on .*\.\n$/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it.skipIf(!existsSync('/dev/full'))('goes on when the disk of its log is full', async () => {
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const campus = start({}, { log: full });
    const url = await address(campus);
    // Is logged.
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await fetch(`${url}/api/campus`, { headers })).status).toBe(401);
    campus.signal('SIGTERM');
    expect(await campus.exit).toBe(0);
  });
});

describe('a killed embedded database', () => {
  it('restarts by itself: meanwhile requests are told to retry, and nothing acknowledged is lost', async () => {
    const campus = start();
    const url = await address(campus);
    const head = { 'content-type': 'application/json', origin: url };
    const body = JSON.stringify({ email: demoAccounts.admin, password: demoPassword });
    const signIn = () =>
      fetch(`${url}/identity/sign-in/email`, { method: 'POST', headers: head, body });
    const cookie = (await signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const answer = await fetch(`${url}/identity/token`, { headers: { cookie } });
    const { token } = (await answer.json()) as { token: string };
    const post = (path: string, said: object) =>
      fetch(`${url}/api${path}`, {
        method: 'POST',
        headers: { ...head, authorization: `Bearer ${token}` },
        body: JSON.stringify(said),
      });

    const acknowledged: string[] = [];
    const refused = new Set<string>();
    let refusals = 0;
    const write = async (title: string): Promise<void> => {
      const answered = await post('/admin/announcement', { title, message: 'Tea.' });
      if (answered.status === 201) return void acknowledged.push(title);
      refusals += 1;
      const { message } = (await answered.json()) as { message: string };
      const again = answered.headers.get('retry-after');
      refused.add(
        `${answered.status}${again === null ? `: ${message}` : `, again after ${again} s`}`,
      );
    };
    const stopped = new AbortController();
    const writers = Array.from({ length: 2 }, async (_, writer) => {
      for (let n = 0; !stopped.signal.aborted; n += 1) await write(`Writer ${writer}, number ${n}`);
    });
    const untilWritten = (more: number): Promise<void> => {
      const enough = acknowledged.length + more;
      return expect.poll(() => acknowledged.length).toBeGreaterThan(enough);
    };
    await untilWritten(30);

    // Without this file the server cannot start: the outage lasts until it is restored.
    const control = join(dataDir, 'postgres/global/pg_control');
    renameSync(control, `${control}.away`);
    process.kill(postmasterOn(dataDir), 'SIGKILL');
    const ready = () => fetch(`${url}/readyz`);
    await expect.poll(async () => (await ready()).status).toBe(503);
    // Together: Campus gives up after a quarter of a minute.
    const [state, signedIn, added] = await Promise.all([
      ready(),
      signIn(),
      post('/uploadStudent', {}),
    ]);
    expect(await state.json()).toMatchObject({
      message: expect.stringMatching(/^The database does not answer: /),
    });
    expect(signedIn.status).toBe(503);
    expect(await added.json()).toMatchObject({ error: 'unavailable' });
    renameSync(`${control}.away`, control);
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    await untilWritten(30);
    expect(campus.output().match(/answers again after/g)).toHaveLength(1);

    // When one of its processes is killed, PostgreSQL ends all connections and recovers.
    const connection = runningEmbedded(dataDir)?.owner ?? { connectionString: '' };
    const { rows } = await withClient(connection, (client) =>
      client.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      ),
    );
    const before = refusals;
    process.kill(Number(rows[0]?.pid), 'SIGKILL');
    await expect.poll(() => refusals).toBeGreaterThan(before);
    await untilWritten(30);
    stopped.abort();
    await Promise.all(writers);
    // Said of the change whose COMMIT was under way, if there was one.
    refused.delete(
      '503: Campus could not confirm this. Check whether it was done before you try again.',
    );
    expect([...refused]).toEqual(['503, again after 2 s']);

    // Like a standby, or a server that its operator made read-only.
    const allowChanges = (how: string) =>
      withClient(connection, async (client) => {
        await client.query(`alter system ${how}`);
        await client.query('select pg_reload_conf()');
      });
    await allowChanges('set default_transaction_read_only = on');
    await expect.poll(async () => (await ready()).text()).toContain('it takes no changes');
    expect((await post('/admin/announcement', { title: 'Tea', message: 'At four.' })).status).toBe(
      503,
    );
    await allowChanges('reset default_transaction_read_only');
    await expect.poll(async () => (await ready()).status).toBe(200);

    // Background work goes on: an invitation is mailed.
    await post('/uploadStudent', { name: 'Ada', email: 'ada@example.edu' });
    await expect
      .poll(async () => (await fetch(`${url}/demo/mail`)).text())
      .toContain('ada@example.edu');
    const stored = await withClient(connection, (client) =>
      client.query<{ title: string }>('select title from announcements'),
    );
    const titles = new Set(stored.rows.map(({ title }) => title));
    expect(acknowledged.filter((title) => !titles.has(title))).toEqual([]);
    expect(campus.output().match(/answers again after/g)).toHaveLength(1);
  });
});

describe('on the university’s own PostgreSQL', () => {
  it('works with two users from the first start to a marked class, and without the owner once the tables exist', async () => {
    const database = await emptyDatabase();
    const [{ name }] = (await database.asOwner('select current_database() as name')).rows;
    const owner = new URL(database.owner.connectionString);
    Object.assign(owner, { username: `${name}_owner`, password: 'owns-it-all' });
    await database.asOwner(
      `create role ${name}_owner login password 'owns-it-all'; alter database ${name} owner to ${name}_owner`,
    );
    onTestFinished(async () => {
      await database.drop();
      await withClient(inject('testServer').admin, (client) =>
        client.query(`drop role ${name}_owner`),
      );
    });
    const service = { CAMPUS_DEMO: '1', DATABASE_URL: database.connection.connectionString };
    const both = { ...service, DATABASE_MIGRATE_URL: owner.href };

    const first = start(both);
    const url = await address(first);
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url, ...headers },
        body: JSON.stringify(body),
      });
    const email = demoAccounts.teacher;
    const signedIn = await post('/identity/sign-in/email', { email, password: demoPassword });
    const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
    const answer = await fetch(`${url}/identity/token`, {
      headers: { cookie: cookie.join('; ') },
    });
    const { token } = (await answer.json()) as { token: string };
    const authorization = { authorization: `Bearer ${token}` };
    const get = async (path: string): Promise<any> =>
      (await fetch(`${url}/api/attendance/${path}`, { headers: authorization })).json();
    const [{ id: subjectId }] = await get(`faculty/${email}/subjects`);
    const date = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
    const students: { studentEmail: string }[] = await get(`subject/${subjectId}/date/${date}`);
    const marked = await post(
      '/api/attendance/bulk',
      {
        facultyEmail: email,
        subjectId,
        date,
        studentAttendances: students.map(({ studentEmail }) => ({
          studentEmail,
          present: true,
          remarks: 'Roles',
        })),
      },
      authorization,
    );
    expect(marked.status).toBe(200);
    expect(students.length).toBeGreaterThan(5);
    first.signal('SIGTERM');
    await first.exit;
    expect(first.output()).not.toContain('DATABASE_MIGRATE_URL');

    // The service does not have the owner's password: migrating is a separate step.
    expect(await operate(['migrate'], both)).toBe('The tables are up to date.\n');
    const second = start(service);
    await address(second);
    second.signal('SIGTERM');
    await second.exit;
    expect(second.output()).not.toContain('DATABASE_MIGRATE_URL');
    await database.asOwner(
      'delete from campus_migrations where name = (select max(name) from campus_migrations)',
    );
    const behind = start(service);
    expect(await behind.exit).toBe(1);
    expect(behind.output()).toMatch(
      /^The tables are those of another version, .* node campus\.js migrate .*\n$/,
    );
  });

  it('a process that leaves signing in to another one is ready, and its backups can be signed in to', async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.drop());
    const env = {
      CAMPUS_DEMO: '0',
      CAMPUS_TIMEZONE: 'Europe/Berlin',
      IDENTITY_SECRET: 'a secret of more than 32 characters for this',
      DATABASE_URL: database.owner.connectionString,
    };
    const startAlone = async (more: NodeJS.ProcessEnv = {}) => {
      const { port } = await freePort();
      const own = { PORT: `${port}`, PUBLIC_URL: `http://127.0.0.1:${port}` };
      return address(start({ ...env, ...own, ...more }));
    };
    const leaving = { IDENTITY_URL: `${await startAlone()}/identity` };
    const ready = await fetch(`${await startAlone(leaving)}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
    const folder = join(dataDir, 'backup');
    const passphrase = 'correct horse battery';
    await operate(['backup', folder], {
      ...env,
      ...leaving,
      PUBLIC_URL: 'http://127.0.0.1',
      CAMPUS_BACKUP_PASSPHRASE: passphrase,
    });
    const { secret } = readManifest(folder);
    expect(secret && openSecret(secret, passphrase)).toBe(env.IDENTITY_SECRET);
  });

  it('says before it creates anything that its tables belong in the schema public, and how they get there', async () => {
    const database = await emptyDatabase();
    const [{ name }] = (await database.asOwner('select current_database() as name')).rows;
    await database.asOwner(
      `create role ${name}_own login password 'has-its-own'; create schema ${name}_own authorization ${name}_own`,
    );
    onTestFinished(async () => {
      await database.drop();
      await withClient(inject('testServer').admin, (client) =>
        client.query(`drop role ${name}_own`),
      );
    });
    const url = new URL(database.owner.connectionString);
    Object.assign(url, { username: `${name}_own`, password: 'has-its-own' });
    const env = {
      CAMPUS_DEMO: '0',
      CAMPUS_TIMEZONE: 'Europe/Berlin',
      PUBLIC_URL: 'https://campus.example.edu',
      IDENTITY_SECRET: 'a secret of more than 32 characters for this',
      DATABASE_URL: url.href,
    };
    const refused = start(env);
    expect(await refused.exit).toBe(1);
    expect(refused.output()).toMatch(
      /^DATABASE_URL names a database that would keep its tables in the schema \w+_own, and Campus needs them in public: run alter role .*\.\n$/,
    );
    const tables = `select from pg_class where relnamespace = '${name}_own'::regnamespace`;
    expect((await database.asOwner(tables)).rowCount).toBe(0);

    await database.asOwner(/run (alter role .*)\.\n/.exec(refused.output())?.[1] ?? '');
    expect(await operateFailing(['migrate'], env)).toContain('grant create on schema public');
    await database.asOwner(`
      grant create on schema public to ${name}_own; grant create on database ${name} to ${name}_own`);
    expect(await operate(['migrate'], env)).toMatch(/^Applied: 0001/);
  });

  it('waits for a database whose machine cannot be reached, or takes connections and does not answer', async () => {
    const silent = createServer();
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const waitingFor = (host: string) =>
      start({
        CAMPUS_DEMO: '0',
        CAMPUS_TIMEZONE: 'Europe/Berlin',
        PUBLIC_URL: 'https://campus.example.edu',
        IDENTITY_SECRET: 'a secret of more than 32 characters for this',
        DATABASE_URL: `postgres://campus@${host}/campus`,
      });
    const sentence = /^Waiting up to a minute for the database at \S+: (.*)$/m;
    // TCP knows no way to a broadcast address, as to a machine that is switched off.
    const [unreachable, unanswered] = await Promise.all(
      ['127.255.255.255', `127.0.0.1:${port}`].map((host) => waitingFor(host).says(sentence)),
    );
    expect(unreachable?.[1]).toContain('ENETUNREACH');
    expect(unanswered?.[1]).toBe('timeout expired');
  });

  it('warns in one sentence when the service could rewrite histories', async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.drop());
    const env = {
      CAMPUS_DEMO: '0',
      CAMPUS_TIMEZONE: 'Europe/Berlin',
      PUBLIC_URL: 'https://campus.example.edu',
      IDENTITY_SECRET: 'a secret of more than 32 characters for this',
      DATABASE_URL: database.owner.connectionString,
    };
    const one = start(env);
    await one.says(/^The user of DATABASE_URL could rewrite every history: .*\.$/m);
    one.signal('SIGTERM');
    await one.exit;
    const twice = start({ ...env, DATABASE_MIGRATE_URL: env.DATABASE_URL });
    expect(await twice.exit).toBe(1);
    expect(twice.output()).toMatch(
      /^DATABASE_URL and DATABASE_MIGRATE_URL name the same user: .*\n$/,
    );
  });
});

describe('after a kill, nothing that was acknowledged is lost', () => {
  /** Kills the writer while it writes, opens the folder at once, and looks for every acknowledged number. */
  const surviveKill = async (kill: (writer: CampusProcess) => void): Promise<void> => {
    for (let round = 1; round <= 3; round += 1) {
      const writer = start({}, { program: 'testing/endless-writer.ts' });
      await writer.says(/(stored \d+\n){300}/);
      kill(writer);

      const database = await openDatabase({ dataDir, database: { kind: 'embedded' } });
      expect(await writer.exit).toBe(null);
      const acknowledged = [...writer.output().matchAll(/stored (\d+)\n/g)].map(([, n]) => n);
      const { pool, close } = open(database.owner);
      const { rows } = await pool.query<{ value: string }>('select value from numbers');
      const stored = new Set(rows.map(({ value }) => value));
      expect(acknowledged.filter((value) => value === undefined || !stored.has(value))).toEqual([]);
      expect(acknowledged.length).toBeGreaterThanOrEqual(300);
      await close();
      await database.stop();
      expect(postgresOn(dataDir)).toEqual([]);
    }
  };

  it('when the whole process group is killed', () => surviveKill((writer) => writer.killGroup()));

  it('when the database server is killed with it', () =>
    surviveKill((writer) => {
      const postmaster = postmasterOn(dataDir);
      writer.killGroup();
      process.kill(postmaster, 'SIGKILL');
    }));
});

const open = (connection: Parameters<typeof createDb>[0]) => {
  const db = createDb(connection);
  return { pool: db.pool, close: () => db.close() };
};
const freePort = async (): Promise<AddressInfo> => {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const free = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return free;
};
const exists = (name: string): boolean => {
  try {
    return readFileSync(join(dataDir, name)).length > 0;
  } catch {
    return false;
  }
};
