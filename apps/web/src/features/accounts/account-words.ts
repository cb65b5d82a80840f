import type { AccountAction, PersonAccount } from '@campus/contract';

export const stateWords: Readonly<Record<PersonAccount['state'], string>> = {
  never_invited: 'Not invited',
  invitation_waiting: 'Invitation on its way',
  invited: 'Invited',
  link_expired: 'Invitation expired',
  active: 'Active',
  deactivated: 'Deactivated',
};

interface ActionWords {
  readonly label: string;
  readonly done: string;
  /** What to ask before doing it; undefined: nothing, it harms nobody. */
  readonly question?: (account: PersonAccount) => string;
}

export const actionWords: Readonly<Record<AccountAction, ActionWords>> = {
  invite: { label: 'Send invitation', done: 'The invitation is on its way.' },
  reactivate: { label: 'Reactivate', done: 'The account is active again.' },
  deactivate: {
    label: 'Deactivate',
    done: 'The account is deactivated.',
    question: ({ name }) =>
      `${name} is signed out at once and cannot sign in any more. Everything about them stays, and you can reactivate the account at any time.`,
  },
  end_sessions: {
    label: 'End all sessions',
    done: 'All sessions are ended.',
    question: ({ name }) =>
      `${name} is signed out on every device at once and can sign in again as before.`,
  },
  unlink: {
    label: 'Unlink university account',
    done: 'The university account is unlinked.',
    question: ({ name, email }) =>
      `${name} is signed out on every device at once. The next university account with the e-mail ${email} is linked when it signs in; a password stays as it is.`,
  },
  reset_factor: {
    label: 'Reset second factor',
    done: 'The second factor is reset.',
    question: ({ name }) =>
      `${name} is signed out on every device at once, and authenticator app and recovery codes open nothing any more. Make sure that it is ${name} who asks for this. A mail tells them.`,
  },
};
