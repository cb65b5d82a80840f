import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** The part of a pino logger that this service writes to. */
export interface IdentityLog {
  warn(details: object, sentence: string): void;
  error(details: object, sentence: string): void;
}

export interface IdentityOptions {
  readonly connection: pg.PoolConfig;
  /**
   * Where browsers find this service, e.g. `https://campus.example.edu`. With https the cookie is
   * `Secure`.
   */
  readonly publicUrl: string;
  /** Default `/identity`. */
  readonly basePath?: string;
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
  /** In characters; default 6. */
  readonly minPasswordLength?: number;
  readonly log: IdentityLog;
}

/**
 * An account to be: its password, or the hash of one (from `hashPassword`), which many may share.
 */
export type NewAccount = {
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
} & (
  | { readonly password: string; readonly passwordHash?: never }
  | { readonly passwordHash: string; readonly password?: never }
);

/** `subject` is the `sub` of this account's ID tokens; `email` is in lower case. */
export interface Account {
  readonly email: string;
  readonly subject: string;
}

export interface Identity {
  /** Mounts the service at `basePath`, in a scope of its own. */
  register(app: FastifyInstance): Promise<void>;
  /** Idempotent on the e-mail: an account that exists keeps its name and password. */
  createAccount(account: NewAccount): Promise<Account>;
  /** As `createAccount`, in one statement; answers in the order given. */
  createAccounts(accounts: readonly NewAccount[]): Promise<Account[]>;
  /** Ends every session of the account. ID tokens already handed out live on until they expire. */
  endSessions(subject: string): Promise<void>;
  /** Throws a sentence when the service cannot sign anybody in. */
  ready(): Promise<void>;
  /** Closes the connections to the database; call it after the HTTP server has closed. */
  close(): Promise<void>;
}
