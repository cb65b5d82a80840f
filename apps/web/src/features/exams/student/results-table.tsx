import { percentOf, type StudentResult } from '@campus/contract';
import { formatDay } from '../../../lib/day.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { AbsentWord } from '../absent-word.tsx';
import classes from './student-exams.module.css';

interface ResultsTableProps {
  readonly results: readonly StudentResult[];
}

const percent = ({ marks, maxMarks }: StudentResult): string =>
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
          <span>{percent(result)}</span>
        </div>
      </li>
    ))}
  </ul>
);

/** Every published result, the latest exam first. */
export const ResultsTable = ({ results }: ResultsTableProps) => {
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
                <td data-number>{percent(result)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </div>
  );
};
