import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { duties, roles } from '../../permissions.ts';
import { count, id, textOrNull } from '../../values/replies.ts';

/** How far a person is on the way into Campus. */
export const accountStates = [
  'never_invited',
  'invitation_waiting',
  'invited',
  'link_expired',
  'active',
  'deactivated',
] as const;

/** What an administrator may do with an account as it stands now. */
export const accountActions = [
  'invite',
  'deactivate',
  'reactivate',
  'end_sessions',
  'unlink',
  'reset_factor',
] as const;

const instant = z.iso.datetime().nullable();

export const personAccount = z.object({
  personId: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Of an administrator who holds a part; null for all of it, and of others. */
  duty: z.enum(duties).nullable(),
  state: z.enum(accountStates),
  /** Opened by a university account as well, whatever e-mail that has by now. */
  linked: z.boolean(),
  /** A code is asked for after the password. */
  secondFactor: z.boolean(),
  /** When the last invitation was sent, and until when its link holds or held. */
  invitedOn: instant,
  invitedUntil: instant,
  /** Why the last invitation could not be sent (yet), as the mail server said it. */
  lastMailError: textOrNull,
  /** When that is tried again; null when it was given up or has succeeded. */
  nextAttemptOn: instant,
  actions: z.array(z.enum(accountActions)),
  /** The last who holds all that administrators do: neither deactivated nor given a duty. */
  lastFullAdministrator: z.boolean(),
  /** Why it cannot be deactivated at the moment; null when it can. */
  bound: textOrNull,
});
export type PersonAccount = z.infer<typeof personAccount>;
export type AccountAction = PersonAccount['actions'][number];

export const readAccount = endpoint('GET /people/:id/account', adminOnly('registrar'), {
  summary: 'Whether and how far a person has come into Campus',
  reply: personAccount,
});

export const invite = endpoint('POST /people/:id/invitation', adminOnly('registrar'), {
  act: 'account_invited',
  summary: 'Send an invitation, again or for the first time',
  reply: personAccount,
});

const people = z.object({ students: count, teachers: count, administrators: count });

/** Who is still to be invited, and the invitations that are on their way. */
export const invitations = z.object({
  neverInvited: people,
  /** Invited, not come in, and the link holds no longer. */
  expired: people,
  waiting: count,
  /** Since the oldest that waits was asked for. */
  sent: count,
  /** So many mails of all kinds leave in a minute. */
  mailsPerMinute: z.number(),
  /** When the last one leaves at that speed; null while none waits. */
  endsAt: instant,
  /** What the mail server has against the ones that wait. */
  problem: textOrNull,
});
export type Invitations = z.infer<typeof invitations>;

export const readInvitations = endpoint('GET /people/invitations', adminOnly('registrar'), {
  summary: 'Who is still to be invited, and how far the invitations are',
  reply: invitations,
});

export const inviteMany = endpoint('POST /people/invitations', adminOnly('registrar'), {
  act: 'people_invited',
  summary: 'Invite everybody who was never invited, or whose invitation has expired',
  body: z.strictObject({
    who: z.enum(['never_invited', 'expired']),
    role: z.enum(roles),
  }),
  reply: z.object({ invited: count }),
});

export const deactivate = endpoint('POST /people/:id/deactivate', adminOnly('registrar'), {
  act: 'account_deactivated',
  summary: 'Shut a person out at once; everything about them stays',
  reply: personAccount,
});

export const reactivate = endpoint('POST /people/:id/reactivate', adminOnly('registrar'), {
  act: 'account_reactivated',
  summary: 'Let a deactivated person in again',
  reply: personAccount,
});

export const endSessions = endpoint('POST /people/:id/end-sessions', adminOnly('registrar'), {
  act: 'sessions_ended',
  summary: 'Sign a person out everywhere',
  reply: personAccount,
});

export const unlink = endpoint(
  'POST /people/:id/unlink-university-account',
  adminOnly('registrar'),
  {
    act: 'university_account_unlinked',
    summary: 'Part an account from the university account that opens it, and sign the person out',
    reply: personAccount,
  },
);

export const resetFactor = endpoint(
  'POST /people/:id/reset-second-factor',
  adminOnly('registrar'),
  {
    act: 'factor_reset',
    summary: 'Take a lost second factor away and sign the person out; a mail tells them',
    reply: personAccount,
    fresh: true,
  },
);
