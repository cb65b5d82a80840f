import { percentOf, type StudentResult, type TermResults } from '@campus/contract';
import { IconFileCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { serverText } from '../../../lib/error-text.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Card } from '../../../ui/card.tsx';
import { BarChart } from '../../../ui/chart/chart.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Loading, SkeletonBar, SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { AbsentWord } from '../absent-word.tsx';
import { studentResultsQuery } from './student-exams.api.ts';
import classes from './student-exams.module.css';

interface ResultsTableProps {
  readonly results: readonly StudentResult[];
}

const percentText = ({ marks, maxMarks }: StudentResult): string =>
  marks === null ? '' : `${percentOf({ marks, maxMarks })}%`;

const Marks = ({ result }: { readonly result: StudentResult }) =>
  result.marks === null ? (
    <AbsentWord />
  ) : (
    <>
      <strong>{result.marks}</strong>
      {` of ${result.maxMarks}`}
    </>
  );

/** Two lines a result where there is no room for columns. */
const Lines = ({ results }: ResultsTableProps) => (
  <ul className={classes['lines']}>
    {results.map((result) => (
      <li key={result.examId}>
        <div className={classes['line']}>
          <span className={classes['title']}>{`${result.subjectName}: ${result.title}`}</span>
          <span className={classes['marks']}>
            <Marks result={result} />
          </span>
        </div>
        <div className={classes['quiet']}>
          <span>{formatDay(result.heldOn)}</span>
          <span>{percentText(result)}</span>
        </div>
      </li>
    ))}
  </ul>
);

/** Every published result, the latest exam first. */
const ResultsTable = ({ results }: ResultsTableProps) => {
  const { ref, narrow } = useNarrow(560);
  return (
    <div ref={ref}>
      {narrow ? (
        <Lines results={results} />
      ) : (
        <DataTable label="Exam results">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Subject</th>
              <th scope="col">Exam</th>
              <th scope="col" data-number>
                Marks
              </th>
              <th scope="col" data-number>
                Percent
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <tr key={result.examId}>
                <td data-quiet>{formatDay(result.heldOn)}</td>
                <td>{`${result.subjectName} (${result.subjectCode})`}</td>
                <td>{result.title}</td>
                <td data-number>
                  <Marks result={result} />
                </td>
                <td data-number>{percentText(result)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </div>
  );
};

const TermSelect = (props: {
  readonly terms: readonly TermResults[];
  readonly value: string;
  readonly onTerm: (id: string) => void;
}) => (
  <SelectField
    label="Term"
    className={classes['term'] ?? ''}
    data={props.terms.map(({ term }) => ({ value: term.id, label: term.name }))}
    value={props.value}
    onChange={(event) => props.onTerm(event.currentTarget.value)}
  />
);

/** What the results of a term come to, subject by subject; nothing where a student was always absent. */
const SubjectsChart = ({ subjects }: Pick<TermResults, 'subjects'>) => {
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
    </Card>
  );
};

const Results = ({ email }: { readonly email: string }) => {
  const results = useQuery(studentResultsQuery(email));
  const [termId, setTermId] = useState<string | null>(null);
  if (results.isPending)
    return (
      <Loading text="Loading exam results...">
        <div className={classes['results']}>
          <Card>
            <SkeletonBar height={430} />
          </Card>
          <Card flush>
            <SkeletonRows rows={4} columns={4} />
          </Card>
        </div>
      </Loading>
    );
  if (!results.data)
    return (
      <Card>
        <ErrorState
          text={serverText(results.error, 'Failed to load exam results. Please try again.')}
          onRetry={() => void results.refetch()}
        />
      </Card>
    );
  const [latest] = results.data;
  const chosen = results.data.find(({ term }) => term.id === termId) ?? latest;
  if (!chosen)
    return (
      <Card>
        <EmptyState
          icon={IconFileCertificate}
          text="No exam results yet. They appear here when your teachers publish them."
        />
      </Card>
    );
  return (
    <div className={classes['results']}>
      {results.data.length > 1 && (
        <TermSelect terms={results.data} value={chosen.term.id} onTerm={setTermId} />
      )}
      <SubjectsChart subjects={chosen.subjects} />
      <Card title="All results" flush>
        <ResultsTable results={chosen.results} />
      </Card>
    </div>
  );
};

/** A student's own exam results, as far as they are published. */
export default function StudentExamsPage() {
  const email = useSession()?.email;
  return (
    <>
      <PageHead title="Exams" />
      {email !== undefined && <Results email={email} />}
    </>
  );
}
