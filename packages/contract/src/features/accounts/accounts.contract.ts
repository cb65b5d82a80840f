import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { duties, roles } from '../../permissions.ts';
import { count, id, textOrNull } from '../../values/replies.ts';

const registrar = adminOnly('registrar');

/** How far a person has come, from invitation to active account. */
export const accountStates = [
  'never_invited',
  'invitation_waiting',
  'invited',
  'link_expired',
  'active',
  'deactivated',
] as const;

/** What an administrator may do with an account in its current state. */
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
  /** The duty of an administrator; null for full rights, and for other roles. */
  duty: z.enum(duties).nullable(),
  state: z.enum(accountStates),
  /** Linked to a university account, whatever its e-mail address is now. */
  linked: z.boolean(),
  /** Whether sign-in asks for a code after the password. */
  secondFactor: z.boolean(),
  /** When the last invitation was sent, and until when its link is valid. */
  invitedOn: instant,
  invitedUntil: instant,
  /** Why the last invitation could not be sent, in the words of the mail server. */
  lastMailError: textOrNull,
  /** When sending is tried again; null once it was given up or has succeeded. */
  nextAttemptOn: instant,
  actions: z.array(z.enum(accountActions)),
  /** The only remaining active administrator with full rights. */
  lastFullAdministrator: z.boolean(),
  /** Why the account cannot be deactivated now; null if it can. */
  bound: textOrNull,
});
export type PersonAccount = z.infer<typeof personAccount>;
export type AccountAction = PersonAccount['actions'][number];

export const readAccount = endpoint('GET /people/:id/account', registrar, {
  summary: 'A person’s account: its state, its invitation and what can be done with it',
  reply: personAccount,
});

export const invite = endpoint('POST /people/:id/invitation', registrar, {
  act: 'account_invited',
  summary: 'Send or resend an invitation',
  reply: personAccount,
});

const people = z.object({ students: count, teachers: count, administrators: count });

/** Who is still to be invited, and the invitations being sent. */
export const invitations = z.object({
  neverInvited: people,
  /** Invited, never signed in, and the link has expired. */
  expired: people,
  waiting: count,
  /** Invitations sent since the oldest waiting one was requested. */
  sent: count,
  /** Mails of all kinds sent per minute. */
  mailsPerMinute: z.number(),
  /** When the last one will be sent at that rate; null while none waits. */
  endsAt: instant,
  /** Why the mail server refuses those that wait. */
  problem: textOrNull,
});
export type Invitations = z.infer<typeof invitations>;

export const readInvitations = endpoint('GET /people/invitations', registrar, {
  summary: 'How many people still need an invitation, and how far sending has got',
  reply: invitations,
});

export const inviteMany = endpoint('POST /people/invitations', registrar, {
  act: 'people_invited',
  summary: 'Invite everyone who was never invited, or everyone whose invitation has expired',
  body: z.strictObject({
    who: z.enum(['never_invited', 'expired']),
    role: z.enum(roles),
  }),
  reply: z.object({ invited: count }),
});

export const deactivate = endpoint('POST /people/:id/deactivate', registrar, {
  act: 'account_deactivated',
  summary: 'Deactivate an account at once; the person’s data stays',
  reply: personAccount,
});

export const reactivate = endpoint('POST /people/:id/reactivate', registrar, {
  act: 'account_reactivated',
  summary: 'Reactivate an account',
  reply: personAccount,
});

export const endSessions = endpoint('POST /people/:id/end-sessions', registrar, {
  act: 'sessions_ended',
  summary: 'Sign a person out on every device',
  reply: personAccount,
});

export const unlink = endpoint('POST /people/:id/unlink-university-account', registrar, {
  act: 'university_account_unlinked',
  summary: 'Unlink an account from its university account and sign the person out',
  reply: personAccount,
});

export const resetFactor = endpoint('POST /people/:id/reset-second-factor', registrar, {
  act: 'factor_reset',
  summary: 'Reset a lost second factor and sign the person out; they are told by e-mail',
  reply: personAccount,
  fresh: true,
});
