import { randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import { createCookie } from './cookies.ts';
import { createSigner, digest } from './digest.ts';
import { basePath } from './identity.ts';

/** In seconds; browsers keep no cookie for longer. */
const lifetime = 400 * 24 * 60 * 60;
/** Beyond these, the least recently used devices of an account are forgotten. */
const devicesPerAccount = 20;

interface Options {
  readonly secret: string;
  readonly publicUrl: string;
}

export type Devices = ReturnType<typeof createDevices>;

/**
 * Devices on which a person has signed in, recognised by a signed cookie that survives signing out. The
 * cookie grants no access: password guesses made on such a device are only counted apart from those of
 * unknown devices.
 */
export const createDevices = (pool: pg.Pool, clock: Clock, options: Options) => {
  const sign = createSigner(options.secret, 'known devices');
  const ownCookie = createCookie('device', options.publicUrl, basePath);
  const seconds = (): number => Math.floor(clock.now() / 1000);

  /**
   * Returns the digest of the device that a cookie names; `undefined` unless this service signed it and
   * it has not expired.
   */
  const hashOf = (cookie: string): string | undefined => {
    const [id = '', until = '', given = ''] = ownCookie.read(cookie)?.split('.') ?? [];
    const right = Buffer.from(sign(`${id}.${until}`));
    const own = given.length === right.length && timingSafeEqual(Buffer.from(given), right);
    return own && Number(until) > seconds() ? digest(id) : undefined;
  };

  return {
    hashOf,
    /**
     * Makes the browser a known device of the account. Returns a cookie that replaces the one it sent,
     * for its other accounts as well, whose rows keep the `guess_id` by which their guesses are counted.
     */
    async admit(subject: string, cookie: string): Promise<string> {
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
      return ownCookie.set(`${named}.${sign(named)}`, lifetime);
    },
  };
};
