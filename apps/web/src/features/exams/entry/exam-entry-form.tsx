import {
  type Exam,
  type ExamEntry,
  examResults,
  exams,
  type ExamSubject,
  type IsoDate,
  type ReplyOf,
  totalMarks,
} from '@campus/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconFileCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatCount } from '../../../lib/count.ts';
import { isConflict } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { useReply } from '../../../lib/query.ts';
import { coversAllSections, subjectChoices } from '../../../lib/subject-label.ts';
import { CardForm, FieldPair } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Card } from '../../../ui/page.tsx';
import { ConfirmDialog, IconButton, useAction } from '../../../ui/actions.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { noteBelow, SelectField, TextField } from '../../../ui/fields.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { AbsentLabel } from '../absent-label.tsx';
import { examLabel } from '../exam-labels.ts';
import { examPaths, examQuery } from '../exams.api.ts';
import classes from './exam-entry-form.module.css';

/** Takes the place of an exam's id: a new draft dated today. */
const newExam = 'new';

/** The exams of a subject held up to today. */
const useExamsToDate = (subjectId: string, today: IsoDate) => {
  const list = useReply(exams.listExams, {
    query: { subjectId, limit: 100 },
    enabled: subjectId !== '',
    staleTime: 0,
  });
  const reply = subjectId === '' ? [] : (list.data ?? []);
  return {
    held: reply.filter(({ heldOn }) => heldOn <= today),
    isLoading: list.isFetching,
  };
};

/** The student whose number is typed: the name to fill in, or what is wrong with the number. */
const useStudentByNumber = (
  number: string,
  subject: ExamSubject | undefined,
  exam: Exam | null,
) => {
  const [asked] = useDebouncedValue(number.trim(), 300);
  const found = useReply(examResults.findStudent, {
    query: {
      registrationNumber: asked,
      ...(exam ? { examId: exam.id } : { subjectId: subject?.id }),
    },
    enabled: asked !== '' && subject !== undefined,
  });
  const current = asked !== '' && asked === number.trim() ? found.data : undefined;
  if (!current || !subject) return { student: null, line: '' };
  const [student, other] = current;
  if (!student) return { student: null, line: 'No student has this registration number' };
  if (other) return { student: null, line: 'This number belongs to more than one student' };
  const line =
    student.enrolled === false
      ? `${student.studentName} is not enrolled in ${coversAllSections(subject) ? 'this class' : 'a section of yours'}`
      : [student.univId, student.rollNo].filter(Boolean).join(' · ');
  return { student, line };
};

/** Latest first: a new entry appears at the top. */
const latestFirst = (entries: readonly ExamEntry[]): ExamEntry[] =>
  entries
    .filter(({ marks, absent }) => marks !== null || absent)
    .toSorted((one, other) => (other.markedAt ?? '').localeCompare(one.markedAt ?? ''));

const Entries = ({ entries }: { readonly entries: readonly ExamEntry[] }) => (
  <>
    {entries.length === 0 ? (
      <EmptyState icon={IconFileCertificate} text="No entries yet" />
    ) : (
      // A list that scrolls must be reachable with the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <ul className={classes['entries']} aria-label="Entries" tabIndex={0}>
        {entries.map((entry) => (
          <li key={entry.studentId}>
            <span className={classes['who']}>
              {entry.studentName}
              <span>{entry.rollNo ?? entry.univId}</span>
            </span>
            {entry.absent ? <AbsentLabel /> : <b>{entry.marks}</b>}
          </li>
        ))}
      </ul>
    )}
    <p className={classes['total']}>
      Total Marks <b>{formatCount(totalMarks(entries))}</b>
    </p>
  </>
);

type Entered = ReplyOf<typeof examResults.addEntry>;

interface ExamEntriesProps {
  readonly exam: Exam;
  /** The last entry of this visit, unless undone. */
  readonly last: Entered | undefined;
  readonly onUndone: (last: Entered) => void;
}

/** An exam's entries and the sum of their marks; the last entry can be undone until it is changed. */
const ExamEntries = ({ exam, last, onUndone }: ExamEntriesProps) => {
  const list = useQuery(examQuery(exam.id));
  const stored = list.data?.entries.find(({ studentId }) => studentId === last?.entry.studentId);
  const undo = useAction({
    run: ({ entry: { studentId }, before }: Entered) =>
      call(examResults.saveResults, {
        params: { examId: exam.id },
        body: { results: [{ studentId, ...before }] },
        ifMatch: list.data?.etag ?? null,
      }),
    done: (_, { entry }) => `The marks of ${entry.studentName} are undone.`,
    onDone: (_, one) => onUndone(one),
    failed: 'The marks could not be undone. Please try again.',
    refreshes: examPaths,
  });
  return (
    <Card
      title={examLabel(exam)}
      actions={
        last &&
        last.before.marks !== last.entry.marks &&
        stored?.marks === last.entry.marks && (
          <IconButton
            icon={IconArrowBackUp}
            variant="subtle"
            aria-label={`Undo ${last.entry.studentName}: ${last.entry.marks}`}
            disabled={undo.isPending}
            onClick={() => undo.mutate(last)}
          >
            Undo
          </IconButton>
        )
      }
      flush
    >
      <Loaded query={list} what="entries" columns={2} flush>
        {({ entries }) => <Entries entries={latestFirst(entries)} />}
      </Loaded>
    </Card>
  );
};

interface ExamEntryFormProps {
  readonly subjects: readonly ExamSubject[];
  readonly today: IsoDate;
}

