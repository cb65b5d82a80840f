import type pg from 'pg';
import { countingGuesses, type Guess, guessLimits } from './guess-rules.ts';

/** What stands under a key, as it was read. */
export interface Entry {
  readonly key: string;
  /** 0: nothing does. */
  readonly version: number;
  readonly guesses: readonly Guess[];
}

/** Guesses as every process knows them. */
export interface GuessBook {
  read(key: string): Promise<Entry>;
  /**
   * As `read`: under the first key for a device that is known to the account of this e-mail, else
   * under the second.
   */
  readFor(
    device: { readonly hash: string; readonly email: string },
    keys: { readonly known: string; readonly unknown: string },
  ): Promise<Entry>;
  /** False when another process wrote meanwhile: it has to be read and judged again. */
  add(entry: Entry, guess: Guess): Promise<boolean>;
  remove(key: string, guess: Guess): Promise<void>;
}

/** Longer than anything counts. */
const keptFor = guessLimits.strangers.within;

export function createGuessBook(pool: pg.Pool): GuessBook {
  const columns = `coalesce(version, 0) as version, coalesce(guesses, '[]') as guesses`;
  const first = async (sql: string, values: unknown[]): Promise<Entry> => {
    const { rows } = await pool.query<Entry>(sql, values);
    if (!rows[0]) throw new Error('The guesses of a key could not be read.');
    return rows[0];
  };
  return {
    read: (key) =>
      first(
        `select wanted.key, ${columns} from (select $1 as key) wanted
         left join password_guesses using (key)`,
        [key],
      ),
    readFor: ({ hash, email }, { known, unknown }) =>
      first(
        `select wanted.key, ${columns} from (
           select case when exists (
             select from known_device join "user" on id = "userId"
             where device_hash = $1 and email = $2) then $3 else $4 end as key
         ) wanted left join password_guesses using (key)`,
        [hash, email, known, unknown],
      ),
    async add({ key, version, guesses }, guess) {
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
    async remove(key, guess) {
      await pool.query(
        `update password_guesses set version = version + 1, guesses = (
           select coalesce(jsonb_agg(guess), '[]') from jsonb_array_elements(guesses) guess
           where guess <> $2::jsonb)
         where key = $1`,
        [key, JSON.stringify(guess)],
      );
    },
  };
}
