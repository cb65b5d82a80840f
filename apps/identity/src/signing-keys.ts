import { symmetricDecrypt } from 'better-auth/crypto';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, rowOf } from './database.ts';

const signingKey = {
  id: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
};
type SigningKey = z.output<z.ZodObject<typeof signingKey>>;
type NewSigningKey = Omit<SigningKey, 'id' | 'expiresAt'> & { readonly expiresAt?: Date };

const columns = `id, "publicKey", "privateKey", "createdAt", "expiresAt"`;
/** The secret is not the one that the stored keys were encrypted with. */
export class WrongSecret extends Error {
  override readonly name = 'WrongSecret';
}

/** Throws unless the secret decrypts the newest signing key, expired or not; none may be stored yet. */
export const requireSecret = async (pool: pg.Pool, secret: string): Promise<void> => {
  const newest = await rowOf(
    pool,
    { privateKey: z.string() },
    'select "privateKey" from jwks order by "createdAt" desc limit 1',
  );
  if (!newest) return;
  await symmetricDecrypt({ key: secret, data: JSON.parse(newest.privateKey) }).catch(
    (cause: unknown) => {
      throw new WrongSecret(
        'The identity service cannot open its signing key; was its secret changed?',
        { cause },
      );
    },
  );
};

// An advisory lock; any number that no other lock in this database uses.
const lock = '7301884412650932';

/**
 * Stores a signing key, or returns the one another request has just stored: when a key expires, all token
 * requests notice at once and each creates a new one.
 */
export const storeSigningKey = (pool: pg.Pool, key: NewSigningKey): Promise<SigningKey> =>
  inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const current = await rowOf(
      client,
      signingKey,
      `select ${columns} from jwks where "expiresAt" > now() order by "createdAt" desc limit 1`,
    );
    const stored =
      current ??
      (await rowOf(
        client,
        signingKey,
        `insert into jwks ("publicKey", "privateKey", "createdAt", "expiresAt")
         values ($1, $2, $3, $4) returning ${columns}`,
        [key.publicKey, key.privateKey, key.createdAt, key.expiresAt],
      ));
    if (!stored) throw new Error('The signing key was not stored.');
    return stored;
  });
