import {
  type DecliningStudents,
  missedExamsInWords,
  type PerformanceTerm,
  type SchoolPerformance,
  schoolPerformance,
  type StudentScore,
} from '@campus/contract';
import { Button } from '@mantine/core';
import { IconChartLine, IconFileOff, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pluralize } from '../../../lib/count.ts';
import { errorText } from '../../../lib/error-text.ts';
import { usePage, useReply } from '../../../lib/query.ts';
import { subjectChoices } from '../../../lib/subject-label.ts';
import { combineQueries } from '../../../lib/combine-queries.ts';
import { useUrlState } from '../../../lib/use-url-state.ts';
import { usePerson, useSession } from '../../../lib/use-session.ts';
import { Card, Page } from '../../../ui/page.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { BarChart } from '../../../ui/chart/chart.tsx';
import { EmptyState, FallbackNote, Loaded, SkeletonBar } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import { type Column, RecordTable } from '../../../ui/record-table.tsx';
import { GradingScaleCard } from '../grading/grading-scale-card.tsx';
import { monthName } from '../month-name.ts';
import { schoolQuery } from '../performance.api.ts';
import { ScoreFigures } from '../score-figures.tsx';
import {
  defaultView,
  type PerformanceView,
  readPerformanceView,
  scopeOf,
  type ScoreSort,
  type ViewProps,
} from './performance-view.ts';
import classes from './school-performance.module.css';

interface StudentNameProps {
  readonly studentId: string;
  readonly studentName: string;
}

/** For administrators a link to the student's marks; for teachers the name alone. */
const StudentName = ({ studentId, studentName }: StudentNameProps) =>
  useSession()?.role === 'admin' ? (
    <Link to="/admin/students/$studentId/performance" params={{ studentId }} search>
      {studentName}
    </Link>
  ) : (
    studentName
  );

const exams = ({ results, absent }: StudentScore): string =>
  `${results} ${results === 1 ? 'exam' : 'exams'}${absent > 0 ? `, absent from ${absent}` : ''}`;

/** Each student's score, and from how many exams. */
const columns: readonly Column<StudentScore, ScoreSort>[] = [
  { head: 'Name', sort: 'name', gridArea: 'name', render: (row) => <StudentName {...row} /> },
  {
    head: 'Roll No',
    sort: 'rollNo',
    gridArea: 'roll',
    className: classes['roll'],
    render: (row) => row.studentRollNo,
  },
  { head: 'Exams', gridArea: 'exams', muted: true, render: exams },
  {
    head: 'Score',
    sort: 'score',
    gridArea: 'score',
    className: classes['score'],
    render: ({ score }) => `${score}%`,
  },
  {
    head: 'Letter',
    gridArea: 'letter',
    className: classes['letter'],
    render: ({ letter }) => letter,
  },
];

/** Every student with marks in the chosen term and subject. */
const IndividualList = ({ view, setView }: ViewProps) => {
  const { search, sort, order, page } = view;
  const query = { ...scopeOf(view), search: search || undefined, sort, order, page, limit: 10 };
  return (
    <SearchedTable
      title="Individual list"
      query={usePage(schoolPerformance.listStudentScores, { query })}
      view={view}
      setView={setView}
      search={['Find a student', 'Search name, email or roll no']}
      tools={<DownloadMenu endpoint={schoolPerformance.exportStudentScores} query={query} />}
      what="students"
      failed="The individual list could not be loaded."
      empty={{ icon: IconUserSearch, text: search ? 'No students found' : 'None' }}
      label="Individual list"
      className={classes['table']}
      keyOf={({ studentId }) => studentId}
      columns={columns}
      sorting={{ view, setView }}
      cardsBelow={640}
    />
  );
};

/** Which months or terms are compared, for how many students, and the result. */
const sentence = ({ by, before, now, compared, fallen, students }: DecliningStudents): string => {
  if (before === null || now === null)
    return `There is nothing to compare yet: this needs published results of two ${by}s.`;
  const between = `${monthName(before)} to ${monthName(now)}`;
  if (compared === 0) return `${between}: nobody has marks in both.`;
  const of = `${between}: ${pluralize(compared, 'student')} with marks in both`;
  if (fallen === 0) return `${of}, and nobody’s score fell.`;
  const shown = fallen > students.length ? ` The ${students.length} largest falls:` : '';
  return `${of}; the score of ${fallen} fell.${shown}`;
};

const DecliningTable = ({ before, now, students }: DecliningStudents) => (
  <RecordTable
    label="Largest falls"
    rows={students}
    keyOf={({ studentId }) => studentId}
    columns={[
      { head: 'Name', render: (student) => <StudentName {...student} /> },
      {
        head: monthName(before ?? ''),
        render: (student) => `${student.before}%`,
        alignRight: true,
      },
      { head: monthName(now ?? ''), render: (student) => `${student.now}%`, alignRight: true },
      {
        head: 'Fall',
        render: ({ fall }) => `−${fall}`,
        alignRight: true,
        className: classes['fall'],
      },
    ]}
  />
);

