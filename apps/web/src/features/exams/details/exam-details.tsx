import {
  type Exam,
  type ExamEntry,
  examResults,
  exams,
  type ExamSubject,
  type IsoDate,
  totalMarks,
} from '@campus/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileCertificate } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isConflict } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { useReply } from '../../../lib/query.ts';
import { subjectChoices } from '../../../lib/subject-label.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { CardForm } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { AbsentWord } from '../absent-word.tsx';
import { examLabel } from '../exam-labels.ts';
import { examQuery, refreshExams } from '../exams.api.ts';
import classes from './exam-details.module.css';

interface EntryFormProps {
  readonly subjects: readonly ExamSubject[];
  readonly subjectId: string;
  readonly onSubject: (id: string) => void;
  /** Of the subject, held until today. */
  readonly held: readonly Exam[];
  /** Where the marks go; null for a new draft of today. */
  readonly exam: Exam | null;
  readonly onExam: (id: string) => void;
}

/** Whose number is being typed: the name that fills in, or what is wrong with the number. */
const useStudent = (number: string, subjectId: string, exam: Exam | null) => {
  const [asked] = useDebouncedValue(number.trim(), 300);
  const found = useReply(examResults.findStudent, {
    query: { registrationNumber: asked, ...(exam ? { examId: exam.id } : { subjectId }) },
    enabled: asked !== '',
  });
  const current = asked !== '' && asked === number.trim() ? found.data : undefined;
  if (!current) return { student: null, line: '' };
  const [student, other] = current;
  if (!student) return { student: null, line: 'No student has this registration number' };
  if (other) return { student: null, line: 'This number belongs to more than one student' };
  const line =
    student.enrolled === false
      ? `${student.studentName} is not enrolled in this class`
      : [student.univId, student.rollNo].filter(Boolean).join(' · ');
  return { student, line };
};

/** Name, Registration Number, Class and Marks: one result of one student. */
const EntryForm = (props: EntryFormProps) => {
  const { subjects, subjectId, held, exam } = props;
  const client = useQueryClient();
  const [taken, setTaken] = useState<string | null>(null);
  const maxMarks = exam?.maxMarks ?? 100;
  const fields = useForm({
    opened: { name: '', registrationNumber: '', marks: '' },
    check: ({ registrationNumber, marks }) => ({
      registrationNumber: !registrationNumber.trim() && 'Registration Number is missing',
      marks:
        (!/^\d{1,9}$/.test(marks) || Number(marks) > maxMarks) &&
        `Marks must be a whole number from 0 to ${maxMarks}`,
    }),
    send: ({ registrationNumber, marks }) =>
      call(examResults.addEntry, {
        body: {
          subjectId,
          examId: exam?.id ?? null,
          registrationNumber,
          marks: Number(marks),
          replace: taken !== null,
        },
      }),
    clears: true,
    onStored: async ({ entry, exam: stored }) => {
      notifySuccess(`${entry.studentName}: ${entry.marks} in ${stored.title}.`);
      setTaken(null);
      props.onExam(stored.id);
      await refreshExams(client);
    },
    failed: 'The marks could not be entered. Please try again.',
    onRefused: (error, said) => {
      setTaken(isConflict(error) ? said : null);
      return isConflict(error) ? '' : said;
    },
  });
  const { values, field, textOf, busy, save } = fields;
  const { student, line } = useStudent(values.registrationNumber, subjectId, exam);
  const fill = useEffectEvent((name: string) =>
    field('name').onChange({ currentTarget: { value: name } }),
  );
  const foundName = student?.studentName;
  useEffect(() => {
    if (foundName !== undefined) fill(foundName);
  }, [foundName]);

  return (
    <>
      <CardForm {...fields.props} action="Add Exam">
        <TextField
          label="Registration Number"
          required
          autoComplete="off"
          description={line || 'University ID or roll number'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          descriptionProps={{ 'aria-live': 'polite' }}
          {...field('registrationNumber')}
        />
        <TextField label="Name" autoComplete="off" {...field('name')} />
        <SelectField
          label="Class"
          required
          value={subjectId}
          data={subjectChoices(subjects)}
          onChange={(event) => props.onSubject(event.currentTarget.value)}
        />
        <SelectField
          label="Exam"
          value={exam?.id ?? ''}
          data={[
            ...held.map((one) => ({ value: one.id, label: examLabel(one) })),
            { value: '', label: 'New exam, today' },
          ]}
          onChange={(event) => props.onExam(event.currentTarget.value)}
        />
        <WholeNumberField
          label="Marks"
          required
          min={0}
          description={`0 to ${maxMarks}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...textOf('marks')}
        />
      </CardForm>
      <ConfirmDialog
        opened={taken !== null}
        onClose={() => setTaken(null)}
        title="Replace the marks?"
        confirmLabel={`Replace with ${values.marks}`}
        busy={busy}
        onConfirm={() => save.mutate(values)}
      >
        {taken}
      </ConfirmDialog>
    </>
  );
};

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
          held={held}
          exam={exam}
          onExam={setChosen}
        />
      </Card>
      <EntriesList exam={exam} />
    </>
  );
};
