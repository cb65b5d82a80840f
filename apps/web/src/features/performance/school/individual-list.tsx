import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { scoresQuery } from '../performance.api.ts';
import { scopeOf, type ViewProps } from './performance-view.ts';
import { ScoreTable } from './score-table.tsx';

const pageSize = 10;

const Scores = ({ view, setView }: ViewProps) => {
  const { search, sort, order } = view;
  const query = { ...scopeOf(view), ...(search && { search }), sort, order };
  const scores = useQuery(scoresQuery(query, view.page, pageSize));
  return (
    <PagedList
      query={scores}
      page={view.page}
      pageSize={pageSize}
      onPage={(page) => setView({ page })}
      loading="Loading students..."
      failed="The individual list could not be loaded."
      skeleton={<SkeletonRows rows={8} columns={5} />}
      empty={{
        icon: <IconUserSearch stroke={1.75} />,
        text: search ? 'No students found' : 'None',
      }}
    >
      {(rows) => <ScoreTable rows={rows} view={view} setView={setView} />}
    </PagedList>
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
