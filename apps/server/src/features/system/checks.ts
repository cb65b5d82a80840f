import { constants, accessSync, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import {
  capitalise,
  dayIn,
  nearestIn,
  type SystemProblem,
  type UntrustedProxy,
} from '@campus/contract';
import { z } from 'zod';
import { newestBackup } from '../../backup/index.ts';
import { createClock, timeAt } from '../../clock.ts';
import { type Config, variables } from '../../config.ts';
import { boolean, type Db, text, textOrNull } from '../../db/db.ts';
import type { Database } from '../../db/database.ts';
import { pendingMigrations } from '../../db/migrate.ts';
import { grantsProblem, type Roles } from '../../db/roles.ts';
import { checkSmtp } from '../../mail/smtp.ts';
import { errorMessage } from '../../error-message.ts';
import { outboxState } from '../accounts/index.ts';
import { lastCheck } from '../trail/index.ts';

type Problem = Omit<SystemProblem, 'topic' | 'since'> & { readonly since: Date | null };
/** The result of a check: fine, in a few words, or what is wrong and what to do. */
type Found = { readonly fine: string } | Problem;
type Finding = { readonly topic: string } & Found;

/** Checks one thing that Campus needs; an error it throws counts as a problem. */
export type Check = () => Promise<readonly Finding[]>;

const problem =
  (urgency: Problem['urgency']) =>
  (title: string, sentence: string, toDo: string, since: Date | null = null) => ({
    urgency,
    title,
    text: sentence,
    toDo,
    since,
  });
const problemNow = problem('now');
export const problemSoon = problem('soon');

const check =
  (
    topic: string,
    look: () => Promise<Found | readonly Found[]> | Found | readonly Found[],
  ): Check =>
  async () => {
    const found = await (async () => look())().catch((error: unknown) =>
      problemSoon(
        'Something could not be checked',
        `${errorMessage(error)}.`,
        'See the log for details.',
      ),
    );
    return [found].flat().map((one) => ({ topic, ...one }));
  };

const GIGABYTE = 1_000_000_000;
const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;
const HOUR_MS = 3_600_000;

const known = Object.keys(variables.shape);
const meantBy = nearestIn(known);

const requireAccess = (folder: string): void =>
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);

/** Whether a folder can be written, and its disk has so many bytes left. */
const lookAt = (what: string, folder: string, enough: number): Found => {
  try {
    requireAccess(folder);
  } catch (error) {
    return problemNow(
      `The ${what} cannot be written`,
      `${errorMessage(error)}.`,
      'Allow the account that runs Campus to write there.',
    );
  }
  const { bavail, blocks, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= enough) return { fine: `${folder} can be written, ${gigabytes(free)} free.` };
  return problemNow(
    'The disk is nearly full',
    `only ${gigabytes(free)} of ${gigabytes(blocks * bsize)} are free at ${folder}. When it is full nothing more can be stored; what is stored stays.`,
    'Free some space, or move it to a larger disk.',
  );
};

