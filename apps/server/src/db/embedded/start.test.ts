import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postgresOn, postmasterOn } from '../../testing/campus-process.ts';
import { withClient } from '../connection.ts';
import { installedPrograms } from './programs.ts';
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './start.ts';

const isRoot = process.getuid?.() === 0;
let parent: string;
let running: EmbeddedServer[];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'campus-embedded-'));
  running = [];
});
afterEach(async () => {
  for (const server of running) await server.stop();
  rmSync(parent, { recursive: true, force: true });
});

const start = async (options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> => {
  const server = await startEmbedded({ folder: join(parent, 'data'), durable: false, ...options });
  running.push(server);
  return server;
};
/** Counts its calls in the database, which shows whether it is the same one. */
const visit = ({ owner }: EmbeddedServer): Promise<number> =>
  withClient(owner, async (client) => {
    await client.query('create table if not exists visits ()');
    await client.query('insert into visits default values');
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from visits');
    return rows[0]?.n ?? 0;
  });

describe('the database of a campus', () => {
  it('keeps its rows from one start to the next', async () => {
    const first = await start();
    expect(await visit(first)).toBe(1);
    await first.stop();
    expect(await visit(await start())).toBe(2);
  });

  it('has a user for the service that owns nothing, even if an earlier version created none', async () => {
    const first = await start();
    await withClient(first.owner, (client) => client.query('drop role campus_service'));
    await first.stop();
    for (const loopback of [false, true]) {
      const server = await start({ loopback });
      const { rows } = await withClient(server.connection, (client) =>
        client.query('select rolname, rolsuper from pg_roles where rolname = current_user'),
      );
      expect(rows).toEqual([{ rolname: server.role, rolsuper: false }]);
      await server.stop();
    }
  });

  it('is reached through a folder that only its owner may enter', async () => {
    const { owner: connection } = await start();
    const folder = new URL(connection.connectionString).searchParams.get('host') ?? '';
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(lstatSync(join(parent, 'data')).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['too long for a socket', 'd'.repeat(120)],
    ['with blanks, commas, quotes and letters of other scripts', `a b,"c"'d' é 大学 %41+`],
  ])('starts in a folder whose name is %s', async (_what, name) => {
    expect(await visit(await start({ folder: join(parent, name) }))).toBe(1);
  });

  it('asks for its password on loopback, where there are no Unix sockets', async () => {
    const first = await start({ loopback: true });
    expect(await visit(first)).toBe(1);
    const stranger = new URL(first.owner.connectionString);
    stranger.password = 'guess';
    await expect(new Client(stranger.href).connect()).rejects.toThrow('password');
    await first.stop();
    expect(await visit(await start())).toBe(2);
  });

  it('leaves no server running that it cannot use, which would keep Campus from ending', async () => {
    await (await start({ loopback: true })).stop();
    rmSync(join(parent, 'data/postgres-password'));
    await expect(start({ loopback: true })).rejects.toThrow('password');
    expect(postgresOn(join(parent, 'data'))).toEqual([]);
  });

  it('is restarted each time it is killed, at the same address', async () => {
    const { promise: told, resolve: restarted } = Promise.withResolvers<string>();
    const server = await start({ durable: true, restarted });
    expect(await visit(server)).toBe(1);
    process.kill(postmasterOn(join(parent, 'data')), 'SIGKILL');
    expect(await told).toMatch(/ended by itself and answers again after \d+\.\d s: .+/);
    expect(await visit(server)).toBe(2);
    await server.stop();
    expect(postgresOn(join(parent, 'data'))).toEqual([]);
  });

  it('reports when it has ended by itself and cannot be restarted', async () => {
    const server = await start({ firstPauseMs: 1 });
    rmSync(join(parent, 'data/postgres/global'), { recursive: true });
    process.kill(postmasterOn(join(parent, 'data')), 'SIGKILL');
    expect(await server.lost).toMatch(/ended by itself, and 6 attempts to .* failed\. .*global/);
  });

  it('stays stopped when it is stopped before it was restarted', async () => {
    const server = await start();
    process.kill(postmasterOn(join(parent, 'data')), 'SIGKILL');
    await server.stop();
    // The killed server's children end by themselves.
    await expect.poll(() => postgresOn(join(parent, 'data'))).toEqual([]);
  });

  it('says why when its files cannot be used', async () => {
    const first = await start();
    await first.stop();
    rmSync(join(parent, 'data/postgres/global'), { recursive: true });
    await expect(start()).rejects.toThrow(/The embedded database did not start: .*global/);
  });
});

describe.runIf(isRoot && process.platform === 'linux')(
  'root, where user namespaces are forbidden',
  () => {
    const path = process.env['PATH'];
    let checkout: string;
    let installed: string;
    let shared: string;

    /** In a folder that only root may enter, as npm installs them: without links. */
    beforeAll(() => {
      checkout = mkdtempSync(join(tmpdir(), 'campus-checkout-'));
      installed = join(checkout, 'native');
      cpSync(installedPrograms(), installed, {
        recursive: true,
        filter: (file) => !lstatSync(file).isSymbolicLink(),
      });
    });
    afterAll(() => rmSync(checkout, { recursive: true, force: true }));
    beforeEach(() => {
      chmodSync(parent, 0o711);
      mkdirSync(join(parent, 'private'), { mode: 0o700 });
      shared = join(parent, 'shared');
      mkdirSync(shared);
      onlyWith({ unshare: 'exit 1' }, path);
    });
    afterEach(() => {
      process.env['PATH'] = path;
    });

    /** Replaces PATH by these commands, followed by `others`. */
    const onlyWith = (commands: Record<string, string>, others = ''): void => {
      const folder = join(parent, 'commands');
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      for (const [name, script] of Object.entries(commands))
        writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      process.env['PATH'] = [folder, others].filter(Boolean).join(':');
    };
    const startHere = (options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> =>
      start({
        folder: join(parent, 'private/data'),
        installed,
        sharedFolders: [shared],
        ...options,
      });
    const copies = (): string[] => readdirSync(shared);

    it('starts it as nobody, and changes back', async () => {
      const folder = join(parent, 'private/data');
      process.env['PATH'] = path;
      const first = await startHere();
      expect(await visit(first)).toBe(1);
      await first.stop();
      expect(ownersIn(join(folder, 'postgres'))).toEqual([0]);

      onlyWith({ unshare: 'exit 1' }, path);
      const second = await startHere();
      expect(await visit(second)).toBe(2);
      expect(ownersIn(join(folder, 'postgres'))).toEqual([65_534]);
      const [pid] = postgresOn(folder);
      expect(lstatSync(`/proc/${pid}`).uid).toBe(65_534);
      await second.stop();

      process.env['PATH'] = path;
      expect(await visit(await startHere())).toBe(3);
      expect(ownersIn(join(folder, 'postgres'))).toEqual([0]);
    });

    it('takes no database from the user whom Campus runs as', async () => {
      const cluster = join(parent, 'private/data/postgres');
      await (await startHere()).stop();
      chownSync(cluster, 1234, 1234);
      await expect(startHere()).rejects.toThrow(`The database in ${cluster} belongs to user 1234`);
      expect(lstatSync(cluster).uid).toBe(1234);
      chownSync(cluster, 0, 0);
      expect(await visit(await startHere())).toBe(1);
    });

    it.each([
      ['from the first start on', path],
      ['without unshare, setpriv and su', ''],
    ])('%s, and finds its copy of the programs again', async (_case, others) => {
      onlyWith({ unshare: 'exit 1' }, others);
      const first = await startHere();
      expect(await visit(first)).toBe(1);
      await first.stop();
      const [copy = ''] = copies();
      const { ino } = lstatSync(join(shared, copy));

      expect(await visit(await startHere())).toBe(2);
      expect(copies()).toEqual([copy]);
      expect(lstatSync(join(shared, copy)).ino).toBe(ino);
      expect(readdirSync(parent).sort()).toEqual(['commands', 'private', 'shared']);
    });

    it('ends processes that a killed Campus left running', async () => {
      const folder = join(parent, 'private/data');
      const options = { folder, durable: false, installed, sharedFolders: [shared] };
      // In another process, because a living one would restart its server.
      const cluster = join(realpathSync(parent), 'private/data/postgres');
      // It says what runs: from its end on, the server may be shutting down by itself.
      const program = `import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'start.ts'))};
        import { runningOn } from ${JSON.stringify(join(import.meta.dirname, 'leftovers.ts'))};
        import { writeSync } from 'node:fs';
        await startEmbedded(${JSON.stringify(options)});
        writeSync(1, JSON.stringify(runningOn(${JSON.stringify(cluster)})));
        process.kill(process.pid, 'SIGKILL');`;
      const args = ['--input-type=module', '--eval', program];
      const { signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect(signal, stderr).toBe('SIGKILL');
      const left = JSON.parse(stdout) as number[];
      expect(left).not.toEqual([]);
      expect(await visit(await startHere())).toBe(1);
      expect(postgresOn(folder).filter((pid) => left.includes(pid))).toEqual([]);
    });

    it('makes a new copy if part of it was deleted', async () => {
      await (await startHere()).stop();
      rmSync(join(shared, copies()[0] ?? '', 'share/postgresql/timezonesets'), { recursive: true });
      expect(await visit(await startHere())).toBe(1);
    });

    it('skips folders where others cannot run programs, and leaves nothing there', async () => {
      const closed = join(parent, 'private/closed');
      mkdirSync(closed);
      const server = await startHere({ sharedFolders: [join(parent, 'none'), closed, shared] });
      expect(await visit(server)).toBe(1);
      expect(readdirSync(closed)).toEqual([]);
    });

    it('does not trust a copy that someone else has put there', async () => {
      await (await startHere()).stop();
      const copy = join(shared, copies()[0] ?? '');
      chownSync(copy, 65_534, 65_534);
      await (await startHere()).stop();
      expect(lstatSync(copy).uid).toBe(0);
    });

    it('needs no copy if everybody can reach the installed programs', async () => {
      chmodSync(checkout, 0o755);
      try {
        expect(await visit(await startHere())).toBe(1);
        expect(copies()).toEqual([]);
      } finally {
        chmodSync(checkout, 0o700);
      }
    });
  },
);

/** The owners of a folder and everything in it. */
const ownersIn = (folder: string): number[] => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [...new Set(['', ...names].map((name) => lstatSync(join(folder, name)).uid))];
};
