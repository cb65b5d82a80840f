import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useWithinPages } from '../../../lib/use-within-pages.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { scoresQuery } from '../performance.api.ts';
import { scopeOf, type ViewProps } from './performance-view.ts';
import { ScoreTable } from './score-table.tsx';

const pageSize = 10;

const Scores = ({ view, setView }: ViewProps) => {
  const { search, sort, order } = view;
  const query = { ...scopeOf(view), ...(search && { search }), sort, order };
  const scores = useQuery(scoresQuery(query, view.page, pageSize));
  useWithinPages(scores, view.page, pageSize, (page) => setView({ page }));
  if (!scores.data)
    return (
      <UntilLoaded
        query={scores}
        loading="Loading students..."
        failed="The individual list could not be loaded."
        flush
      >
        <SkeletonRows rows={8} columns={5} />
      </UntilLoaded>
    );
  const { rows, total } = scores.data;
  if (total === 0)
    return (
      <EmptyState
        icon={<IconUserSearch stroke={1.75} />}
        text={search ? 'No students found' : 'None'}
      />
    );
  return (
    <div data-waiting={scores.isPlaceholderData || undefined}>
      <ScoreTable rows={rows} view={view} setView={setView} />
      <Pager
        page={view.page}
        pageSize={pageSize}
        total={total}
        onPage={(page) => setView({ page })}
      />
    </div>
  );
};

/** Every student with marks in what is looked at. */
export const IndividualList = ({ view, setView }: ViewProps) => (
  <Card
    title="Individual list"
    flush
    actions={
      <SearchField
        label="Find a student"
        placeholder="Search name, email or roll no"
        value={view.search}
        onSearch={(search) => setView({ search })}
      />
    }
  >
    <Scores view={view} setView={setView} />
  </Card>
);
