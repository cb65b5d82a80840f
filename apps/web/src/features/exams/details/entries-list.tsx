import { type Exam, type ExamEntry, totalMarks } from '@campus/contract';
import { IconFileCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { AbsentWord } from '../absent-word.tsx';
import { examLabel } from '../exam-labels.ts';
import { examQuery } from '../exams.api.ts';
import classes from './exam-details.module.css';

/** Last entered first: what was just added stands on top. */
const latestFirst = (entries: readonly ExamEntry[]): ExamEntry[] =>
  entries
    .filter(({ marks, absent }) => marks !== null || absent)
    .toSorted((one, other) => ((one.markedAt ?? '') < (other.markedAt ?? '') ? 1 : -1));

const Entries = ({ entries }: { readonly entries: readonly ExamEntry[] }) => (
  <>
    {entries.length === 0 ? (
      <EmptyState icon={<IconFileCertificate stroke={1.75} />} text="No entries yet" />
    ) : (
      // A list that scrolls is a stop for the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <ul className={classes['entries']} aria-label="Entries" tabIndex={0}>
        {entries.map((entry) => (
          <li key={entry.studentId}>
            <span className={classes['who']}>
              {entry.studentName}
              <span>{entry.rollNo ?? entry.univId}</span>
            </span>
            {entry.absent ? <AbsentWord /> : <b>{entry.marks}</b>}
          </li>
        ))}
      </ul>
    )}
    <p className={classes['total']}>
      Total Marks <b>{totalMarks(entries).toLocaleString('en')}</b>
    </p>
  </>
);

const EntriesOf = ({ exam }: { readonly exam: Exam }) => {
  const one = useQuery(examQuery(exam.id));
  if (one.data) return <Entries entries={latestFirst(one.data.entries)} />;
  return (
    <UntilLoaded
      query={one}
      loading="Loading entries..."
      failed="The entries could not be loaded."
      flush
    >
      <SkeletonRows rows={4} columns={2} />
    </UntilLoaded>
  );
};

/** The entries of an exam with the sum of their marks. */
export const EntriesList = ({ exam }: { readonly exam: Exam | null }) => (
  <Card title={exam ? examLabel(exam) : 'New exam'} flush>
    {exam ? <EntriesOf exam={exam} /> : <Entries entries={[]} />}
  </Card>
);
