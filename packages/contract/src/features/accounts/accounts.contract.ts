import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly, roles } from '../../permissions.ts';
import { id } from '../../values/text.ts';

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
  state: z.enum(accountStates),
  /** Opened by a university account as well, whatever e-mail that has by now. */
  linked: z.boolean(),
  /** A code is asked for after the password. */
  secondFactor: z.boolean(),
  /** When the last invitation was sent, and until when its link holds or held. */
  invitedOn: instant,
  invitedUntil: instant,
  /** Why the last invitation could not be sent (yet), as the mail server said it. */
  lastMailError: z.string().nullable(),
  /** When that is tried again; null when it was given up or has succeeded. */
  nextAttemptOn: instant,
  actions: z.array(z.enum(accountActions)),
});
export type PersonAccount = z.infer<typeof personAccount>;
export type AccountAction = PersonAccount['actions'][number];

const ofAccount = { access: adminOnly, reply: personAccount } as const;

export const readAccount = endpoint('GET /people/:id/account', {
  summary: 'Whether and how far a person has come into Campus',
  ...ofAccount,
});

export const invite = endpoint('POST /people/:id/invitation', {
  summary: 'Send an invitation, again or for the first time',
  ...ofAccount,
});

export const deactivate = endpoint('POST /people/:id/deactivate', {
  summary: 'Shut a person out at once; everything about them stays',
  ...ofAccount,
});

export const reactivate = endpoint('POST /people/:id/reactivate', {
  summary: 'Let a deactivated person in again',
  ...ofAccount,
});

export const endSessions = endpoint('POST /people/:id/end-sessions', {
  summary: 'Sign a person out everywhere',
  ...ofAccount,
});

export const unlink = endpoint('POST /people/:id/unlink-university-account', {
  summary: 'Part an account from the university account that opens it, and sign the person out',
  ...ofAccount,
});

export const resetFactor = endpoint('POST /people/:id/reset-second-factor', {
  summary: 'Take a lost second factor away and sign the person out; a mail tells them',
  ...ofAccount,
  fresh: true,
});
