import type pg from 'pg';
import { z } from 'zod';
import { rowsOf } from './database.ts';

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
// Any number that no other lock of this database uses.
const lock = '7301884412650932';

/**
 * Stores a signing key, or answers the one that another request has stored a moment ago: when a key
 * expires every token call notices at once, and each of them makes a new one.
 */
export const storeSigningKey = async (pool: pg.Pool, key: NewSigningKey): Promise<SigningKey> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const [current] = await rowsOf(
      client,
      signingKey,
      `select ${columns} from jwks where "expiresAt" > now() order by "createdAt" desc limit 1`,
    );
    const stored =
      current ??
      (
        await rowsOf(
          client,
          signingKey,
          `insert into jwks ("publicKey", "privateKey", "createdAt", "expiresAt")
           values ($1, $2, $3, $4) returning ${columns}`,
          [key.publicKey, key.privateKey, key.createdAt, key.expiresAt],
        )
      )[0];
    await client.query('commit');
    if (!stored) throw new Error('The signing key was not stored.');
    client.release();
    return stored;
  } catch (error) {
    client.release(true);
    throw error;
  }
};
