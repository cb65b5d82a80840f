import { people, type StudentProfile } from '@campus/contract';
import { IconEye, IconPencil, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { isNetworkError } from '../../../lib/call-error.ts';
import { callWithHeaders } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { studentItems, studentProfileQuery } from '../../../lib/student-profile.ts';
import { type ListState, useListState } from '../../../lib/use-list-state.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { IconButton } from '../../../ui/actions.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import type { Column } from '../../../ui/record-table.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { isFound, readStudents, type StudentRow } from './parse-students.ts';
import classes from './student-list.module.css';

interface StudentDetailsProps {
  readonly email: string;
  readonly renderPicture: (student: StudentProfile) => ReactNode;
}

/** The parts of a student's profile that a teacher may see. */
export const StudentDetails = ({ email, renderPicture }: StudentDetailsProps) => (
  <Loaded
    query={useQuery(studentProfileQuery(email))}
    what="profile"
    failed="Failed to load profile. Please try again."
    textOf={(_, failed) => failed}
    rows={8}
    columns={2}
  >
    {(data) =>
      // A response without a body is an empty profile.
      data ? (
        <>
          {renderPicture(data)}
          <DefinitionList
            withheld
            items={[['Email', data.email], ...Object.values(studentItems(data)).flat()]}
          />
        </>
      ) : (
        <p>No profile data available</p>
      )
    }
  </Loaded>
);

const keyOf = ({ id, email }: StudentRow): string => `${id} ${email}`;

/** A network failure has no message from the server. */
const failure = (error: unknown, fallback: string): string =>
  isNetworkError(error) ? fallback : errorText(error, fallback);

const pageSize = 10;

const studentsQuery = ({ search, page }: ListState<'all'>) =>
  queryOptions({
    queryKey: [people.listStudents.path, search, page, 'read'],
    queryFn: async ({ signal }) => {
      const query = { limit: pageSize, page, search: search || undefined };
      const answer = await callWithHeaders(people.listStudents, { query, signal });
      const before = (page - 1) * pageSize;
      const total = answer.headers.get('x-total-count');
      if (total !== null) return { rows: readStudents(answer.reply, before), total: Number(total) };
      // A server without paging sends everybody.
      const found = readStudents(answer.reply, 0).filter((student) => isFound(student, search));
      return { rows: found.slice(before, before + pageSize), total: found.length };
    },
    placeholderData: keepPreviousData,
  });

export type OpenedAs = 'details' | 'edit';

/** Without an e-mail there is nobody to look up. */
export type OpenedStudent = Pick<StudentRow, 'name' | 'email'>;

interface StudentListProps {
  readonly onOpen: (student: StudentRow, as: OpenedAs) => void;
}

/** All students, page by page: search, table (lines when narrow) and every state. */
export const StudentList = ({ onOpen }: StudentListProps) => {
  const { view, setView } = useListState(['all']);
  const query = useQuery(studentsQuery(view));
  const names = useId();
  const nameOf = (student: StudentRow) => `${names}-${keyOf(student)}`;
  const action = (student: StudentRow, as: OpenedAs, label: string, icon: typeof IconEye) => (
    <IconButton
      icon={icon}
      variant="subtle"
      className={classes['action'] ?? ''}
      aria-describedby={nameOf(student)}
      disabled={student.email === null}
      onClick={() => onOpen(student, as)}
    >
      {label}
    </IconButton>
  );
  const columns: readonly Column<StudentRow>[] = [
    {
      head: 'Name',
      render: (student) => (
        <span id={nameOf(student)}>
          <OptionalValue value={student.name} />
        </span>
      ),
    },
    {
      head: 'Email',
      render: ({ email }) => email && <EmailText email={email} />,
      muted: true,
      className: classes['email'],
    },
    { head: 'Roll No', render: ({ rollNo }) => rollNo, fact: true },
    { head: 'Course', render: ({ course }) => course, fact: true },
    {
      head: 'Actions',
      hiddenHead: true,
      className: classes['actions'],
      render: (student) => (
        <>
          {action(student, 'details', 'View Details', IconEye)}
          {action(student, 'edit', 'Edit', IconPencil)}
        </>
      ),
    },
  ];

  return (
    <SearchedTable
      query={query}
      view={view}
      setView={setView}
      what="students"
      failed="Failed to fetch students. Please try again."
      textOf={failure}
      empty={{ icon: IconUsers, text: 'No students found' }}
      search={['Find a student', 'Find a student']}
      tools={
        <DownloadMenu
          endpoint={people.exportStudentList}
          query={{ search: view.search || undefined }}
        />
      }
      noun="student"
      label="Students"
      className={classes['table']}
      keyOf={keyOf}
      columns={columns}
      linesBelow={820}
    />
  );
};
