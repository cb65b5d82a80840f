import { schoolPerformance, type StudentScore } from '@campus/contract';
import { IconUserSearch } from '@tabler/icons-react';
import { usePage } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { PagedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { scopeOf, type ScoreSort, type ViewProps } from './performance-view.ts';
import { StudentName } from './student-name.tsx';
import classes from './school.module.css';

const exams = ({ results, absent }: StudentScore): string =>
  `${results} ${results === 1 ? 'exam' : 'exams'}${absent > 0 ? `, absent from ${absent}` : ''}`;

/** Who has which score, out of how many exams. */
const columns: readonly Column<StudentScore, ScoreSort>[] = [
  { head: 'Name', sort: 'name', area: 'name', render: (row) => <StudentName {...row} /> },
  {
    head: 'Roll No',
    sort: 'rollNo',
    area: 'roll',
    className: classes['roll'],
    render: (row) => row.studentRollNo,
  },
  { head: 'Exams', area: 'exams', muted: true, render: exams },
  {
    head: 'Score',
    sort: 'score',
    area: 'score',
    className: classes['score'],
    render: ({ score }) => `${score}%`,
  },
  { head: 'Letter', area: 'letter', className: classes['letter'], render: ({ letter }) => letter },
];

const Scores = ({ view, setView }: ViewProps) => {
  const { search, sort, order, page } = view;
  const query = { ...scopeOf(view), search: search || undefined, sort, order, page, limit: 10 };
  const scores = usePage(schoolPerformance.listStudentScores, { query });
  return (
    <PagedTable
      query={scores}
      view={view}
      setView={setView}
      what="students"
      failed="The individual list could not be loaded."
      empty={{
        icon: IconUserSearch,
        text: search ? 'No students found' : 'None',
      }}

      label="Individual list"
      className={classes['table']}
      keyOf={({ studentId }) => studentId}
      columns={columns}
      sorted={{ view, setView }}
      cardsBelow={640}
    />
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
