import { type SchoolPerformance, schoolPerformance, type TermWithSubjects } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconChartLine, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { errorText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { subjectChoices } from '../../../lib/subject-label.ts';
import { together } from '../../../lib/together.ts';
import { useAddressView } from '../../../lib/use-address-view.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { BarChart } from '../../../ui/chart/chart.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SkeletonBar } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { GradingScaleCard } from '../grading/grading-scale-card.tsx';
import { schoolQuery } from '../performance.api.ts';
import { ScoreFigures } from '../score-figures.tsx';
import { DecliningCard } from './declining-card.tsx';
import { IndividualList } from './individual-list.tsx';
import { firstView, readPerformanceView, scopeOf, type ViewProps } from './performance-view.ts';
import classes from './school.module.css';

interface ScopeFieldsProps extends ViewProps {
  readonly choices: readonly TermWithSubjects[];
  /** The term that is shown while none was chosen. */
  readonly term: SchoolPerformance['term'];
}

/** Which term and which subject are looked at. */
const ScopeFields = ({ choices, term, view, setView }: ScopeFieldsProps) => {
  const shown = view.term === 'all' ? 'all' : (term?.id ?? view.term);
  const subjects = choices.find(({ id }) => id === shown)?.subjects;
  return (
    <div className={classes['scope']}>
      <SelectField
        label="Term"
        data={[
          ...choices.map(({ id, name }) => ({ value: id, label: name })),
          ...(choices.length > 1 ? [{ value: 'all', label: 'All terms' }] : []),
        ]}
        value={shown}
        onChange={(event) => setView({ term: event.currentTarget.value, subject: '' })}
      />
      <SelectField
        label="Subject"
        data={subjectChoices(subjects, 'All Subjects')}
        value={view.subject}
        disabled={shown === 'all'}
        onChange={(event) => setView({ term: shown, subject: event.currentTarget.value })}
      />
    </div>
  );
};

/** `0–9`, `10–19`, … `90–100` */
const stepLabel = (step: number): string => `${step * 10}–${step === 9 ? 100 : step * 10 + 9}`;

/** How many students have a score in each step of ten. */
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

/** Whose results these are; while nothing is published, where they come from. */
const words = {
  admin: { title: 'School Performance', empty: 'No published exam results yet.' },
  teacher: {
    title: 'Your subjects',
    empty: 'No published exam results of your subjects yet.',
  },
};

const Results = ({ area }: { readonly area: keyof typeof words }) => {
  const { title, empty } = words[area];
  const { view, setView } = useAddressView(readPerformanceView);
  const school = useQuery(schoolQuery(scopeOf(view)));
  const choices = useReply(schoolPerformance.performanceChoices);
  return (
    <Loaded
      query={together({ school, choices })}
      what="performance"
      skeleton={<SkeletonBar height={260} />}
      card
      // An address from another day, or another person's: what it asks for cannot be shown.
      missing={{
        icon: IconFileOff,
        text: errorText(school.error, 'These results cannot be shown.'),
        action: (
          <Button variant="light" onClick={() => setView(firstView)}>
            Show all results
          </Button>
        ),
      }}
    >
      {({ school: { term, averageScore, totalStudents, distribution }, choices: choice }) =>
        choice.length === 0 ? (
          <Card>
            <EmptyState
              icon={IconChartLine}
              text={empty}
              action={<Link to={`/${area}/exams`}>Go to exams</Link>}
            />
          </Card>
        ) : (
          <>
            <ScopeFields choices={choice} term={term} view={view} setView={setView} />
            <div className={classes['top']} data-waiting={school.isPlaceholderData || undefined}>
              <Card title={title}>
                <ScoreFigures averageScore={averageScore} totalStudents={totalStudents} />
                <p className={classes['hint']}>
                  {averageScore === null
                    ? 'Nothing is published here yet.'
                    : `${averageScore}% is the mean of the students’ scores, each counting once.`}
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
 * Published results by term and subject: the average, the distribution, everybody, who fell. Of the
 * whole school with the scale its letters come from, or of a teacher's own subjects.
 */
export default function SchoolPerformancePage() {
  const { role } = usePerson();
  return (
    <>
      <PageHead title="Performance" />
      <CardStack>
        <Results area={role === 'admin' ? 'admin' : 'teacher'} />
        {role === 'admin' && <GradingScaleCard />}
      </CardStack>
    </>
  );
}
