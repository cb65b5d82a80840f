import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CardColumns } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import { AccountBadge } from './account-badge.tsx';
import { AdministratorForm } from './administrator-form.tsx';
import { administratorsOptions } from './accounts.api.ts';
import classes from './administrators.module.css';

const List = () => {
  const { data, error, refetch } = useQuery(administratorsOptions);
  if (!data)
    return (
      <UntilLoaded
        query={{ error, refetch }}
        loading="Loading administrators..."
        failed="The administrators could not be loaded"
      >
        <SkeletonRows rows={3} columns={2} />
      </UntilLoaded>
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
    <CardColumns side={380} stackedTo={900}>
      <AdministratorForm />
      <Card title="Administrators" flush>
        <List />
      </Card>
    </CardColumns>
  </>
);

export default AdministratorsPage;
