import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { timeOfInstant } from '../lib/instant.ts';
import { OptionalValue } from './optional-value.tsx';
import { ScrollList } from './scroll-list.tsx';
import classes from './history-list.module.css';

interface HistoryListProps {
  readonly label: string;
  /** In a dialog: it scrolls in a frame. */
  readonly framed?: true;
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** "Show older changes" */
  readonly olderLabel: string;
  /** A `HistoryEntry` for each, the latest first. */
  readonly children: ReactNode;
}

/** What has happened to a record, and the way to what is further back. */
export const HistoryList = ({ label, framed, query, olderLabel, children }: HistoryListProps) => (
  <>
    {framed ? (
      <ScrollList as="ol" label={label} height="high">
        {children}
      </ScrollList>
    ) : (
      <ol className={classes['plain']} aria-label={label}>
        {children}
      </ol>
    )}
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
