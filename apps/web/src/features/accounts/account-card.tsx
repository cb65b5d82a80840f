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
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { timeOfInstant } from '../../lib/instant.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useQuestion } from '../../ui/use-action.ts';
import { AccountBadge } from './account-badge.tsx';
import { accountOptions, act, administratorsOptions } from './accounts.api.ts';
import classes from './account-card.module.css';

interface ActionLabels {
  readonly label: string;
  readonly icon: Icon;
  readonly done: string;
  /** What to ask before doing it; undefined: nothing, it harms nobody. */
  readonly question?: (account: PersonAccount) => string;
}

const actionLabels: Readonly<Record<AccountAction, ActionLabels>> = {
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

interface AccountActionsProps {
  readonly account: PersonAccount;
  /** Something was done. */
  readonly onDone?: (() => void) | undefined;
}

/** What may be done with an account as it stands; asks first where a person would be signed out. */
const AccountActions = ({ account, onDone }: AccountActionsProps) => {
  const client = useQueryClient();
  const question = useQuestion({
    run: (action: AccountAction) => act(account.personId, action),
    done: (_, action) => actionLabels[action].done,
    failed: 'The account could not be changed',
    onDone: (now) => {
      client.setQueryData(accountOptions(account.personId).queryKey, now);
      onDone?.();
    },
    // After a failure what was offered here is no longer so.
    onSettled: () =>
      Promise.all(
        [accountOptions(account.personId), administratorsOptions].map(({ queryKey }) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const { asked = 'deactivate' } = question;
  const choose = (action: AccountAction): void => {
    if (actionLabels[action].question) question.ask(action);
    else question.mutate(action);
  };

  return (
    <div className={classes['actions']}>
      {account.actions.map((action) => {
        const { icon: Icon, label } = actionLabels[action];
        return (
          <IconButton
            icon={Icon}
            key={action}
            variant="default"
            disabled={question.busy}
            onClick={() => choose(action)}
          >
            {label}
          </IconButton>
        );
      })}
      <ConfirmDialog
        {...question.dialog}
        title={`${actionLabels[asked].label}?`}
        confirmLabel={actionLabels[asked].label}
      >
        {actionLabels[asked].question?.(account)}
      </ConfirmDialog>
    </div>
  );
};

const instant = (value: string | null): string | null => value && timeOfInstant(value);

const Trouble = ({ lastMailError, nextAttemptOn }: PersonAccount) => (
  <Banner kind="error">
    The invitation could not be sent: {lastMailError}
    {nextAttemptOn && ` It is tried again on ${timeOfInstant(nextAttemptOn)}.`}
  </Banner>
);

interface AccountCardProps {
  readonly personId: string;
  /** Something was done with the account. */
  readonly onDone?: () => void;
}

/** Whether and how far a person has come into Campus, and what can be done about it. */
export const AccountCard = ({ personId, onDone }: AccountCardProps) => {
  const query = useQuery(accountOptions(personId));
  return (
    <Card title="Account" actions={query.data && <AccountBadge state={query.data.state} />}>
      <Loaded query={query} what="account" rows={3} columns={2}>
        {(account) => (
          <div className={classes['content']}>
            {account.lastMailError !== null && <Trouble {...account} />}
            <DefinitionList
              items={[
                ['Signs in with', account.email],
                ...(account.linked ? [['University account', 'Linked'] as const] : []),
                ['Second factor', account.secondFactor ? 'On' : 'Off'],
                ['Invited on', instant(account.invitedOn)],
                ['Link holds until', instant(account.invitedUntil)],
              ]}
            />
            <AccountActions account={account} onDone={onDone} />
          </div>
        )}
      </Loaded>
    </Card>
  );
};
