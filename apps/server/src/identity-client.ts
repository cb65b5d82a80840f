import type { AccountState, Identity } from '@campus/identity';

/** What the campus asks of its identity service: the built-in one, or Firebase in its place. */
export interface IdentityClient extends Pick<
  Identity,
  | 'issuer'
  | 'createAccount'
  | 'passwordToken'
  | 'passwordHints'
  | 'passwordProblems'
  | 'passwordPolicy'
  | 'setPassword'
  | 'moveAccount'
  | 'unlinkAccount'
  | 'resetFactor'
  | 'endSessions'
  | 'accountData'
  | 'removeAccount'
> {
  /** Not the built-in service. `managed`: accounts are made there by the campus, else by others. */
  readonly elsewhere?: { readonly managed: boolean };
  describeAccount(
    who: { readonly subject: string } | { readonly email: string },
  ): Promise<IdentityAccount | undefined>;
  /** What people did with their accounts there and has not been taken over. */
  takeActs?: Identity['takeActs'];
  /** How many people have used a session within so many minutes, to five of them. */
  peopleWithin?(minutes: number): Promise<number>;
  /** Where people could otherwise go on signing in who are deactivated here. */
  setDisabled?(subject: string, disabled: boolean): Promise<void>;
}

export interface IdentityAccount extends Omit<AccountState, 'invitedUntil' | 'secondFactor'> {
  /** The e-mail is known to be its owner's, no matter who made the account. */
  readonly verified?: boolean;
  /** Undefined: the service does not say; an hour after the mail. */
  readonly invitedUntil: Date | null | undefined;
  /** A code is asked for after its password; undefined: the service does not say. */
  readonly secondFactor?: boolean;
}

/** The account of a person, if they have one at this service. */
export const accountOf = async (
  identity: IdentityClient,
  { issuer, subject }: { readonly issuer: string | null; readonly subject: string | null },
): Promise<IdentityAccount | undefined> =>
  subject !== null && issuer === identity.issuer
    ? identity.describeAccount({ subject })
    : undefined;
