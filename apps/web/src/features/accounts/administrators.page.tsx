import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorText } from '../../lib/error-text.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AccountBadge } from './account-badge.tsx';
import { AdministratorForm } from './administrator-form.tsx';
import { administratorsOptions } from './accounts.api.ts';
import classes from './administrators.module.css';

const List = () => {
  const { data, error, isPending, refetch } = useQuery(administratorsOptions);
  if (isPending)
    return (
      <Loading text="Loading administrators...">
        <SkeletonRows rows={3} columns={2} />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        text={errorText(error, 'The administrators could not be loaded')}
        onRetry={() => void refetch()}
      />
    );
  return (
    <ul className={classes['list']}>
      {data.map(({ personId, name, email, state }) => (
        <li key={personId}>
          <div className={classes['who']}>
            <Link to="/admin/people/$personId/account" params={{ personId }}>
              {name}
            </Link>
            <span className={classes['email']}>{email}</span>
          </div>
          <AccountBadge state={state} />
        </li>
      ))}
    </ul>
  );
};

/** Who else may do everything here. */
const AdministratorsPage = () => (
  <>
    <PageHead title="Administrators" />
    <div className={classes['columns']}>
      <AdministratorForm />
      <Card title="Administrators" flush>
        <List />
      </Card>
    </div>
  </>
);

export default AdministratorsPage;
