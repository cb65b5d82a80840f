import type { IdentityOptions } from '@campus/identity';
import { clockWithoutWaits } from '../../../identity/src/testing/test-clock.ts';
import type { Connection } from '../db/connection.ts';

export const audience = 'campus-test';
export const identityIssuer = 'campus-identity';
export const publicUrl = 'https://campus.example.edu';

/** Options of a test campus's identity service, in this process or in one that a test starts. */
export const identityOptions = (connection: Connection): IdentityOptions => ({
  connection: { ...connection, max: 4 },
  publicUrl,
  secret: 'a secret of at least thirty-two characters',
  issuer: identityIssuer,
  audience,
  trustedOrigins: () => false,
  onResetRequest: () => Promise.resolve(),
  onGuessing: () => Promise.resolve(),
  passwordOwner: () => Promise.resolve({ policy: null, minLength: 0, words: [] }),
  onPasswordChosen: () => Promise.resolve(),
  onFactorChanged: () => Promise.resolve(),
  clock: clockWithoutWaits(),
  onSessionsEnded: () => Promise.resolve(),
  admit: () => Promise.resolve({ active: true, issuedAt: Date.now() }),
  log: { warn: () => undefined, error: () => undefined },
});
