import type { Book, DeskLoan, DeskReservation } from '@campus/contract';
import { formatDay } from '../../../lib/day.ts';
import { BookTable, RowButton, Titled, titleAndAuthor } from '../book-table.tsx';
import type { HistoryOf } from '../books/book-history.tsx';
import { takeBack } from '../library.api.ts';
import { bookLabels, copiesText, dueText } from '../library-labels.ts';
import classes from '../library.module.css';
import { useCancellation, useLibraryAction, useRenewal } from '../use-library-action.ts';
import { returnedText } from './return-form.tsx';

const reader = {
  head: 'Reader',
  render: ({ personName, univId, email, contactNo }: DeskLoan | DeskReservation) => (
    <Titled title={personName} line={[univId, email, contactNo].filter(Boolean).join(' · ')} />
  ),
};

const HistoryButton = (props: {
  readonly of: HistoryOf;
  readonly onHistory: (book: HistoryOf) => void;
}) => (
  <RowButton
    label="History"
    of={`of ${props.of.title}`}
    variant="subtle"
    onClick={() => props.onHistory(props.of)}
  />
);

export const BooksTable = (props: {
  readonly books: readonly Book[];
  readonly onEdit: (book: Book) => void;
  readonly onHistory: (book: HistoryOf) => void;
}) => (
  <BookTable
    label="Books"
    rows={props.books}
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

export const LoansTable = (props: {
  readonly loans: readonly DeskLoan[];
  readonly onHistory: (book: HistoryOf) => void;
}) => {
  const returning = useLibraryAction(takeBack, {
    done: returnedText,
    failed: 'The book could not be taken back. Please try again.',
  });
  const renewing = useRenewal();
  const busy = returning.isPending || renewing.isPending;
  return (
    <BookTable
      label="Loans"
      rows={props.loans}
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

export const ReservationsTable = (props: { readonly reservations: readonly DeskReservation[] }) => {
  const cancelling = useCancellation();
  return (
    <BookTable
      label="Reservations"
      rows={props.reservations}
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
