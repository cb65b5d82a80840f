import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { OwnersPolicy, PasswordPolicy } from './password-policy.ts';
import type { Auth } from './auth.ts';
import type { CheckQueue } from './check-queue.ts';
import type { Devices } from './devices.ts';
import type { PasswordLinks } from './password-links.ts';
import type { Throttle } from './throttle.ts';

/** Below it lies everything that this service answers. */
export const basePath = '/identity';

/** The part of a pino logger that this service writes to. */
export interface IdentityLog {
  warn(details: object, sentence: string): void;
  error(details: object, sentence: string): void;
}

/** An OpenID Connect provider of the university's own, whose word is taken for who a person is. */
export interface UniversityOptions {
  /** As its ID tokens name it; the discovery document lies below. */
  readonly issuer: string;
  readonly clientId: string;
  /** A public client has none. */
  readonly clientSecret: string | undefined;
  /** Also an e-mail of which the provider does not say whether it is verified. */
  readonly trustEmail: boolean;
  /**
   * By what it is known that the provider has asked for a second factor: values of its `acr`, or
   * methods in its `amr`. Nobody comes in without one of them; with none listed nothing is asked.
   */
  readonly acrValues: readonly string[];
  /**
   * The account of the person who has this e-mail (in lower case), made if need be; `undefined` when
   * nobody has it. Asked when a person comes from the provider for the first time.
   */
  readonly accountOf: (email: string) => Promise<{ readonly subject: string } | undefined>;
}

export interface IdentityOptions {
  readonly connection: pg.PoolConfig;
  /**
   * Where browsers find this service, e.g. `https://campus.example.edu`. With https the cookie is
   * `Secure`.
   */
  readonly publicUrl: string;
  /**
   * Signs the cookies and encrypts the signing keys; at least 32 characters. Changing it makes both
   * unreadable.
   */
  readonly secret: string;
  /** `iss` of every ID token. */
  readonly issuer: string;
  /** `aud` of every ID token. */
  readonly audience: string;
  /**
   * Pages of these origins (besides `publicUrl`'s own) may call this service with the visitor's
   * cookie.
   */
  readonly trustedOrigins: (origin: string) => boolean;
  /** The least a password needs, whoever owns it. Default: at least 6 characters. */
  readonly passwordPolicy?: Partial<PasswordPolicy>;
  /**
   * Told of each e-mail (in lower case) for which a new password is asked for, known or not.
   * `own`: on a device of the account's owner, whom the requests of others must not keep from it. It
   * only writes that down: the visitor waits for it.
   */
  readonly onResetRequest: (email: string, own: boolean) => Promise<unknown>;
  /**
   * Told of each e-mail (in lower case), known or not, whose password is being guessed, again and
   * again while it goes on; `device_link`: so much that a strange device was refused, which may be
   * its owner's. It only writes that down, as above.
   */
  readonly onGuessing: (email: string, notice: GuessingNotice) => Promise<unknown>;
  /**
   * Whose password is to be chosen, as those know who know the people; `undefined`: it is not known
   * yet whose.
   */
  readonly passwordOwner: (subject: string | undefined) => Promise<PasswordOwner>;
  /**
   * Told of each account whose owner has chosen a password, after its other sessions have ended: the
   * ID tokens they hold live on unless they are refused.
   */
  readonly onPasswordChosen: (subject: string, way: PasswordWay) => Promise<unknown>;
  /**
   * Told of each account whose owner has set up or turned off a second factor: the ID tokens handed out
   * until then say otherwise.
   */
  readonly onFactorChanged: (subject: string) => Promise<unknown>;
  /**
   * Told of sessions that are about to end before their time: the ID tokens that say one of them
   * (`sid`) are to be refused from now on.
   */
  readonly onSessionsEnded: (ids: readonly string[]) => Promise<unknown>;
  /**
   * Whether the campus lets the owner of an account in. Asked before each session and each ID token;
   * also of accounts that belong to nobody it knows, whom it turns away itself.
   */
  readonly isActive: (account: Account) => Promise<boolean>;
  /** Without it people sign in with passwords alone. */
  readonly university?: UniversityOptions;
  readonly log: IdentityLog;
  /** By which guesses are counted, sessions dated and their age judged. Default: the machine's. */
  readonly clock?: Clock;
}

/** What the owner of an account is told when its password is being guessed. */
export type GuessingNotice = 'sign_in_warning' | 'device_link';

/**
 * An account to be: its password, or the hash of one (from `hashPassword`), which many may share, or
 * neither: then nobody signs in before a password was chosen by a link.
 */
export type NewAccount = {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
} & (
  | { readonly password: string; readonly passwordHash?: never }
  | { readonly passwordHash: string; readonly password?: never }
  | { readonly password?: never; readonly passwordHash?: never }
);

/** What a password must be beyond the configured policy. */
export interface PasswordOwner {
  /** What is wanted of everybody; null: nothing more. */
  readonly policy: PasswordPolicy | null;
  /** What is wanted of this owner, in characters; the policy may ask for more. */
  readonly minLength: number;
  /** Names and addresses of the person and the institution, which a password is not made of. */
  readonly words: readonly string[];
}

/** An invitation holds for 14 days, a reset for an hour, the admission of a device for a day. */
export type LinkPurpose = 'invitation' | 'reset' | 'device';

/** How a new password is chosen: by a link, or signed in. */
export type PasswordWay = 'invitation' | 'reset' | 'change';

/** `subject` is the `sub` of this account's ID tokens; `email` is in lower case. */
export interface Account {
  readonly email: string;
  readonly subject: string;
}

/** What the endpoints of this service are made from. */
export interface Parts extends IdentityOptions {
  readonly clock: Clock;
  readonly pool: pg.Pool;
  readonly auth: Auth;
  readonly devices: Devices;
  readonly queue: CheckQueue;
  readonly throttle: Throttle;
  readonly links: PasswordLinks;
  readonly policy: OwnersPolicy;
}
