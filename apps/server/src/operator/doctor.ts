import { constants, accessSync, statfsSync } from 'node:fs';
import { dayIn } from '@campus/contract';
import { z } from 'zod';
import { createClock, timeAt } from '../clock.ts';
import { type Config, type Env, readConfig, variables } from '../config.ts';
import { boolean, type Db, integer, number, text, textOrNull } from '../db/db.ts';
import type { Database } from '../db/database.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { joinDatabase } from '../db/open-database.ts';
import { checkSmtp } from '../mail/smtp.ts';
import { problemOfRights, type Roles } from '../db/roles.ts';
import { StartError } from '../start-error.ts';
import { type Command, onDatabase } from './command.ts';

/** What a look at one thing found: fine, in a few words, or what is wrong and what to do. */
type Finding = { readonly fine: string } | { readonly wrong: string };
type Look = () => Promise<Finding | readonly Finding[]> | Finding | readonly Finding[];

const sentenceOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);

/** How many letters differ, about: those that are not in the other, in order. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to += 1)
      next[to] = Math.min(
        (row[to] ?? 0) + 1,
        (next[to - 1] ?? 0) + 1,
        (row[to - 1] ?? 0) + Number(letter !== other[to - 1]),
      );
    row = next;
  }
  return row[other.length] ?? 0;
};

const known = Object.keys(variables.shape);

/** Names that look like ours and are not: most are typing mistakes. */
const lookAtNames = (env: Env) => (): Finding[] => {
  const strange = Object.keys(env).filter(
    (name) => /^(CAMPUS|IDENTITY|DATABASE)_/.test(name) && !known.includes(name),
  );
  if (strange.length === 0) return [{ fine: 'Variables: every name is known.' }];
  return strange.map((name) => {
    const [nearest = ''] = known.toSorted((a, b) => distance(a, name) - distance(b, name));
    return { wrong: `${name} is no variable of Campus. Did you mean ${nearest}?` };
  });
};

const GIGABYTE = 1_000_000_000;
const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

const lookAtFolder =
  ({ dataDir }: Config) =>
  (): Finding => {
    try {
      accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      return {
        wrong: `Data folder: ${sentenceOf(error)}. Let the account that runs Campus write there.`,
      };
    }
    const { bavail, bsize } = statfsSync(dataDir);
    const free = bavail * bsize;
    if (free < GIGABYTE)
      return {
        wrong: `Data folder: only ${gigabytes(free)} are free at ${dataDir}. Make room, or move it.`,
      };
    return { fine: `Data folder: ${dataDir} can be written, ${gigabytes(free)} free.` };
  };

const lookAtVersion = (db: Db) => async (): Promise<Finding> => {
  const server = await db.one(
    { version: text, encoding: text, icu: boolean, size: number },
    `select current_setting('server_version') as version,
       current_setting('server_encoding') as encoding,
       exists (select from pg_collation where collprovider = 'i') as icu,
       pg_database_size(current_database())::float8 as size`,
  );
  if (server.encoding !== 'UTF8')
    return {
      wrong: `Database: its encoding is ${server.encoding}. Create it with encoding UTF8 and restore a backup.`,
    };
  if (!server.icu)
    return { wrong: 'Database: PostgreSQL is built without ICU. Use a package that has it.' };
  return { fine: `Database: PostgreSQL ${server.version} with ICU, ${gigabytes(server.size)}.` };
};

/** Rules of sorting that changed with an update of the system leave indexes in the former order. */
const lookAtCollations = (db: Db) => async (): Promise<Finding[]> => {
  const outdated = await db.rows(
    { collation: text, was: text, is: text, indexes: text },
    `select format('%I.%I', nspname, collname) as collation, collversion as was,
       pg_collation_actual_version(pg_collation.oid) as is,
       coalesce((
         select string_agg(distinct indexrelid::regclass::text, ', ')
         from pg_index where pg_collation.oid = any (indcollation)
       ), '') as indexes
     from pg_collation join pg_namespace on pg_namespace.oid = collnamespace
     where collversion <> pg_collation_actual_version(pg_collation.oid)
       and exists (select from pg_index where pg_collation.oid = any (indcollation))
     order by 1`,
  );
  if (outdated.length === 0) return [{ fine: 'Sorting: all indexes have the order of this ICU.' }];
  return outdated.map(({ collation, was, is, indexes }) => ({
    wrong: `Sorting: ${collation} was version ${was} and is ${is}. Run reindex index for ${indexes}, then: alter collation ${collation} refresh version.`,
  }));
};

