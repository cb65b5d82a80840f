import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { OwnersPolicy, PasswordPolicy } from './password-policy.ts';
import type { Auth } from './auth.ts';
import type { CheckQueue } from './check-queue.ts';
import type { Devices } from './devices.ts';
import type { PasswordLinks } from './password-links.ts';
import type { Throttle } from './throttle.ts';

/** The path below which all endpoints of this service are. */
export const basePath = '/identity';

/** The part of a pino logger that this service writes to. */
export interface IdentityLog {
  warn(details: object, sentence: string): void;
  error(details: object, sentence: string): void;
}

/** The university’s own OpenID Connect provider, which is trusted to identify people. */
export interface UniversityOptions {
  /** As in its ID tokens; the discovery document is below this address. */
  readonly issuer: string;
  readonly clientId: string;
  /** `undefined` for a public client. */
  readonly clientSecret: string | undefined;
  /** Accept an e-mail even if the provider does not say whether it is verified. */
  readonly trustEmail: boolean;
  /**
   * Values of `acr`, or methods in `amr`, that mean the provider has asked for a second factor. Nobody is
   * signed in without one of them; an empty list requires none.
   */
  readonly acrValues: readonly string[];
  /**
   * Returns the account of the person with this e-mail (in lower case), created if necessary; `undefined`
   * if nobody has it, `deactivated` if they have no account and are not admitted. Called when a person comes
   * from the provider for the first time.
   */
  readonly accountOf: (
    email: string,
  ) => Promise<{ readonly subject: string } | 'deactivated' | undefined>;
}

export interface IdentityOptions {
  readonly connection: pg.PoolConfig;
  /** Where browsers find this service, e.g. `https://campus.example.edu`. With https, cookies are `Secure`. */
  readonly publicUrl: string;
  /** Signs the cookies and encrypts the signing keys; at least 32 characters. Changing it makes both unusable. */
  readonly secret: string;
  /** `iss` of every ID token. */
  readonly issuer: string;
  /** `aud` of every ID token. */
  readonly audience: string;
  /** Whether pages of an origin, besides that of `publicUrl`, may call this service with the visitor’s cookie. */
  readonly trustedOrigins: (origin: string) => boolean;
  /** The minimum for any password. Default: at least 6 characters. */
  readonly passwordPolicy?: Partial<PasswordPolicy>;
  /**
   * Called with each e-mail (in lower case), known or not, for which a new password is requested. `own`:
   * on a known device of the owner, who must not be kept from it by the requests of others. Must only
   * store the request: the visitor waits for it.
   */
  readonly onResetRequest: (email: string, own: boolean) => Promise<unknown>;
  /**
   * Called repeatedly with each e-mail (in lower case), known or not, whose password is being guessed.
   * `device_link`: there were so many guesses that an unknown device was refused, which may be the
   * owner’s. Must only store the notice, as above.
   */
  readonly onGuessing: (email: string, notice: GuessingNotice) => Promise<unknown>;
  /**
   * Returns what the campus requires of the password of this account’s owner; `undefined`: the owner is
   * not known yet.
   */
  readonly passwordOwner: (subject: string | undefined) => Promise<PasswordOwner>;
  /**
   * Called for each account whose owner has chosen a password, after its other sessions have ended: their
   * ID tokens remain valid unless they are revoked. On the connection of the transaction that changes the
   * password, so that all of it happens or nothing.
   */
  readonly onPasswordChosen: (
    client: pg.PoolClient,
    subject: string,
    way: PasswordSource,
  ) => Promise<unknown>;
  /**
   * Called in the same way for each account whose owner has set up or turned off a second factor: ID tokens
   * issued before are out of date about it.
   */
  readonly onFactorChanged: (client: pg.PoolClient, subject: string) => Promise<unknown>;
  /**
   * Called before sessions are ended early: ID tokens with one of these ids (`sid`) must be refused from
   * now on.
   */
  readonly onSessionsEnded: (ids: readonly string[]) => Promise<unknown>;
  /**
   * Asked before each session and each ID token is issued; also about accounts of nobody the campus
   * knows, whom it refuses itself.
   */
  readonly admit: (account: Account) => Promise<Admission>;
  /** Without it, people sign in with passwords only. */
  readonly university?: UniversityOptions;
  readonly log: IdentityLog;
  /** The clock by which guesses are counted, sessions dated and their age judged. Default: the machine’s. */
  readonly clock?: Clock;
}

/** Whether the campus admits the owner of an account. */
export interface Admission {
  readonly active: boolean;
  /**
   * The time, in milliseconds since 1970, that an ID token issued now states as `issued_ms`: by the clock
   * that dates the owner's sign-outs, and not before the last of them.
   */
  readonly issuedAt: number;
}

/** The kinds of mail to an owner whose password is being guessed. */
export type GuessingNotice = 'sign_in_warning' | 'device_link';

/**
 * An account to create: with a password, or a hash from `hashPassword`, which many may share, or neither;
 * then nobody can sign in until a password is chosen through a link.
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

/** What a password must satisfy beyond the configured policy. */
export interface PasswordOwner {
  /** The policy for everyone; null: nothing more. */
  readonly policy: PasswordPolicy | null;
  /** The minimum for this owner, in characters; the policy may require more. */
  readonly minLength: number;
  /** Names and addresses of person and institution, which must not make up the password. */
  readonly words: readonly string[];
}

/** An invitation is valid for 14 days, a reset for an hour, a device link for a day. */
export type LinkPurpose = 'invitation' | 'reset' | 'device';

/** How a new password was chosen: through a link, or while signed in. */
export type PasswordSource = 'invitation' | 'reset' | 'change';

/** `subject` is the `sub` of this account's ID tokens; `email` is in lower case. */
export interface Account {
  readonly email: string;
  readonly subject: string;
}

/** What the endpoints of this service are built from. */
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
