import { type Fields, people } from '@campus/contract';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pagesQueryOf } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Became, HistoryEntry, HistoryList } from '../../../ui/history-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { actInWords, personLabels } from './record-labels.ts';

/** Every change of a record: what, from what to what, by whom and when. */
export const HistoryCard = ({
  personId,
  fields,
}: {
  readonly personId: string;
  readonly fields: Fields;
}) => {
  const { labels, valueInWords } = personLabels(fields);
  const query = useInfiniteQuery(
    pagesQueryOf(people.readHistory, 10, { params: { id: personId } }),
  );
  return (
    <Card title="History">
      <Loaded query={query} what="history" columns={2}>
        {({ pages }) => {
          const changes = pages.flatMap((page) => page.reply);
          if (changes.length === 0)
            return <EmptyState icon={IconHistory} text="Nothing was changed yet" />;
          return (
            <HistoryList label="History" query={query} olderLabel="Show older changes">
              {changes.map(({ id, field, before, after, changedBy, changedAt }) => (
                <HistoryEntry
                  key={id}
                  title={labels[field] ?? field}
                  by={changedBy ?? 'Campus'}
                  at={changedAt}
                >
                  {actInWords(field, before, after) ?? (
                    <Became
                      before={valueInWords(field, before)}
                      after={valueInWords(field, after)}
                    />
                  )}
                </HistoryEntry>
              ))}
            </HistoryList>
          );
        }}
      </Loaded>
    </Card>
  );
};
