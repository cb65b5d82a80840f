import type { AttendanceRecord, SubjectPercentage } from '@campus/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { CardColumns, CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { OverallCard } from './overall-card.tsx';
import { RecordsCard } from './records-card.tsx';
import { missedSentence, reachSentence } from './sentences.ts';
import { studentPercentagesQuery, studentRecordsQuery } from './student.api.ts';
import classes from './recent-classes.module.css';

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
const SubjectPercentages = ({ email }: { readonly email: string }) => {
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

/** Squares in the strip. */
const most = 24;

/** The latest classes of all subjects as a strip, the latest at its end. */
const RecentClasses = ({ records }: { readonly records: readonly AttendanceRecord[] }) => {
  const recent = records.slice(0, most);
  if (recent.length === 0) return null;
  const title = recent.length === 1 ? 'Last class' : `Last ${recent.length} classes`;
  const missed = recent.filter(({ present }) => !present).length;
  return (
    <Card title={title}>
      <div
        className={classes['strip']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not a file
        role="img"
        aria-label={`${title}: ${recent.length - missed} present, ${missed} absent`}
      >
        {recent.toReversed().map(({ id, present }) => (
          <span key={id} data-present={present}>
            {present ? <IconCheck size={17} stroke={2.2} /> : <IconX size={17} stroke={2.6} />}
          </span>
        ))}
      </div>
      <p className={classes['sentence']}>{missedSentence(recent)}</p>
    </Card>
  );
};

/** The attendance of one student, for everybody who may see it. */
export const StudentAttendance = ({ email }: { readonly email: string }) => {
  // Of all subjects, whatever the filter of the records says.
  const records = useQuery(studentRecordsQuery(email, null));
  return (
    <CardColumns side={320} stackedTo={900}>
      <CardStack>
        <OverallCard email={email} />
        <RecentClasses records={records.data ?? []} />
      </CardStack>
      <CardStack>
        <RecordsCard email={email} />
        <SubjectPercentages email={email} />
      </CardStack>
    </CardColumns>
  );
};

/** A student sees their own attendance; a mark just made appears without a reload. */
export default function StudentAttendancePage() {
  return (
    <>
      <PageHead title="Attendance" />
      <StudentAttendance email={usePerson().email} />
    </>
  );
}
