import type { ReactNode } from 'react';
import { IconUserCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { CardColumns } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, SkeletonBar, SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import classes from './profile-page.module.css';

interface ProfilePageProps<Profile> {
  readonly title: string;
  readonly query: UseQueryResult<Profile | null>;
  readonly renderPicture: (profile: Profile) => ReactNode;
  readonly renderProfile: (profile: Profile) => ReactNode;
}

const isBlank = (profile: object): boolean =>
  !Object.values(profile).some((value) => value !== null && value !== '');

const Skeleton = () => (
  <Loading text="Loading profile...">
    <CardColumns side={320} stackedTo={900}>
      <Card className={classes['picture']}>
        <SkeletonBar width={184} height={218} />
        <SkeletonBar height={42} />
      </Card>
      <Card>
        <SkeletonBar height={128} />
        <SkeletonRows rows={6} columns={2} />
      </Card>
    </CardColumns>
  </Loading>
);

/** A person's own profile in every state: the picture beside the fields. */
export const ProfilePage = <Profile extends object>(props: ProfilePageProps<Profile>) => {
  const { title, query, renderPicture, renderProfile } = props;
  const { data, isPending, refetch } = query;
  const content = (): ReactNode => {
    if (isPending) return <Skeleton />;
    if (data && !isBlank(data))
      return (
        <CardColumns side={320} stackedTo={900}>
          {renderPicture(data)}
          {renderProfile(data)}
        </CardColumns>
      );
    return (
      <Card>
        {data === undefined ? (
          <ErrorState
            text="Failed to load profile. Please try again."
            onRetry={() => void refetch()}
          />
        ) : (
          <EmptyState icon={<IconUserCircle stroke={1.75} />} text="No profile data available" />
        )}
      </Card>
    );
  };
  return (
    <>
      <PageHead title={title} />
      {content()}
    </>
  );
};
