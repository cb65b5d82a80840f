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
  /** In a dialog: it scrolls in a frame. */
  readonly framed?: true;
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly reply: readonly Entry[] }>>;
  /** "Show older changes" */
  readonly olderLabel: string;
  /** In place of a history without entries. */
  readonly empty?: Parameters<typeof EmptyState>[0];
  /** A `HistoryEntry` for each, the latest first. */
  readonly children: (entry: Entry) => ReactNode;
}

/** What has happened to a record, and the way to what is further back. */
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
  /** An instant of the wire. */
  readonly at: string;
  /** What it was and what it became. */
  readonly children?: ReactNode;
}

export const HistoryEntry = ({ title, by, at, children }: HistoryEntryProps) => (
  <li className={classes['entry']}>
    <b>{title}</b>
    {children && <span className={classes['values']}>{children}</span>}
    <span className={classes['who']}>
      {by}, <time dateTime={at}>{timeOfInstant(at)}</time>
    </span>
  </li>
);

/** Null for none. */
export const Became = (props: {
  readonly before: string | null;
  readonly after: string | null;
}) => (
  <>
    <OptionalValue value={props.before} />
    {' → '}
    <OptionalValue value={props.after} />
  </>
);
