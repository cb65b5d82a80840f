import type pg from 'pg';
import { digest } from '../digest.ts';

/** How long a sign-in at the provider may take, in seconds. */
export const attemptSeconds = 10 * 60;

/** What a sign-in that was begun needs to be finished. */
interface Attempt {
  readonly nonce: string;
  readonly verifier: string;
  /** The page the visitor wanted, or empty. */
  readonly next: string;
}

/** A sign-in under way is known by its state, in the browser that holds the key. */
export async function beginAttempt(
  pool: pg.Pool,
  state: string,
  browser: string,
  { nonce, verifier, next }: Attempt,
): Promise<void> {
  await pool.query(
    `with swept as (
       delete from university_sign_in where state_hash in (
         select state_hash from university_sign_in where expires_at <= now()
         limit 10 for update skip locked)
     )
     insert into university_sign_in (state_hash, browser_hash, nonce, verifier, next, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [digest(state), digest(browser), nonce, verifier, next, attemptSeconds],
  );
}

/**
 * Takes it away: nobody finishes the same one twice. `undefined` when there is none of this state in
 * this browser any more.
 */
export async function takeAttempt(
  pool: pg.Pool,
  state: string,
  browser: string,
): Promise<Attempt | undefined> {
  const { rows } = await pool.query<Attempt & { live: boolean }>(
    `delete from university_sign_in where state_hash = $1 and browser_hash = $2
     returning nonce, verifier, next, expires_at > now() as live`,
    [digest(state), digest(browser)],
  );
  return rows[0]?.live ? rows[0] : undefined;
}
