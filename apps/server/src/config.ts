import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { isTimeZone } from '@campus/contract';
import { z } from 'zod';
import { defaultTimes } from './db/database.ts';
import { serversOf } from './db/connection.ts';
import { defaultArrival } from './http/listener.ts';
import { StartError } from './start-error.ts';

/** A wrong or missing variable. The message is one sentence naming it. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
}

/** `must` completes the sentence about a refused value; the value of a secret is not quoted. */
const text = (accepts: (value: string) => unknown, must: string, secret?: 'secret') =>
  z.string().refine(accepts, {
    error: ({ input }) => `must be ${must}${secret ? '' : `, not "${String(input)}"`}.`,
  });

const flag = text((value) => /^[01]$/.test(value), '1 or 0').transform((value) => value === '1');

const whole = ([least, most]: readonly [number, number], usual: number) =>
  text(
    (value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
    `a number from ${least} to ${most}`,
  )
    .transform(Number)
    .prefault(String(usual));

/** Given in seconds, returned in milliseconds; at most ten minutes, for which a connection may be silent. */
const seconds = (defaultMs: number) =>
  whole([1, 600], defaultMs / 1000).transform((given) => given * 1000);

const isBase = (value: string): boolean => {
  const url = URL.parse(value);
  const bare = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return bare && /^https?:$/.test(url.protocol);
};

const isOrigin = (value: string): boolean => isBase(value) && new URL(value).pathname === '/';

/** Plain http only to this machine: the provider vouches for who people are. */
const isIssuer = (value: string): boolean => {
  if (!isBase(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
};

const isHost = (value: string): boolean =>
  isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);

const isNetwork = (value: string): boolean => {
  const [address = '', bits = '0', ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
};

const networksOf = (value: string): string[] => value.split(',').map((one) => one.trim());
const openToTheNetwork = 'yes-everybody-may-sign-in';

const databaseUrl = text(
  (value) =>
    serversOf(value).every((server) => {
      const url = URL.parse(server);
      return /^postgres(ql)?:$/.test(url?.protocol ?? '') && !url?.pathname.includes('@');
    }),
  'a PostgreSQL address such as postgres://user:password@host:5432/campus, with %40 for @ and %2F for / in the password',
  'secret',
).refine(
  (value) => !/[?&]target_session_attrs=(?!(read-write|primary)(&|$))/.test(value),
  'can have target_session_attrs=read-write or primary alone: Campus writes.',
);

/** Every environment variable: its valid values and its default. The README explains them. */
export const variables = z.object({
  PORT: whole([0, 65_535], 8080),
  HOST: text(isHost, 'an address or a host name to listen on').optional(),
  PUBLIC_URL: text(
    isOrigin,
    'an http or https address without a path, such as https://campus.example.edu',
  )
    .transform((value) => new URL(value).origin)
    .optional(),
  CAMPUS_TIMEZONE: text(isTimeZone, 'an IANA time zone such as Europe/Berlin').optional(),
  CAMPUS_DATA_DIR: z.string().prefault('.campus'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_MIGRATE_URL: databaseUrl.optional(),
  DATABASE_STATEMENT_TIMEOUT: seconds(defaultTimes.statement),
  DATABASE_LOCK_TIMEOUT: seconds(defaultTimes.lock),
  DATABASE_CONNECTION_TIMEOUT: seconds(defaultTimes.connection),
  DATABASE_IDLE_TIMEOUT: seconds(defaultTimes.idle),
  REQUEST_TIMEOUT: seconds(defaultArrival.timeout),
  CONNECTIONS_PER_ADDRESS: whole([10, 100_000], defaultArrival.connections),
  CAMPUS_DEMO: flag.optional(),
  CAMPUS_DEMO_STUDENTS: whole([240, 100_000], 240),
  CAMPUS_DEMO_OPEN_TO_THE_NETWORK: text(
    (value) => value === openToTheNetwork,
    `${openToTheNetwork} or absent`,
  ).optional(),
  // No "trust everybody": any client could then choose the address it is counted under.
  TRUST_PROXY: text(
    (value) => value === '0' || networksOf(value).every(isNetwork),
    '0 or the addresses of your proxies, such as 127.0.0.1,10.0.0.0/8',
  )
    .transform((value) => value !== '0' && networksOf(value).join(','))
    .prefault('0'),
  IDENTITY_SECRET: text(
    (value) => value.length >= 32,
    'at least 32 random characters',
    'secret',
  ).optional(),
  IDENTITY_URL: text(isBase, 'the http or https address of an identity service')
    .transform((value) => new URL(value).href.replace(/\/+$/, ''))
    .optional(),
  IDENTITY_OIDC_ISSUER: text(
    isIssuer,
    'the https address of an OpenID Connect provider, such as https://accounts.google.com',
  ).optional(),
  IDENTITY_OIDC_CLIENT_ID: z.string().optional(),
  IDENTITY_OIDC_CLIENT_SECRET: z.string().optional(),
  IDENTITY_OIDC_TRUST_EMAIL: flag.prefault('0'),
  IDENTITY_OIDC_ACR: text(
    (value) => value.split(/\s+/).every((one) => /^[\w:/.#~+-]+$/.test(one)),
    "the provider's values of acr for a second factor, with spaces between them",
  )
    .transform((value) => value.split(/\s+/))
    .optional(),
  IDENTITY_FIREBASE_PROJECT: text(
    (value) => /^[a-z0-9][a-z0-9.:-]{3,60}$/.test(value),
    'the id of a Firebase project, such as campus-1a2b3',
  ).optional(),
  IDENTITY_FIREBASE_API_KEY: z.string().optional(),
  IDENTITY_FIREBASE_SERVICE_ACCOUNT: z.string().optional(),
  IDENTITY_FIREBASE_EMULATOR: z.string().optional(),
  SMTP_URL: text(
    (value) => /^smtps?:\/\/./.test(value) && URL.parse(value)?.hostname,
    'the address of a mail server, such as smtp://user:password@mail.example.edu:587',
    'secret',
  ).optional(),
  MAIL_FROM: text(
    (value) => /^([^<>@,\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@,\s]+@[^<>@\s]+)$/.test(value),
    'an address such as Campus <campus@example.edu>',
  ).optional(),
  MAIL_PER_MINUTE: whole([1, 6000], 120),
  CAMPUS_METRICS_TOKEN: text(
    (value) => /^[\x21-\x7e]{16,}$/.test(value),
    'at least 16 characters without spaces',
    'secret',
  ).optional(),
  CAMPUS_BACKUP_FOLDER: z.string().optional(),
  CAMPUS_BACKUP_PASSPHRASE: text(
    (value) => value.length >= 12,
    'at least 12 characters',
    'secret',
  ).optional(),
  CAMPUS_BACKUP_HOURS: whole([1, 744], 24),
  CAMPUS_BACKUP_KEEP: whole([1, 1000], 14),
  IDENTITY_PASSWORD_MIN_LENGTH: whole([6, 128], 6),
  IDENTITY_PASSWORD_CASE: flag.prefault('0'),
  IDENTITY_PASSWORD_DIGIT: flag.prefault('0'),
  IDENTITY_PASSWORD_SYMBOL: flag.prefault('0'),
});

type Variables = z.infer<typeof variables>;
export type Env = Readonly<Record<string, string | undefined>>;

/** The base of a relative data folder, and a time zone good enough for a demo. */
const machine = {
  root: join(import.meta.dirname, '../../..'),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** The configuration of a running Campus, read once at the start. */
export type Config = ReturnType<typeof readConfig>;
export type FirebaseConfig = Extract<Config['identity'], { kind: 'firebase' }>;

/** Validates each variable by itself. An empty one counts as absent. */
export const readVariables = (env: Env): Variables => {
  const given = Object.keys(variables.shape).map((name) => [name, env[name]?.trim() || undefined]);
  const { data, error } = variables.safeParse(Object.fromEntries(given));
  if (data) return data;
  const [issue] = error.issues;
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
};

export const readConfig = (env: Env, { root, timeZone } = machine) => {
  const read = readVariables(env);
  refuse(
    read.DATABASE_MIGRATE_URL !== undefined && read.DATABASE_URL === undefined,
    'DATABASE_URL is required with DATABASE_MIGRATE_URL: set it to the same database with a user that owns nothing.',
  );
  const demo = read.CAMPUS_DEMO ?? read.DATABASE_URL === undefined;
  const publicUrl = required(
    read.PUBLIC_URL ?? (demo ? `http://localhost:${read.PORT}` : undefined),
    'PUBLIC_URL is required outside the demo: set it to the address people open, such as https://campus.example.edu.',
  );
  return {
    /** Demo campus with well-known accounts. */
    demo,
    demoStudents: read.CAMPUS_DEMO_STUDENTS,
    /** 0 takes any free port, which `atPort` then fills in. */
    port: read.PORT,
    hosts: hostsOf(read, demo),
    /** Absolute path of the embedded database and generated secrets; mode 0700. */
    dataDir: resolve(root, read.CAMPUS_DATA_DIR),
    database:
      read.DATABASE_URL === undefined
        ? ({ kind: 'embedded' } as const)
        : ({
            kind: 'external',
            url: read.DATABASE_URL,
            ownerUrl: read.DATABASE_MIGRATE_URL,
          } as const),
    databaseTimes: {
      statement: read.DATABASE_STATEMENT_TIMEOUT,
      lock: read.DATABASE_LOCK_TIMEOUT,
      idle: read.DATABASE_IDLE_TIMEOUT,
      connection: read.DATABASE_CONNECTION_TIMEOUT,
    },
    arrival: { timeout: read.REQUEST_TIMEOUT, connections: read.CONNECTIONS_PER_ADDRESS },
    timeZone: required(
      read.CAMPUS_TIMEZONE ?? (demo ? timeZone : undefined),
      'CAMPUS_TIMEZONE is required outside the demo: set it to the time zone of the university, such as Europe/Berlin.',
    ),
    /** Origin under which people reach Campus, without a trailing slash. */
    publicUrl,
    mail: {
      smtpUrl: read.SMTP_URL,
      from: read.MAIL_FROM ?? `Campus <no-reply@${new URL(publicUrl).hostname}>`,
      perMinute: read.MAIL_PER_MINUTE,
    },
    backup: backupOf(read, root),
    /** The token that may read /metrics; undefined: no metrics. */
    metricsToken: read.CAMPUS_METRICS_TOKEN,
    givenNames: Object.keys(env).filter((name) => env[name]?.trim()),
    trustProxy: read.TRUST_PROXY,
    identity: identityOf(read, demo),
  };
};

/** The same configuration once the port is known, for a start with `PORT=0`. */
export const atPort = (config: Config, port: number): Config => {
  const publicUrl =
    config.publicUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.publicUrl;
  return { ...config, port, publicUrl };
};

const refuse = (wrong: unknown, sentence: string): void => {
  if (wrong) throw new ConfigError(sentence);
};

const required = <T>(value: T | undefined, sentence: string): T => {
  if (value === undefined) throw new ConfigError(sentence);
  return value;
};

/** Refuses a variable with this prefix if the group's chief variable is not set. */
const refuseAlone = (read: Variables, prefix: string, chief: string, what: string): void => {
  const alone = Object.entries(read).find(
    ([name, value]) => name.startsWith(prefix) && value !== undefined && value !== false,
  );
  refuse(alone, `${prefix}${chief} is required with ${alone?.[0]}: set it to ${what}.`);
};

/** Scheduled backups; undefined: none. */
const backupOf = (read: Variables, root: string) => {
  if (read.CAMPUS_BACKUP_FOLDER === undefined) return undefined;
  return {
    folder: resolve(root, read.CAMPUS_BACKUP_FOLDER),
    passphrase: required(
      read.CAMPUS_BACKUP_PASSPHRASE,
      'CAMPUS_BACKUP_PASSPHRASE is required with CAMPUS_BACKUP_FOLDER: set it to at least 12 characters, and keep them somewhere else than the backups.',
    ),
    everyMs: read.CAMPUS_BACKUP_HOURS * 3_600_000,
    /** How many are kept; older ones are deleted. */
    keep: read.CAMPUS_BACKUP_KEEP,
  };
};

/**
 * Addresses to listen on, the first one mandatory. Without HOST only this machine is served: Campus
 * usually runs behind a reverse proxy, and opening it to the network should be deliberate. A demo,
 * whose accounts and password are in the README, needs a second variable for that.
 */
const hostsOf = (read: Variables, demo: boolean): [string, ...string[]] => {
  const { HOST: host, CAMPUS_DEMO_OPEN_TO_THE_NETWORK: open } = read;
  if (host === undefined) return demo ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
  const loopback =
    host === '::1' || host === 'localhost' || (isIP(host) === 4 && host.startsWith('127.'));
  refuse(
    demo && !loopback && !open,
    `HOST ${host} would open the demo, whose accounts and password are known, to the network: set CAMPUS_DEMO=0 for real use, or CAMPUS_DEMO_OPEN_TO_THE_NETWORK=${openToTheNetwork} if that is meant.`,
  );
  return [host];
};

const identityOf = (read: Variables, demo: boolean) => {
  const firebase = firebaseOf(read, demo);
  if (firebase) return firebase;
  /** `secret` undefined: one is generated and kept in the data folder (data-folder.ts). */
  const { IDENTITY_URL: url, IDENTITY_SECRET: secret, DATABASE_URL: database } = read;
  const university = universityOf(read);
  refuse(
    university && url !== undefined,
    'IDENTITY_OIDC_ISSUER cannot be set together with IDENTITY_URL: university accounts are signed in by the built-in identity service.',
  );
  refuse(
    url !== undefined && database === undefined,
    'DATABASE_URL is required with IDENTITY_URL: set it to the database of the Campus where people sign in.',
  );
  refuse(
    !demo && database !== undefined && secret === undefined,
    'IDENTITY_SECRET is required with DATABASE_URL outside the demo: set it to at least 32 random characters, the same for every process.',
  );
  if (url !== undefined) return { kind: 'remote', url, secret } as const;
  return {
    kind: 'built-in',
    url: '/identity',
    secret,
    passwords: {
      minLength: read.IDENTITY_PASSWORD_MIN_LENGTH,
      upperAndLower: read.IDENTITY_PASSWORD_CASE,
      digit: read.IDENTITY_PASSWORD_DIGIT,
      symbol: read.IDENTITY_PASSWORD_SYMBOL,
    },
    university,
  } as const;
};

/** The OpenID Connect provider through which people may sign in, besides their passwords. */
const universityOf = (read: Variables) => {
  const issuer = read.IDENTITY_OIDC_ISSUER;
  if (issuer === undefined) {
    refuseAlone(
      read,
      'IDENTITY_OIDC_',
      'ISSUER',
      "the address of the university's OpenID Connect provider",
    );
    return undefined;
  }
  // Administrators of another organisation's directory could give its users any e-mail.
  const { hostname, pathname } = new URL(issuer);
  refuse(
    hostname.endsWith('microsoftonline.com') &&
      /^\/(common|organizations|consumers)\b/.test(pathname),
    `IDENTITY_OIDC_ISSUER must name the university's own directory in place of "${pathname.split('/')[1]}", or people of any directory could come in.`,
  );
  return {
    issuer,
    clientId: required(
      read.IDENTITY_OIDC_CLIENT_ID,
      'IDENTITY_OIDC_CLIENT_ID is required with IDENTITY_OIDC_ISSUER: set it to the id under which Campus is registered there.',
    ),
    /** Undefined for a public client. */
    clientSecret: read.IDENTITY_OIDC_CLIENT_SECRET,
    trustEmail: read.IDENTITY_OIDC_TRUST_EMAIL,
    acrValues: read.IDENTITY_OIDC_ACR ?? [],
  };
};

/** Firebase Authentication instead of the built-in identity service. */
const firebaseOf = (read: Variables, demo: boolean) => {
  const project = read.IDENTITY_FIREBASE_PROJECT;
  const emulator = read.IDENTITY_FIREBASE_EMULATOR;
  if (project === undefined) {
    refuseAlone(read, 'IDENTITY_FIREBASE_', 'PROJECT', 'the id of the Firebase project');
    return undefined;
  }
  const apiKey = required(
    read.IDENTITY_FIREBASE_API_KEY,
    'IDENTITY_FIREBASE_API_KEY is required with IDENTITY_FIREBASE_PROJECT: set it to the Web API Key of the project.',
  );
  const other = (['IDENTITY_URL', 'IDENTITY_OIDC_ISSUER'] as const).find((name) => read[name]);
  refuse(
    other,
    `${other} cannot be set together with IDENTITY_FIREBASE_PROJECT: people sign in at one identity service.`,
  );
  refuse(
    demo && emulator === undefined,
    "IDENTITY_FIREBASE_EMULATOR is required in the demo, or its known accounts would stand in a real project: set CAMPUS_DEMO=0, or IDENTITY_FIREBASE_EMULATOR to the emulator's address.",
  );
  refuse(
    emulator !== undefined && (!demo || !/^(127\.0\.0\.1|localhost):\d{1,5}$/.test(emulator)),
    'IDENTITY_FIREBASE_EMULATOR must be an address of this machine such as 127.0.0.1:9099, and is for the demo alone: its tokens are not signed.',
  );
  return {
    kind: 'firebase',
    url: '/identity',
    project,
    apiKey,
    /** Key file of a service account; undefined: accounts are managed at Firebase. */
    serviceAccount: read.IDENTITY_FIREBASE_SERVICE_ACCOUNT,
    /** Origin of the Authentication emulator, whose tokens are not signed. */
    emulator: emulator && `http://${emulator}`,
  } as const;
};
