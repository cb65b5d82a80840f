import {
  examResults,
  missedExamsInWords,
  percentOf,
  type StudentResult,
  type TermResults,
} from '@campus/contract';
import { IconFileCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { percentText } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { serverText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, CardStack, Page } from '../../../ui/page.tsx';
import { BarChart } from '../../../ui/chart/chart.tsx';
import { EmptyState, Loaded, SkeletonBar } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { AbsentLabel } from '../absent-label.tsx';
import classes from './student-exams.module.css';

const resultPercent = ({ marks, maxMarks }: StudentResult): string =>
  percentText(marks === null ? null : percentOf({ marks, maxMarks })) ?? '';

const Marks = ({ result }: { readonly result: StudentResult }) =>
  result.marks === null ? (
    <AbsentLabel />
  ) : (
    <>
      <strong>{result.marks}</strong>
      {` of ${result.maxMarks}`}
    </>
  );

/** Every published result, latest exam first; two lines each when narrow. */
const ResultsTable = ({ results }: { readonly results: readonly StudentResult[] }) => (
  <RecordTable
    label="Exam results"
    rows={results}
    keyOf={({ examId }) => examId}
    withoutRowHeader
    columns={[
      { head: 'Date', render: ({ heldOn }) => formatDay(heldOn), muted: true },
      { head: 'Subject', render: (result) => <SubjectLink {...result} id={result.subjectId} /> },
      { head: 'Exam', render: ({ title }) => title },
      { head: 'Marks', render: (result) => <Marks result={result} />, alignRight: true },
      { head: 'Percent', render: resultPercent, alignRight: true },
    ]}
    linesBelow={560}
    renderLine={(result) => (
      <>
        <div className={classes['line']}>
          <span className={classes['title']}>
            <SubjectLink {...result} id={result.subjectId} />: {result.title}
          </span>
          <span className={classes['marks']}>
            <Marks result={result} />
          </span>
        </div>
        <div className={classes['muted']}>
          <span>{formatDay(result.heldOn)}</span>
          <span>{resultPercent(result)}</span>
        </div>
      </>
    )}
  />
);

/** The results of a term by subject; nothing if the student was always absent. */
const SubjectsChart = ({ term, subjects, absentCountsZero }: TermResults) => {
  const items = subjects.flatMap(({ subjectName, percent }) =>
    percent === null ? [] : [{ label: subjectName, value: percent }],
  );
  if (items.length === 0) return null;
  return (
    <Card>
      <BarChart
        label="Marks in percent, by subject"
        columns={['Subject', 'Percent']}
        most={100}
        items={items}
      />
      <p className={classes['rule']}>{missedExamsInWords([{ ...term, absentCountsZero }])}</p>
    </Card>
  );
};

const Results = () => {
  const { email } = usePerson();
  const results = useReply(examResults.studentResults, { params: { email }, staleTime: 0 });
  const [termId, setTermId] = useState<string | null>(null);
  return (
    <Loaded
      query={results}
      what="exam results"
      failed="Failed to load exam results. Please try again."
      textOf={serverText}
      skeleton={<SkeletonBar height={430} />}
      card
    >
      {(terms) => {
        const chosen = terms.find(({ term }) => term.id === termId) ?? terms[0];
        if (!chosen)
          return (
            <EmptyState
              card
              icon={IconFileCertificate}
              text="No exam results yet. They appear here when your teachers publish them."
            />
          );
        return (
          <CardStack narrow>
            {terms.length > 1 && (
              <SelectField
                label="Term"
                className={classes['term'] ?? ''}
                data={terms.map(({ term }) => ({ value: term.id, label: term.name }))}
                value={chosen.term.id}
                onChange={(event) => setTermId(event.currentTarget.value)}
              />
            )}
            <SubjectsChart {...chosen} />
            <Card title="All results" flush>
              <ResultsTable results={chosen.results} />
            </Card>
          </CardStack>
        );
      }}
    </Loaded>
  );
};

/** A student's own published exam results. */
export default function StudentExamsPage() {
  return (
    <Page title="Exams">
      <Results />
    </Page>
  );
}
