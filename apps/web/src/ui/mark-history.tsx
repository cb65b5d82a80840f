import { IconArrowRight } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';
import { Loaded } from './loaded.tsx';
import { ScrollList } from './scroll-list.tsx';
import classes from './mark-history.module.css';

export interface MarkChange {
  readonly id: string;
  /** What was changed, if the list covers several things. */
  readonly what?: string;
  readonly from: ReactNode;
  readonly to: ReactNode;
  /** Who and when. */
  readonly by: string;
  /** Anything special about this change. */
  readonly note?: ReactNode;
}

interface MarkHistoryProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Latest first. */
  readonly changesIn: (data: Data) => readonly MarkChange[];
  /** Shown if nothing has changed. */
  readonly none: string;
  readonly below?: ReactNode;
}

/** Who has changed marks and when, and what they were before. */
export const MarkHistory = <Data,>({ query, changesIn, none, below }: MarkHistoryProps<Data>) => {
  const list = (changes: readonly MarkChange[]) => (
    <ScrollList as="ol" label="Changes, latest first" height="high">
      {changes.map(({ id, what, from, to, by, note }) => (
        <li key={id}>
          <div className={classes['step']}>
            {what && <b>{what}</b>}
            {from}
            <IconArrowRight size={18} stroke={1.75} aria-hidden />
            <VisuallyHidden>became</VisuallyHidden>
            {to}
          </div>
          <p className={classes['who']}>
            {by}
            {note && <span className={classes['note']}>{note}</span>}
          </p>
        </li>
      ))}
    </ScrollList>
  );
  return (
    <>
      <Loaded query={query} what="history" rows={3} columns={2}>
        {(data) => {
          const changes = changesIn(data);
          return changes.length === 0 ? <p>{none}</p> : list(changes);
        }}
      </Loaded>
      {below}
    </>
  );
};