const lookAtMigrations =
  ({ pool }: Database) =>
  async (): Promise<Finding> => {
    const pending = await pendingMigrations(pool);
    if (pending.length === 0) return { fine: 'Tables: as this version of Campus needs them.' };
    return {
      wrong: `Tables: ${pending.length} migrations are to come, ${pending[0]} first. Start Campus, or run: npm run campus -- migrate`,
    };
  };

const lookAtRights =
  ({ pool }: Database, roles: Roles) =>
  async (): Promise<Finding> => {
    const problem = await problemOfRights(pool, roles);
    if (problem !== undefined) return { wrong: `Rights: ${problem}` };
    return { fine: `Rights: ${roles.role} can add to every history, and change none.` };
  };

const lookAtClock = (db: Db) => async (): Promise<Finding> => {
  const clock = createClock();
  await clock.follow(() => timeAt(db));
  const apart = Math.abs(clock.behind);
  const seconds = `${(apart / 1000).toFixed(1)} s`;
  if (apart > 2000)
    return {
      wrong: `Clock: ${seconds} apart from the database's. Let both machines follow a time server.`,
    };
  return { fine: `Clock: ${seconds} apart from the database's.` };
};

const lookAtTimeZone =
  ({ timeZone }: Config, db: Db) =>
  async (): Promise<Finding> => {
    const set = await db.value(textOrNull.optional(), 'select timezone from campus_settings');
    const zone = set ?? timeZone;
    const now = new Date(createClock().now());
    const hours = await db.value(
      integer,
      `select extract(epoch from ($1::timestamptz at time zone $2) - ($1::timestamptz at time zone 'UTC'))::int`,
      [now, zone],
    );
    const here = Math.round(
      (Date.parse(`${now.toLocaleString('sv', { timeZone: zone })}Z`) -
        Date.parse(`${now.toLocaleString('sv', { timeZone: 'UTC' })}Z`)) /
        1000,
    );
    if (here !== hours)
      return {
        wrong: `Time zone: ${zone} is ${here} s from UTC here and ${hours} s in the database. Update the time zones (tzdata) of both.`,
      };
    return { fine: `Time zone: ${zone}, today is ${dayIn(zone, now)}.` };
  };

const lookAtMail =
  ({ mail, demo }: Config) =>
  async (): Promise<Finding> => {
    if (mail.smtpUrl === undefined)
      return demo
        ? { fine: 'Mail: kept to be read in the demo.' }
        : { wrong: 'Mail: invitations wait. Set SMTP_URL to a mail server.' };
    try {
      await checkSmtp(mail.smtpUrl);
      return { fine: `Mail: the server takes mails of ${mail.from}.` };
    } catch (error) {
      return { wrong: `Mail: ${sentenceOf(error)}. Check SMTP_URL.` };
    }
  };

const lookAtAddress =
  ({ publicUrl, trustProxy, demo }: Config) =>
  async (): Promise<Finding[]> => {
    if (demo) return [];
    const proxy: Finding[] =
      publicUrl.startsWith('https:') && trustProxy === false
        ? [
            {
              wrong:
                'Proxy: people come by https, and no proxy is trusted: all of them would count as one address. Set TRUST_PROXY to that of your proxy.',
            },
          ]
        : [];
    try {
      const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(5000) });
      const { version } = z.object({ version: text }).parse(await answer.json());
      return [...proxy, { fine: `Address: ${publicUrl} leads to Campus ${version}.` }];
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      return [
        ...proxy,
        {
          wrong: `Address: ${publicUrl} does not lead to a Campus (${sentenceOf(cause)}). Start it, or mend the proxy or PUBLIC_URL.`,
        },
      ];
    }
  };

export const doctor: Command = {
  usage: 'doctor: look at everything that Campus needs, and say what is wrong and what to do',
  async run(env) {
    const config = readConfig(env);
    let wrong = 0;
    const tell = async (looks: readonly Look[]): Promise<void> => {
      for (const look of looks)
        for (const finding of [await look()].flat()) {
          if ('wrong' in finding) wrong += 1;
          console.log('wrong' in finding ? `!!  ${finding.wrong}` : `ok  ${finding.fine}`);
        }
    };
    await tell([lookAtNames(env), lookAtFolder(config)]);
    await onDatabase(joinDatabase(config), (db, database) =>
      tell([
        lookAtVersion(db),
        lookAtCollations(db),
        lookAtMigrations(db),
        lookAtRights(db, database),
        lookAtClock(db),
        lookAtTimeZone(config, db),
      ]),
    ).catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error;
      return tell([() => ({ wrong: `Database: ${error.message}` })]);
    });
    await tell([lookAtMail(config), lookAtAddress(config)]);
    if (wrong > 0) throw new StartError(`${wrong} to mend.`);
    return 'Nothing needs you.';
  },
};
