import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createIdentity, type Identity, WrongSecret } from '@campus/identity';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { backupsJob } from './backup/index.ts';
import { type Campus, createCampus } from './campus.ts';
import { correctDate, createClock } from './clock.ts';
import type { Config } from './config.ts';
import { identitySecret, secretOfBackup } from './data-folder.ts';
import { bounded, createDb } from './db/database.ts';
import { transactionOn } from './db/db.ts';
import { migrateAll } from './db/migrate.ts';
import { type OpenDatabase, patiently } from './db/open-database.ts';
import { requireChanges } from './db/transaction.ts';
import { StartError } from './start-error.ts';
import { createLog } from './log.ts';
import {
  accountActsJob,
  accountOfEmail,
  createAccountWorker,
  queueGuessingMail,
  admit,
  passwordChosen,
  passwordOwnerOf,
  queuePasswordReset,
  refuseTokensOf,
} from './features/accounts/index.ts';
import { createSetupToken } from './features/administrators/index.ts';
import { refuseTokensOfSessions } from './features/identity/index.ts';
import { withdrawalsJob } from './features/people/index.ts';
import { retentionJob } from './features/privacy/index.ts';
import { settingsJob, reloadSettings } from './features/settings/index.ts';
import { trailJobs } from './features/trail/index.ts';
import { openFirebase } from './firebase/index.ts';
import type { Readiness } from './http/health.ts';
import { type IdentityClient, managesAccounts } from './identity-client.ts';
import { ISSUER } from './issuer.ts';
import { type Job, type Jobs, startJobs } from './jobs.ts';
import { createKeepingMailer, type Mailer } from './mail/mail.ts';
import { createSmtpMailer } from './mail/smtp.ts';
import type { Metrics } from './metrics.ts';

const AUDIENCE = 'campus-api';
const WEB_FOLDER = join(import.meta.dirname, '../../web/dist');

interface ComposeOptions {
  /** With the actual port. */
  readonly config: Config;
  readonly database: OpenDatabase;
  /** Learns what the start is waiting for, and the checks of the parts created. */
  readonly readiness: Readiness;
  /** Ends the wait for a free connection. */
  readonly signal: AbortSignal;
}

