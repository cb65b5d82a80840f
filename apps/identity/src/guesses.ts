import type pg from 'pg';
import { z } from 'zod';
import { rowOf } from './database.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** A password check that failed or is in progress, which counts as failed until it succeeds. */
export type Guess = readonly [at: number, place: string];

export const guessLimits = {
  /** For a device that has signed in to the account before, or a session. */
  device: { most: 10, within: 15 * minute },
  /** For all other devices together, per account. */
  unknownDevices: { most: 100, within: hour },
  /**
   * Pause after a failure, per account and address: doubles from one second with each failure in the last
   * 15 minutes.
   */
  pause: { first: second, longest: minute, of: 15 * minute },
  /** Reset mails a known device may request, whatever others request. */
  ownReset: { most: 3, within: 15 * minute },
  /** Requests per account and address that may wait for each other’s check. */
  waiting: 3,
  /** Failures within an hour after which the owner is warned. */
  warning: 20,
} as const;

/** What is allowed now; `until` is the earliest time at which that may change. */
export type Verdict =
  | { readonly may: 'check' }
  | { readonly may: 'wait' | 'refuse'; readonly until: number };

/** The guesses that still count. Those further ahead than clocks differ were dated by a wrong one. */
export const countingGuesses = (guesses: readonly Guess[], within: number, now: number): Guess[] =>
  guesses.filter(([at]) => at > now - within && at < now + minute);

/** A known device has a limit of its own and does not pause after failures. */
export const deviceVerdict = (guesses: readonly Guess[], now: number): Verdict =>
  withinLimit(guesses, guessLimits.device, now) ?? { may: 'check' };

/** Unknown devices share one limit per account and pause after each failure. */
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

/** The stored guesses of a key; version 0 if there are none. */
const entryRow = {
  key: z.string(),
  version: z.int(),
  guesses: z.array(z.tuple([z.number(), z.string()])),
};
type Entry = z.output<z.ZodObject<typeof entryRow>>;

/** The longest time that any guess counts. */
const keptFor = guessLimits.unknownDevices.within;

export type GuessStore = ReturnType<typeof createGuessStore>;

/** The guesses, shared by all processes through the database. */
export const createGuessStore = (pool: pg.Pool) => ({
  async read(key: string): Promise<Entry> {
    const entry = await rowOf(
      pool,
      entryRow,
      `select key, coalesce(version, 0) as version, coalesce(guesses, '[]') as guesses
         from (values ($1::text)) wanted (key) left join password_guesses using (key)`,
      [key],
    );
    if (!entry) throw new Error('The guesses of a key could not be read.');
    return entry;
  },
  /** Returns the entry of a device for the account of the e-mail; `undefined` unless the account knows it. */
  readOfDevice: (what: string, hash: string, email: string): Promise<Entry | undefined> =>
    rowOf(
      pool,
      entryRow,
      `select key, coalesce(version, 0) as version, coalesce(guesses, '[]') as guesses
         from (
           select $1 || ' ' || guess_id as key
           from known_device join "user" on id = "userId"
           where device_hash = $2 and email = $3
         ) wanted left join password_guesses using (key)`,
      [what, hash, email],
    ),
  /** Returns false if another process has written in the meantime: read and judge again. */
  async add({ key, version, guesses }: Entry, guess: Guess): Promise<boolean> {
    const [now] = guess;
    const kept = [...countingGuesses(guesses, keptFor, now), guess];
    const { rowCount } = await pool.query(
      `with swept as (
           delete from password_guesses where key in (
             select key from password_guesses where ends_at <= to_timestamp($4 / 1000.0) and key <> $1
             limit 10 for update skip locked)
         )
         insert into password_guesses as entry (key, version, guesses, ends_at)
         select $1, 1, $3, to_timestamp(($4 + $5) / 1000.0)
         on conflict (key) do update set version = entry.version + 1, guesses = excluded.guesses,
           ends_at = excluded.ends_at
         where entry.version = $2`,
      [key, version, JSON.stringify(kept), now, keptFor],
    );
    return rowCount === 1;
  },
  async remove(key: string, guess: Guess): Promise<void> {
    await pool.query(
      `update password_guesses set version = version + 1, guesses = (
           select coalesce(jsonb_agg(guess), '[]') from jsonb_array_elements(guesses) guess
           where guess <> $2::jsonb)
         where key = $1`,
      [key, JSON.stringify(guess)],
    );
  },
});
