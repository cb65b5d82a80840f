import type { AccountState, Identity } from '@campus/identity';

/** What Campus needs from its identity service: the built-in one or Firebase. */
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
  /** Set when it is not the built-in service. `managed`: Campus creates the accounts there. */
  readonly elsewhere?: { readonly managed: boolean };
  describeAccount(
    who: { readonly subject: string } | { readonly email: string },
  ): Promise<IdentityAccount | undefined>;
  /** Acts of people on their accounts that the audit trail has not recorded yet. */
  drainActs?: Identity['drainActs'];
  /** How many people have used a session within the given minutes, accurate to five minutes. */
  peopleWithin?(minutes: number): Promise<number>;
  /** Its own connections to the database. */
  readonly pool?: Identity['pool'];
  /** Only for services where a person deactivated here could otherwise still sign in. */
  setDisabled?(subject: string, disabled: boolean): Promise<void>;
}

export interface IdentityAccount extends Omit<AccountState, 'invitedUntil' | 'secondFactor'> {
  /** The e-mail is known to be its owner's, whoever created the account. */
  readonly verified?: boolean;
  /** Undefined: the service does not say, and an hour after the mail is assumed. */
  readonly invitedUntil: Date | null | undefined;
  /** Whether signing in needs a second factor; undefined: the service does not say. */
  readonly secondFactor?: boolean;
}

/** Whether Campus creates the accounts. */
export const managesAccounts = ({ elsewhere }: IdentityClient): boolean =>
  elsewhere?.managed !== false;

/** The person's account at this service, if any. */
export const accountOf = async (
  identity: IdentityClient,
  { issuer, subject }: { readonly issuer: string | null; readonly subject: string | null },
): Promise<IdentityAccount | undefined> =>
  subject !== null && issuer === identity.issuer
    ? identity.describeAccount({ subject })
    : undefined;
