import type { SubjectPercentage } from '@campus/contract';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { combineQueries } from '../../../lib/combine-queries.ts';
import { Card } from '../../../ui/page.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { absenceAllowance, isOver, reachSentence, totalOf } from './sentences.ts';
import { studentPercentagesQuery } from './student.api.ts';
import classes from './may-miss-card.module.css';

interface AttendanceTotals {
  readonly present: number;
  readonly marked: number;
  readonly percentage: number | null;
  /** Whether more classes may follow. */
  readonly ongoing: boolean;
  /** Whether subjects that have ended are left out. */
  readonly current: boolean;
}

/** The calculation behind the sentence; the device remembers whether it is open. */
const Calculation = ({ lines }: { readonly lines: readonly (readonly [string, string])[] }) => {
  const [open, setOpen] = useLocalStorage({ key: 'campus.sum', defaultValue: false });
  return (
    <details
      className={classes['details']}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
        How this is counted
      </summary>
      <dl>
        {lines.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};

const AbsenceAllowance = ({
  totals,
  expected,
}: {
  readonly totals: AttendanceTotals;
  readonly expected: number;
}) => {
  const { present, marked, percentage, ongoing, current } = totals;
  const empty = `No class${current ? ' of your current subjects' : ''} is marked yet.`;
  if (percentage === null) return <p className={classes['empty']}>{empty}</p>;
  const figure = (
    <b>{`${percentage}% (${present} of ${marked}${current ? ' in current subjects' : ''}).`}</b>
  );
  if (!ongoing) return <p className={classes['sentence']}>{figure} No more classes are coming.</p>;
  const { sentence, toAttend, mayMiss, sum } = absenceAllowance(present, marked, expected);
  const reach = reachSentence(present, marked, expected);
  const figures = sentence.split(/(\d+(?= of)|all(?= of))/);
  return (
    <>
      <p className={classes['sentence']}>
        {figure} {figures.map((part, at) => (at % 2 === 1 ? <b key={part}>{part}</b> : part))}.
      </p>
      {reach && <p className={classes['empty']}>{reach}.</p>}
      <div
        className={classes['cells']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing, not an image file
        role="img"
        aria-label={`The next classes: ${toAttend} to attend, ${mayMiss} you may miss`}
      >
        {Array.from({ length: toAttend + mayMiss }, (_, at) => (
          <span key={at} data-may-miss={at >= toAttend} />
        ))}
      </div>
      <p className={classes['legend']} aria-hidden>
        {toAttend > 0 && (
          <>
            <span data-may-miss={false} /> {toAttend} to attend
          </>
        )}
        {mayMiss > 0 && (
          <>
            <span data-may-miss /> {mayMiss} you may miss
          </>
        )}
      </p>
      <Calculation lines={sum} />
    </>
  );
};

/** The totals that more classes can change: what was attended in earlier terms makes up for nothing. */
const changingTotals = (
  subjects: readonly SubjectPercentage[],
  over: boolean,
): AttendanceTotals => {
  const ongoing = subjects.filter((subject) => subject.ongoing);
  const current = ongoing.length > 0 && ongoing.length < subjects.length;
  const totals = totalOf(current ? ongoing : subjects);
  return { ...totals, ongoing: totals.ongoing && !over, current };
};

interface MayMissCardProps {
  readonly email: string;
  /** Null for all subjects. */
  readonly subjectId: string | null;
  readonly filter: ReactNode;
}

/** How many of the next classes a student may miss, in all subjects or one. */
export const MayMissCard = ({ email, subjectId, filter }: MayMissCardProps) => {
  const query = combineQueries({
    subjects: useQuery(studentPercentagesQuery(email)),
    campus: useQuery(campusQuery),
  });
  return (
    <Card title="May I miss a class?" actions={filter}>
      <Loaded query={query} what="percentages" rows={3} columns={1}>
        {({ subjects, campus }) => (
          <AbsenceAllowance
            totals={changingTotals(
              subjects.filter(({ id }) => subjectId === null || id === subjectId),
              isOver(campus),
            )}
            expected={campus.expectedPercentage}
          />
        )}
      </Loaded>
    </Card>
  );
};
