import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { Card } from '../../../ui/card.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { PagedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { studentsQuery } from '../corrections.api.ts';
import type { StudentRow } from './read-students.ts';
import { type OpenedAs, StudentActions } from './student-actions.tsx';
import classes from './students.module.css';

const keyOf = ({ id, email }: StudentRow): string => `${id} ${email}`;

/** Without an answer there is no sentence of the server's. */
const failure = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.code !== 'network' && error.message
    ? error.message
    : fallback;

interface StudentListProps {
  readonly onOpen: (student: StudentRow, as: OpenedAs) => void;
}

/** All students, page by page: search, table (lines where it does not fit) and every state. */
export const StudentList = ({ onOpen }: StudentListProps) => {
  const { place, go } = useListPlace(['all']);
  const query = useQuery(studentsQuery(place));
  const { data } = query;
  const names = useId();
  const nameOf = (student: StudentRow) => `${names}-${keyOf(student)}`;
  const columns: readonly Column<StudentRow>[] = [
    {
      head: 'Name',
      render: (student) => (
        <span id={nameOf(student)}>
          <OptionalValue value={student.name} />
        </span>
      ),
    },
    { head: 'Email', render: ({ email }) => email, muted: true, className: classes['email'] },
    { head: 'Roll No', render: ({ rollNo }) => rollNo, fact: true },
    { head: 'Course', render: ({ course }) => course, fact: true },
    {
      head: 'Actions',
      hiddenHead: true,
      className: classes['actions'],
      render: (student) => (
        <StudentActions student={student} describedBy={nameOf(student)} onOpen={onOpen} />
      ),
    },
  ];

  return (
    <Card
      flush
      actions={
        <>
          <SearchField
            label="Find a student"
            placeholder="Find a student"
            value={place.search}
            onSearch={(search) => go({ search })}
          />
          {data && (
            <output className={classes['total']}>
              {data.total === 1 ? '1 student' : `${data.total.toLocaleString('en')} students`}
            </output>
          )}
        </>
      }
    >
      <PagedTable
        query={query}
        view={place}
        setView={go}
        what="students"
        failed="Failed to fetch students. Please try again."
        textOf={failure}
        empty={{ icon: IconUsers, text: 'No students found' }}
        steady

        label="Students"
        className={classes['table']}
        keyOf={keyOf}
        columns={columns}
        linesBelow={820}
      />
    </Card>
  );
};
