import type { OwnLoan, OwnReservation } from '@campus/contract';
import { IconBook2 } from '@tabler/icons-react';
import { formatDay } from '../../../lib/day.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/loaded.tsx';
import { TitleWithSubtitle } from '../../../ui/title-with-subtitle.tsx';
import { BookTable, RowButton, titleAndAuthor } from '../book-table.tsx';
import { dueText } from '../library-labels.ts';
import classes from '../library.module.css';
import { useCancellation, useRenewal } from '../use-library-action.tsx';

const overdueText = (overdue: readonly OwnLoan[]): string =>
  overdue.length === 1
    ? `${overdue[0]?.title} is overdue. Please return it to the library.`
    : `${overdue.length} of your books are overdue. Please return them to the library.`;

/** The person's loans, those due first at the top, with an error banner for overdue ones. */
export const OwnLoans = ({ loans }: { readonly loans: readonly OwnLoan[] }) => {
  const renewing = useRenewal();
  const overdue = loans.filter(({ daysOverdue }) => daysOverdue > 0);
  return (
    <>
      {overdue.length > 0 && <Banner kind="error">{overdueText(overdue)}</Banner>}
      <Card title="My Loans" flush>
        {loans.length === 0 ? (
          <EmptyState
            icon={IconBook2}
            text="You have no books at the moment. Find one below and borrow it at the library’s desk."
          />
        ) : (
          <BookTable
            label="My Loans"
            rows={loans}
            columns={[
              titleAndAuthor,
              {
                head: 'Due',
                render: (loan) => (
                  <TitleWithSubtitle
                    title={
                      <span className={loan.daysOverdue > 0 ? classes['overdue'] : undefined}>
                        {dueText(loan)}
                      </span>
                    }
                    line={loan.notRenewable ?? 'Can be renewed'}
                  />
                ),
              },
            ]}
            renderActions={({ id, title, notRenewable }) =>
              notRenewable === null && (
                <RowButton
                  label="Renew"
                  of={title}
                  disabled={renewing.isPending}
                  onClick={() => renewing.mutate(id)}
                />
              )
            }
          />
        )}
      </Card>
    </>
  );
};

const queuePosition = ({ heldUntil, position }: OwnReservation): string =>
  heldUntil === null
    ? `Number ${position} in line`
    : `Ready for you at the desk until ${formatDay(heldUntil)}`;

/** The person's reservations, with their place in each queue; nothing if there are none. */
export const OwnReservations = (props: { readonly reservations: readonly OwnReservation[] }) => {
  const cancelling = useCancellation<OwnReservation>(() => 'You are');
  if (props.reservations.length === 0) return null;
  return (
    <Card title="My Reservations" flush>
      <BookTable
        label="My Reservations"
        rows={props.reservations}
        columns={[titleAndAuthor, { head: 'Place', render: queuePosition }]}
        renderActions={(reservation) => (
          <RowButton
            label="Cancel"
            of={`the reservation of ${reservation.title}`}
            variant="subtle"
            color="brick"
            disabled={cancelling.busy}
            onClick={() => cancelling.ask(reservation)}
          />
        )}
      />
      {cancelling.question}
    </Card>
  );
};
