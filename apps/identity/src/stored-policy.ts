import type pg from 'pg';
import { readCommonPasswords } from './common-passwords.ts';
import { whyGuessable } from './guessable.ts';
import type { PasswordOwner } from './identity.ts';
import {
  createPasswordRules,
  type PasswordPolicy,
  stricterOf,
  usualPolicy,
} from './password-policy.ts';

export type StoredPolicy = ReturnType<typeof createStoredPolicy>;

/** The policy in force: the configured one, which is the least, made stricter by the stored one. */
export function createStoredPolicy(pool: pg.Pool, configured: Partial<PasswordPolicy> = {}) {
  const least = { ...usualPolicy, ...configured };
  /** Read from the database each time: another process may have set it. */
  const read = async (): Promise<PasswordPolicy> => {
    const { rows } = await pool.query<PasswordPolicy>(
      `select min_length as "minLength", upper_and_lower as "upperAndLower", digit, symbol
       from password_policy`,
    );
    return rows[0] ? stricterOf(least, rows[0]) : least;
  };
  const rulesFor = async ({ minLength }: PasswordOwner) => {
    const policy = await read();
    return createPasswordRules({ ...policy, minLength: Math.max(policy.minLength, minLength) });
  };
  return {
    least,
    read,
    /** What a password of this owner needs, in hints. */
    hints: async (owner: PasswordOwner): Promise<string[]> => [
      ...(await rulesFor(owner)).hints,
      'No common password, and not your name, e-mail or institution',
    ],
    /** What is wrong with a password, in sentences; empty when it may be used. */
    problems: async (password: string, owner: PasswordOwner): Promise<string[]> => {
      const problems = (await rulesFor(owner)).problems(password);
      if (problems.length > 0) return problems;
      const why = whyGuessable(password, owner.words, await readCommonPasswords());
      return why === undefined ? [] : [why];
    },
    set: async ({ minLength, upperAndLower, digit, symbol }: PasswordPolicy): Promise<void> => {
      await pool.query(
        `insert into password_policy (min_length, upper_and_lower, digit, symbol)
         values ($1, $2, $3, $4)
         on conflict (only_one) do update set min_length = excluded.min_length,
           upper_and_lower = excluded.upper_and_lower, digit = excluded.digit,
           symbol = excluded.symbol`,
        [minLength, upperAndLower, digit, symbol],
      );
    },
  };
}
