import { createAccounts } from './accounts.ts';
import { createAuth } from './auth.ts';
import { openPool } from './database.ts';
import type { Identity, IdentityOptions } from './identity.ts';
import { pendingMigrations } from './migrate.ts';
import { mountIdentity } from './mount.ts';
import { createSignIn } from './sign-in.ts';
import { endSessions } from './sessions.ts';

export type { Account, Identity, IdentityLog, IdentityOptions, NewAccount } from './identity.ts';
export { migrateIdentity } from './migrate.ts';
export { hashPassword } from './passwords.ts';

/**
 * The identity service on its own schema, which `migrateIdentity` has prepared. Connects on first
 * use.
 */
export function createIdentity(options: IdentityOptions): Identity {
  const basePath = options.basePath ?? '/identity';
  const minPasswordLength = options.minPasswordLength ?? 6;
  const pool = openPool(options.connection, options.log);
  const auth = createAuth({ ...options, basePath, minPasswordLength }, pool);
  const signIn = createSignIn(auth, pool);

  return {
    register: (app) => mountIdentity(app, { ...options, basePath, auth, signIn }),
    createAccounts: (accounts) => createAccounts(pool, accounts, minPasswordLength),
    async createAccount(account) {
      const [created] = await createAccounts(pool, [account], minPasswordLength);
      if (!created) throw new Error(`The account of ${account.email} could not be created.`);
      return created;
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
