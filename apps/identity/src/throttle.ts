import { createHash } from 'node:crypto';
import { normalizeIP } from '@better-auth/core/utils/ip';
import type pg from 'pg';
import { Refusal } from './errors.ts';

const window = '15 minutes';

/** How often something may happen in the window. */
export interface Limits {
  /** Keeps the counts of different things apart. */
  readonly of: string;
  /** With one account, from one address. */
  readonly account: number;
  /** From one address as a whole: high, because a campus is one address. */
  readonly address: number;
  /** What there was too much of. */
  readonly sentence: string;
}

export const failedSignIns: Limits = {
  of: 'sign-in',
  account: 10,
  address: 300,
  sentence: 'Too many failed attempts.',
};

/** Every one counts, whether or not anybody gets a mail. */
export const resetRequests: Limits = {
  of: 'reset',
  account: 5,
  address: 100,
  sentence: 'Too many requests for a new password.',
};

/**
 * Counts attempts by account and address, and by address. An attempt takes its place in both counts
 * before it is looked at, which makes the limits hold for attempts made at the same moment; a sign-in
 * gives it back when it succeeds.
 */
export interface Throttle {
  /** Throws `too_many_requests` when one of the counts is full. */
  begin(attempt: Attempt): Promise<void>;
  succeeded(attempt: Attempt): Promise<void>;
  /**
   * Clears away a few counts whose time has passed; called with every failure, it keeps pace with
   * them.
   */
  sweep(): Promise<void>;
}

export interface Attempt {
  /** Key of the count of one account from one address. */
  readonly account: string;
  /** Key of the count of one address. */
  readonly address: string;
}

/** The keys are digests: what people type into the e-mail field is not always an e-mail. */
export function attemptOf(email: string, ip: string, { of }: Limits = failedSignIns): Attempt {
  // An IPv6 subscriber owns a whole /64, so that counts as one address.
  const address = normalizeIP(ip, { ipv6Subnet: 64 });
  return { account: digest(`${of} ${address} ${email}`), address: digest(`${of} ${address}`) };
}

export function createThrottle(pool: pg.Pool, limits: Limits): Throttle {
  async function take(key: string, limit: number): Promise<boolean> {
    const { rowCount } = await pool.query(
      `insert into sign_in_failure as f (key, failures, ends_at) values ($1, 1, now() + $2::interval)
       on conflict (key) do update set
         failures = case when f.ends_at <= now() then 1 else f.failures + 1 end,
         ends_at = case when f.ends_at <= now() then excluded.ends_at else f.ends_at end
       where f.ends_at <= now() or f.failures < $3`,
      [key, window, limit],
    );
    return rowCount === 1;
  }

  async function giveBack(key: string): Promise<void> {
    await pool.query(
      'update sign_in_failure set failures = failures - 1 where key = $1 and failures > 0',
      [key],
    );
  }

  async function tooMany(key: string): Promise<Refusal> {
    const { rows } = await pool.query<{ seconds: number }>(
      `select ceil(extract(epoch from ends_at - now()))::int as seconds from sign_in_failure where key = $1`,
      [key],
    );
    const seconds = Math.max(1, rows[0]?.seconds ?? 1);
    const minutes = Math.ceil(seconds / 60);
    return new Refusal(
      'too_many_requests',
      `${limits.sentence} Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfterSeconds: seconds },
    );
  }

  return {
    async begin({ account, address }) {
      if (!(await take(account, limits.account))) throw await tooMany(account);
      if (await take(address, limits.address)) return;
      await giveBack(account);
      throw await tooMany(address);
    },
    async succeeded({ account, address }) {
      await giveBack(account);
      await giveBack(address);
    },
    async sweep() {
      await pool.query(
        `delete from sign_in_failure where key in (
           select key from sign_in_failure where ends_at <= now() limit 10 for update skip locked)`,
      );
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
