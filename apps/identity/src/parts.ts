import type pg from 'pg';
import type { Auth } from './auth.ts';
import type { CheckQueue } from './check-queue.ts';
import type { Clock } from './clock.ts';
import type { Devices } from './devices.ts';
import type { IdentityOptions } from './identity.ts';
import type { PasswordLinks } from './password-links.ts';
import type { StoredPolicy } from './stored-policy.ts';
import type { Throttle } from './throttle.ts';

/** What the endpoints of this service are made from. */
export interface Parts extends IdentityOptions {
  readonly basePath: string;
  readonly clock: Clock;
  readonly pool: pg.Pool;
  readonly auth: Auth;
  readonly devices: Devices;
  readonly queue: CheckQueue;
  readonly throttle: Throttle;
  readonly links: PasswordLinks;
  readonly policy: StoredPolicy;
}
