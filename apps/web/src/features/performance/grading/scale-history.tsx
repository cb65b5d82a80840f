import type { GradingScale } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { timeOfInstant } from '../../../lib/instant.ts';
import { FallbackNote } from '../../../ui/fallback-note.tsx';
import { scaleHistoryQuery } from './grading-scale.api.ts';
import classes from './grading.module.css';

const inWords = ({ grades }: GradingScale): string =>
  grades
    .map(({ letter, fromPercent, points }) => `${letter} ${fromPercent}% (${points})`)
    .join(', ');

/** The scales before this one, and who set them. */
export const ScaleHistory = () => {
  const { data, isError, refetch } = useQuery(scaleHistoryQuery);
  const earlier = data?.slice(1) ?? [];
  if (isError && !data)
    return <FallbackNote what="Earlier scales" onRetry={() => void refetch()} />;
  if (earlier.length === 0) return null;
  return (
    <details className={classes['history']}>
      <summary>Earlier scales ({earlier.length})</summary>
      <ul>
        {earlier.map((scale) => (
          <li key={scale.version}>
            <strong>
              {scale.setBy === null
                ? 'The scale Campus comes with'
                : `${scale.setBy}, ${timeOfInstant(scale.setAt)}`}
            </strong>
            <span>{inWords(scale)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
};
