import type pg from 'pg';
import { createAccounts, describeAccount, moveAccount, setPassword } from './accounts.ts';
import { createAuth } from './auth.ts';
import { createCheckQueue } from './check-queue.ts';
import { createChoosePassword } from './choose-password.ts';
import { systemClock } from './clock.ts';
import { openPool } from './database.ts';
import { createDevices } from './devices.ts';
import { createGuessBook } from './guess-book.ts';
import type { Identity, IdentityOptions } from './identity.ts';
import { pendingMigrations } from './migrate.ts';
import { mountIdentity } from './mount.ts';
import { createPasswordLinks } from './password-links.ts';
import { createSecondFactor, removeFactor } from './second-factor.ts';
import { createSignIn } from './sign-in.ts';
import { createSessions, endSessions } from './sessions.ts';
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
export { migrateIdentity } from './migrate.ts';
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
  const basePath = options.basePath ?? '/identity';
  const pool = openPool(options.connection, options.log);
  const policy = createStoredPolicy(pool, options.passwordPolicy);
  const auth = createAuth({ ...options, basePath }, pool);
  const { clock = systemClock } = options;
  const devices = createDevices({ ...options, basePath, pool, clock });
  // Hashing occupies Node's four worker threads; a few more keep the database busy meanwhile.
  const queue = createCheckQueue({ width: 8, length: 500 });
  const throttle = createThrottle({ ...options, book: createGuessBook(pool), queue, clock });
  const signIn = createSignIn({ auth, pool, throttle, devices });
  const sessions = createSessions({ ...options, auth, pool });
  const links = createPasswordLinks(pool, options.secret);
  const choosePassword = createChoosePassword({
    ...options,
    auth,
    pool,
    links,
    policy,
    throttle,
    devices,
    queue,
  });
  const secondFactor = createSecondFactor({ ...options, auth, pool, devices });
  const university =
    options.university &&
    createUniversity({
      ...options,
      basePath,
      auth,
      pool,
      devices,
      options: options.university,
    });

  return {
    issuer: options.issuer,
    register: (app) =>
      mountIdentity(app, {
        ...options,
        basePath,
        auth,
        sessions,
        signIn,
        choosePassword,
        secondFactor,
        university,
      }),
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
