import { schoolPerformance } from '@campus/contract';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/count.ts';
import { usePage } from '../../lib/query.ts';
import { Card } from '../../ui/page.tsx';
import { FallbackNote, Loading, SkeletonBar } from '../../ui/loaded.tsx';
import { schoolQuery } from './performance.api.ts';
import { ScoreFigures } from './score-figures.tsx';
import classes from './school-performance-panel.module.css';

/** As many rows as a dashboard has room for. */
const maxRows = 5;

/** The best students of the individual list, or that there are none. */
const IndividualScores = () => {
  const { data, isFetched, refetch } = usePage(schoolPerformance.listStudentScores, {
    query: { sort: 'score', order: 'desc', limit: maxRows, page: 1 },
  });
  const total = data?.total ?? 0;
  return (
    <div className={classes['individual']}>
      <h3>
        <IconListDetails size={20} stroke={1.75} aria-hidden />
        Individual scores
        {total === 0 && <span>None</span>}
        {total > 0 && <Link to="/admin/performance">All {formatCount(total)}</Link>}
      </h3>
      {total > 0 && (
        <ol>
          {data?.rows.map(({ studentId, studentName, score }) => (
            <li key={studentId}>
              <span>{studentName}</span>
              <span>{score}</span>
            </li>
          ))}
        </ol>
      )}
      {!data && isFetched && <FallbackNote what="The individual scores" onRetry={refetch} />}
    </div>
  );
};

const Figures = () => {
  const { data, isFetched, refetch } = useQuery(schoolQuery({}));
  if (!isFetched)
    return (
      <Loading text="Loading performance...">
        <SkeletonBar height={84} />
      </Loading>
    );
  return (
    <>
      <ScoreFigures
        averageScore={data?.averageScore ?? null}
        totalStudents={data?.totalStudents ?? null}
      />
      {!data && <FallbackNote what="The school’s performance" onRetry={refetch} />}
    </>
  );
};

/** Figures of the latest term with published results, for the administrator's dashboard. */
export const SchoolPerformancePanel = () => (
  <Card title="School Performance">
    <Figures />
    <IndividualScores />
  </Card>
);
