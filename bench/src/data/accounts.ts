import type { Connection } from '@campus/server/src/db/connection.ts';
import { createIdentity, hashPassword } from '@campus/identity';
import type { Person } from './generate.ts';

export const password = 'bench-password-1';
export const identitySecret = 'only-for-benchmarks-on-this-machine-0000';

/** Creates accounts for these people, all with the same `password`. */
export const createAccounts = async (
  connection: Connection,
  people: readonly Person[],
): Promise<void> => {
  const identity = createIdentity({
    connection,
    publicUrl: 'http://localhost',
    secret: identitySecret,
    issuer: 'bench',
    audience: 'bench',
    trustedOrigins: () => false,
    onResetRequest: () => Promise.resolve(),
    onGuessing: () => Promise.resolve(),
    passwordOwner: () => Promise.resolve({ policy: null, minLength: 0, words: [] }),
    onPasswordChosen: () => Promise.resolve(),
    onFactorChanged: () => Promise.resolve(),
    onSessionsEnded: () => Promise.resolve(),
    admit: () => Promise.resolve({ active: true, issuedAt: Date.now() }),
    log: console,
  });
  try {
    const passwordHash = await hashPassword(password);
    await identity.createAccounts(
      people.map(({ email, name }) => ({ email, name, emailVerified: true, passwordHash })),
    );
  } finally {
    await identity.close();
  }
};