/** Checks of the machine that Campus runs on. */
export const machineChecks = ({
  givenNames,
  dataDir,
  backup,
  demo,
  database,
  identity,
}: Config): Check[] => [
  check('Variables', () => {
    // Unknown names with our prefixes: most are typing mistakes.
    const unknownNames = givenNames.filter(
      (name) => /^(CAMPUS|IDENTITY|DATABASE)_/.test(name) && !known.includes(name),
    );
    if (unknownNames.length === 0) return { fine: 'all names are known.' };
    return unknownNames.map((name) => {
      const meant = meantBy(name);
      return problemSoon(
        'A variable is not known',
        `${name} is not a variable of Campus.`,
        meant ? `Did you mean ${meant}?` : 'Remove it, or look up the right name in the README.',
      );
    });
  }),
  check('Data folder', () => {
    const secretGiven = identity.kind !== 'firebase' && identity.secret !== undefined;
    const unused = database.kind === 'external' && secretGiven && !existsSync(dataDir);
    return unused ? { fine: 'not needed.' } : lookAt('data folder', dataDir, GIGABYTE);
  }),
  // Files arrive there one by one, and go again: often a small disk of its own in memory.
  check('Uploads', () => lookAt('folder for uploads', tmpdir(), GIGABYTE / 5)),
  check('Backups', () => {
    if (!backup)
      return demo || database.kind === 'external'
        ? { fine: 'Campus takes none automatically.' }
        : problemSoon(
            'No backups are taken',
            'a broken disk would destroy everything.',
            'Set CAMPUS_BACKUP_FOLDER, best on another disk, and CAMPUS_BACKUP_PASSPHRASE.',
          );
    // The first start makes it.
    try {
      requireAccess(backup.folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        return problemSoon(
          'The folder of backups cannot be used',
          `${errorMessage(error)}.`,
          'Allow the account that runs Campus to write there, or set CAMPUS_BACKUP_FOLDER to another folder.',
        );
    }
    const now = createClock().now();
    const newest = newestBackup(backup.folder, now);
    const overdue = now - (newest?.takenAt ?? 0) - backup.everyMs;
    if (newest && overdue < HOUR_MS)
      return { fine: `the last is of ${new Date(newest.takenAt).toISOString()}.` };
    return problemSoon(
      newest ? 'The last backup is too old' : 'No backup has been taken yet',
      `${backup.folder} has none${newest ? ` since ${new Date(newest.takenAt).toISOString()}` : ''}.`,
      'Look for the reason in the log, or run: node campus.js backup <folder>',
    );
  }),
];

export const databaseChecks = ({ timeZone }: Config, db: Database, roles: Roles): Check[] => [
  check('Database', async () => {
    const server = await db.one(
      { version: text, encoding: text, icu: boolean, size: z.number() },
      `select current_setting('server_version') as version,
         current_setting('server_encoding') as encoding,
         exists (select from pg_collation where collprovider = 'i') as icu,
         pg_database_size(current_database())::float8 as size`,
    );
    const unfit = 'The database is not suitable';
    if (server.encoding !== 'UTF8')
      return problemNow(
        unfit,
        `its encoding is ${server.encoding}.`,
        'Create it with encoding UTF8 and restore a backup.',
      );
    if (!server.icu)
      return problemNow(unfit, 'PostgreSQL is built without ICU.', 'Use a package built with ICU.');
    return { fine: `PostgreSQL ${server.version} with ICU, ${gigabytes(server.size)}.` };
  }),
  // If an update of the system has changed the sorting rules, indexes are still in the old order.
  check('Sorting', async () => {
    const outdated = await db.rows(
      { name: text, was: text, now: text, indexes: text, refresh: text },
      `with rules (rule, name, was, now, refresh) as (
         select pg_collation.oid, format('%I.%I', nspname, collname), collversion,
           pg_collation_actual_version(pg_collation.oid),
           format('alter collation %I.%I refresh version', nspname, collname)
         from pg_collation join pg_namespace on pg_namespace.oid = collnamespace
         union all
         select 'pg_catalog."default"'::regcollation, format('the default collation of %I', datname),
           datcollversion, pg_database_collation_actual_version(oid),
           format('alter database %I refresh collation version', datname)
         from pg_database where datname = current_database()
       )
       select name, was, now, string_agg(distinct indexrelid::regclass::text, ', ') as indexes, refresh
       from rules join pg_index on rule = any (indcollation)
       where was <> now group by name, was, now, refresh order by name`,
    );
    if (outdated.length === 0) return { fine: 'all indexes match the installed sorting rules.' };
    return outdated.map(({ name, was, now, indexes, refresh }) =>
      problemSoon(
        'Names may be sorted wrongly or not found',
        `${name} was version ${was} and is ${now}.`,
        `Run reindex index for ${indexes}, then: ${refresh}.`,
      ),
    );
  }),
  check('Tables', async () => {
    const pending = await pendingMigrations(db.pool);
    if (pending.length === 0) return { fine: 'as this version of Campus needs them.' };
    return problemNow(
      'The tables belong to an older version',
      `${pending.length} migrations are to come, ${pending[0]} first.`,
      'Start Campus, or run: node campus.js migrate',
    );
  }),
  check('Rights', async () => {
    const found = await grantsProblem(db.pool, roles);
    if (found === undefined)
      return { fine: `${roles.role} can append to every history but change none.` };
    const [wrong, toDo = ''] = found.split(/: (.*)/s);
    return problemSoon(
      'The database would allow histories to be changed',
      `${wrong}.`,
      capitalise(toDo),
    );
  }),
  check('Trail', async () => {
    const last = await lastCheck(db);
    if (!last?.problem)
      return { fine: last ? `unbroken at ${last.checkedAt.toISOString()}.` : 'not checked yet.' };
    return problemNow(
      'The audit trail has been changed',
      last.problem,
      'Find out who can write to the database, and compare with an earlier backup.',
      last.checkedAt,
    );
  }),
  check('Clock', async () => {
    const clock = createClock();
    await clock.follow(() => timeAt(db));
    const seconds = `${(Math.abs(clock.behind) / 1000).toFixed(1)} s off the database's.`;
    if (Math.abs(clock.behind) <= 2000) return { fine: seconds };
    return problemSoon(
      'The clock of a machine is wrong',
      `${seconds} Campus goes by the database's; authenticator apps go by neither.`,
      'Synchronise both machines with a time server.',
    );
  }),
  check('Time zone', async () => {
    const set = await db.value(textOrNull.optional(), 'select timezone from campus_settings');
    const zone = set ?? timeZone;
    const moment = new Date(createClock().now());
    const here = moment.toLocaleString('sv', { timeZone: zone });
    const there = await db.value(
      text,
      `select to_char($1::timestamptz at time zone $2, 'YYYY-MM-DD HH24:MI:SS')`,
      [moment, zone],
    );
    if (here === there) return { fine: `${zone}, today is ${dayIn(zone, moment)}.` };
    return problemSoon(
      'Two machines disagree about the time zone',
      `in ${zone} it is ${here} here and ${there} in the database.`,
      'Update the time zones (tzdata) of both.',
    );
  }),
];

/**
 * Checks of mail and of the proxy. Waiting mails are only known with the database, the proxy only while Campus runs.
 */
export const externalChecks = (
  config: Config,
  db?: Db,
  untrustedProxy?: () => UntrustedProxy | null,
): Check[] => [
  check('Mail', async () => {
    const { mail, demo } = config;
    const outbox = db && (await outboxState(db));
    const waiting = outbox?.waiting
      ? ` ${outbox.waiting} wait, ${outbox.invitations} of them invitations.`
      : '';
    const stopped = (why: string, toDo: string): Problem =>
      (outbox?.waiting ? problemNow : problemSoon)(
        'Mails do not go out',
        `${why}${waiting} Nothing is lost.`,
        toDo,
        outbox?.since,
      );
    if (mail.smtpUrl === undefined)
      return demo
        ? { fine: 'kept to be read in the demo.' }
        : stopped('there is no mail server: invitations wait.', 'Set SMTP_URL to a mail server.');
    const refusal = await checkSmtp(mail.smtpUrl).then(() => undefined, errorMessage);
    if (refusal !== undefined)
      return stopped(`${refusal}.`, 'Check SMTP_URL. Waiting mails are then sent automatically.');
    if (!outbox?.refused) return { fine: `the server accepts mails from ${mail.from}.` };
    return problemSoon(
      'Mails were rejected permanently',
      `${outbox.refused} since yesterday; the last time the mail server said: ${outbox.lastError ?? 'nothing'}.`,
      'Correct the e-mail in the records of these people, and invite them again.',
    );
  }),
  check('Proxy', () => {
    const { publicUrl, trustProxy, demo } = config;
    const seen = untrustedProxy?.();
    if (seen)
      return problemSoon(
        'A proxy is not trusted',
        `requests come from ${seen.address} with ${seen.header}, which is not trusted: everybody behind it counts as one address.`,
        `If it is your proxy, set TRUST_PROXY to ${seen.address}.`,
      );
    if (demo || !publicUrl.startsWith('https:') || trustProxy !== false) return [];
    return problemSoon(
      'Everybody counts as one address',
      'people use https, but no proxy is trusted: everybody would count as one address.',
      'Set TRUST_PROXY to the address of your proxy.',
    );
  }),
  check('Address', async () => {
    const { publicUrl, demo } = config;
    if (demo) return [];
    try {
      const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(5000) });
      const { version } = z.object({ version: text }).parse(await answer.json());
      return { fine: `${publicUrl} leads to Campus ${version}.` };
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      return problemSoon(
        'Campus cannot reach its own address',
        `${publicUrl} does not lead to a Campus (${errorMessage(cause)}).`,
        'Start it, or fix the proxy or PUBLIC_URL.',
      );
    }
  }),
];
