import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { PageHead } from '../../ui/page-head.tsx';
import { AccountCard } from './account-card.tsx';
import { accountOptions } from './accounts.api.ts';
import classes from './administrators.module.css';

const lists = {
  admin: ['/admin/administrators', 'All administrators'],
  teacher: ['/admin/teachers', 'All teachers'],
  student: ['/admin/students', 'All students'],
} as const;

/** The account of one person, whatever their role. */
const PersonAccountPage = () => {
  const { personId = '' } = useParams({ strict: false });
  const { data: account } = useQuery(accountOptions(personId));
  const [list, label] = lists[account?.role ?? 'student'];
  return (
    <>
      <PageHead
        title={account?.name ?? 'Account'}
        line={account && <Link to={list}>{label}</Link>}
      />
      <div className={classes['single']}>
        <AccountCard personId={personId} />
      </div>
    </>
  );
};

export default PersonAccountPage;
