import {
  type Book,
  catalogue,
  type DeskLoan,
  type DeskReservation,
  lending,
} from '@campus/contract';
import { IconBook2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { May } from '../../../lib/may-call.tsx';
import { formatDay } from '../../../lib/day.ts';
import { usePage, useReply } from '../../../lib/query.ts';
import { type ListState, useListState } from '../../../lib/use-list-state.ts';
import { ButtonRow, Card } from '../../../ui/page.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { useAction, useDialogOf } from '../../../ui/actions.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TitleWithSubtitle } from '../../../ui/title-with-subtitle.tsx';
import { PagedBookTable, RowButton, titleAndAuthor } from '../book-table.tsx';
import { BookHistory, type HistorySubject } from '../books/book-history.tsx';
import { EditBookForm } from '../books/edit-book-form.tsx';
import { copiesText, dueText } from '../library-labels.ts';
import { booksQuery, libraryPaths, returnOf, takeBack } from '../library.api.ts';
import classes from '../library.module.css';
import { useCancellation, useRenewal } from '../use-library-action.tsx';
import { returnedText } from './desk-bar.tsx';

/** The parts of the list: label, and text when empty. */
const parts = {
  books: ['Books', 'No books yet. Add the first one.'],
  loans: ['On Loan', 'Nothing is lent at the moment.'],
  overdue: ['Overdue', 'Nothing is overdue.'],
  reservations: ['Reservations', 'Nobody is waiting for a book.'],
  retired: ['Retired Books', 'No book is retired.'],
} as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as [Part, ...Part[]];

/** Parts needed less often, reached from the menu. */
const moreTabs: readonly Part[] = ['reservations', 'retired'];

interface ListProps {
  readonly view: ListState<Part>;
  readonly setView: (change: { readonly page: number }) => void;
  readonly onEdit: (book: Book) => void;
  readonly onHistory: (book: HistorySubject) => void;
}

/** The query, and the properties shared by all parts. */
const listProps = ({ view, setView }: ListProps) => {
  const { part, page, search } = view;
  const [label, nothing] = parts[part];
  return {
    asked: { page, limit: 10, ...(search && { search }) },
    shown: {
      view,
      setView,
      what: label.toLowerCase(),
      failed: 'The list could not be loaded.',
      empty: { icon: IconBook2, text: search ? 'Nothing found' : nothing },
    },
  };
};

const reader = {
  head: 'Reader',
  render: ({ personName, univId, email, contactNo }: DeskLoan | DeskReservation) => (
    <TitleWithSubtitle
      title={personName}
      line={[univId, email, contactNo].filter(Boolean).join(' · ')}
    />
  ),
};

/** Copies are named after their book's number: 61-2. */
const bookColumns: readonly Column<Book, never>[] = [
  {
    head: 'Book',
    render: ({ id, title, author }) => (
      <TitleWithSubtitle title={title} line={`${author} · No. ${id}`} />
    ),
  },
  { head: 'ISBN', render: ({ isbn }) => isbn, muted: true, underBelow: 700 },
  { head: 'Shelf', render: ({ shelf }) => shelf, className: classes['short'], fact: true },
  { head: 'Year', render: ({ year }) => year, fact: true, underBelow: 700 },
  { head: 'Copies', render: copiesText, className: classes['short'], fact: true },
];

const Books = (props: ListProps) => {
  const { asked, shown } = listProps(props);
  const show = props.view.part === 'retired' ? 'retired' : 'current';
  return (
    <PagedBookTable
      {...shown}
      query={useQuery(booksQuery({ ...asked, show }))}
      label="Books"
      columns={bookColumns}
      linesBelow={540}
      renderActions={(book) => (
        <RowMenu
          label={`Actions for ${book.title}`}
          actions={[
            { label: 'Edit', needs: catalogue.changeBook, onClick: () => props.onEdit(book) },
            { label: 'History', onClick: () => props.onHistory(book) },
          ]}
        />
      )}
    />
  );
};

