import { isTimeZone } from '@campus/contract';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { ConfigError, httpUrl, type Read, readSwitch, readWhole } from './config-values.ts';
import { type DatabaseTimes, usualTimes } from './db/database.ts';
import { type Arrival, usualArrival } from './http/front-door.ts';
import { type IdentityConfig, readIdentity } from './identity-config.ts';

export { ConfigError } from './config-values.ts';

/** Everything a running Campus is told from outside. Made once, at the start, by `readConfig`. */
export interface Config {
  /** Demo campus with known accounts, listening on this machine only. */
  readonly demo: boolean;
  /** 0 asks for any free port; `atPort` then puts the real one in its place. */
  readonly port: number;
  /** Addresses to listen on, the first one mandatory. */
  readonly hosts: readonly [string, ...string[]];
  /** Absolute. Holds the embedded database and generated secrets; mode 0700. */
  readonly dataDir: string;
  readonly database:
    | { readonly kind: 'embedded' }
    | { readonly kind: 'external'; readonly url: string };
  readonly databaseTimes: DatabaseTimes;
  readonly arrival: Arrival;
  /** IANA name. Decides what "today" is. */
  readonly timeZone: string;
  /** Origin under which people reach Campus, without a trailing slash. */
  readonly publicUrl: string;
  readonly mail: MailConfig;
  /** Whose `X-Forwarded-*` headers are believed: nobody's, or these addresses and networks. */
  readonly trustProxy: false | string;
  readonly identity: IdentityConfig;
}

export interface MailConfig {
  /** Undefined: mails wait until there is one; in a demo they are kept to be read at /demo/mail. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Most mail servers allow only so many. */
  readonly perMinute: number;
}

export interface ConfigDefaults {
  /** The repository: where a relative data folder starts. */
  readonly root: string;
  /** The machine's time zone, good enough for a demo. */
  readonly timeZone: string;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Reads and validates every variable of the process. An empty variable counts as absent. */
export function readConfig(env: Env, defaults: ConfigDefaults): Config {
  const read = (name: string): string | undefined => env[name]?.trim() || undefined;
  const database = readDatabase(read('DATABASE_URL'));
  const demo = readSwitch('CAMPUS_DEMO', read('CAMPUS_DEMO'), database.kind === 'embedded');
  const port = readPort(read('PORT'));
  const publicUrl = readPublicUrl(
    read('PUBLIC_URL'),
    demo ? `http://localhost:${port}` : undefined,
  );
  return {
    demo,
    port,
    hosts: readHosts(read, demo),
    dataDir: resolve(defaults.root, read('CAMPUS_DATA_DIR') ?? '.campus'),
    database,
    databaseTimes: {
      statement: readSeconds(read, 'DATABASE_STATEMENT_TIMEOUT', usualTimes.statement),
      lock: readSeconds(read, 'DATABASE_LOCK_TIMEOUT', usualTimes.lock),
      idle: readSeconds(read, 'DATABASE_IDLE_TIMEOUT', usualTimes.idle),
      connection: readSeconds(read, 'DATABASE_CONNECTION_TIMEOUT', usualTimes.connection),
    },
    arrival: {
      timeout: readSeconds(read, 'REQUEST_TIMEOUT', usualArrival.timeout),
      connections: readWhole(
        'CONNECTIONS_PER_ADDRESS',
        read('CONNECTIONS_PER_ADDRESS'),
        [10, 100_000],
        usualArrival.connections,
      ),
    },
    timeZone: readTimeZone(read('CAMPUS_TIMEZONE'), demo ? defaults.timeZone : undefined),
    publicUrl,
    mail: readMail(read, publicUrl),
    trustProxy: readTrustProxy(read('TRUST_PROXY')),
    identity: readIdentity(read, {
      // Several processes can share an external database, and then have to share the secret too.
      secretRequired: !demo && database.kind === 'external',
      demo,
    }),
  };
}

/** The same configuration once the port is known, for a start with `PORT=0`. */
export function atPort(config: Config, port: number): Config {
  const publicUrl =
    config.publicUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.publicUrl;
  return { ...config, port, publicUrl };
}

function readDatabase(value: string | undefined): Config['database'] {
  if (value === undefined) return { kind: 'embedded' };
  const url = URL.parse(value);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new ConfigError(
      'DATABASE_URL must be a PostgreSQL address such as postgres://user:password@host:5432/campus.',
    );
  }
  return { kind: 'external', url: value };
}

