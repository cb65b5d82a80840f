import type { PersonAccount } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { timeOfInstant } from '../../lib/instant.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import { AccountActions } from './account-actions.tsx';
import { AccountBadge } from './account-badge.tsx';
import { accountOptions } from './accounts.api.ts';
import classes from './account-card.module.css';

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
  const { data: account, error, refetch } = useQuery(accountOptions(personId));
  const content = () => {
    if (!account)
      return (
        <UntilLoaded
          query={{ error, refetch }}
          loading="Loading account..."
          failed="The account could not be loaded"
        >
          <SkeletonRows rows={3} columns={2} />
        </UntilLoaded>
      );
    return (
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
    );
  };
  return (
    <Card title="Account" actions={account && <AccountBadge state={account.state} />}>
      {content()}
    </Card>
  );
};
