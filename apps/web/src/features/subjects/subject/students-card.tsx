import {
  type IsoDate,
  type SubjectDetails,
  type SubjectEnrolment,
  sections,
  subjects,
} from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMayCall } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { countOf } from '../../../lib/count.ts';
import { formatDay, localToday } from '../../../lib/day.ts';
import { usePage } from '../../../lib/query.ts';
import {
  type Address,
  oneOf,
  textOf,
  useAddressView,
  wholeNumberOf,
} from '../../../lib/use-address-view.ts';
import { DialogForm, useForm } from '../../../ui/form.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Dialog, DialogButton, useAction } from '../../../ui/actions.tsx';
import { DateField, SelectField } from '../../../ui/fields.tsx';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import { PersonField } from '../../../ui/person-field.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { subjectPaths } from '../terms/terms.api.ts';
import classes from './students-card.module.css';

/** First and last day that can be chosen, as a date field takes them. */
interface DayLimits {
  readonly min: IsoDate;
  readonly max: IsoDate;
}

/** The day itself, or the nearest one within the limits. */
export const dayWithin = (day: IsoDate, { min, max }: DayLimits): IsoDate => {
  if (day < min) return min;
  return day > max ? max : day;
};

type Enrolment = Pick<SubjectEnrolment, 'id' | 'fromOn' | 'toOn' | 'studentName'>;

interface DropFormProps {
  readonly term: SubjectDetails['term'];
  readonly enrolment: Enrolment;
  readonly today: IsoDate;
}

const marksKept = (marks: number): string =>
  marks === 0
    ? ''
    : ` ${countOf(marks, 'mark after that day stays', 'marks after that day stay')} in the records.`;

/** Asks for the last day of a student in a subject. */
export const DropForm = ({ term, enrolment, today }: DropFormProps) => {
  const limits = { min: enrolment.fromOn, max: term.endsOn };
  const { field, props } = useForm({
    keptAs: `drop ${enrolment.id}`,
    opened: { lastDay: enrolment.toOn ?? dayWithin(today, limits) },
    check: ({ lastDay }) => ({ lastDay: !lastDay && 'Choose the last day' }),
    send: ({ lastDay }) =>
      call(subjects.dropEnrolment, {
        params: { enrolmentId: enrolment.id },
        body: { lastDay },
      }),
    done: ({ toOn, marksAfter }) =>
      `Last day of ${enrolment.studentName}: ${formatDay(toOn ?? '')}.${marksKept(marksAfter)}`,
    refreshes: subjectPaths,
    failed: 'The student could not be dropped. Please try again.',
  });
  return (
    <DialogForm
      {...props}
      lead={
        <>{enrolment.studentName} is on the roster up to the last day. Marks and history stay.</>
      }
      action={dropLabel(enrolment)}
    >
      <DateField
        label="Last day"
        required
        description={`From ${formatDay(limits.min)} to ${formatDay(limits.max)}`}
        {...limits}
        {...field('lastDay')}
      />
    </DialogForm>
  );
};

/** What the button of a row and its dialog say. */
export const dropLabel = ({ toOn }: Pick<Enrolment, 'toOn'>): string =>
  toOn === null ? 'Drop' : 'Change last day';

interface AddStudentFormProps {
  readonly subject: SubjectDetails;
  readonly today: IsoDate;
  readonly onAdded: (enrolment: SubjectEnrolment) => void;
}

/** Enrols one student from a day on. */
const AddStudentForm = ({ subject, today, onAdded }: AddStudentFormProps) => {
  const limits = { min: subject.term.startsOn, max: subject.term.endsOn };
  const form = useForm({
    keptAs: `enrolment ${subject.id}`,
    opened: { studentEmail: '', fromOn: dayWithin(today, limits) },
    check: ({ studentEmail, fromOn }) => ({
      studentEmail: !studentEmail.trim() && 'Choose a student',
      fromOn: !fromOn && 'Choose the first day',
    }),
    send: ({ studentEmail, fromOn }) =>
      call(subjects.addEnrolment, {
        params: { subjectId: subject.id },
        body: { studentEmail: studentEmail.trim(), fromOn },
      }),
    done: ({ studentName, fromOn }) => `${studentName} is enrolled from ${formatDay(fromOn)} on.`,
    onStored: onAdded,
    refreshes: subjectPaths,
    failed: 'The student could not be added. Please try again.',
  });
  return (
    <DialogForm
      {...form.props}
      lead={
        <>
          The student is on the roster of {subject.subjectName} from the first day on, and not
          before.
        </>
      }
      action="Add Student"
      busyAction="Adding..."
    >
      <PersonField of="student" {...form.textOf('studentEmail')} />
      <DateField
        label="First day"
        required
        description={`${subject.term.name}: ${formatDay(limits.min)} to ${formatDay(limits.max)}`}
        {...limits}
        {...form.field('fromOn')}
      />
    </DialogForm>
  );
};

const pageSize = 20;
type Show = 'current' | 'past' | 'all';

const readView = ({ search, show, page }: Address) => ({
  search: textOf(search),
  show: oneOf<Show>(show, ['current', 'past', 'all'], 'current'),
  page: wholeNumberOf(page, 1, 100_000, 1),
});

const shows = (closed: boolean) => [
  { value: 'current', label: closed ? 'To the end' : 'Enrolled now' },
  { value: 'past', label: 'Dropped' },
  { value: 'all', label: 'Everyone' },
];

