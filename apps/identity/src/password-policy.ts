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

interface Rule {
  readonly hint: string | null;
  readonly problem: string;
  readonly holds: (password: string) => boolean;
}

export function createPasswordRules(policy: Partial<PasswordPolicy> = {}): PasswordRules {
  const { minLength, upperAndLower, digit, symbol } = { ...usualPolicy, ...policy };
  const rules: Rule[] = [
    {
      hint: `At least ${minLength} characters`,
      problem: `A password needs at least ${minLength} characters.`,
      // Counted as people count: an emoji is one.
      holds: (password) => Array.from(password).length >= minLength,
    },
    {
      // No hint: nobody comes near it.
      hint: null,
      problem: `A password has at most ${longestPassword} characters.`,
      holds: (password) => password.length <= longestPassword,
    },
  ];
  if (upperAndLower) {
    rules.push({
      hint: 'An upper-case and a lower-case letter',
      problem: 'A password needs an upper-case and a lower-case letter.',
      holds: (password) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
    });
  }
  if (digit) {
    rules.push({
      hint: 'A digit',
      problem: 'A password needs a digit.',
      holds: (password) => /\p{Nd}/u.test(password),
    });
  }
  if (symbol) {
    rules.push({
      hint: 'A symbol, such as ! or %',
      problem: 'A password needs a symbol, such as ! or %.',
      holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
    });
  }
  return {
    hints: rules.map(({ hint }) => hint).filter((hint) => hint !== null),
    problems: (password) =>
      rules.filter(({ holds }) => !holds(password)).map(({ problem }) => problem),
  };
}