const Loans = (props: ListProps) => {
  const { asked, shown } = listProps(props);
  const show = props.view.part === 'overdue' ? 'overdue' : 'all';
  const returning = useAction({
    run: takeBack,
    done: returnedText,
    failed: 'The book could not be returned. Please try again.',
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
          render: (loan) => <TitleWithSubtitle title={loan.title} line={`Copy ${loan.copyCode}`} />,
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
      renderActions={({ id, bookId, title, personName, ...loan }) => (
        <>
          <May call={lending.takeBack}>
            <RowButton
              label="Return"
              of={`${title}, ${personName}`}
              disabled={busy}
              onClick={() => returning.mutate(returnOf(loan))}
            />
          </May>
          <RowMenu
            label={`Actions for ${title}, ${personName}`}
            actions={[
              {
                label: 'Renew',
                needs: lending.renewLoan,
                disabled: busy,
                onClick: () => renewing.mutate(id),
              },
              { label: 'History', onClick: () => props.onHistory({ id: bookId, title }) },
            ]}
          />
        </>
      )}
    />
  );
};

const queuePosition = ({ heldUntil, copyCode, position }: DeskReservation): string =>
  heldUntil === null
    ? `Number ${position} in line`
    : `${copyCode} held until ${formatDay(heldUntil)}`;

const Reservations = (props: ListProps) => {
  const { asked, shown } = listProps(props);
  const cancelling = useCancellation<DeskReservation>(({ personName }) => `${personName} is`);
  return (
    <>
      <PagedBookTable
        {...shown}
        query={usePage(lending.listReservations, { query: asked, staleTime: 0 })}
        label="Reservations"
        columns={[titleAndAuthor, reader, { head: 'Place', render: queuePosition }]}
        renderActions={(reservation) => (
          <May call={lending.cancelReservation}>
            <RowButton
              label="Cancel"
              of={`${reservation.title}, ${reservation.personName}`}
              variant="subtle"
              color="brick"
              disabled={cancelling.busy}
              onClick={() => cancelling.ask(reservation)}
            />
          </May>
        )}
      />
      {cancelling.question}
    </>
  );
};

const lists: Readonly<Record<Part, typeof Books>> = {
  books: Books,
  loans: Loans,
  overdue: Loans,
  reservations: Reservations,
  retired: Books,
};

/** Downloads all pages of what the list shows. */
const Download = ({ part, search }: Pick<ListState<Part>, 'part' | 'search'>) => {
  const query = { search: search || undefined };
  if (part === 'reservations')
    return <DownloadMenu endpoint={lending.exportReservations} query={query} />;
  if (part === 'books' || part === 'retired')
    return (
      <DownloadMenu
        endpoint={catalogue.exportBooks}
        query={{ ...query, show: part === 'books' ? 'current' : 'retired' }}
      />
    );
  const show = part === 'overdue' ? 'overdue' : 'all';
  return <DownloadMenu endpoint={lending.exportLoans} query={{ ...query, show }} />;
};

/** The catalogue, loans, overdue loans and reservations. */
export const LibraryLists = () => {
  const { view, setView } = useListState(partNames);
  const { part, search } = view;
  const edit = useDialogOf(
    () => 'Edit Book',
    (book: Book) => <EditBookForm book={book} />,
  );
  const history = useDialogOf(
    ({ title }: HistorySubject) => `History of ${title}`,
    ({ id }) => <BookHistory bookId={id} />,
  );
  const List = lists[part];
  const navigate = useNavigate();
  const counts = useReply(lending.countLists, { staleTime: 0 }).data;
  return (
    <Card
      title={parts[part][0]}
      flush
      actions={
        <ButtonRow wide>
          <Download part={part} search={search} />
          <RowMenu
            framed
            label="More of the library"
            actions={[
              {
                label: 'Import a Catalogue',
                needs: catalogue.bookFile.store,
                onClick: () => void navigate({ to: '/admin/library/import' }),
              },
              ...moreTabs.map((value) => ({
                label: parts[value][0],
                onClick: () => setView({ part: value, search: '' }),
              })),
            ]}
          />
        </ButtonRow>
      }
    >
      <div className={classes['tools']}>
        <SegmentedControl
          label="Show"
          value={part}
          segments={partNames
            .filter((value) => value === part || !moreTabs.includes(value))
            .map((value) => ({ value, label: parts[value][0], count: counts?.[value] }))}
          onChange={(value) => setView({ part: value, search: '' })}
        />
        <SearchField
          className={classes['search']}
          label="Find in this list"
          placeholder={List === Books ? 'Search title, author or ISBN' : 'Search title or reader'}
          value={search}
          onSearch={(text) => setView({ search: text })}
        />
      </div>
      <List view={view} setView={setView} onEdit={edit.open} onHistory={history.open} />
      {edit.dialog}
      {history.dialog}
    </Card>
  );
};
