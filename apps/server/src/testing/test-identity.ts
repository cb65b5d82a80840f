import type { IdentityOptions } from '@campus/identity';
import type { Connection } from '../db/connection.ts';

export const audience = 'campus-test';
export const identityIssuer = 'campus-identity';
export const publicUrl = 'https://campus.example.edu';

/** The identity service of a test campus, here or in a process that a test starts. */
export const identityOptions = (connection: Connection): IdentityOptions => ({
  connection: { ...connection, max: 4 },
  publicUrl,
  secret: 'a secret of at least thirty-two characters',
  issuer: identityIssuer,
  audience,
  trustedOrigins: () => false,
  onResetRequest: () => Promise.resolve(),
  onPasswordChosen: () => Promise.resolve(),
  onFactorChanged: () => Promise.resolve(),
  log: { warn: () => undefined, error: () => undefined },
});
