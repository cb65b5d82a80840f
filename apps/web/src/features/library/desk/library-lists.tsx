import type { Book } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { useWithinPages } from '../../../lib/use-within-pages.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { BookHistoryDialog, type HistoryOf } from '../books/book-history.tsx';
import { EditBookDialog } from '../books/edit-book-dialog.tsx';
import { saveCatalogue } from '../import/book-file.ts';
import { booksQuery, loansQuery, reservationsQuery } from '../library.api.ts';
import classes from '../library.module.css';
import { BooksTable, LoansTable, ReservationsTable } from './desk-lists.tsx';

const pageSize = 10;
const parts = ['books', 'loans', 'overdue', 'reservations', 'retired'] as const;
const labels: Readonly<Record<(typeof parts)[number], string>> = {
  books: 'Books',
  loans: 'On Loan',
  overdue: 'Overdue',
  reservations: 'Reservations',
  retired: 'Retired Books',
};
const nothing: Readonly<Record<(typeof parts)[number], string>> = {
  books: 'No books yet. Add the first one.',
  loans: 'Nothing is lent at the moment.',
  overdue: 'Nothing is overdue.',
  reservations: 'Nobody is waiting for a book.',
  retired: 'No book is retired.',
};

interface ListProps<R> {
  readonly list: UseQueryResult<{ rows: R[]; total: number }>;
  readonly label: string;
  readonly empty: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly children: (rows: readonly R[]) => ReactNode;
}

/** A list in each of its states. */
const List = <R,>({ list, label, empty, page, onPage, children }: ListProps<R>) => {
  useWithinPages(list, page, pageSize, onPage);
  if (!list.data)
    return (
      <UntilLoaded
        query={list}
        loading={`Loading ${label.toLowerCase()}...`}
        failed="The list could not be loaded."
        flush
      >
        <SkeletonRows rows={6} columns={4} />
      </UntilLoaded>
    );
  if (list.data.total === 0) return <EmptyState icon={<IconBook2 stroke={1.75} />} text={empty} />;
  return (
    <>
      {children(list.data.rows)}
      <Pager page={page} pageSize={pageSize} total={list.data.total} onPage={onPage} />
    </>
  );
};

/** The catalogue, what is lent and what is overdue, and who waits. */
export const LibraryLists = () => {
  const { place, go } = useListPlace([...parts]);
  const { part, search, page } = place;
  const [editing, setEditing] = useState<Book | null>(null);
  const [historyOf, setHistoryOf] = useState<HistoryOf | null>(null);
  const saving = useMutation({
    mutationFn: saveCatalogue,
    onError: (error) => notifyError(errorText(error, 'The catalogue could not be downloaded.')),
  });
  const query = { page, limit: pageSize, ...(search && { search }) };
  const isBooks = part === 'books' || part === 'retired';
  const isLoans = part === 'loans' || part === 'overdue';
  const books = useQuery({
    ...booksQuery({ ...query, show: part === 'retired' ? 'retired' : 'current' }),
    enabled: isBooks,
    placeholderData: keepPreviousData,
  });
  const loans = useQuery({
    ...loansQuery({ ...query, show: part === 'overdue' ? 'overdue' : 'all' }),
    enabled: isLoans,
    placeholderData: keepPreviousData,
  });
  const reservations = useQuery({
    ...reservationsQuery(query),
    enabled: part === 'reservations',
    placeholderData: keepPreviousData,
  });
  const shared = {
    label: labels[part],
    empty: search ? 'Nothing found' : nothing[part],
    page,
    onPage: (to: number) => go({ page: to }),
  };
  return (
    <Card
      title={labels[part]}
      flush
      actions={
        part === 'books' && (
          <Button
            variant="subtle"
            size="sm"
            disabled={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {saving.isPending ? 'Preparing the file...' : 'Download Catalogue'}
          </Button>
        )
      }
    >
      <div className={classes['tools']}>
        <SelectField
          label="Show"
          className={classes['part'] ?? ''}
          value={part}
          data={parts.map((value) => ({ value, label: labels[value] }))}
          onChange={(event) =>
            go({ part: event.currentTarget.value as (typeof parts)[number], search: '' })
          }
        />
        <SearchField
          className={classes['search']}
          label="Find in this list"
          placeholder={isBooks ? 'Search title, author or ISBN' : 'Search title or reader'}
          value={search}
          onSearch={(text) => go({ search: text })}
        />
      </div>
      {isBooks && (
        <List list={books} {...shared}>
          {(rows) => <BooksTable books={rows} onEdit={setEditing} onHistory={setHistoryOf} />}
        </List>
      )}
      {isLoans && (
        <List list={loans} {...shared}>
          {(rows) => <LoansTable loans={rows} onHistory={setHistoryOf} />}
        </List>
      )}
      {part === 'reservations' && (
        <List list={reservations} {...shared}>
          {(rows) => <ReservationsTable reservations={rows} />}
        </List>
      )}
      <EditBookDialog book={editing} onClose={() => setEditing(null)} />
      <BookHistoryDialog of={historyOf} onClose={() => setHistoryOf(null)} />
    </Card>
  );
};
