import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { countOf } from '../lib/count.ts';
import { Card } from './page.tsx';
import { EmptyState, Loaded, type LoadedProps } from './loaded.tsx';
import { Pager } from './pager.tsx';
import { RecordTable, type RecordTableProps } from './record-table.tsx';
import { SearchField } from './search-field.tsx';
import classes from './paged-list.module.css';

/** One page of rows, and how many there are on all pages. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

interface PagedListProps<Row> extends Pick<
  LoadedProps<Page<Row>>,
  'what' | 'failed' | 'textOf' | 'rows' | 'columns'
> {
  readonly query: LoadedProps<Page<Row>>['query'] & {
    /** The rows are of the page before: the new ones are on their way. */
    readonly isPlaceholderData: boolean;
  };
  /** The page, from 1, and how another one is turned to. */
  readonly view: { readonly page: number };
  readonly setView: (change: { readonly page: number }) => void;
  readonly pageSize?: number;
  readonly empty: Parameters<typeof EmptyState>[0];
  /** As high as a table of ten: a short last page does not move the pages below. */
  readonly steady?: true;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list that comes page by page, in each of its states. */
export const PagedList = <Row,>(props: PagedListProps<Row>) => {
  const { view, setView, pageSize = 10, empty, steady, children, ...loading } = props;
  const { page } = view;
  const { data, isPlaceholderData: waiting } = props.query;
  // To the last page, where the list has become too short for the page that is on screen.
  const lastPage = data && !waiting ? Math.max(1, Math.ceil(data.total / pageSize)) : page;
  const turnTo = useEffectEvent((to: number) => setView({ page: to }));
  useEffect(() => {
    if (page > lastPage) turnTo(lastPage);
  }, [page, lastPage]);
  return (
    <Loaded {...loading} flush>
      {({ rows, total }) =>
        total === 0 ? (
          <EmptyState {...empty} />
        ) : (
          <>
            <div
              className={classes['page']}
              data-steady={(steady && total > pageSize) || undefined}
              data-waiting={waiting || undefined}
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
  );
};

interface PagedTableProps<Row, Sort extends string>
  extends
    Omit<PagedListProps<Row>, 'rows' | 'columns' | 'children'>,
    Omit<RecordTableProps<Row, Sort>, 'rows'> {}

/** Records that come page by page, as a table. */
export const PagedTable = <Row, Sort extends string = never>(props: PagedTableProps<Row, Sort>) => (
  <PagedList {...props} rows={8} columns={props.columns.length}>
    {(rows) => <RecordTable {...props} rows={rows} />}
  </PagedList>
);

interface SearchedTableProps<Row, Sort extends string> extends PagedTableProps<Row, Sort> {
  readonly title?: string;
  readonly view: { readonly page: number; readonly search: string };
  readonly setView: (change: { readonly page: number } | { readonly search: string }) => void;
  /** The label of the search field and what is searched. */
  readonly search: readonly [label: string, placeholder: string];
  /** "student": how many there are stands beside the search. */
  readonly one?: string;
  /** Beside the search. */
  readonly tools?: ReactNode;
  /** Between the head and the table. */
  readonly filters?: ReactNode;
}

/** Records in a card that are searched and come page by page. */
export const SearchedTable = <Row, Sort extends string = never>(
  props: SearchedTableProps<Row, Sort>,
) => {
  const { title, view, setView, query, one, tools, filters } = props;
  const [label, placeholder] = props.search;
  const search = (
    <SearchField
      label={label}
      placeholder={placeholder}
      value={view.search}
      onSearch={(text) => setView({ search: text })}
    />
  );
  const total = one !== undefined && query.data && (
    <output className={classes['total']}>{countOf(query.data.total, one)}</output>
  );
  return (
    <Card
      {...(title !== undefined && { title })}
      flush
      actions={
        tools ? (
          <div className={classes['tools']}>
            {search}
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
      <PagedTable {...props} steady />
    </Card>
  );
};
