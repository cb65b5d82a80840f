import { people, type StudentListItem, studentBatches } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconFilter, IconUsers } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useMayCall } from '../../../lib/may-call.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { IconButton } from '../../../ui/actions.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { studentQuery } from '../people.api.ts';
import { MoveInLink } from '../../../ui/move-in-link.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { InvitationsBar, invitationStatuses } from './invitations.tsx';
import { PeopleRecords } from './people-records.tsx';
import { filtersIn, defaultView, type ListView, readView, type SortColumn } from './list-view.ts';
import type { PeopleListState } from './use-people-list.ts';
import { EarlierBatches } from '../batch/earlier-batches.tsx';
import { useStudentBatch } from '../batch/student-batch.tsx';
import classes from './people-records.module.css';

interface StudentFiltersProps {
  readonly id: string;
  readonly view: ListView;
  readonly onView: (change: Partial<ListView>) => void;
}

const statuses = [
  { label: 'Active', value: 'active' },
  ...invitationStatuses,
  { label: 'Withdrawn', value: 'withdrawn' },
  { label: 'Graduated', value: 'graduated' },
  { label: 'Deactivated', value: 'deactivated' },
  { label: 'All', value: 'all' },
];

/** The chosen value is offered even when nobody has it any more. */
const choices = (values: readonly (string | number)[] = [], chosen: string | number | null) => [
  { label: 'Any', value: '' },
  ...[...new Set([...values, ...(chosen ? [chosen] : [])])].map(String),
];

/** The filters of the student records, kept in the address. */
const StudentFilters = ({ id, view, onView }: StudentFiltersProps) => {
  const { data, error, refetch } = useReply(people.studentFilters);
  const { course, branch, semester, year, show } = defaultView;
  const select = (
    name: 'course' | 'branch' | 'semester' | 'year',
    label: string,
    values: readonly (string | number)[] | undefined,
  ) => (
    <SelectField
      label={label}
      value={String(view[name] ?? '')}
      data={choices(values, view[name])}
      onChange={(event) => {
        const read = readView({ [name]: event.currentTarget.value });
        onView({ [name]: read[name] });
      }}
    />
  );
  return (
    <fieldset id={id} aria-label="Filters" className={classes['filters']}>
      {select('course', 'Course', data?.courses)}
      {select('branch', 'Branch', data?.branches)}
      {select('semester', 'Semester', data?.semesters)}
      {select('year', 'Year', data?.years)}
      <SelectField
        label="Status"
        value={view.show}
        data={statuses}
        onChange={(event) => onView({ show: readView({ show: event.currentTarget.value }).show })}
      />
      <Button
        variant="default"
        disabled={filtersIn(view) === 0}
        onClick={() => onView({ course, branch, semester, year, show })}
      >
        Clear filters
      </Button>
      {error && (
        <Banner kind="error">
          {errorText(error, 'The filters could not be loaded.')}{' '}
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </Banner>
      )}
    </fieldset>
  );
};

const columns: readonly Column<StudentListItem, SortColumn>[] = [
  {
    head: 'Email',
    render: ({ email }) => <EmailText email={email} />,
    sort: 'email',
    muted: true,
    underBelow: 740,
  },
  { head: 'University ID', render: ({ univId }) => univId, sort: 'univId', fact: true },
  { head: 'Course', render: ({ course }) => course, sort: 'course', fact: true },
  {
    head: 'Roll No',
    render: ({ rollNo }) => rollNo,
    sort: 'rollNo',
    fact: true,
    className: classes['roll'],
  },
];

const marks = {
  active: null,
  withdrawn: 'Withdrawn',
  graduated: 'Graduated',
  deactivated: 'Deactivated',
} as const;

interface StudentRecordsProps {
  readonly state: PeopleListState<StudentListItem>;
}

export const StudentRecords = ({ state }: StudentRecordsProps) => {
  const { view, setView } = state;
  const panel = useId();
  const chosen = filtersIn(view);
  const [open, setOpen] = useState(chosen > 0);
  const batch = useStudentBatch(state);
  const may = useMayCall();
  return (
    <PeopleRecords
      title="Student Records"
      state={state}
      columns={columns}
      sortsByName
      search={['Find a student', 'Search name, email or roll no']}
      icon={IconUsers}
      what="students"
      mark={({ status }) => marks[status]}
      tools={
        <>
          <IconButton
            icon={IconFilter}
            variant="default"
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
          >
            {chosen > 0 ? `Filter (${chosen})` : 'Filter'}
          </IconButton>
          <DownloadMenu
            endpoint={may(people.exportStudents) ? people.exportStudents : people.exportStudentList}
            query={studentQuery(view)}
          />
          <EarlierBatches kind="students" />
        </>
      }
      begin={chosen === 0 && view.search === '' && <MoveInLink />}
      selection={may(studentBatches.applyBatch) ? batch.selection : undefined}
      filters={
        <>
          {open && <StudentFilters id={panel} view={view} onView={setView} />}
          <InvitationsBar kind="students" view={view} />
          {batch.bar}
        </>
      }
    />
  );
};
