import type { AccountAction, PersonAccount } from '@campus/contract';
import {
  type Icon,
  IconDeviceMobileOff,
  IconLogout,
  IconMailForward,
  IconUnlink,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';

interface ActionLabels {
  readonly label: string;
  readonly icon: Icon;
  readonly done: string;
  /** What to ask before doing it; undefined: nothing, it harms nobody. */
  readonly question?: (account: PersonAccount) => string;
}

export const actionLabels: Readonly<Record<AccountAction, ActionLabels>> = {
  invite: {
    icon: IconMailForward,
    label: 'Send invitation',
    done: 'The invitation is on its way.',
  },
  reactivate: { icon: IconUserCheck, label: 'Reactivate', done: 'The account is active again.' },
  deactivate: {
    icon: IconUserOff,
    label: 'Deactivate',
    done: 'The account is deactivated.',
    question: ({ name }) =>
      `${name} is signed out at once and cannot sign in any more. Everything about them stays, and you can reactivate the account at any time.`,
  },
  end_sessions: {
    icon: IconLogout,
    label: 'End all sessions',
    done: 'All sessions are ended.',
    question: ({ name }) =>
      `${name} is signed out on every device at once and can sign in again as before.`,
  },
  unlink: {
    icon: IconUnlink,
    label: 'Unlink university account',
    done: 'The university account is unlinked.',
    question: ({ name, email }) =>
      `${name} is signed out on every device at once. The next university account with the e-mail ${email} is linked when it signs in; a password stays as it is.`,
  },
  reset_factor: {
    icon: IconDeviceMobileOff,
    label: 'Reset second factor',
    done: 'The second factor is reset.',
    question: ({ name }) =>
      `${name} is signed out on every device at once, and authenticator app and recovery codes open nothing any more. Make sure that it is ${name} who asks for this. A mail tells them.`,
  },
};