/** The students whose score fell most between the last two months, or terms, with marks. */
const DecliningCard = ({ view }: { readonly view: PerformanceView }) => {
  const declining = useReply(schoolPerformance.listDecliningStudents, {
    query: scopeOf(view),
    placeholderData: keepPreviousData,
  });
  return (
    <Card
      title="Largest falls"
      actions={
        <DownloadMenu endpoint={schoolPerformance.exportDecliningStudents} query={scopeOf(view)} />
      }
      flush
    >
      <Loaded query={declining} what="comparison" columns={4} flush>
        {(fallen) => (
          <>
            <p className={classes['sentence']}>{sentence(fallen)}</p>
            {fallen.students.length > 0 && <DecliningTable {...fallen} />}
          </>
        )}
      </Loaded>
    </Card>
  );
};

interface ScopeFieldsProps extends ViewProps {
  readonly terms: readonly PerformanceTerm[];
  /** The term shown while none is chosen. */
  readonly term: SchoolPerformance['term'];
}

/** Chooses term and subject. */
const ScopeFields = ({ terms, term, view, setView }: ScopeFieldsProps) => {
  const { role } = usePerson();
  const shown = view.term || (term?.id ?? '');
  const subjects = useReply(schoolPerformance.performanceSubjects, {
    query: { termId: shown },
    enabled: shown !== 'all',
  });
  return (
    <div className={classes['scope']}>
      <SelectField
        label="Term"
        data={[
          ...terms.map(({ id, name }) => ({ value: id, label: name })),
          ...(terms.length > 1 ? [{ value: 'all', label: 'All terms' }] : []),
        ]}
        value={shown}
        onChange={(event) => setView({ term: event.currentTarget.value, subject: '' })}
      />
      <SelectField
        label="Subject"
        data={subjectChoices(subjects.data, 'All Subjects')}
        value={view.subject}
        disabled={!subjects.data}
        onChange={(event) => setView({ term: shown, subject: event.currentTarget.value })}
      />
      {subjects.error && <FallbackNote what="The subjects" onRetry={subjects.refetch} />}
      {view.subject && role === 'admin' && (
        <Link to="/admin/classes/$subjectId/sheets" params={{ subjectId: view.subject }}>
          Result sheets of the class
        </Link>
      )}
    </div>
  );
};

/** `0–9`, `10–19`, … `90–100` */
const stepLabel = (step: number): string => `${step * 10}–${step === 9 ? 100 : step * 10 + 9}`;

/** How many students have a score in each band of ten. */
const DistributionCard = ({ distribution }: { readonly distribution: readonly number[] }) => (
  <Card title="Distribution">
    <BarChart
      label="Students by score, in steps of ten"
      columns={['Score', 'Students']}
      items={distribution.map((students, step) => ({ label: stepLabel(step), value: students }))}
      height={260}
    />
  </Card>
);

/** The title by role, and the text while nothing is published. */
const words = {
  admin: { title: 'School Performance', empty: 'No published exam results yet.' },
  teacher: {
    title: 'Your subjects',
    empty: 'No published exam results of your subjects yet.',
  },
};

const Results = ({ area }: { readonly area: keyof typeof words }) => {
  const { title, empty } = words[area];
  const { view, setView } = useUrlState(readPerformanceView);
  const school = useQuery(schoolQuery(scopeOf(view)));
  const terms = useReply(schoolPerformance.performanceTerms);
  return (
    <Loaded
      query={combineQueries({ school, terms })}
      what="performance"
      skeleton={<SkeletonBar height={260} />}
      card
      // The address may be outdated or another person's: its results cannot be shown.
      missing={{
        icon: IconFileOff,
        text: errorText(school.error, 'These results cannot be shown.'),
        action: (
          <Button variant="light" onClick={() => setView(defaultView)}>
            Show all results
          </Button>
        ),
      }}
    >
      {({ school: { term, averageScore, totalStudents, distribution }, terms: known }) =>
        known.length === 0 ? (
          <EmptyState
            card
            icon={IconChartLine}
            text={empty}
            action={<Link to={`/${area}/exams`}>Go to exams</Link>}
          />
        ) : (
          <>
            <ScopeFields terms={known} term={term} view={view} setView={setView} />
            <div className={classes['top']} data-stale={school.isPlaceholderData || undefined}>
              <Card title={title}>
                <ScoreFigures averageScore={averageScore} totalStudents={totalStudents} />
                <p className={classes['hint']}>
                  {averageScore === null
                    ? 'Nothing is published here yet.'
                    : `${averageScore}% is the mean of the students’ scores, each counting once. ${missedExamsInWords(
                        known.filter(({ id }) => !term || term.id === id),
                      )}`}
                </p>
              </Card>
              <DistributionCard distribution={distribution} />
            </div>
            <IndividualList view={view} setView={setView} />
            <DecliningCard view={view} />
          </>
        )
      }
    </Loaded>
  );
};

/**
 * Published results by term and subject: average, distribution, all students, and whose scores fell. For an
 * administrator of the whole school, with the grading scale; for a teacher of their own subjects.
 */
export default function SchoolPerformancePage() {
  const { role } = usePerson();
  return (
    <Page title="Performance" stacked>
      <Results area={role === 'admin' ? 'admin' : 'teacher'} />
      {role === 'admin' && <GradingScaleCard />}
    </Page>
  );
}