/** The form of one entry after another; the name of the student found is filled in. */
const useEntryForm = ({ subjects, today }: ExamEntryFormProps) => {
  const [entered, setEntered] = useState<readonly Entered[]>([]);
  /** Why the entry would replace another one. */
  const [taken, setTaken] = useState<string | null>(null);
  // Blank before the first entry; each entry keeps the choice for the next.
  const [place, setPlace] = useState({ subjectId: '', examId: '' });
  const fields = useForm({
    draftKey: 'exam entry',
    initial: { name: '', registrationNumber: '', marks: '', ...place },
    check: ({ subjectId, examId, registrationNumber, marks }) => ({
      subjectId: !subjectId && 'Choose a class',
      examId: !examId && 'Choose an exam',
      registrationNumber: !registrationNumber.trim() && 'Registration Number is missing',
      marks:
        (!/^\d{1,9}$/.test(marks) || Number(marks) > maxMarks) &&
        `Marks must be a whole number from 0 to ${maxMarks}`,
    }),
    send: ({ subjectId, examId, registrationNumber, marks }) =>
      call(examResults.addEntry, {
        body: {
          subjectId,
          examId: examId === newExam ? null : examId,
          registrationNumber,
          marks: Number(marks),
          replace: taken !== null,
        },
      }),
    clears: true,
    done: ({ entry, exam: stored }) => `${entry.studentName}: ${entry.marks} in ${stored.title}.`,
    onStored: (reply, { subjectId }) => {
      const { exam: stored } = reply;
      setTaken(null);
      setEntered([...entered, reply]);
      setPlace({ subjectId, examId: stored.id });
      moveTo(subjectId, stored.id);
    },
    refreshes: examPaths,
    failed: 'The marks could not be entered. Please try again.',
    onRefused: (error, message) => {
      setTaken(isConflict(error) ? message : null);
      return isConflict(error) ? '' : message;
    },
  });
  const { values, textProps } = fields;
  const { held, isLoading } = useExamsToDate(values.subjectId, today);
  const exam: Exam | null = held.find(({ id }) => id === values.examId) ?? null;
  const maxMarks: number = exam?.maxMarks ?? 100;
  const moveTo = (subjectId: string, examId: string): void => {
    textProps('subjectId').onText(subjectId);
    textProps('examId').onText(examId);
  };
  const onUndone = (one: Entered): void => {
    setEntered(entered.filter((other) => other !== one));
    fields.form.current?.querySelector<HTMLElement>('[name="registrationNumber"]')?.focus();
  };
  const subject = subjects.find(({ id }) => id === values.subjectId);
  const { student, line } = useStudentByNumber(values.registrationNumber, subject, exam);
  const fill = useEffectEvent(textProps('name').onText);
  const foundName = student?.studentName;
  useEffect(() => {
    if (foundName !== undefined) fill(foundName);
  }, [foundName]);
  // The exam chosen has just been added, or was chosen before the list is there.
  const isAwaited = isLoading && values.examId !== '' && values.examId !== newExam && !exam;
  const choices = { held, isAwaited };
  return { fields, choices, exam, maxMarks, line, moveTo, entered, onUndone, taken, setTaken };
};

interface EntryCardProps extends Pick<
  ReturnType<typeof useEntryForm>,
  'fields' | 'choices' | 'maxMarks' | 'line' | 'moveTo'
> {
  readonly subjects: readonly ExamSubject[];
}

const EntryCard = ({ subjects, fields, choices, maxMarks, line, moveTo }: EntryCardProps) => {
  const { values, fieldProps, textProps } = fields;
  const mayAdd = subjects.some((one) => one.id === values.subjectId && coversAllSections(one));
  return (
    <Card title="Exam Details">
      <CardForm {...fields.props} action="Add Exam">
        <SelectField
          label="Class"
          required
          data={subjectChoices(subjects, 'Choose a class')}
          {...fieldProps('subjectId')}
          onChange={(event) => moveTo(event.currentTarget.value, '')}
        />
        <SelectField
          label="Exam"
          required
          disabled={values.subjectId === ''}
          data={
            choices.isAwaited
              ? []
              : [
                  { value: '', label: 'Choose an exam' },
                  ...choices.held.map((one) => ({ value: one.id, label: examLabel(one) })),
                  ...(mayAdd ? [{ value: newExam, label: 'New exam, today' }] : []),
                ]
          }
          {...fieldProps('examId')}
        />
        <FieldPair>
          <TextField
            label="Registration Number"
            required
            autoComplete="off"
            description={line || 'University ID or roll number'}
            {...noteBelow}
            descriptionProps={{ 'aria-live': 'polite' }}
            {...fieldProps('registrationNumber')}
          />
          <WholeNumberField
            label="Marks"
            required
            min={0}
            description={`0 to ${maxMarks}`}
            {...noteBelow}
            {...textProps('marks')}
          />
        </FieldPair>
        <TextField label="Name" autoComplete="off" {...fieldProps('name')} />
      </CardForm>
    </Card>
  );
};

/** Enters results one after another by registration number; shows the exam's entries and their sum. */
export const ExamEntryForm = (props: ExamEntryFormProps) => {
  const { exam, entered, onUndone, taken, setTaken, ...form } = useEntryForm(props);
  const { values, busy, save } = form.fields;
  return (
    <>
      <EntryCard subjects={props.subjects} {...form} />
      {exam ? (
        <ExamEntries
          key={exam.id}
          exam={exam}
          last={entered.findLast((one) => one.exam.id === exam.id)}
          onUndone={onUndone}
        />
      ) : (
        <Card title="Entries" flush>
          <Entries entries={[]} />
        </Card>
      )}
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
