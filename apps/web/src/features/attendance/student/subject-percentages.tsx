import type { SubjectPercentage } from '@campus/contract';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { Card } from '../../../ui/card.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { studentPercentagesQuery } from './student.api.ts';
import { reachSentence } from './sentences.ts';
import classes from './subject-percentages.module.css';

interface SubjectLineProps {
  readonly row: SubjectPercentage;
  readonly expected: number | null;
}

const SubjectLine = ({ row, expected }: SubjectLineProps) => {
  const sentence = reachSentence(row.present, row.classes, expected);
  const missed = row.classes - row.present;
  return (
    <li>
      <div className={classes['line']}>
        <span className={classes['name']}>{subjectLabel(row)}</span>
        <span className={classes['figure']}>
          <OptionalValue value={row.percentage === null ? null : `${row.percentage}%`} />
        </span>
      </div>
      <div className={classes['track']} aria-hidden>
        <span style={{ width: `${row.percentage ?? 0}%` }} />
        {expected !== null && <i style={{ left: `${expected}%` }} />}
      </div>
      {row.classes > 0 && (
        <p className={classes['note']}>
          {missed} of {row.classes} missed
          {sentence && <>. {sentence}</>}
        </p>
      )}
    </li>
  );
};

/** The student's percentage in each subject, as a short list. */
export const SubjectPercentages = ({ email }: { readonly email: string }) => {
  const expected = useQuery(campusQuery).data?.expectedPercentage ?? null;
  const { data: rows } = useQuery(studentPercentagesQuery(email));
  if (!rows || rows.length === 0) return null;
  return (
    <Card title="By subject">
      <ul className={classes['list']}>
        {rows.map((row) => (
          <SubjectLine key={row.id} row={row} expected={expected} />
        ))}
      </ul>
    </Card>
  );
};
