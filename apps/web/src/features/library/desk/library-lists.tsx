import { type Book, catalogueFile, lending } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { pageQueryOf } from '../../../lib/query.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { BookHistoryDialog, type HistoryOf } from '../books/book-history.tsx';
import { EditBookForm } from '../books/edit-book-form.tsx';
import { booksQuery } from '../library.api.ts';
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

/** The catalogue, what is lent and what is overdue, and who waits. */
export const LibraryLists = () => {
  const { place, go } = useListPlace([...parts]);
  const { part, search, page } = place;
  const [editing, setEditing] = useState<Book | null>(null);
  const [historyOf, setHistoryOf] = useState<HistoryOf | null>(null);
  const saving = useAction({
    run: () =>
      saveDownload(catalogueFile.exportBooks, call(catalogueFile.exportBooks, { slow: true })),
    failed: 'The catalogue could not be downloaded.',
  });
  const query = { page, limit: pageSize, ...(search && { search }) };
  const isBooks = part === 'books' || part === 'retired';
  const isLoans = part === 'loans' || part === 'overdue';
  const books = useQuery({
    ...booksQuery({ ...query, show: part === 'retired' ? 'retired' : 'current' }),
    enabled: isBooks,
  });
  const loans = useQuery(
    pageQueryOf(lending.listLoans, {
      query: { ...query, show: part === 'overdue' ? 'overdue' : 'all' },
      staleTime: 0,
      enabled: isLoans,
    }),
  );
  const reservations = useQuery(
    pageQueryOf(lending.listReservations, {
      query,
      staleTime: 0,
      enabled: part === 'reservations',
    }),
  );
  const shared = {
    view: place,
    setView: go,
    what: labels[part].toLowerCase(),
    failed: 'The list could not be loaded.',
    rows: 6,
    columns: 4,
    empty: {
      icon: IconBook2,
      text: search ? 'Nothing found' : nothing[part],
    },
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
        <PagedList query={books} {...shared}>
          {(rows) => <BooksTable books={rows} onEdit={setEditing} onHistory={setHistoryOf} />}
        </PagedList>
      )}
      {isLoans && (
        <PagedList query={loans} {...shared}>
          {(rows) => <LoansTable loans={rows} onHistory={setHistoryOf} />}
        </PagedList>
      )}
      {part === 'reservations' && (
        <PagedList query={reservations} {...shared}>
          {(rows) => <ReservationsTable reservations={rows} />}
        </PagedList>
      )}
      <Dialog opened={editing !== null} onClose={() => setEditing(null)} title="Edit Book">
        {editing && <EditBookForm book={editing} onClose={() => setEditing(null)} />}
      </Dialog>
      <BookHistoryDialog of={historyOf} onClose={() => setHistoryOf(null)} />
    </Card>
  );
};
