import type pg from 'pg';
import { createAccounts, describeAccount, moveAccount, setPassword } from './accounts.ts';
import { createAuth } from './auth.ts';
import { createCheckQueue } from './check-queue.ts';
import { choosePasswordEndpoints } from './choose-password.ts';
import { systemClock } from './clock.ts';
import { openPool } from './database.ts';
import { createDevices } from './devices.ts';
import { createGuessStore } from './guess-store.ts';
import type { Identity, IdentityOptions } from './identity.ts';
import { pendingMigrations } from './migrate.ts';
import { mountIdentity } from './mount.ts';
import type { Parts } from './parts.ts';
import { createPasswordLinks } from './password-links.ts';
import { removeFactor, secondFactorEndpoints } from './second-factor.ts';
import { signInEndpoints } from './sign-in.ts';
import { endSessions, sessionEndpoints } from './sessions.ts';
import { createStoredPolicy } from './stored-policy.ts';
import { createThrottle } from './throttle.ts';
import { unlinkAccount } from './university/links.ts';
import { createUniversity } from './university/university.ts';

export type {
  Account,
  AccountState,
  GuessingNotice,
  Identity,
  IdentityLog,
  IdentityOptions,
  LinkPurpose,
  NewAccount,
} from './identity.ts';
export type { PasswordPolicy } from './password-policy.ts';
export { migrateIdentity, MigrationError, runMigrations } from './migrate.ts';
export { hashPassword } from './passwords.ts';

/** `Identity.resetFactor` for a process that runs no service. */
export async function resetFactor(connection: pg.PoolConfig, subject: string): Promise<boolean> {
  const pool = openPool(connection, console);
  try {
    const had = await removeFactor(pool, subject);
    await endSessions(pool, subject);
    return had;
  } finally {
    await pool.end();
  }
}

/**
 * The identity service on its own schema, which `migrateIdentity` has prepared. Connects on first
 * use.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const { basePath = '/identity', clock = systemClock } = options;
  const pool = openPool(options.connection, options.log);
  const devices = createDevices(pool, clock, { ...options, basePath });
  // Hashing occupies Node's four worker threads; a few more keep the database busy meanwhile.
  const queue = createCheckQueue({ width: 8, length: 500 });
  const store = createGuessStore(pool);
  const parts: Parts = {
    ...options,
    basePath,
    clock,
    pool,
    devices,
    queue,
    auth: createAuth({ ...options, basePath }, pool),
    throttle: createThrottle({ ...options, store, queue, devices, clock }),
    links: createPasswordLinks(pool, options.secret),
    policy: createStoredPolicy(pool, options.passwordPolicy),
  };
  const { auth, links, policy } = parts;
  const endpoints = {
    ...signInEndpoints(parts),
    ...secondFactorEndpoints(parts),
    ...sessionEndpoints(parts),
    ...choosePasswordEndpoints(parts),
  };
  const university = options.university && createUniversity(parts, options.university);

  return {
    issuer: options.issuer,
    register: (app) => mountIdentity(app, parts, endpoints, university),
    createAccounts: (accounts) => createAccounts(pool, accounts, policy),
    async createAccount(account) {
      const [created] = await createAccounts(pool, [account], policy);
      if (!created) throw new Error(`The account of ${account.email} could not be created.`);
      return created;
    },
    describeAccount: (who) => describeAccount(pool, who),
    passwordToken: (subject, purpose, key) => links.make(subject, purpose, key),
    passwordHints: (owner) => policy.hints(owner),
    passwordProblems: (password, owner) => policy.problems(password, owner),
    leastPasswordPolicy: policy.least,
    passwordPolicy: () => policy.read(),
    setPasswordPolicy: (wanted) => policy.set(wanted),
    setPassword: async (subject, password) =>
      setPassword(pool, subject, password, policy, await options.passwordOwner(subject)),
    moveAccount: (subject, emails) => moveAccount(pool, subject, emails),
    unlinkAccount: (subject) => unlinkAccount(pool, subject),
    async resetFactor(subject) {
      const had = await removeFactor(pool, subject);
      await endSessions(pool, subject);
      return had;
    },
    endSessions: (subject) => endSessions(pool, subject),
    async ready() {
      const pending = await pendingMigrations(pool).catch((cause: unknown) => {
        throw new Error('The identity service cannot reach its database.', { cause });
      });
      if (pending.length > 0) {
        throw new Error(`The identity service waits for its migrations: ${pending.join(', ')}.`);
      }
      await auth.signingKeyOpens().catch((cause: unknown) => {
        throw new Error(
          'The identity service cannot open its signing key; was its secret changed?',
          { cause },
        );
      });
    },
    close: () => pool.end(),
  };
}
