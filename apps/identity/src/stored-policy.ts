import type pg from 'pg';
import {
  createPasswordRules,
  type PasswordPolicy,
  type PasswordRules,
  stricterOf,
  usualPolicy,
} from './password-policy.ts';

/** The policy in force: the configured one, which is the least, made stricter by the stored one. */
export interface StoredPolicy {
  /** What no stored policy goes below. */
  readonly least: PasswordPolicy;
  /** Asked anew each time: another process may have set it. */
  read(): Promise<PasswordPolicy>;
  rules(): Promise<PasswordRules>;
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
  return {
    least,
    read,
    rules: async () => createPasswordRules(await read()),
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
