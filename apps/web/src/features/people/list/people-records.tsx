import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RowSelection } from '../../../lib/use-row-selection.ts';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import type { SortColumn } from './list-view.ts';
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
  /** The columns beside the name. */
  readonly columns: readonly Column<Row, SortColumn>[];
  /** Whether the server can sort by name. */
  readonly sortsByName?: true;
  readonly search: readonly [label: string, placeholder: string];
  readonly icon: Icon;
  /** What is listed, such as "students"; also the part of the address of their records. */
  readonly what: string;
  /** A word beside the name of a person who is not simply active. */
  readonly mark: (row: Row) => string | null;
  /** Given when the rows can be ticked. */
  readonly selection?: RowSelection | undefined;
  /** Beside the search. */
  readonly tools?: ReactNode;
  /** Between the header and the list. */
  readonly filters?: ReactNode;
  /** Shown when there is nobody at all: another way to add many people. */
  readonly begin?: ReactNode;
}

/** A list of people in a card: search, table (lines when narrow), pages and every state. */
export const PeopleRecords = <Row extends Person>(props: PeopleRecordsProps<Row>) => {
  const { title, state, columns, sortsByName, search, icon, what, mark, tools, filters } = props;
  const { selection, begin } = props;
  const { view, setView, query, addedEmails } = state;
  const isNew = ({ email }: Row) => addedEmails.includes(email);
  const name: Column<Row, SortColumn> = {
    head: 'Name',
    sort: sortsByName && 'name',
    // Links to the record; marks people who were just added or have left.
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
      sorting={{ view, setView }}
      isNew={isNew}
      selection={selection && { rows: selection, nameOf: ({ name: of }) => of }}
      // Narrower than this, names would break; e-mails move below them earlier.
      linesBelow={540}
    />
  );
};
