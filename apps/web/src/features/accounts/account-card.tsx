import { type AccountAction, accounts, administrators, type PersonAccount } from '@campus/contract';
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
import { call } from '../../lib/call.ts';
import { timeOfInstant } from '../../lib/instant.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonRow, Card } from '../../ui/page.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { ConfirmDialog, IconButton, useConfirm } from '../../ui/actions.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { AccountBadge } from './account-badge.tsx';
import { accountOptions } from './accounts.api.ts';
import classes from './account-card.module.css';

interface AccountButton {
  readonly endpoint: (typeof accounts)[
    | 'invite'
    | 'deactivate'
    | 'reactivate'
    | 'endSessions'
    | 'unlink'
    | 'resetFactor'];
  readonly label: string;
  readonly icon: Icon;
  readonly done: string;
  /** The question to ask first; undefined for harmless acts. */
  readonly question?: (account: PersonAccount) => string;
}

const actions: Readonly<Record<AccountAction, AccountButton>> = {
  invite: {
    endpoint: accounts.invite,
    icon: IconMailForward,
    label: 'Send invitation',
    done: 'The invitation is on its way.',
  },
  reactivate: {
    endpoint: accounts.reactivate,
    icon: IconUserCheck,
    label: 'Reactivate',
    done: 'The account is active again.',
  },
  deactivate: {
    endpoint: accounts.deactivate,
    icon: IconUserOff,
    label: 'Deactivate',
    done: 'The account is deactivated.',
    question: ({ name }) =>
      `${name} is signed out at once and cannot sign in any more. Everything about them stays, and you can reactivate the account at any time.`,
  },
  end_sessions: {
    endpoint: accounts.endSessions,
    icon: IconLogout,
    label: 'End all sessions',
    done: 'All sessions are ended.',
    question: ({ name }) =>
      `${name} is signed out on every device at once and can sign in again as before.`,
  },
  unlink: {
    endpoint: accounts.unlink,
    icon: IconUnlink,
    label: 'Unlink university account',
    done: 'The university account is unlinked.',
    question: ({ name, email }) =>
      `${name} is signed out on every device at once. The next university account with the e-mail ${email} is linked when it signs in; a password stays as it is.`,
  },
  reset_factor: {
    endpoint: accounts.resetFactor,
    icon: IconDeviceMobileOff,
    label: 'Reset second factor',
    done: 'The second factor is reset.',
    question: ({ name }) =>
      `${name} is signed out on every device at once, and the authenticator app and recovery codes stop working. Make sure it is really ${name} who asks for this. They are told by mail.`,
  },
};

interface AccountActionsProps {
  readonly account: PersonAccount;
  /** Called when something was done. */
  readonly onDone?: (() => void) | undefined;
}

/** The acts possible in the account's state; asks first when the person would be signed out. */
const AccountActions = ({ account, onDone }: AccountActionsProps) => {
  const client = useQueryClient();
  const question = useConfirm({
    run: (action: AccountAction) =>
      call(actions[action].endpoint, { params: { id: account.personId } }),
    done: (_, action) => actions[action].done,
    failed: 'The account could not be changed',
    onDone: (now) => {
      client.setQueryData(accountOptions(account.personId).queryKey, now);
      onDone?.();
    },
    refreshes: [accounts.readAccount.path, administrators.list.path],
  });
  const { about = 'deactivate' } = question;
  const choose = (action: AccountAction): void => {
    if (actions[action].question) question.ask(action);
    else question.mutate(action);
  };

  return (
    <ButtonRow wide>
      {account.actions.map((action) => {
        const { icon, label, endpoint } = actions[action];
        return (
          <IconButton
            icon={icon}
            needs={endpoint}
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
        title={`${actions[about].label}?`}
        confirmLabel={actions[about].label}
      >
        {about === 'deactivate' && account.bound !== null && (
          <Banner kind="error">{account.bound}</Banner>
        )}
        {actions[about].question?.(account)}
      </ConfirmDialog>
    </ButtonRow>
  );
};

const instant = (value: string | null): string | null => value && timeOfInstant(value);

const MailProblem = ({ lastMailError, nextAttemptOn }: PersonAccount) => (
  <Banner kind="error">
    The invitation could not be sent: {lastMailError}
    {nextAttemptOn && ` It is tried again on ${timeOfInstant(nextAttemptOn)}.`}
  </Banner>
);

interface AccountCardProps {
  readonly personId: string;
  /** Called when something was done with the account. */
  readonly onDone?: () => void;
}

/** The state of a person's account, and what can be done about it. */
export const AccountCard = ({ personId, onDone }: AccountCardProps) => {
  const query = useQuery(accountOptions(personId));
  return (
    <Card title="Account" actions={query.data && <AccountBadge state={query.data.state} />}>
      <Loaded query={query} what="account" rows={3} columns={2}>
        {(account) => (
          <div className={classes['content']}>
            {account.lastMailError !== null && <MailProblem {...account} />}
            <DefinitionList
              items={[
                ['Signs in with', account.email],
                ...(account.linked ? [['University account', 'Linked'] as const] : []),
                ['Second factor', account.secondFactor ? 'On' : 'Off'],
                ['Invited on', instant(account.invitedOn)],
                ['Link valid until', instant(account.invitedUntil)],
              ]}
            />
            <AccountActions account={account} onDone={onDone} />
          </div>
        )}
      </Loaded>
    </Card>
  );
};
