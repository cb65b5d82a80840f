import type { PersonAccount } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardStack, Page } from '../../ui/page.tsx';
import { AccountCard } from './account-card.tsx';
import { accountOptions } from './accounts.api.ts';
import classes from './administrators.module.css';

const lists = {
  admin: ['/admin/administrators', 'All administrators'],
  teacher: ['/admin/teachers', 'All teachers'],
  student: ['/admin/students', 'All students'],
} as const;

interface PersonAccountPageProps {
  /** What other features know about the person. */
  readonly renderMore: (person: PersonAccount) => ReactNode;
}

export const PersonAccountPage = ({ renderMore }: PersonAccountPageProps) => {
  const { personId = '' } = useParams({ strict: false });
  const { data: account } = useQuery(accountOptions(personId));
  const [list, label] = lists[account?.role ?? 'student'];
  return (
    <Page title={account?.name ?? 'Account'} line={account && <Link to={list}>{label}</Link>}>
      <div className={classes['single']}>
        <CardStack>
          <AccountCard personId={personId} />
          {account && renderMore(account)}
        </CardStack>
      </div>
    </Page>
  );
};