/** Creates the parts of Campus on an open database and connects them, ready to serve requests. */
export const compose = async (options: ComposeOptions) => {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closers.toReversed()) await one();
  };
  try {
    const parts = await composeParts(options, closers);
    /** Call `close` after the last request was answered and before the database stops. */
    return { ...parts, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Adds to `closers`, in order, how to close what it opens. */
const composeParts = async (options: ComposeOptions, closers: (() => Promise<void>)[]) => {
  const { config, database, readiness } = options;
  const log = createLog(config);

  readiness.waitFor('The database is being brought up to date.');
  const waiting = { signal: options.signal, waiting: (sentence: string) => log.warn(sentence) };
  const { warning } = await migrateAll(database, waiting);

  const metrics =
    config.metricsToken === undefined
      ? undefined
      : (await import('./metrics.ts')).createMetrics(config, config.metricsToken);
  const db = createDb(database.connection, {
    times: config.databaseTimes,
    onIdleError: (err) => log.warn({ err }, 'An idle database connection was lost.'),
    watch: metrics?.watch,
  });
  closers.push(() => db.close());
  const clock = createClock({ whenFarOff: correctDate });
  const campus = createCampus({ db, timezone: config.timeZone, clock });
  await patiently(database.connection, waiting, () => reloadSettings(campus));
  const local = localIdentity(config);
  const firebase =
    config.identity.kind === 'firebase'
      ? openFirebase(config.identity, WEB_FOLDER, clock)
      : undefined;
  const base: Base = { config, database, campus, log };
  const builtIn = createBuiltIn(base, metrics?.watch);
  closers.push(() => builtIn.close());
  const identity: IdentityClient = firebase?.identity ?? builtIn;
  readiness.addCheck('database', () => requireChanges(db));
  if (!firebase) {
    // Before readiness says that people can sign in.
    await patiently(database.connection, waiting, () => requireReady(builtIn, config));
    readiness.addCheck('identity service', () => builtIn.ready());
  }

  const demo = config.demo
    ? await openDemo(campus, firebase?.identity ?? builtIn, options)
    : undefined;
  let jobs: Jobs | undefined;
  const jobStates = () => jobs?.states ?? [];
  metrics?.observe({ db, clock, identity, jobs: jobStates });
  const app = await buildApp({
    campus,
    shares: db.shares,
    identity,
    issuers: [
      firebase?.issuer ?? { issuer: ISSUER, audience: AUDIENCE, keys: new URL(keysUrl(config)) },
    ],
    // With Firebase, any second factor is Firebase's own.
    demandsFactor: !config.demo && !firebase,
    checkReplies: false,
    trustProxy: config.trustProxy,
    system: { config, roles: database, jobs: jobStates },
    ...(metrics && { metrics }),
    logger: log,
    web: {
      folder: WEB_FOLDER,
      institution: () => campus.settings.institution,
      settings: {
        api: '/api',
        identity: config.identity.url,
        ...(local?.university && { university: `${config.publicUrl}/identity/university/start` }),
        ...(firebase && { firebase: firebase.pages }),
        ...(demo && { demo: demo.settings }),
      },
    },
  });
  closers.push(() => app.close());
  // A remote identity service is another process of ours on the same database.
  if (local) await builtIn.register(app);
  demo?.mailRoutes(app, campus);
  await app.ready();
  jobs = startJobs(jobsOf(base, identity, builtIn), log, clock);
  closers.push(async () => jobs?.stop());
  return {
    listener: (request: IncomingMessage, response: ServerResponse) =>
      app.routing(request, response),
    /** Lines for the operator, shown after the address. */
    notices: [
      ...(demo ? demo.notices : await setupNotices(campus, config)),
      ...(firebase?.notices ?? []),
      ...(warning === undefined ? [] : [warning]),
    ],
  };
};

/** What the other parts are built on. */
interface Base {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly campus: Campus;
  readonly log: Logger;
}

/** The configuration of the built-in identity service, unless people sign in elsewhere. */
const localIdentity = ({ identity }: Config) =>
  identity.kind === 'built-in' ? identity : undefined;

/** The built-in identity service, with what Campus does and decides for it. */
const createBuiltIn = (
  { config, database, campus, log }: Base,
  watch: Metrics['watch'] | undefined,
): Identity => {
  const { db, clock } = campus;
  const local = localIdentity(config);
  const builtIn: Identity = createIdentity({
    connection: { ...database.connection, ...bounded(config.databaseTimes, watch) },
    publicUrl: config.publicUrl,
    secret: identitySecret(config),
    issuer: ISSUER,
    audience: AUDIENCE,
    trustedOrigins: (origin) => isOwnOrigin(origin, config),
    onResetRequest: (email, own) => queuePasswordReset(db, email, own),
    onGuessing: (email, notice) => queueGuessingMail(db, email, notice),
    passwordOwner: (subject) => passwordOwnerOf(campus, ISSUER, subject),
    onPasswordChosen: (client, subject, way) =>
      passwordChosen(transactionOn(client), ISSUER, subject, way),
    onFactorChanged: (client, subject) => refuseTokensOf(transactionOn(client), ISSUER, subject),
    onSessionsEnded: (ids) => refuseTokensOfSessions(db, ids),
    admit: (account) => admit(db, ISSUER, account),
    ...(local && { passwordPolicy: local.passwords }),
    ...(local?.university && {
      university: {
        ...local.university,
        accountOf: (email: string) => accountOfEmail({ db, identity: builtIn }, email),
      },
    }),
    clock,
    log,
  });
  return builtIn;
};

/** The stored keys open only with the secret they were made with. */
const requireReady = (builtIn: Identity, { dataDir }: Config): Promise<void> =>
  builtIn.ready().catch((error: Error) => {
    if (!(error instanceof WrongSecret)) throw error.cause ?? new StartError(error.message);
    throw new StartError(
      `${error.message} Give it the secret of before (IDENTITY_SECRET, or the file identity-secret in ${dataDir}), or restore a backup.`,
      { cause: error },
    );
  });

/** The background work of this process. */
const jobsOf = (
  { config, database, campus, log }: Base,
  identity: IdentityClient,
  builtIn: Identity,
): readonly Job[] => {
  const { db } = campus;
  const withFirebase = config.identity.kind === 'firebase';
  const mailer = mailerFor(config, campus);
  const managed = managesAccounts(identity);
  const accounts =
    mailer &&
    managed &&
    createAccountWorker({
      db,
      identity,
      mailer,
      links: {
        publicUrl: config.publicUrl,
        institution: () => campus.settings.institution.name,
        timezone: () => campus.timezone,
        invitationHolds: withFirebase ? '1 hour' : '14 days',
      },
      mailsPerMinute: config.mail.perMinute,
      log,
    });
  const backups =
    config.backup &&
    backupsJob(config.backup, {
      db,
      connection: database.connection,
      secret: secretOfBackup(config),
      now: () => campus.now(),
      log,
    });
  return [
    withdrawalsJob(campus),
    settingsJob(campus),
    retentionJob(campus, identity),
    ...(accounts ? [accounts.job] : []),
    ...(backups ? [backups] : []),
    ...(withFirebase ? [] : [accountActsJob(db, builtIn)]),
    ...trailJobs(db, log),
  ];
};

/** Loads the demo campus if the database is empty. Outside a demo its code is not even imported. */
const openDemo = async (
  campus: Campus,
  identity: Identity | IdentityClient,
  { readiness, config }: ComposeOptions,
) => {
  readiness.waitFor('The demo campus is being loaded.');
  const { demoAccounts, demoPassword, loadDemo, MAIL_PAGE, mailRoutes } =
    await import('./demo/index.ts');
  await loadDemo(campus, identity, config.demoStudents);
  await reloadSettings(campus);
  const accounts = Object.values(demoAccounts);
  return {
    settings: {
      accounts,
      password: demoPassword,
      ...(config.mail.smtpUrl === undefined && { mail: MAIL_PAGE }),
    },
    notices: [`Demo accounts, password ${demoPassword}:`, ...accounts],
    mailRoutes,
  };
};

/** A link that creates the first administrator while there is none, and a notice if no mail server is set. */
const setupNotices = async (campus: Campus, { publicUrl, mail }: Config): Promise<string[]> => {
  const token = await createSetupToken(campus);
  const notices =
    token === undefined
      ? []
      : [
          'There is no administrator yet. This link creates one, within 24 hours and once:',
          `${publicUrl}/setup#token=${token}`,
        ];
  if (mail.smtpUrl === undefined)
    notices.push('Invitations wait until SMTP_URL names a mail server.');
  return notices;
};

/** Undefined: mails wait in the outbox until there is a mail server. */
const mailerFor = ({ demo, mail }: Config, campus: Campus): Mailer | undefined => {
  if (mail.smtpUrl === undefined) return demo ? createKeepingMailer(campus.db) : undefined;
  return createSmtpMailer({
    url: mail.smtpUrl,
    from: mail.from,
    senderName: () => campus.settings.institution.name,
  });
};

/** In a demo, any loopback name with the port in use counts as our own origin. */
const isOwnOrigin = (origin: string, { demo, port, publicUrl }: Config): boolean => {
  const names = demo ? ['localhost', '127.0.0.1', '[::1]'] : [];
  return [publicUrl, ...names.map((host) => `http://${host}:${port}`)].includes(origin);
};

/** Where this process fetches the identity service's public keys. */
const keysUrl = (config: Config): string =>
  config.identity.kind === 'remote'
    ? `${config.identity.url}/jwks`
    : `${innerUrl(config)}/identity/jwks`;

/** The URL under which this process reaches itself. */
const innerUrl = ({ hosts: [host], port }: Config): string => {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};
