import {
  type Exam,
  type ExamEntry,
  exams,
  type ExamSubject,
  type IsoDate,
  totalMarks,
} from '@campus/contract';
import { IconFileCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReply } from '../../../lib/query.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { AbsentWord } from '../absent-word.tsx';
import { examLabel } from '../exam-labels.ts';
import { examQuery } from '../exams.api.ts';
import { EntryForm } from './entry-form.tsx';
import classes from './exam-details.module.css';

/** Last entered first: what was just added stands on top. */
const latestFirst = (entries: readonly ExamEntry[]): ExamEntry[] =>
  entries
    .filter(({ marks, absent }) => marks !== null || absent)
    .toSorted((one, other) => ((one.markedAt ?? '') < (other.markedAt ?? '') ? 1 : -1));

const Entries = ({ entries }: { readonly entries: readonly ExamEntry[] }) => (
  <>
    {entries.length === 0 ? (
      <EmptyState icon={IconFileCertificate} text="No entries yet" />
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

const EntriesOf = ({ exam }: { readonly exam: Exam }) => (
  <Loaded query={useQuery(examQuery(exam.id))} what="entries" columns={2} flush>
    {({ entries }) => <Entries entries={latestFirst(entries)} />}
  </Loaded>
);

/** The entries of an exam with the sum of their marks. */
const EntriesList = ({ exam }: { readonly exam: Exam | null }) => (
  <Card title={exam ? examLabel(exam) : 'New exam'} flush>
    {exam ? <EntriesOf exam={exam} /> : <Entries entries={[]} />}
  </Card>
);

interface ExamDetailsProps {
  readonly subjects: readonly ExamSubject[];
  readonly today: IsoDate;
}

/** One result after another, by registration number, and the entries of the exam with their sum. */
export const ExamDetails = ({ subjects, today }: ExamDetailsProps) => {
  const [subjectId, setSubjectId] = useState(subjects[0]?.id ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useReply(exams.listExams, { query: { subjectId, limit: 100 }, staleTime: 0 });
  const held = (list.data ?? []).filter(({ heldOn }) => heldOn <= today);
  // The latest draft is what marks are usually entered for.
  const usual = held.find(({ publishedAt }) => publishedAt === null) ?? null;
  const exam =
    chosen === '' ? null : (held.find(({ id }) => id === chosen) ?? usual ?? held[0] ?? null);
  return (
    <>
      <Card title="Exam Details">
        <EntryForm
          subjects={subjects}
          subjectId={subjectId}
          onSubject={(id) => {
            setSubjectId(id);
            setChosen(null);
          }}
          exams={held}
          exam={exam}
          onExam={setChosen}
        />
      </Card>
      <EntriesList exam={exam} />
    </>
  );
};
