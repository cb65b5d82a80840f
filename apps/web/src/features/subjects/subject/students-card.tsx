import { type SubjectDetails, type SubjectEnrolment, sections, subjects } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useMayCall } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { formatDay } from '../../../lib/day.ts';
import { usePage } from '../../../lib/query.ts';
import {
  type SearchParams,
  enumParam,
  textParam,
  useUrlState,
  intParam,
} from '../../../lib/use-url-state.ts';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { DialogButton, useAction, useDialogOf } from '../../../ui/actions.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import { PersonField } from '../../../ui/person-field.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { subjectPaths } from '../terms/terms.api.ts';
import { DropForm, dropLabel, EnrolForm } from './enrolment-forms.tsx';
import classes from './students-card.module.css';

const pageSize = 20;
type Show = 'current' | 'past' | 'all';

const readView = ({ search, show, page }: SearchParams) => ({
  search: textParam(search),
  show: enumParam<Show>(show, ['current', 'past', 'all'], 'current'),
  page: intParam(page, 100_000, 1),
});
type View = ReturnType<typeof readView>;

const shows = (closed: boolean) => [
  { value: 'current', label: closed ? 'To the end' : 'Enrolled now' },
  { value: 'past', label: 'Dropped' },
  { value: 'all', label: 'Everyone' },
];

/** A day of an enrolment, and who set it. */
const Day = ({ day, by }: { readonly day: ReactNode; readonly by: string | null }) => (
  <>
    {day}
    {by && <span className={classes['author']}>by {by}</span>}
  </>
);

interface SectionOfProps {
  readonly subject: SubjectDetails;
  readonly row: SubjectEnrolment;
  readonly readOnly: boolean;
}

/**
 * The section of a student, which can be changed. Arrow keys pass one section after another: what they have chosen is
 * stored by Enter or when the field is left.
 */
