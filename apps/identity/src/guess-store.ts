import type pg from 'pg';
import { z } from 'zod';
import { rowsOf } from './database.ts';
import { countingGuesses, type Guess, guessLimits } from './guess-rules.ts';

/** What stands under a key, as it was read; version 0: nothing does. */
const entryRow = {
  key: z.string(),
  version: z.int(),
  guesses: z.array(z.tuple([z.number(), z.string()])),
};
type Entry = z.output<z.ZodObject<typeof entryRow>>;

/** Longer than anything counts. */
const keptFor = guessLimits.unknownDevices.within;

export type GuessStore = ReturnType<typeof createGuessStore>;

/** Guesses as every process knows them. */
export const createGuessStore = (pool: pg.Pool) => ({
  /** What stands under the key; or under that of a device which is known to the account of this e-mail. */
  async read(
    key: string,
    device?: { readonly key: string; readonly hash: string; readonly email: string },
  ): Promise<Entry> {
    const rows = await rowsOf(
      pool,
      entryRow,
      `select wanted.key, coalesce(version, 0) as version, coalesce(guesses, '[]') as guesses
         from (select case when exists (
             select from known_device join "user" on id = "userId"
             where device_hash = $2 and email = $3) then $4 else $1 end as key
         ) wanted left join password_guesses using (key)`,
      [key, device?.hash, device?.email, device?.key],
    );
    if (!rows[0]) throw new Error('The guesses of a key could not be read.');
    return rows[0];
  },
  /** False when another process wrote meanwhile: it has to be read and judged again. */
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
