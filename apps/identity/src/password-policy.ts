import { readCommonPasswords, whyGuessable } from './guessable.ts';
import type { PasswordOwner } from './identity.ts';

/** What a new password must have. Existing passwords stay valid when the policy becomes stricter. */
export interface PasswordPolicy {
  /** In characters. */
  readonly minLength: number;
  /** Both an upper-case and a lower-case letter. */
  readonly upperAndLower: boolean;
  readonly digit: boolean;
  readonly symbol: boolean;
}

const defaultPolicy: PasswordPolicy = {
  minLength: 6,
  upperAndLower: false,
  digit: false,
  symbol: false,
};

/** Combines two policies into one that requires what either of them does. */
const stricterOf = (one: PasswordPolicy, other: PasswordPolicy): PasswordPolicy => ({
  minLength: Math.max(one.minLength, other.minLength),
  upperAndLower: one.upperAndLower || other.upperAndLower,
  digit: one.digit || other.digit,
  symbol: one.symbol || other.symbol,
});

/** In UTF-16 units. Nobody has a longer password; hashing one would only cost time. */
export const maxPasswordLength = 1000;

export const createPasswordRules = (policy: Partial<PasswordPolicy> = {}) => {
  const { minLength, upperAndLower, digit, symbol } = { ...defaultPolicy, ...policy };
  const rules = [
    {
      hint: `At least ${minLength} characters`,
      problem: `A password needs at least ${minLength} characters.`,
      // Counts code points, so that an emoji is one.
      holds: (password: string) => Array.from(password).length >= minLength,
    },
    {
      // No hint: nobody comes near this length.
      hint: '',
      problem: `A password has at most ${maxPasswordLength} characters.`,
      holds: (password: string) => password.length <= maxPasswordLength,
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
    /** The rules as hints beside the field, such as "At least 6 characters". */
    hints: rules.map(({ hint }) => hint).filter(Boolean),
    /** Returns a sentence for each violated rule; empty if the password is acceptable. */
    problems: (password: string): string[] =>
      rules.filter(({ holds }) => !holds(password)).map(({ problem }) => problem),
  };
};

export type OwnersPolicy = ReturnType<typeof createOwnersPolicy>;

/** The configured policy, which is the minimum, made stricter by what is required of the owner. */
export const createOwnersPolicy = (configured: Partial<PasswordPolicy> = {}) => {
  const least = { ...defaultPolicy, ...configured };
  const inForce = (wanted: PasswordPolicy | null): PasswordPolicy =>
    wanted ? stricterOf(least, wanted) : least;
  const rulesFor = (owner: PasswordOwner) => {
    const policy = inForce(owner.policy);
    const minLength = Math.max(policy.minLength, owner.minLength);
    return createPasswordRules({ ...policy, minLength });
  };
  return {
    inForce,
    /** Returns the rules for this owner’s password, as hints. */
    hints: (owner: PasswordOwner): string[] => [
      ...rulesFor(owner).hints,
      'No common password, and not your name, e-mail or institution',
    ],
    /** Returns what is wrong with a password, as sentences; empty if it is acceptable. */
    problems: async (password: string, owner: PasswordOwner): Promise<string[]> => {
      const problems = rulesFor(owner).problems(password);
      if (problems.length > 0) return problems;
      const why = whyGuessable(password, owner.words, await readCommonPasswords());
      return why === undefined ? [] : [why];
    },
  };
};
