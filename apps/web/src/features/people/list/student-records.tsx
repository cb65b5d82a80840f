import { useId, useState } from 'react';
import type { StudentListItem } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconFilter, IconUsers } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { notifyError } from '../../../ui/toasts.tsx';
import { exportStudents } from '../people.api.ts';
import { PeopleRecords } from './people-records.tsx';
import type { Column } from './people-records.tsx';
import { StudentFilters } from './student-filters.tsx';
import { filtersIn } from './use-list-view.ts';
import type { PeopleListState } from './use-people-list.ts';

const columns: readonly Column<StudentListItem>[] = [
  { label: 'Name', value: ({ name }) => name, sort: 'name' },
  { label: 'Email', value: ({ email }) => email, sort: 'email', quiet: true },
  { label: 'University ID', value: ({ univId }) => univId, sort: 'univId' },
  { label: 'Course', value: ({ course }) => course, sort: 'course' },
  { label: 'Roll No', value: ({ rollNo }) => rollNo, sort: 'rollNo' },
];

const marks = { active: null, withdrawn: 'Withdrawn', deactivated: 'Deactivated' } as const;

interface StudentRecordsProps {
  readonly state: PeopleListState<StudentListItem>;
}

/** The student records: searched, filtered, sorted, opened, and taken along as a file. */
export const StudentRecords = ({ state }: StudentRecordsProps) => {
  const { view, setView } = state;
  const panel = useId();
  const chosen = filtersIn(view);
  const [open, setOpen] = useState(chosen > 0);
  const exporting = useMutation({
    mutationFn: () => exportStudents(view),
    onError: (error) =>
      notifyError(errorText(error, 'The records could not be exported. Please try again.')),
  });
  return (
    <PeopleRecords
      title="Student Records"
      state={state}
      columns={columns}
      search={{ label: 'Find a student', placeholder: 'Search name, email or roll no' }}
      icon={<IconUsers stroke={1.75} />}
      records="/admin/students"
      mark={({ status }) => marks[status]}
      tools={
        <>
          <Button
            variant="default"
            leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
          >
            {chosen > 0 ? `Filter (${chosen})` : 'Filter'}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            disabled={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {exporting.isPending ? 'Exporting...' : 'Export'}
          </Button>
        </>
      }
      filters={open && <StudentFilters id={panel} view={view} onView={setView} />}
      texts={{
        loading: 'Loading students...',
        empty: 'No students found',
        failed: 'Failed to fetch students. Please try again.',
      }}
    />
  );
};
