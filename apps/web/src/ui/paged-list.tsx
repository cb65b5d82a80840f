import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { errorText } from '../lib/error-text.ts';
import { EmptyState } from './empty-state.tsx';
import { Pager } from './pager.tsx';
import { UntilLoaded } from './until-loaded.tsx';
import classes from './paged-list.module.css';

interface PagedQuery<Row> {
  /** One page of rows, and how many there are on all pages. */
  readonly data: { readonly rows: readonly Row[]; readonly total: number } | undefined;
  /** The rows are of the page before: the new ones are on their way. */
  readonly isPlaceholderData: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface PagedListProps<Row> {
  readonly query: PagedQuery<Row>;
  /** From 1. */
  readonly page: number;
  readonly pageSize?: number;
  readonly onPage: (page: number) => void;
  /** As specified: "Loading students..." */
  readonly loading: string;
  /** What a person reads where the server said nothing. */
  readonly failed: string;
  readonly textOf?: typeof errorText;
  readonly skeleton: ReactNode;
  readonly empty: Parameters<typeof EmptyState>[0];
  /** As high as a table of ten: a short last page does not move the pages below. */
  readonly steady?: true;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list that comes page by page, in each of its states. */
export const PagedList = <Row,>(props: PagedListProps<Row>) => {
  const { query, page, pageSize = 10, onPage, skeleton, empty, steady, children } = props;
  const { data, isPlaceholderData: waiting } = query;
  // To the last page, where the list has become too short for the page that is on screen.
  const lastPage = data && !waiting ? Math.max(1, Math.ceil(data.total / pageSize)) : page;
  const turnTo = useEffectEvent(onPage);
  useEffect(() => {
    if (page > lastPage) turnTo(lastPage);
  }, [page, lastPage]);
  if (!data)
    return (
      <UntilLoaded
        query={query}
        loading={props.loading}
        failed={props.failed}
        {...(props.textOf && { textOf: props.textOf })}
        flush
      >
        {skeleton}
      </UntilLoaded>
    );
  if (data.total === 0) return <EmptyState {...empty} />;
  return (
    <>
      <div
        className={classes['page']}
        data-steady={(steady && data.total > pageSize) || undefined}
        data-waiting={waiting || undefined}
      >
        {children(data.rows)}
      </div>
      <Pager page={page} pageSize={pageSize} total={data.total} onPage={onPage} />
    </>
  );
};
