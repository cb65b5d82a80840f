import type { Book, DeskLoan, DeskReservation } from '@campus/contract';
import { Button } from '@mantine/core';
import { formatDay } from '../../../lib/day.ts';
import type { HistoryOf } from '../books/book-history.tsx';
import { cancelReservation, renewLoan, takeBack } from '../library.api.ts';
import { bookWords, copiesWords, dueWords } from '../library-words.ts';
import classes from '../library.module.css';
import { RecordList, Titled } from '../record-list.tsx';
import { useLibraryAction } from '../use-library-action.ts';
import { returnedWords } from './return-form.tsx';

const Due = ({ loan }: { readonly loan: DeskLoan }) => (
  <span className={loan.daysOverdue > 0 ? classes['overdue'] : undefined}>{dueWords(loan)}</span>
);

const contact = ({ univId, email, contactNo }: DeskLoan | DeskReservation): string =>
  [univId, email, contactNo].filter(Boolean).join(' · ');

const HistoryButton = (props: {
  readonly of: HistoryOf;
  readonly onHistory: (book: HistoryOf) => void;
}) => (
  <Button
    size="sm"
    variant="subtle"
    aria-label={`History of ${props.of.title}`}
    onClick={() => props.onHistory(props.of)}
  >
    History
  </Button>
);

export const BooksTable = (props: {
  readonly books: readonly Book[];
  readonly onEdit: (book: Book) => void;
  readonly onHistory: (book: HistoryOf) => void;
}) => (
  <RecordList
    label="Books"
    rows={props.books}
    columns={[
      {
        name: 'Book',
        renderCell: (book) => <Titled title={book.title} line={book.author} />,
      },
      {
        name: 'Details',
        renderCell: (book) => (
          <span className={classes['quiet']}>{`No. ${book.id} · ${bookWords(book)}`}</span>
        ),
      },
      { name: 'Copies', renderCell: copiesWords },
    ]}
    renderActions={(book) => (
      <>
        <HistoryButton of={book} onHistory={props.onHistory} />
        <Button
          size="sm"
          variant="light"
          aria-label={`Edit ${book.title}`}
          onClick={() => props.onEdit(book)}
        >
          Edit
        </Button>
      </>
    )}
  />
);

export const LoansTable = (props: {
  readonly loans: readonly DeskLoan[];
  readonly onHistory: (book: HistoryOf) => void;
}) => {
  const returning = useLibraryAction(takeBack, {
    done: returnedWords,
    failed: 'The book could not be taken back. Please try again.',
  });
  const renewing = useLibraryAction(renewLoan, {
    done: ({ title, dueOn }) => `${title} is due on ${formatDay(dueOn)} now.`,
    failed: 'The loan could not be renewed. Please try again.',
  });
  const busy = returning.isPending || renewing.isPending;
  return (
    <RecordList
      label="Loans"
      rows={props.loans}
      columns={[
        {
          name: 'Book',
          renderCell: (loan) => <Titled title={loan.title} line={`Copy ${loan.copyCode}`} />,
        },
        {
          name: 'Reader',
          renderCell: (loan) => <Titled title={loan.personName} line={contact(loan)} />,
        },
        { name: 'Due', renderCell: (loan) => <Due loan={loan} /> },
      ]}
      renderActions={(loan) => (
        <>
          <HistoryButton of={{ id: loan.bookId, title: loan.title }} onHistory={props.onHistory} />
          <Button
            size="sm"
            variant="light"
            disabled={busy}
            aria-label={`Renew ${loan.title}, ${loan.personName}`}
            onClick={() => renewing.mutate(loan.id)}
          >
            Renew
          </Button>
          <Button
            size="sm"
            variant="light"
            disabled={busy}
            aria-label={`Return ${loan.title}, ${loan.personName}`}
            onClick={() => returning.mutate({ item: loan.copyCode })}
          >
            Return
          </Button>
        </>
      )}
    />
  );
};

const placeWords = ({ heldUntil, copyCode, position }: DeskReservation): string =>
  heldUntil === null
    ? `Number ${position} in line`
    : `${copyCode} held until ${formatDay(heldUntil)}`;

export const ReservationsTable = (props: { readonly reservations: readonly DeskReservation[] }) => {
  const cancelling = useLibraryAction(cancelReservation, {
    done: () => 'The reservation is cancelled.',
    failed: 'The reservation could not be cancelled. Please try again.',
  });
  return (
    <RecordList
      label="Reservations"
      rows={props.reservations}
      columns={[
        { name: 'Book', renderCell: ({ title, author }) => <Titled title={title} line={author} /> },
        {
          name: 'Reader',
          renderCell: (one) => <Titled title={one.personName} line={contact(one)} />,
        },
        { name: 'Place', renderCell: placeWords },
      ]}
      renderActions={(one) => (
        <Button
          size="sm"
          variant="subtle"
          color="brick"
          disabled={cancelling.isPending}
          aria-label={`Cancel ${one.title}, ${one.personName}`}
          onClick={() => cancelling.mutate(one.id)}
        >
          Cancel
        </Button>
      )}
    />
  );
};