const SectionOf = ({ subject, row, readOnly }: SectionOfProps) => {
  const stored = subject.sections.find(({ name }) => name === row.section)?.id ?? '';
  const [passed, setPassed] = useState<string | null>(null);
  const byKey = useRef(false);
  const { mutate, isPending, variables } = useAction({
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
  const shown = isPending ? variables : stored;
  const store = (): void => {
    setPassed(null);
    if (passed !== null && passed !== shown) mutate(passed);
  };
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
      value={passed ?? shown}
      onPointerDown={() => (byKey.current = false)}
      onKeyDown={({ key }) => {
        byKey.current = true;
        if (key === 'Enter') store();
      }}
      onBlur={store}
      onChange={({ currentTarget: { value } }) => {
        setPassed(byKey.current ? value : null);
        if (!byKey.current) mutate(value);
      }}
    />
  );
};

interface RowProps extends SectionOfProps {
  readonly onDrop: (row: SubjectEnrolment) => void;
}

const DropButton = ({ row, onDrop }: Pick<RowProps, 'row' | 'onDrop'>) => (
  <Button
    variant="subtle"
    size="compact-sm"
    onClick={() => onDrop(row)}
    aria-label={`${dropLabel(row)}: ${row.studentName}`}
  >
    {dropLabel(row)}
  </Button>
);

const Email = ({ row }: { readonly row: SubjectEnrolment }) => (
  <span className={classes['email']}>
    <EmailText email={row.studentEmail} />
  </span>
);

const columnsOf = ({
  subject,
  readOnly,
  onDrop,
}: Omit<RowProps, 'row'>): readonly Column<SubjectEnrolment>[] => {
  const section: Column<SubjectEnrolment> = {
    head: 'Section',
    render: (row) => <SectionOf {...{ subject, row, readOnly }} />,
  };
  const action: Column<SubjectEnrolment> = {
    head: 'Action',
    render: (row) => <DropButton {...{ row, onDrop }} />,
    alignRight: true,
  };
  return [
    {
      head: 'Name',
      render: (row) => (
        <>
          {row.studentName}
          <Email row={row} />
        </>
      ),
    },
    { head: 'Roll No', render: (row) => row.studentRollNo },
    ...(subject.sections.length > 0 ? [section] : []),
    { head: 'From', render: (row) => <Day day={formatDay(row.fromOn)} by={row.addedBy} /> },
    {
      head: 'To',
      render: ({ toOn, droppedBy }) => (
        <Day
          day={
            toOn === null ? <span className={classes['active']}>Enrolled</span> : formatDay(toOn)
          }
          by={droppedBy}
        />
      ),
    },
    ...(readOnly ? [] : [action]),
  ];
};

/** A student where the list is narrow. */
const Line = ({ subject, row, readOnly, onDrop }: RowProps) => (
  <div className={classes['line']}>
    <div>
      <b>{row.studentName}</b>
      <Email row={row} />
      <span className={classes['days']}>
        {formatDay(row.fromOn)} – {row.toOn === null ? 'enrolled' : formatDay(row.toOn)}
      </span>
    </div>
    <div className={classes['acts']}>
      {subject.sections.length > 0 && <SectionOf {...{ subject, row, readOnly }} />}
      {!readOnly && <DropButton {...{ row, onDrop }} />}
    </div>
  </div>
);

interface ToolsProps extends Omit<SectionOfProps, 'row'> {
  readonly view: View;
  readonly setView: (change: Partial<View>) => void;
}

const Tools = ({ subject, readOnly, view, setView }: ToolsProps) => (
  <>
    <SelectField
      aria-label="Show"
      data={shows(subject.term.state === 'closed')}
      value={view.show}
      onChange={(event) => setView({ show: event.currentTarget.value as Show })}
    />
    <DownloadMenu
      endpoint={subjects.exportEnrolments}
      params={{ subjectId: subject.id }}
      query={{ show: view.show, search: view.search || undefined }}
    />
    {!readOnly && (
      <DialogButton variant="light" icon={IconUserPlus} label="Add Student">
        <EnrolForm
          draftKey={`enrolment ${subject.id}`}
          term={subject.term}
          subjectId={subject.id}
          lead={`The student is on the roster of ${subject.subjectName} from the first day on, and not before.`}
          action="Add Student"
          // Narrows the list to the row just added.
          onAdded={({ studentEmail }) => setView({ search: studentEmail, show: 'current' })}
        >
          {(form) => <PersonField kind="student" {...form.textProps('studentEmail')} />}
        </EnrolForm>
      </DialogButton>
    )}
  </>
);

/** The students of a subject with their days: search, pages, adding and dropping. */
export const StudentsCard = ({ subject }: { readonly subject: SubjectDetails }) => {
  const { view, setView } = useUrlState(readView);
  const { open: onDrop, dialog } = useDialogOf(
    (one: SubjectEnrolment) => `${dropLabel(one)}: ${one.studentName}`,
    (one) => <DropForm term={subject.term} enrolment={one} />,
  );
  const query = usePage(subjects.listSubjectEnrolments, {
    params: { subjectId: subject.id },
    query: { ...view, limit: pageSize, search: view.search || undefined },
  });
  const readOnly = !useMayCall()(subjects.dropEnrolment) || subject.term.state === 'closed';
  const ofRows = { subject, readOnly, onDrop };
  return (
    <>
      <SearchedTable
        title="Students"
        search={['Find a student', 'Search name, email or roll no']}
        tools={<Tools {...{ subject, readOnly, view, setView }} />}
        query={query}
        view={view}
        setView={setView}
        pageSize={pageSize}
        what="students"
        empty={{ icon: IconUsers, text: 'No students found' }}
        label="Students"
        className={classes['table']}
        keyOf={({ id }) => id}
        columns={columnsOf(ofRows)}
        linesBelow={560}
        renderLine={(row) => <Line {...ofRows} row={row} />}
      />
      {dialog}
    </>
  );
};