function readPort(value: string | undefined): number {
  if (value === undefined) return 8080;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) {
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${value}".`);
  }
  return port;
}

const demoOpen = ['CAMPUS_DEMO_OPEN_TO_THE_NETWORK', 'yes-everybody-may-sign-in'] as const;

/**
 * Only this machine is answered unless HOST says more: the usual place is behind a reverse proxy, and
 * a door to the whole network should be opened on purpose. That of a demo, whose accounts and
 * password everybody can read in the README, needs one more word.
 */
function readHosts(read: Read, demo: boolean): Config['hosts'] {
  const host = read('HOST');
  const open = read(demoOpen[0]);
  if (open !== undefined && open !== demoOpen[1])
    throw new ConfigError(`${demoOpen[0]} must be ${demoOpen[1]} or absent, not "${open}".`);
  if (host === undefined) return demo ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
  if (isIP(host) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)) {
    throw new ConfigError(`HOST must be an address or a host name to listen on, not "${host}".`);
  }
  const loopback =
    host === '::1' || host === 'localhost' || (isIP(host) === 4 && host.startsWith('127.'));
  if (demo && !loopback && !open) {
    throw new ConfigError(
      `HOST ${host} would open the demo, whose accounts and password are known, to the network: set CAMPUS_DEMO=0 for real use, or ${demoOpen.join('=')} if that is meant.`,
    );
  }
  return [host];
}

function readTimeZone(value: string | undefined, fallback: string | undefined): string {
  const zone = value ?? fallback;
  if (zone === undefined) {
    throw new ConfigError(
      'CAMPUS_TIMEZONE is required outside the demo: set it to the time zone of the university, such as Europe/Berlin.',
    );
  }
  if (!isTimeZone(zone)) {
    throw new ConfigError(
      `CAMPUS_TIMEZONE must be an IANA time zone such as Europe/Berlin, not "${zone}".`,
    );
  }
  return zone;
}

function readPublicUrl(value: string | undefined, fallback: string | undefined): string {
  const address = value ?? fallback;
  if (address === undefined) {
    throw new ConfigError(
      'PUBLIC_URL is required outside the demo: set it to the address people open, such as https://campus.example.edu.',
    );
  }
  const url = httpUrl(address);
  if (url === undefined || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigError(
      `PUBLIC_URL must be an http or https address without a path, such as https://campus.example.edu, not "${address}".`,
    );
  }
  return url.origin;
}

function readSmtpUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new ConfigError(
      'SMTP_URL must be the address of a mail server, such as smtp://user:password@mail.example.edu:587.',
    );
  }
  return value;
}

function readMail(read: Read, publicUrl: string): MailConfig {
  return {
    smtpUrl: readSmtpUrl(read('SMTP_URL')),
    from: readSender(read('MAIL_FROM'), `Campus <no-reply@${new URL(publicUrl).hostname}>`),
    perMinute: readWhole('MAIL_PER_MINUTE', read('MAIL_PER_MINUTE'), [1, 6000], 120),
  };
}

/** An address alone, or a name before it in angle brackets. */
function readSender(value: string | undefined, fallback: string): string {
  if (value === undefined) return fallback;
  if (!/^([^<>@,\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@,\s]+@[^<>@\s]+)$/.test(value)) {
    throw new ConfigError(
      `MAIL_FROM must be an address such as Campus <campus@example.edu>, not "${value}".`,
    );
  }
  return value;
}

/** In seconds outside, in milliseconds inside; at most ten minutes, as long as a connection may be silent. */
function readSeconds(read: Read, name: string, fallback: number): number {
  return readWhole(name, read(name), [1, 600], fallback / 1000) * 1000;
}

/** "Trust everybody" is not offered: any client could then choose the address it is counted by. */
function readTrustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || value === '0') return false;
  const networks = value.split(',').map((network) => network.trim());
  if (!networks.every(isNetwork)) {
    throw new ConfigError(
      `TRUST_PROXY must be 0 or the addresses of your proxies, such as 127.0.0.1,10.0.0.0/8, not "${value}".`,
    );
  }
  return networks.join(',');
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}
