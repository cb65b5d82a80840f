/** What the campus asks of its identity service, which it knows by this interface alone. */
export interface IdentityDoor {
  /** `iss` of its tokens; people are bound to it and to a subject. */
  readonly issuer: string;
  /** Not the built-in one. `managed`: accounts are made there by the campus, else by others. */
  readonly elsewhere?: { readonly managed: boolean };
  /** Idempotent on the e-mail. Without a password nobody signs in yet. */
  createAccount(account: {
    readonly email: string;
    readonly name: string;
    readonly emailVerified: boolean;
  }): Promise<{ readonly subject: string }>;
  describeAccount(
    who: { readonly subject: string } | { readonly email: string },
  ): Promise<IdentityAccount | undefined>;
  /** The same key gives the same token again; undefined when there is no such account. */
  passwordToken(
    subject: string,
    purpose: 'invitation' | 'reset' | 'device',
    key: string,
  ): Promise<string | undefined>;
  passwordHints(owner: PasswordOwner): Promise<readonly string[]>;
  passwordProblems(password: string, owner: PasswordOwner): Promise<string[]>;
  setPassword(subject: string, password: string): Promise<void>;
  moveAccount(
    subject: string,
    emails: { readonly from: string; readonly to: string | null },
  ): Promise<void>;
  /** Its next university account is the one that brings its e-mail; ends its sessions. */
  unlinkAccount(subject: string): Promise<void>;
  /** Takes a lost second factor away and ends the sessions; false when there was none. */
  resetFactor(subject: string): Promise<boolean>;
  endSessions(subject: string): Promise<void>;
  /** Where people could otherwise go on signing in who are deactivated here. */
  setDisabled?(subject: string, disabled: boolean): Promise<void>;
}

/** What a password must be beyond the policy. */
export interface PasswordOwner {
  readonly minLength: number;
  /** It is not made of these. */
  readonly words: readonly string[];
}

export interface IdentityAccount {
  readonly subject: string;
  readonly email: string;
  readonly hasPassword: boolean;
  /** Its owner has signed in with a university account. */
  readonly linked: boolean;
  /** The e-mail is known to be its owner's, whoever made the account. */
  readonly verified?: boolean;
  /** Undefined: the service does not say; an hour after the mail. */
  readonly invitedUntil: Date | null | undefined;
  /** A code is asked for after its password; undefined: the service does not say. */
  readonly secondFactor?: boolean;
}
