import type pg from 'pg';
import { z } from 'zod';
import { rowOf } from './database.ts';
import { readCommonPasswords, whyGuessable } from './guessable.ts';
import type { PasswordOwner } from './identity.ts';

/** What a new password must have. Passwords chosen earlier stay valid when it becomes stricter. */
const policyRow = {
  /** In characters. */
  minLength: z.int(),
  /** Both an upper-case and a lower-case letter. */
  upperAndLower: z.boolean(),
  digit: z.boolean(),
  symbol: z.boolean(),
};
export type PasswordPolicy = Readonly<z.output<z.ZodObject<typeof policyRow>>>;

const usualPolicy: PasswordPolicy = {
  minLength: 6,
  upperAndLower: false,
  digit: false,
  symbol: false,
};

/** Whatever either of two policies asks for. */
const stricterOf = (one: PasswordPolicy, other: PasswordPolicy): PasswordPolicy => ({
  minLength: Math.max(one.minLength, other.minLength),
  upperAndLower: one.upperAndLower || other.upperAndLower,
  digit: one.digit || other.digit,
  symbol: one.symbol || other.symbol,
});

/** Longer ones are nobody's password, only work for the hash. */
export const longestPassword = 1000;

export const createPasswordRules = (policy: Partial<PasswordPolicy> = {}) => {
  const { minLength, upperAndLower, digit, symbol } = { ...usualPolicy, ...policy };
  const rules = [
    {
      hint: `At least ${minLength} characters`,
      problem: `A password needs at least ${minLength} characters.`,
      // Counted as people count: an emoji is one.
      holds: (password: string) => Array.from(password).length >= minLength,
    },
    {
      // No hint: nobody comes near it.
      hint: '',
      problem: `A password has at most ${longestPassword} characters.`,
      holds: (password: string) => password.length <= longestPassword,
    },
    upperAndLower && {
      hint: 'An upper-case and a lower-case letter',
      problem: 'A password needs an upper-case and a lower-case letter.',
      holds: (password: string) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
    },
    digit && {
      hint: 'A digit',
      problem: 'A password needs a digit.',
      holds: (password: string) => /\p{Nd}/u.test(password),
    },
    symbol && {
      hint: 'A symbol, such as ! or %',
      problem: 'A password needs a symbol, such as ! or %.',
      holds: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
    },
  ].filter((rule) => rule !== false);
  return {
    /** Every rule as a hint beside the field: "At least 6 characters". */
    hints: rules.map(({ hint }) => hint).filter(Boolean),
    /** Every violation as a sentence; empty when the password may be used. */
    problems: (password: string): string[] =>
      rules.filter(({ holds }) => !holds(password)).map(({ problem }) => problem),
  };
};

export type StoredPolicy = ReturnType<typeof createStoredPolicy>;

/** The policy in force: the configured one, which is the least, made stricter by the stored one. */
export const createStoredPolicy = (pool: pg.Pool, configured: Partial<PasswordPolicy> = {}) => {
  const least = { ...usualPolicy, ...configured };
  /** Read from the database each time: another process may have set it. */
  const read = async (): Promise<PasswordPolicy> => {
    const stored = await rowOf(
      pool,
      policyRow,
      `select min_length as "minLength", upper_and_lower as "upperAndLower", digit, symbol
       from password_policy`,
    );
    return stored ? stricterOf(least, stored) : least;
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
};
