import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Ticked } from '../../../lib/use-ticked.ts';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import type { SortColumn } from './use-list-view.ts';
import type { PeopleListState } from './use-people-list.ts';
import classes from './people-records.module.css';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

interface PeopleRecordsProps<Row extends Person> {
  readonly title: string;
  readonly state: PeopleListState<Row>;
  /** Beside the name. */
  readonly columns: readonly Column<Row, SortColumn>[];
  /** The server can sort by the name. */
  readonly sortsByName?: true;
  readonly search: readonly [label: string, placeholder: string];
  readonly icon: Icon;
  /** "students": what the list holds, and the address of the area their records lie in. */
  readonly what: string;
  /** Said beside the name of a person who is not simply active. */
  readonly mark: (row: Row) => string | null;
  /** The rows can be ticked. */
  readonly ticked?: Ticked | undefined;
  /** Beside the search. */
  readonly tools?: ReactNode;
  /** Between the head and the list. */
  readonly filters?: ReactNode;
  /** Where there is nobody at all: another way to add many. */
  readonly begin?: ReactNode;
}

/** A list of people in a card: search, table (lines where it does not fit), pages and every state. */
export const PeopleRecords = <Row extends Person>(props: PeopleRecordsProps<Row>) => {
  const { title, state, columns, sortsByName, search, icon, what, mark, tools, filters } = props;
  const { ticked, begin } = props;
  const { view, setView, query, newcomers } = state;
  const isNew = ({ email }: Row) => newcomers.includes(email);
  const name: Column<Row, SortColumn> = {
    head: 'Name',
    sort: sortsByName && 'name',
    // Opens the record, marked when the person was added a moment ago or has left.
    render: (row) => (
      <>
        <Link to={`/admin/${what}/${row.id}`} search className={classes['open']}>
          {row.name}
        </Link>{' '}
        {isNew(row) && <span className={classes['new']}>New</span>}
        {mark(row) !== null && <span className={classes['left']}>{mark(row)}</span>}
      </>
    ),
  };

  return (
    <SearchedTable
      query={query}
      view={view}
      setView={setView}
      what={what}
      failed={`Failed to fetch ${what}. Please try again.`}
      empty={{ icon, text: `No ${what} found`, action: begin }}
      title={title}
      search={search}
      tools={tools}
      filters={filters}
      label={title}
      className={classes['table']}
      keyOf={({ id }) => id}
      columns={[name, ...columns]}
      sorted={{ view, setView }}
      isNew={isNew}
      ticks={ticked && { ticked, nameOf: ({ name: of }) => of }}
      // Any narrower, and names would break in the middle: e-mails stand under them before.
      linesBelow={540}
    />
  );
};
