import { type BookEvent, catalogue } from '@campus/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDay } from '../../../lib/day.ts';
import { pagesQueryOf } from '../../../lib/query.ts';
import { HistoryEntry, HistoryList, ValueChange } from '../../../ui/history-list.tsx';
import { bookFieldLabels } from './book-labels.ts';

/** The book whose history is shown. */
export interface HistorySubject {
  readonly id: string;
  readonly title: string;
}

const loanText = {
  lent: (name: string, due: string) => `Lent to ${name}, due ${due}`,
  renewed: (name: string, due: string) => `Renewed for ${name}, now due ${due}`,
  returned: (name: string) => `Returned by ${name}`,
} as const;

const titleOf = ({ kind, field, personName, dueOn }: BookEvent): string | undefined => {
  if (kind === 'added') return 'Added to the catalogue';
  if (kind === 'changed') return bookFieldLabels.labels[field ?? ''];
  return loanText[kind](personName ?? '', dueOn === null ? '' : formatDay(dueOn));
};

const Details = ({ event }: { readonly event: BookEvent }) => {
  const { kind, field, before, after, copyCode } = event;
  return kind === 'changed' ? (
    <ValueChange
      before={bookFieldLabels.formatValue(field ?? '', before)}
      after={bookFieldLabels.formatValue(field ?? '', after)}
    />
  ) : (
    `Copy ${copyCode}`
  );
};

/** Who added and changed a book, and who lent, renewed and took back its copies. */
export const BookHistory = ({ bookId }: { readonly bookId: string }) => {
  const query = useInfiniteQuery(
    pagesQueryOf(catalogue.readBookHistory, 20, { params: { bookId }, staleTime: 0 }),
  );
  return (
    <HistoryList label="History, latest first" framed query={query} olderLabel="Show older">
      {(event) => (
        <HistoryEntry
          key={event.id}
          title={titleOf(event)}
          by={`${event.doneBy ?? 'Campus'}${event.imported ? ', by a file' : ''}`}
          at={event.doneAt}
        >
          {event.kind !== 'added' && <Details event={event} />}
        </HistoryEntry>
      )}
    </HistoryList>
  );
};
