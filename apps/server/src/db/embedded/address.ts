import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '../connection.ts';

/** Where the embedded server listens: on a Unix socket only we can reach, or on loopback. */
export type Address =
  | { readonly kind: 'socket'; readonly folder: string }
  | { readonly kind: 'loopback'; readonly port: number };

/** The longest socket path, with some bytes in reserve: the limit depends on the platform. */
const LONGEST_SOCKET_PATH = 100;
const SOCKET_NAME = '.s.PGSQL.5432';

/**
 * A socket among the database files; if that path is too long, in the system's temporary folder, unless
 * another account runs the database (`shared`); otherwise loopback.
 */
export const chooseAddress = async (
  folder: string,
  { cluster, shared }: { readonly cluster: string; readonly shared: boolean },
): Promise<Address> => {
  if (process.platform !== 'win32') {
    if (fits(cluster) && (await canHoldSocket(folder))) return { kind: 'socket', folder: cluster };
    const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
    const temporary = join(tmpdir(), `campus-${hash}`);
    if (!shared && fits(temporary) && (await canHoldSocket(temporary)))
      return { kind: 'socket', folder: temporary };
  }
  return chooseLoopback();
};

export const chooseLoopback = async (): Promise<Address> => ({
  kind: 'loopback',
  port: await freePort(),
});

/** The server's settings for this address; its working directory is `cluster`. */
export const addressSettings = (address: Address, cluster: string): Record<string, string> => {
  if (address.kind === 'socket') {
    return {
      listen_addresses: '',
      // The setting is a list: quoted because of commas in the path.
      unix_socket_directories:
        address.folder === cluster ? '.' : `"${address.folder.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    };
  }
  return {
    listen_addresses: '127.0.0.1',
    port: String(address.port),
    unix_socket_directories: '',
  };
};

/** `password` is needed only on loopback, which other users of the machine can reach. */
export const addressConnection = (
  address: Address,
  user: string,
  password: string,
  database: string,
): Connection => {
  if (address.kind === 'loopback') {
    const connectionString = `postgres://${user}:${password}@127.0.0.1:${address.port}/${database}`;
    return { connectionString };
  }
  const url = new URL(`postgres://${user}@localhost/${database}`);
  url.searchParams.set('host', address.folder);
  return { connectionString: url.href };
};

const fits = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_SOCKET_PATH;

const canHoldSocket = async (folder: string): Promise<boolean> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const status = lstatSync(folder);
  // In the shared temporary folder somebody else may own a folder of this name.
  if (!status.isDirectory() || status.uid !== process.getuid?.()) return false;
  chmodSync(folder, 0o700);
  const probe = join(folder, 'probe');
  rmSync(probe, { force: true });
  const server = createServer();
  const bound = await once(server.listen(probe), 'listening').catch(() => undefined);
  if (bound) await once(server.close(), 'close');
  return bound !== undefined;
};

/** A port that nobody is listening on right now. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
};
