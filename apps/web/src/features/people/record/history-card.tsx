import { type Fields, people } from '@campus/contract';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pagesQueryOf } from '../../../lib/query.ts';
import { Card } from '../../../ui/page.tsx';
import { HistoryEntry, HistoryList, ValueChange } from '../../../ui/history-list.tsx';
import { actInWords, personLabels } from './record-labels.ts';

/** Every change of a record: field, old and new value, by whom and when. */
export const HistoryCard = ({
  personId,
  fields,
}: {
  readonly personId: string;
  readonly fields: Fields;
}) => {
  const { labels, formatValue } = personLabels(fields);
  const query = useInfiniteQuery(
    pagesQueryOf(people.readHistory, 10, { params: { id: personId } }),
  );
  return (
    <Card title="History">
      <HistoryList
        label="History"
        query={query}
        olderLabel="Show older changes"
        empty={{ icon: IconHistory, text: 'Nothing was changed yet' }}
      >
        {({ id, field, before, after, changedBy, changedAt }) => (
          <HistoryEntry
            key={id}
            title={labels[field] ?? field}
            by={changedBy ?? 'Campus'}
            at={changedAt}
          >
            {actInWords(field, before, after) ?? (
              <ValueChange before={formatValue(field, before)} after={formatValue(field, after)} />
            )}
          </HistoryEntry>
        )}
      </HistoryList>
    </Card>
  );
};
