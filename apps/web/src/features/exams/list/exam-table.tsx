import type { Exam } from '@campus/contract';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../lib/day.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { StateBadge } from '../state-badge.tsx';
import classes from './exam-list.module.css';

interface ExamTableProps {
  readonly exams: readonly Exam[];
  readonly area: 'admin' | 'teacher';
  readonly today: string;
}

const missingWords = ({ missing, heldOn }: Exam, today: string): string => {
  if (heldOn > today) return 'Not held yet';
  return missing === 0 ? 'All marks are in' : `${missing} missing`;
};

const Name = ({ exam, area }: { readonly exam: Exam; readonly area: string }) => (
  <div className={classes['exam']}>
    <Link to={`/${area}/exams/${exam.id}`}>{exam.title}</Link>
    <span className={classes['quiet']}>{subjectLabel(exam)}</span>
  </div>
);

const Lines = ({ exams, area, today }: ExamTableProps) => (
  <ul className={classes['lines']} aria-label="All Exams">
    {exams.map((exam) => (
      <li key={exam.id}>
        <Name exam={exam} area={area} />
        <div className={classes['foot']}>
          <span className={classes['quiet']}>
            {formatDay(exam.heldOn)} · {missingWords(exam, today)}
          </span>
          <StateBadge exam={exam} />
        </div>
      </li>
    ))}
  </ul>
);

/** Exams with how far their marks are, the latest first. */
export const ExamTable = ({ exams, area, today }: ExamTableProps) => {
  const { ref, narrow } = useNarrow(640);
  return (
    <div ref={ref}>
      {narrow ? (
        <Lines exams={exams} area={area} today={today} />
      ) : (
        <DataTable label="All Exams" className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">Exam</th>
              <th scope="col">Date</th>
              <th scope="col">Marks</th>
              <th scope="col" data-number>
                Average
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {exams.map((exam) => (
              <tr key={exam.id}>
                <th scope="row">
                  <Name exam={exam} area={area} />
                </th>
                <td data-quiet>{formatDay(exam.heldOn)}</td>
                <td>
                  {exam.marked + exam.absent} of {exam.marked + exam.absent + exam.missing}
                  <br />
                  <span className={classes['missing']}>{missingWords(exam, today)}</span>
                </td>
                <td data-number>
                  <OptionalValue value={exam.average === null ? null : `${exam.average}%`} />
                </td>
                <td>
                  <StateBadge exam={exam} />
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </div>
  );
};
