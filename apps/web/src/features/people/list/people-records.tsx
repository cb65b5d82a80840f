import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { pageSize } from '../people.api.ts';
import { PeopleLines } from './people-lines.tsx';
import { PeopleTable } from './people-table.tsx';
import type { SortColumn } from './use-list-view.ts';
import type { PeopleListState } from './use-people-list.ts';
import classes from './people-records.module.css';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface Column<Row> {
  readonly label: string;
  readonly value: (row: Row) => string | null;
  /** The server can sort by it. */
  readonly sort?: SortColumn;
  readonly quiet?: true;
}

export interface PeopleRecordsProps<Row extends Person> {
  readonly title: string;
  readonly state: PeopleListState<Row>;
  /** The first one names the person. */
  readonly columns: readonly Column<Row>[];
  readonly search: { readonly label: string; readonly placeholder: string };
  readonly icon: Icon;
  /** The address of the area a person's record lies in: `/admin/students`. */
  readonly records: string;
  /** Said beside the name of whoever is not simply active. */
  readonly mark: (row: Row) => string | null;
  /** Beside the search. */
  readonly tools?: ReactNode;
  /** Between the head and the list. */
  readonly filters?: ReactNode;
  readonly texts: { readonly loading: string; readonly empty: string; readonly failed: string };
}

/** A list of people in a card: search, table (lines where it does not fit), pages and every state. */
export const PeopleRecords = <Row extends Person>(props: PeopleRecordsProps<Row>) => {
  const { title, state, columns, search, icon, records, mark, tools, filters, texts } = props;
  const { view, setView, query } = state;
  // Any narrower, and names and e-mails would break in the middle.
  const { ref, narrow } = useNarrow(Math.max(560, columns.length * 136));

  const List = narrow ? PeopleLines : PeopleTable;

  return (
    <Card
      title={title}
      flush
      actions={
        <div className={classes['tools']}>
          <SearchField
            {...search}
            value={view.search}
            onSearch={(text) => setView({ search: text })}
          />
          {tools}
        </div>
      }
    >
      {filters}
      <div ref={ref}>
        <PagedList
          query={query}
          page={view.page}
          pageSize={pageSize}
          onPage={(page) => setView({ page })}
          loading={texts.loading}
          failed={texts.failed}
          skeleton={<SkeletonRows rows={pageSize} columns={narrow ? 1 : columns.length} />}
          empty={{ icon, text: texts.empty }}
          steady
        >
          {(rows) => (
            <List
              title={title}
              state={state}
              columns={columns}
              rows={rows}
              records={records}
              mark={mark}
            />
          )}
        </PagedList>
      </div>
    </Card>
  );
};
