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

/** The policy in force: the configured one, which is the least, made stricter by the stored one. */
export interface StoredPolicy {
  /** What no stored policy goes below. */
  readonly least: PasswordPolicy;
  /** Asked anew each time: another process may have set it. */
  read(): Promise<PasswordPolicy>;
  /** What a password of this owner needs, in hints. */
  hints(owner: PasswordOwner): Promise<readonly string[]>;
  /** What is wrong with it, in sentences; empty when it may be used. */
  problems(password: string, owner: PasswordOwner): Promise<string[]>;
  /** In place of the one that is stored. */
  set(policy: PasswordPolicy): Promise<void>;
}

export function createStoredPolicy(
  pool: pg.Pool,
  configured: Partial<PasswordPolicy> = {},
): StoredPolicy {
  const least = { ...usualPolicy, ...configured };
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
    hints: async (owner) => [
      ...(await rulesFor(owner)).hints,
      'No common password, and not your name, e-mail or institution',
    ],
    async problems(password, owner) {
      const problems = (await rulesFor(owner)).problems(password);
      if (problems.length > 0) return problems;
      const why = whyGuessable(password, owner.words, await readCommonPasswords());
      return why === undefined ? [] : [why];
    },
    async set({ minLength, upperAndLower, digit, symbol }) {
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
