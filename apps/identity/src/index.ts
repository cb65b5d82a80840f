import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { drainActs } from './acts.ts';
import { accountMethods, resetFactor as resetFactorIn } from './accounts.ts';
import { createAuth } from './auth.ts';
import { createCheckQueue } from './check-queue.ts';
import { choosePasswordEndpoints } from './choose-password.ts';
import { systemClock } from './clock.ts';
import { asCampus, openPool } from './database.ts';
import { createDevices } from './devices.ts';
import { createGuessStore } from './guesses.ts';
import type { IdentityOptions, Parts } from './identity.ts';
import { pendingMigrations } from './migrate.ts';
import { mountIdentity } from './mount.ts';
import { createPasswordLinks } from './password-links.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { requireSecret as requireSecretIn, WrongSecret } from './signing-keys.ts';
import { signInEndpoints } from './sign-in.ts';
import { peopleWithin, sessionEndpoints } from './sessions.ts';
import { createOwnersPolicy } from './password-policy.ts';
import { createThrottle } from './throttle.ts';

export type {
  Account,
  GuessingNotice,
  IdentityLog,
  IdentityOptions,
  LinkPurpose,
  NewAccount,
} from './identity.ts';
export type { PasswordPolicy } from './password-policy.ts';
export {
  type BeforeRetry,
  identityMigrations,
  migrateIdentity,
  MigrationError,
  pendingMigrations,
  repeatMigrations,
  runMigrations,
} from './migrate.ts';
export { hashPassword } from './passwords.ts';
export { WrongSecret };

/** For a process that does not run the service. */
const withPool = async <T>(
  connection: pg.PoolConfig,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> => {
  const pool = openPool(connection, console);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
};

export const resetFactor = (connection: pg.PoolConfig, subject: string): Promise<boolean> =>
  withPool(connection, (pool) => resetFactorIn(pool, subject));

/** Throws `WrongSecret` unless the stored keys were made with the secret. */
export const requireSecret = (connection: pg.PoolConfig, secret: string): Promise<void> =>
  withPool(connection, (pool) => requireSecretIn(pool, secret));

export type Identity = ReturnType<typeof createIdentity>;

/** Creates the identity service on its own schema, which `migrateIdentity` has prepared. Connects on first use. */
export const createIdentity = (options: IdentityOptions) => {
  const { clock = systemClock } = options;
  const pool = openPool(options.connection, options.log);
  const devices = createDevices(pool, clock, options);
  // Hashing occupies Node’s four worker threads; a few more checks keep the database busy meanwhile.
  const queue = createCheckQueue({ width: 8, length: 500 });
  const store = createGuessStore(pool);
  const onPasswordChosen = asCampus(options.onPasswordChosen);
  const parts: Parts = {
    ...options,
    onPasswordChosen,
    onFactorChanged: asCampus(options.onFactorChanged),
    clock,
    pool,
    devices,
    queue,
    auth: createAuth({ ...options, clock }, pool),
    throttle: createThrottle({ ...options, store, queue, devices, clock }),
    links: createPasswordLinks(pool, options.secret, onPasswordChosen),
    policy: createOwnersPolicy(options.passwordPolicy),
  };
  const { auth, policy } = parts;
  const endpoints = {
    ...signInEndpoints(parts),
    ...secondFactorEndpoints(parts),
    ...sessionEndpoints(parts),
    ...choosePasswordEndpoints(parts),
  };
  const { university: provider } = options;
  const loadUniversity = async () => (await import('./university/university.ts')).createUniversity;
  const university =
    provider && loadUniversity().then((createUniversity) => createUniversity(parts, provider));

  return {
    /** `iss` of every ID token. */
    issuer: options.issuer,
    /** Mounts the service at `/identity`, as a Fastify plugin of its own. */
    register: (app: FastifyInstance) => mountIdentity(app, parts, endpoints, university),
    ...accountMethods(parts),
    /** How many connections to the database there are, and may be. */
    pool: pool as Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>,
    /**
     * Removes and returns a batch of recorded acts of people on their accounts, oldest first, within a
     * transaction of the campus in the same database. Each act was recorded in the statement that carried
     * it out.
     */
    drainActs,
    peopleWithin: (minutes: number) => peopleWithin(pool, minutes),
    /** The password rules as hints, and the problems of a given password as sentences. */
    passwordHints: policy.hints,
    passwordProblems: policy.problems,
    /** The policy in force for a requested one: never less than the configured policy. */
    passwordPolicy: policy.inForce,
    /** Throws an error with a sentence if the service cannot sign anyone in. */
    async ready(): Promise<void> {
      const failing = (sentence: string) => (cause: unknown) => {
        throw cause instanceof WrongSecret ? cause : new Error(sentence, { cause });
      };
      const pending = await pendingMigrations(pool).catch(
        failing('The identity service cannot reach its database.'),
      );
      if (pending.length > 0) {
        throw new Error(`The identity service waits for its migrations: ${pending.join(', ')}.`);
      }
      await auth.signingKeyOpens().catch(failing('The identity service cannot sign ID tokens.'));
    },
    /** Closes the database connections; call it after the HTTP server has closed. */
    close: (): Promise<void> => pool.end(),
  };
};
export type { AccountState } from './accounts.ts';
