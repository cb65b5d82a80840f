import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { pluralize } from '../lib/count.ts';
import { Card } from './page.tsx';
import { EmptyState, Loaded, type LoadedProps } from './loaded.tsx';
import { Pager } from './pager.tsx';
import { RecordTable, type RecordTableProps } from './record-table.tsx';
import { SearchField } from './search-field.tsx';
import classes from './paged-list.module.css';

/** One page of rows, and the number of rows on all pages. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

interface PagedListProps<Row> extends Pick<
  LoadedProps<Page<Row>>,
  'what' | 'failed' | 'textOf' | 'rows' | 'columns'
> {
  readonly query: LoadedProps<Page<Row>>['query'] & {
    /** The rows are the previous page's while the new ones are loading. */
    readonly isPlaceholderData: boolean;
  };
  /** The page, from 1, and how to change it. */
  readonly view: { readonly page: number };
  readonly setView: (change: { readonly page: number }) => void;
  readonly pageSize?: number;
  readonly empty: Parameters<typeof EmptyState>[0];
  /** As high as a table of ten rows, so that a short last page does not move the pager. */
  readonly fixedHeight?: true;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A paged list in each of its states. */
export const PagedList = <Row,>(props: PagedListProps<Row>) => {
  const { view, setView, pageSize = 10, empty, fixedHeight, children, ...loading } = props;
  const { page } = view;
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData: waiting } = props.query;
  // Goes to the last page if the list has become too short for the current one.
  const lastPage = data && !waiting ? Math.max(1, Math.ceil(data.total / pageSize)) : page;
  const turnTo = useEffectEvent((to: number) => setView({ page: to }));
  useEffect(() => {
    if (page > lastPage) turnTo(lastPage);
  }, [page, lastPage]);
  // That the previous search found nothing says nothing of this one.
  const known = waiting && data?.total === 0 ? undefined : data;
  return (
    <>
      <Loaded {...loading} query={{ data: known, error, errorUpdatedAt, refetch }} flush>
        {({ rows, total }) =>
          total > 0 && (
            <>
              <div
                className={classes['page']}
                data-fixed-height={(fixedHeight && total > pageSize) || undefined}
                data-stale={waiting || undefined}
              >
                {children(rows)}
              </div>
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                onPage={(to) => setView({ page: to })}
              />
            </>
          )
        }
      </Loaded>
      {/* Always there: otherwise screen readers would not announce what appears in it. */}
      <div aria-live="polite">{known?.total === 0 && <EmptyState {...empty} />}</div>
    </>
  );
};

interface PagedTableProps<Row, Sort extends string>
  extends
    Omit<PagedListProps<Row>, 'rows' | 'columns' | 'children'>,
    Omit<RecordTableProps<Row, Sort>, 'rows'> {}

export const PagedTable = <Row, Sort extends string = never>(props: PagedTableProps<Row, Sort>) => (
  <PagedList {...props} rows={8} columns={props.columns.length}>
    {(rows) => <RecordTable {...props} rows={rows} />}
  </PagedList>
);

interface SearchedTableProps<Row, Sort extends string> extends PagedTableProps<Row, Sort> {
  readonly title?: string;
  readonly view: { readonly page: number; readonly search: string };
  readonly setView: (change: { readonly page: number } | { readonly search: string }) => void;
  /** The label of the search field and what it searches. */
  readonly search: readonly [label: string, placeholder: string];
  /** "student": the number of them is shown next to the search. */
  readonly noun?: string;
  /** Shown next to the search. */
  readonly tools?: ReactNode;
  /** Shown between the header and the table. */
  readonly filters?: ReactNode;
}

/** Paged records in a card with a search field. */
export const SearchedTable = <Row, Sort extends string = never>(
  props: SearchedTableProps<Row, Sort>,
) => {
  const { title, view, setView, query, noun, tools, filters } = props;
  const [label, placeholder] = props.search;
  const search = (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={view.search}
      onSearch={(text) => setView({ search: text })}
    />
  );
  const total = noun !== undefined && query.data && (
    <output className={classes['total']}>{pluralize(query.data.total, noun)}</output>
  );
  return (
    <Card
      {...(title !== undefined && { title })}
      flush
      actions={
        tools ? (
          <div className={classes['tools']}>
            {search}
            {total}
            {tools}
          </div>
        ) : (
          <>
            {search}
            {total}
          </>
        )
      }
    >
      {filters}
      <PagedTable {...props} fixedHeight />
    </Card>
  );
};
