import {
  type Book,
  catalogue,
  type DeskLoan,
  type DeskReservation,
  lending,
} from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { formatDay } from '../../../lib/day.ts';
import { usePage } from '../../../lib/query.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import { type ListPlace, useListPlace } from '../../../lib/use-list-place.ts';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { PagedBookTable, RowButton, Titled, titleAndAuthor } from '../book-table.tsx';
import { BookHistoryDialog, type HistoryOf } from '../books/book-history.tsx';
import { EditBookForm } from '../books/edit-book-form.tsx';
import { bookLabels, copiesText, dueText } from '../library-labels.ts';
import { booksQuery, libraryPaths, takeBack } from '../library.api.ts';
import classes from '../library.module.css';
import { useCancellation, useRenewal } from '../use-library-action.ts';
import { returnedText } from './return-form.tsx';

/** The parts of the list, what each is called, and what is said where it is empty. */
const parts = {
  books: ['Books', 'No books yet. Add the first one.'],
  loans: ['On Loan', 'Nothing is lent at the moment.'],
  overdue: ['Overdue', 'Nothing is overdue.'],
  reservations: ['Reservations', 'Nobody is waiting for a book.'],
  retired: ['Retired Books', 'No book is retired.'],
} as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as [Part, ...Part[]];

interface ListProps {
  readonly place: ListPlace<Part>;
  readonly go: (change: { readonly page: number }) => void;
  readonly onEdit: (book: Book) => void;
  readonly onHistory: (book: HistoryOf) => void;
}

/** What is asked for, and how each part is shown. */
const sharedOf = ({ place, go }: ListProps) => {
  const { part, page, search } = place;
  const [label, nothing] = parts[part];
  return {
    asked: { page, limit: 10, ...(search && { search }) },
    shown: {
      view: place,
      setView: go,
      what: label.toLowerCase(),
      failed: 'The list could not be loaded.',
      empty: { icon: IconBook2, text: search ? 'Nothing found' : nothing },
    },
  };
};

const reader = {
  head: 'Reader',
  render: ({ personName, univId, email, contactNo }: DeskLoan | DeskReservation) => (
    <Titled title={personName} line={[univId, email, contactNo].filter(Boolean).join(' · ')} />
  ),
};

const HistoryButton = ({ of, onHistory }: Pick<ListProps, 'onHistory'> & { of: HistoryOf }) => (
  <RowButton label="History" of={`of ${of.title}`} variant="subtle" onClick={() => onHistory(of)} />
);

const Books = (props: ListProps) => {
  const { asked, shown } = sharedOf(props);
  const show = props.place.part === 'retired' ? 'retired' : 'current';
  return (
    <PagedBookTable
      {...shown}
      query={useQuery(booksQuery({ ...asked, show }))}
      label="Books"
      columns={[
        titleAndAuthor,
        {
          head: 'Details',
          render: (book) => (
            <span className={classes['muted']}>{`No. ${book.id} · ${bookLabels(book)}`}</span>
          ),
        },
        { head: 'Copies', render: copiesText },
      ]}
      renderActions={(book) => (
        <>
          <HistoryButton of={book} onHistory={props.onHistory} />
          <RowButton label="Edit" of={book.title} onClick={() => props.onEdit(book)} />
        </>
      )}
    />
  );
};

const Loans = (props: ListProps) => {
  const { asked, shown } = sharedOf(props);
  const show = props.place.part === 'overdue' ? 'overdue' : 'all';
  const returning = useAction({
    run: takeBack,
    done: returnedText,
    failed: 'The book could not be taken back. Please try again.',
    refreshes: libraryPaths,
  });
  const renewing = useRenewal();
  const busy = returning.isPending || renewing.isPending;
  return (
    <PagedBookTable
      {...shown}
      query={usePage(lending.listLoans, { query: { ...asked, show }, staleTime: 0 })}
      label="Loans"
      columns={[
        {
          head: 'Book',
          render: (loan) => <Titled title={loan.title} line={`Copy ${loan.copyCode}`} />,
        },
        reader,
        {
          head: 'Due',
          render: (loan) => (
            <span className={loan.daysOverdue > 0 ? classes['overdue'] : undefined}>
              {dueText(loan)}
            </span>
          ),
        },
      ]}
      renderActions={({ id, bookId, title, personName, copyCode }) => (
        <>
          <HistoryButton of={{ id: bookId, title }} onHistory={props.onHistory} />
          <RowButton
            label="Renew"
            of={`${title}, ${personName}`}
            disabled={busy}
            onClick={() => renewing.mutate(id)}
          />
          <RowButton
            label="Return"
            of={`${title}, ${personName}`}
            disabled={busy}
            onClick={() => returning.mutate({ item: copyCode })}
          />
        </>
      )}
    />
  );
};

const placeText = ({ heldUntil, copyCode, position }: DeskReservation): string =>
  heldUntil === null
    ? `Number ${position} in line`
    : `${copyCode} held until ${formatDay(heldUntil)}`;

const Reservations = (props: ListProps) => {
  const { asked, shown } = sharedOf(props);
  const cancelling = useCancellation();
  return (
    <PagedBookTable
      {...shown}
      query={usePage(lending.listReservations, { query: asked, staleTime: 0 })}
      label="Reservations"
      columns={[titleAndAuthor, reader, { head: 'Place', render: placeText }]}
      renderActions={({ id, title, personName }) => (
        <RowButton
          label="Cancel"
          of={`${title}, ${personName}`}
          variant="subtle"
          color="brick"
          disabled={cancelling.isPending}
          onClick={() => cancelling.mutate(id)}
        />
      )}
    />
  );
};

const lists: Readonly<Record<Part, typeof Books>> = {
  books: Books,
  loans: Loans,
  overdue: Loans,
  reservations: Reservations,
  retired: Books,
};

/** The catalogue, what is lent and what is overdue, and who waits. */
export const LibraryLists = () => {
  const { place, go } = useListPlace(partNames);
  const { part, search } = place;
  const [editing, setEditing] = useState<Book | null>(null);
  const [historyOf, setHistoryOf] = useState<HistoryOf | null>(null);
  const saving = useAction({
    run: () => saveDownload(catalogue.exportBooks, call(catalogue.exportBooks, { slow: true })),
    failed: 'The catalogue could not be downloaded.',
  });
  const List = lists[part];
  return (
    <Card
      title={parts[part][0]}
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
          data={partNames.map((value) => ({ value, label: parts[value][0] }))}
          onChange={(event) => go({ part: event.currentTarget.value as Part, search: '' })}
        />
        <SearchField
          className={classes['search']}
          label="Find in this list"
          placeholder={List === Books ? 'Search title, author or ISBN' : 'Search title or reader'}
          value={search}
          onSearch={(text) => go({ search: text })}
        />
      </div>
      <List place={place} go={go} onEdit={setEditing} onHistory={setHistoryOf} />
      <Dialog opened={editing !== null} onClose={() => setEditing(null)} title="Edit Book">
        {editing && <EditBookForm book={editing} onClose={() => setEditing(null)} />}
      </Dialog>
      <BookHistoryDialog of={historyOf} onClose={() => setHistoryOf(null)} />
    </Card>
  );
};
