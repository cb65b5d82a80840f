import { requireSecret, resetFactor, WrongSecret } from '@campus/identity';
import { type Config, type Env, readConfig } from '../config.ts';
import type { Connection } from '../db/connection.ts';
import { createDb, type Database } from '../db/database.ts';
import { migrateAll } from '../db/migrate.ts';
import { nameFault } from '../db/name-fault.ts';
import { joinDatabase, type OpenDatabase } from '../db/open-database.ts';
import { holderByEmail, resetFactorOf } from '../features/accounts/index.ts';
import {
  type Check,
  databaseChecks,
  machineChecks,
  externalChecks,
} from '../features/system/index.ts';
import { verifyTrail } from '../features/trail/index.ts';
import { ISSUER } from '../issuer.ts';
import { StartError } from '../start-error.ts';

/** A command of `node campus.js <command>`. Throws a `StartError` or `CampusError` if it fails. */
export interface Command {
  readonly usage: string;
  /** Returns the sentence to print at the end. */
  run(env: Env, args: readonly string[]): Promise<string>;
}

type Work<T> = (db: Database, database: OpenDatabase) => Promise<T>;

/** Runs work on the opened database with its owner's rights, then closes it. */
export const onDatabase = async <T>(
  config: Config,
  open: (config: Config) => Promise<OpenDatabase>,
  work: Work<T>,
): Promise<T> => {
  let database: OpenDatabase | undefined;
  try {
    database = await open(config);
    const db = createDb(database.owner);
    try {
      return await work(db, database);
    } finally {
      await db.close();
      await database.stop();
    }
  } catch (error) {
    // What the work itself found wrong has no other cause.
    throw database && error instanceof StartError ? error : nameFault(error, config, database);
  }
};

const onCampus = <T>(env: Env, work: Work<T>) => onDatabase(readConfig(env), joinDatabase, work);

/** With another secret nobody could sign in to what is restored. */
export const requireOwnSecret = (owner: Connection, secret: string): Promise<void> =>
  requireSecret(owner, secret).catch((cause: unknown) => {
    if (!(cause instanceof WrongSecret)) throw cause;
    throw new StartError(
      'The secret is not the one that this Campus runs with: set IDENTITY_SECRET and CAMPUS_DATA_DIR as there.',
      { cause },
    );
  });

/** Migrates before a start, with the rights of the tables' owner. */
export const migrate: Command = {
  usage: 'migrate: bring the tables up to date, as the next start would',
  run: (env) =>
    onCampus(env, async (_, database) => {
      const { applied, warning = '' } = await migrateAll(database);
      const told =
        applied.length === 0 ? 'The tables are up to date.' : `Applied: ${applied.join(', ')}.`;
      return `${told} ${warning}`.trimEnd();
    }),
};

export const doctor: Command = {
  usage: 'doctor: check everything Campus needs, and say what is wrong and what to do',
  async run(env) {
    const config = readConfig(env);
    let wrong = 0;
    const complain = (topic: string, sentence: string): void => {
      wrong += 1;
      console.log(`!!  ${topic}: ${sentence}`);
    };
    const tell = async (checks: readonly Check[]): Promise<void> => {
      for (const look of checks)
        for (const found of await look())
          if ('fine' in found) console.log(`ok  ${found.topic}: ${found.fine}`);
          else complain(found.topic, `${found.text} ${found.toDo}`);
    };
    await tell(machineChecks(config));
    await onDatabase(config, joinDatabase, (db, database) =>
      tell([...databaseChecks(config, db, database), ...externalChecks(config, db)]),
    ).catch((error: unknown) => {
      if (!(error instanceof StartError)) throw error;
      complain('Database', error.message);
      return tell(externalChecks(config));
    });
    if (wrong > 0) throw new StartError(`${wrong} to fix.`);
    return 'Nothing needs you.';
  },
};

/** For an administrator when no other one can help. */
export const factorReset: Command = {
  usage: 'reset-factor <e-mail>: remove a lost second factor and sign its owner out everywhere',
  run: async (env, [email]) => {
    if (email === undefined || email.startsWith('-'))
      throw new StartError('Say whose: node campus.js reset-factor <e-mail>');
    return onCampus(env, async (db, { owner }) => {
      const person = await holderByEmail(db, email.trim().toLowerCase());
      if (!person) throw new StartError(`Nobody on campus has the e-mail ${email}.`);
      const identity = {
        issuer: ISSUER,
        resetFactor: (subject: string) => resetFactor(owner, subject),
      };
      await resetFactorOf(db, identity, person, null);
      return `The second factor of ${person.name} is reset. This is recorded in the account's history, and the owner is told by mail.`;
    });
  },
};

export const trailCheck: Command = {
  usage:
    'verify-trail [digest]: verify the chain of the audit trail; with a digest kept elsewhere, also check that it is in the chain',
  async run(env, [given]) {
    const kept = given?.trim().toLowerCase();
    if (kept !== undefined && !/^[0-9a-f]{64}$/.test(kept))
      throw new StartError(
        'A digest has 64 digits and letters from a to f: give the whole of what was kept.',
      );
    return onCampus(env, async (db) => {
      const { problem, segments, entries, digest } = await verifyTrail(db, kept);
      if (problem !== null) throw new StartError(`The trail is broken. ${problem}`);
      return `The trail is unbroken: ${entries} entries in ${segments} segments.\nKeep this digest elsewhere: ${digest}`;
    });
  },
};
