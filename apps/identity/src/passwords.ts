import { hash, verify } from '@node-rs/argon2';

// argon2id (the library's default), 19 MiB and two passes: the smallest cost OWASP recommends.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Returns the hash as stored with an account: a PHC string with its own salt. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost);

export const verifyPassword = (attempt: { hash: string; password: string }): Promise<boolean> =>
  verify(attempt.hash, attempt.password);
