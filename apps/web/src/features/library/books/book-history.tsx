import type { BookEvent } from '@campus/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../ui/loading.tsx';
import { OrNa } from '../../../ui/na.tsx';
import { bookHistoryQuery } from '../library.api.ts';
import classes from './book-history.module.css';
import { bookWords } from './book-draft.ts';

/** Of which book; null while the dialog is closed. */
export interface HistoryOf {
  readonly id: string;
  readonly title: string;
}

const loanWords = {
  lent: (name: string, due: string) => `Lent to ${name}, due ${due}`,
  renewed: (name: string, due: string) => `Renewed for ${name}, now due ${due}`,
  returned: (name: string) => `Returned by ${name}`,
} as const;

const What = ({ event }: { readonly event: BookEvent }) => {
  const { kind, field, before, after, personName, dueOn, copyCode } = event;
  if (kind === 'added') return <b>Added to the catalogue</b>;
  if (kind === 'changed')
    return (
      <>
        <b>{bookWords.labels[field ?? '']}</b>
        <span className={classes['values']}>
          <OrNa value={bookWords.valueInWords(field ?? '', before)} />
          {' → '}
          <OrNa value={bookWords.valueInWords(field ?? '', after)} />
        </span>
      </>
    );
  return (
    <>
      <b>{loanWords[kind](personName ?? '', dueOn === null ? '' : formatDay(dueOn))}</b>
      <span className={classes['values']}>{`Copy ${copyCode}`}</span>
    </>
  );
};

const Events = ({ bookId }: { readonly bookId: string }) => {
  const query = useInfiniteQuery(bookHistoryQuery(bookId));
  const events = query.data?.pages.flatMap((page) => page.events) ?? [];
  if (query.isPending)
    return (
      <Loading text="Loading history...">
        <SkeletonRows rows={4} columns={2} />
      </Loading>
    );
  if (query.isError && events.length === 0)
    return (
      <ErrorState
        text={errorText(query.error, 'The history could not be loaded.')}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <>
      {/* A list that scrolls is a stop for the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={classes['list']} aria-label="What happened, the latest first" tabIndex={0}>
        {events.map((event) => (
          <li key={event.id}>
            <What event={event} />
            <span className={classes['who']}>
              {event.doneBy ?? 'Campus'}
              {event.imported && ', by a file'},{' '}
              <time dateTime={event.doneAt}>{timeOfInstant(event.doneAt)}</time>
            </span>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="light"
          className={classes['more'] ?? ''}
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading...' : 'Show older'}
        </Button>
      )}
    </>
  );
};

/** Who added and changed a book, and who lent, renewed and took back its copies. */
export const BookHistoryDialog = (props: {
  readonly of: HistoryOf | null;
  readonly onClose: () => void;
}) => (
  <Dialog
    opened={props.of !== null}
    onClose={props.onClose}
    title={props.of ? `History of ${props.of.title}` : 'History'}
  >
    {props.of && <Events bookId={props.of.id} />}
  </Dialog>
);
