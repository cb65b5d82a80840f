import type { AccountAction, PersonAccount } from '@campus/contract';
import type { AccountHolder, InvitationRow } from './accounts.queries.ts';
import type { IdentityAccount } from '../../identity-client.ts';

export interface AccountFacts {
  readonly person: AccountHolder;
  /** At the built-in identity service; undefined: none yet, or at another service. */
  readonly account: IdentityAccount | undefined;
  /** Signs in at another identity service. */
  readonly elsewhere: boolean;
  readonly invitation: InvitationRow | undefined;
  /** Must not be deactivated or given a duty: nobody else could undo that. */
  readonly lastFullAdministrator: boolean;
  /** Why another feature refuses to deactivate the account or, if it is inactive, to reactivate it. */
  readonly objection: string | null;
  readonly now: Date;
}

const stateOf = (facts: AccountFacts): PersonAccount['state'] => {
  const { person, account, elsewhere, invitation, now } = facts;
  if (!person.active) return 'deactivated';
  if (elsewhere || account?.hasPassword || account?.linked) return 'active';
  if (invitation?.waiting) return 'invitation_waiting';
  const until = invitedUntil(facts);
  if (!until) return 'never_invited';
  return until > now ? 'invited' : 'link_expired';
};

const hour = 60 * 60 * 1000;

/** Until when the link in the invitation is valid, if it was sent. */
const invitedUntil = ({ account, invitation }: AccountFacts): Date | null => {
  if (!account || !invitation?.sentAt) return null;
  const { invitedUntil: said } = account;
  return said === undefined ? new Date(invitation.sentAt.getTime() + hour) : said;
};

const actionsIn = (
  state: PersonAccount['state'],
  account: IdentityAccount | undefined,
  lastFullAdministrator: boolean,
): AccountAction[] => {
  const part: AccountAction[] = [
    ...(account?.linked ? (['unlink'] as const) : []),
    ...(account?.secondFactor ? (['reset_factor'] as const) : []),
  ];
  if (state === 'deactivated') return ['reactivate', ...part];
  const shutOut: AccountAction[] = lastFullAdministrator ? [] : ['deactivate'];
  return state === 'active' ? ['end_sessions', ...part, ...shutOut] : ['invite', ...shutOut];
};

/** What an administrator sees of a person's account, and what they may do with it. */
export const describe = (facts: AccountFacts): PersonAccount => {
  const { person, account, invitation } = facts;
  const state = stateOf(facts);
  return {
    personId: person.id,
    name: person.name,
    email: person.email,
    role: person.role,
    duty: person.duty,
    state,
    linked: account?.linked ?? false,
    secondFactor: account?.secondFactor ?? false,
    invitedOn: invitation?.sentAt?.toISOString() ?? null,
    invitedUntil: invitedUntil(facts)?.toISOString() ?? null,
    lastMailError: state === 'active' ? null : (invitation?.lastError ?? null),
    nextAttemptOn: invitation?.nextAttemptAt?.toISOString() ?? null,
    actions: actionsIn(state, account, facts.lastFullAdministrator).filter(
      (action) => action !== 'reactivate' || facts.objection === null,
    ),
    lastFullAdministrator: facts.lastFullAdministrator,
    bound: person.active ? facts.objection : null,
  };
};
