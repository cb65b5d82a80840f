import { chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgresOn } from '../../testing/campus-process.ts';
import { withClient } from '../with-client.ts';
import { startEmbedded } from './start.ts';
import type { EmbeddedOptions, EmbeddedServer } from './start.ts';

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
/** Counts its own calls in the database, to see that it is the same one. */
const visit = ({ connection }: EmbeddedServer): Promise<number> =>
  withClient(connection, async (client) => {
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

  it('is reached through a folder that only its owner enters', async () => {
    const { connection } = await start();
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

  it('asks for its password on loopback, where there are no sockets', async () => {
    const first = await start({ loopback: true });
    expect(await visit(first)).toBe(1);
    const stranger = new URL(first.connection.connectionString);
    stranger.password = 'guess';
    await expect(new Client(stranger.href).connect()).rejects.toThrow('password');
    await first.stop();
    expect(await visit(await start())).toBe(2);
  });

  it('tells when it ends by itself', async () => {
    const server = await start();
    const [postmaster] = postgresOn(join(parent, 'data')).sort((a, b) => a - b);
    process.kill(postmaster ?? 0, 'SIGQUIT');
    expect(await server.lost).toContain('ended by itself');
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
    it('starts it as nobody, below a folder that only root enters, and changes back', async () => {
      mkdirSync(join(parent, 'private'), { mode: 0o700 });
      chownSync(join(parent, 'private'), 0, 0);
      const folder = join(parent, 'private/data');
      const forbidden = { folder, acceptRunAs: ({ name }: { name: string }) => name === 'account' };

      const first = await start({ folder });
      expect(await visit(first)).toBe(1);
      await first.stop();
      expect(ownersIn(join(folder, 'postgres'))).toEqual([0]);

      const second = await start(forbidden);
      expect(await visit(second)).toBe(2);
      expect(ownersIn(join(folder, 'postgres'))).toEqual([65_534]);
      const [pid] = postgresOn(folder);
      expect(lstatSync(`/proc/${pid}`).uid).toBe(65_534);
      await second.stop();

      expect(await visit(await start({ folder }))).toBe(3);
      expect(ownersIn(join(folder, 'postgres'))).toEqual([0]);
    });

    it('also from the first start on', async () => {
      const server = await start({ acceptRunAs: ({ name }) => name === 'account' });
      expect(await visit(server)).toBe(1);
    });
  },
);

/** Who owns what is in the folder, the folder itself included. */
const ownersIn = (folder: string): number[] => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [...new Set(['', ...names].map((name) => lstatSync(join(folder, name)).uid))];
};
