import type { StudentScore } from '@campus/contract';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { DataTable, SortHeader } from '../../../ui/data-table.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { scoresQuery } from '../performance.api.ts';
import { scopeOf, type ScoreSort, type ViewProps } from './performance-view.ts';
import { StudentName } from './student-name.tsx';
import classes from './school.module.css';

interface ScoreTableProps extends ViewProps {
  readonly rows: readonly StudentScore[];
}

const exams = ({ results, absent }: StudentScore): string =>
  `${results} ${results === 1 ? 'exam' : 'exams'}${absent > 0 ? `, absent from ${absent}` : ''}`;

/** The individual list: who has which score, out of how many exams. */
const ScoreTable = ({ rows, view, setView }: ScoreTableProps) => {
  const head = (label: string, column: ScoreSort) => (
    <SortHeader label={label} column={column} view={view} onSort={setView} />
  );
  return (
    <DataTable label="Individual list" className={classes['table']}>
      <thead>
        <tr>
          {head('Name', 'name')}
          {head('Roll No', 'rollNo')}
          <th scope="col">Exams</th>
          {head('Score', 'score')}
          <th scope="col">Letter</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.studentId} className={classes['row']}>
            <th scope="row" className={classes['name']}>
              <StudentName {...row} />
            </th>
            <td className={classes['roll']}>
              <OptionalValue value={row.studentRollNo} />
            </td>
            <td className={classes['exams']} data-quiet>
              {exams(row)}
            </td>
            <td className={classes['score']}>{row.score}%</td>
            <td className={classes['letter']}>{row.letter}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
};

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
        icon: IconUserSearch,
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
