/** What a new password must have. Passwords chosen earlier stay valid when it becomes stricter. */
export interface PasswordPolicy {
  /** In characters. */
  readonly minLength: number;
  /** Both an upper-case and a lower-case letter. */
  readonly upperAndLower: boolean;
  readonly digit: boolean;
  readonly symbol: boolean;
}

export const usualPolicy: PasswordPolicy = {
  minLength: 6,
  upperAndLower: false,
  digit: false,
  symbol: false,
};

/** Whatever either of two policies asks for. */
export const stricterOf = (one: PasswordPolicy, other: PasswordPolicy): PasswordPolicy => ({
  minLength: Math.max(one.minLength, other.minLength),
  upperAndLower: one.upperAndLower || other.upperAndLower,
  digit: one.digit || other.digit,
  symbol: one.symbol || other.symbol,
});

/** Longer ones are nobody's password, only work for the hash. */
export const longestPassword = 1000;

export interface PasswordRules {
  /** Every rule as a hint beside the field: "At least 6 characters". */
  readonly hints: readonly string[];
  /** Every violation as a sentence; empty when the password may be used. */
  problems(password: string): string[];
}

export function createPasswordRules(policy: Partial<PasswordPolicy> = {}): PasswordRules {
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
    hints: rules.map(({ hint }) => hint).filter(Boolean),
    problems: (password) =>
      rules.filter(({ holds }) => !holds(password)).map(({ problem }) => problem),
  };
}
