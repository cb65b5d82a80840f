import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../ui/loading.tsx';
import { OrNa } from '../../../ui/na.tsx';
import { fieldLabels, valueInWords } from './record-words.ts';
import { historyOptions } from './record.api.ts';
import classes from './history-card.module.css';

/** Every change of a record: what, from what to what, by whom and when. */
export const HistoryCard = ({ personId }: { readonly personId: string }) => {
  const query = useInfiniteQuery(historyOptions(personId));
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  const content = () => {
    if (query.isPending)
      return (
        <Loading text="Loading history...">
          <SkeletonRows rows={4} columns={2} />
        </Loading>
      );
    if (query.isError && changes.length === 0)
      return (
        <ErrorState
          text={errorText(query.error, 'The history could not be loaded')}
          onRetry={() => void query.refetch()}
        />
      );
    if (changes.length === 0)
      return <EmptyState icon={<IconHistory stroke={1.75} />} text="Nothing was changed yet" />;
    return (
      <>
        <ol className={classes['list']} aria-label="History">
          {changes.map(({ id, field, before, after, changedBy, changedAt }) => (
            <li key={id}>
              <b>{fieldLabels[field] ?? field}</b>
              <span className={classes['values']}>
                {field === 'profileImage' ? (
                  before === null ? (
                    'Added'
                  ) : (
                    'Replaced'
                  )
                ) : (
                  <>
                    <OrNa value={valueInWords(field, before)} />
                    {' → '}
                    <OrNa value={valueInWords(field, after)} />
                  </>
                )}
              </span>
              <span className={classes['who']}>
                {changedBy ?? 'Campus'},{' '}
                <time dateTime={changedAt}>{timeOfInstant(changedAt)}</time>
              </span>
            </li>
          ))}
        </ol>
        {query.hasNextPage && (
          <Button
            variant="light"
            className={classes['more'] ?? ''}
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Show older changes'}
          </Button>
        )}
      </>
    );
  };
  return <Card title="History">{content()}</Card>;
};
