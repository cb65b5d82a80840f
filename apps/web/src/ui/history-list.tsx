import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { timeOfInstant } from '../lib/instant.ts';
import { EmptyState, Loaded } from './loaded.tsx';
import { OptionalValue } from './optional-value.tsx';
import { ScrollList } from './scroll-list.tsx';
import classes from './history-list.module.css';

interface HistoryListProps<Entry> {
  readonly label: string;
  /** In a dialog: the list scrolls in a frame. */
  readonly framed?: true;
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly reply: readonly Entry[] }>>;
  /** "Show older changes" */
  readonly olderLabel: string;
  /** Shown in place of an empty history. */
  readonly empty?: Parameters<typeof EmptyState>[0];
  /** Renders a `HistoryEntry` for each, latest first. */
  readonly children: (entry: Entry) => ReactNode;
}

/** The history of a record, and a button that loads older entries. */
export const HistoryList = <Entry,>(props: HistoryListProps<Entry>) => {
  const { label, framed, query, olderLabel, empty, children } = props;
  const list = (entries: readonly Entry[]) =>
    framed ? (
      <ScrollList as="ol" label={label} height="high">
        {entries.map(children)}
      </ScrollList>
    ) : (
      <ol className={classes['plain']} aria-label={label}>
        {entries.map(children)}
      </ol>
    );
  return (
    <Loaded query={query} what="history" columns={2}>
      {({ pages }) => {
        const entries = pages.flatMap(({ reply }) => reply);
        if (empty && entries.length === 0) return <EmptyState {...empty} />;
        return (
          <>
            {list(entries)}
            {query.hasNextPage && (
              <Button
                variant="light"
                className={classes['older'] ?? ''}
                disabled={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {query.isFetchingNextPage ? 'Loading...' : olderLabel}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
};

interface HistoryEntryProps {
  readonly title: ReactNode;
  readonly by: string;
  /** An API timestamp. */
  readonly at: string;
  /** The values before and after. */
  readonly children?: ReactNode;
  /** A button at the end of the line. */
  readonly action?: ReactNode;
}

export const HistoryEntry = ({ title, by, at, children, action }: HistoryEntryProps) => (
  <li className={classes['entry']}>
    <b>{title}</b>
    {children && <span className={classes['values']}>{children}</span>}
    <span className={classes['who']}>
      {by}, <time dateTime={at}>{timeOfInstant(at)}</time>
    </span>
    {action}
  </li>
);

/** Shows a value before and after a change; null is shown as N/A. */
export const ValueChange = (props: {
  readonly before: string | null;
  readonly after: string | null;
}) => (
  <>
    <OptionalValue value={props.before} />
    {' → '}
    <OptionalValue value={props.after} />
  </>
);
