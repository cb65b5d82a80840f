const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A check of a password that failed or is under way, which counts as failed until it succeeds. */
export type Guess = readonly [at: number, place: string];

export const guessLimits = {
  /** Of a device that has signed in to the account before, or of a session. */
  device: { most: 10, within: 15 * minute },
  /** Of all other devices together, with one account. */
  unknownDevices: { most: 100, within: hour },
  /** After a failure with one account from one address: doubling from a second, with the failures of the last minutes. */
  pause: { first: second, longest: minute, of: 15 * minute },
  /** Mails for a new password that a known device is sent whatever others ask. */
  ownReset: { most: 3, within: 15 * minute },
  /** Requests that wait for each other's check, with one account from one address. */
  waiting: 3,
  /** Failures within the hour of which the owner is told. */
  warning: 20,
} as const;

/** What may happen now; `until` is the earliest moment at which it can be otherwise. */
export type Verdict =
  | { readonly may: 'check' }
  | { readonly may: 'wait' | 'refuse'; readonly until: number };

/** Those that still count. */
export const countingGuesses = (guesses: readonly Guess[], within: number, now: number): Guess[] =>
  guesses.filter(([at]) => at > now - within);

/** A known device has a number of failures of its own, and need not pause after each. */
export const deviceVerdict = (guesses: readonly Guess[], now: number): Verdict =>
  withinLimit(guesses, guessLimits.device, now) ?? { may: 'check' };

/** An unknown one shares the account's number with all others, and pauses after each failure. */
export const strangerVerdict = (guesses: readonly Guess[], place: string, now: number): Verdict => {
  const full = withinLimit(guesses, guessLimits.unknownDevices, now);
  if (full) return full;
  const { first, longest, of } = guessLimits.pause;
  const here = countingGuesses(guesses, of, now).filter((guess) => guess[1] === place);
  const last = Math.max(0, ...here.map(([at]) => at));
  const until = last + Math.min(first * 2 ** (here.length - 1), longest);
  return here.length > 0 && until > now ? { may: 'wait', until } : { may: 'check' };
};

const withinLimit = (
  guesses: readonly Guess[],
  { most, within }: { readonly most: number; readonly within: number },
  now: number,
): Verdict | undefined => {
  const counting = countingGuesses(guesses, within, now).toSorted(([one], [other]) => one - other);
  const oldest = counting.at(-most);
  return oldest && { may: 'refuse', until: oldest[0] + within };
};
