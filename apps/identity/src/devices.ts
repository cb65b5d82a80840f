import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { cookieValue } from './cookies.ts';

/** Browsers keep no cookie longer. */
const lifetime = 400 * 24 * 60 * 60;
/** The least recently used ones of an account become strangers again. */
const devicesPerAccount = 20;

/**
 * Devices on which somebody has signed in, known by a signed cookie that stays when they sign out. It
 * opens nothing: guesses made on such a device are counted apart from those of strangers.
 */
export interface Devices {
  /** The digest of the device a cookie names; `undefined` unless this service signed it for today. */
  hashOf(cookie: string | undefined): string | undefined;
  /**
   * Makes the browser known to the account. The cookie to set takes the place of the one it sent, for
   * its other accounts as well.
   */
  admit(subject: string, cookie: string | undefined): Promise<string>;
}

interface Parts {
  readonly pool: pg.Pool;
  readonly secret: string;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly basePath: string;
}

export function createDevices({ pool, secret, clock, publicUrl, basePath }: Parts): Devices {
  const signingKey = createHmac('sha256', secret).update('known devices').digest();
  const secure = publicUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}campus.device`;
  const signature = (text: string): string =>
    createHmac('sha256', signingKey).update(text).digest('base64url');
  const seconds = (): number => Math.floor(clock.now() / 1000);

  const hashOf: Devices['hashOf'] = (cookie) => {
    const [id = '', until = '', given = ''] = cookieValue(cookie, name)?.split('.') ?? [];
    const right = Buffer.from(signature(`${id}.${until}`));
    const own = given.length === right.length && timingSafeEqual(Buffer.from(given), right);
    return own && Number(until) > seconds() ? digest(id) : undefined;
  };

  return {
    hashOf,
    async admit(subject, cookie) {
      const id = randomBytes(32).toString('base64url');
      await pool.query(
        `with gone as (
           delete from known_device
           where "userId" = $1 and (device_hash = $2 or device_hash in (
             select device_hash from known_device where "userId" = $1
             order by signed_in_at desc offset $4))
         ), others as (
           update known_device set device_hash = $3 where device_hash = $2 and "userId" <> $1
         )
         insert into known_device ("userId", device_hash) values ($1, $3)`,
        [subject, hashOf(cookie) ?? '', digest(id), devicesPerAccount - 1],
      );
      const named = `${id}.${seconds() + lifetime}`;
      const attributes = `Max-Age=${lifetime}; Path=${basePath}; HttpOnly; SameSite=Lax`;
      return `${name}=${named}.${signature(named)}; ${attributes}${secure ? '; Secure' : ''}`;
    },
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
