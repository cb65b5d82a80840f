import { Card } from '../../ui/card.tsx';
import { Loading, SkeletonBar, SkeletonRows } from '../../ui/loading.tsx';
import classes from './dashboards.module.css';

/** Two cards and the calendar that are to come. */
export const DashboardSkeleton = () => (
  <Loading text="Loading dashboard...">
    <div className={classes['page']}>
      <div className={classes['pair']}>
        {['first', 'second'].map((card) => (
          <Card key={card}>
            <SkeletonBar width="50%" height={22} />
            <SkeletonRows rows={3} columns={2} />
          </Card>
        ))}
      </div>
      <Card>
        <SkeletonBar height={480} />
      </Card>
    </div>
  </Loading>
);