/** A day of an enrolment, and who said so. */
const Day = ({ day, by }: { readonly day: ReactNode; readonly by: string | null }) => (
  <>
    {day}
    {by && <span className={classes['by']}>by {by}</span>}
  </>
);

interface SectionOfProps {
  readonly subject: SubjectDetails;
  readonly row: SubjectEnrolment;
  readonly readOnly: boolean;
}

/** The section of a student, and where they move to another one. */
const SectionOf = ({ subject, row, readOnly }: SectionOfProps) => {
  const { mutate, isPending } = useAction({
    run: (sectionId: string) =>
      call(sections.moveToSection, {
        params: { enrolmentId: row.id },
        body: { sectionId: sectionId || null },
      }),
    done: ({ studentName, section }) =>
      section ? `${studentName} is in section ${section}.` : `${studentName} is in no section.`,
    failed: 'The student could not be moved. Please try again.',
    refreshes: subjectPaths,
  });
  if (readOnly) return row.section;
  return (
    <SelectField
      aria-label={`Section of ${row.studentName}`}
      aria-busy={isPending}
      size="sm"
      data={[
        { value: '', label: 'None' },
        ...subject.sections.map(({ id: value, name }) => ({ value, label: name })),
      ]}
      value={subject.sections.find(({ name }) => name === row.section)?.id ?? ''}
      onChange={({ currentTarget: { value } }) => mutate(value)}
    />
  );
};

/** The students of a subject with their days: search, pages, adding and dropping one. */
export const StudentsCard = ({ subject }: { readonly subject: SubjectDetails }) => {
  const { view, setView } = useAddressView(readView);
  const [dropping, setDropping] = useState<SubjectEnrolment | null>(null);
  const { data: campus } = useQuery(campusQuery);
  const query = usePage(subjects.listSubjectEnrolments, {
    params: { subjectId: subject.id },
    query: { ...view, limit: pageSize, search: view.search || undefined },
  });
  const today = campus?.today ?? localToday();
  const closed = subject.term.state === 'closed';
  const readOnly = !useMayCall()(subjects.dropEnrolment) || closed;

  const dropButton = (row: SubjectEnrolment) => (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() => setDropping(row)}
      aria-label={`${dropLabel(row)}: ${row.studentName}`}
    >
      {dropLabel(row)}
    </Button>
  );
  const columns: readonly Column<SubjectEnrolment>[] = [
    {
      head: 'Name',
      render: (row) => (
        <>
          {row.studentName}
          <span className={classes['email']}>{row.studentEmail}</span>
        </>
      ),
    },
    { head: 'Roll No', render: (row) => row.studentRollNo },
    ...(subject.sections.length > 0
      ? [
          {
            head: 'Section',
            render: (row: SubjectEnrolment) => <SectionOf {...{ subject, row, readOnly }} />,
          },
        ]
      : []),
    { head: 'From', render: (row) => <Day day={formatDay(row.fromOn)} by={row.addedBy} /> },
    {
      head: 'To',
      render: ({ toOn, droppedBy }) => (
        <Day
          day={toOn === null ? <span className={classes['still']}>Enrolled</span> : formatDay(toOn)}
          by={droppedBy}
        />
      ),
    },
  ];

  const tools = (
    <>
      <SelectField
        aria-label="Show"
        data={shows(closed)}
        value={view.show}
        onChange={(event) => setView({ show: event.currentTarget.value as Show })}
      />
      <DownloadMenu
        of={subjects.exportEnrolments}
        params={{ subjectId: subject.id }}
        query={{ show: view.show, search: view.search || undefined }}
      />
      {!readOnly && (
        <DialogButton variant="light" icon={IconUserPlus} label="Add Student">
          <AddStudentForm
            subject={subject}
            today={today}
            // The list shows the row that was just added.
            onAdded={({ studentEmail }) => setView({ search: studentEmail, show: 'current' })}
          />
        </DialogButton>
      )}
    </>
  );

  return (
    <>
      <SearchedTable
        title="Students"
        search={['Find a student', 'Search name, email or roll no']}
        tools={tools}
        query={query}
        view={view}
        setView={setView}
        pageSize={pageSize}
        what="students"
        empty={{ icon: IconUsers, text: 'No students found' }}
        label="Students"
        className={classes['table']}
        keyOf={({ id }) => id}
        columns={
          readOnly ? columns : [...columns, { head: 'Action', render: dropButton, number: true }]
        }
        linesBelow={560}
        renderLine={(row) => (
          <div className={classes['line']}>
            <div>
              <b>{row.studentName}</b>
              <span className={classes['email']}>{row.studentEmail}</span>
              <span className={classes['days']}>
                {formatDay(row.fromOn)} – {row.toOn === null ? 'enrolled' : formatDay(row.toOn)}
              </span>
            </div>
            <div className={classes['acts']}>
              {subject.sections.length > 0 && <SectionOf {...{ subject, row, readOnly }} />}
              {!readOnly && dropButton(row)}
            </div>
          </div>
        )}
      />
      <Dialog
        opened={dropping !== null}
        onClose={() => setDropping(null)}
        title={dropping ? `${dropLabel(dropping)}: ${dropping.studentName}` : 'Drop'}
      >
        {dropping && <DropForm term={subject.term} enrolment={dropping} today={today} />}
      </Dialog>
    </>
  );
};
