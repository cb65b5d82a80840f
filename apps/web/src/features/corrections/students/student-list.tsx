import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { useListPlace } from '../../../lib/use-list-place.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Hidden } from '../../../ui/hidden.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { pageSize, studentsQuery } from '../corrections.api.ts';
import type { StudentRow } from './read-students.ts';
import { StudentActions, type StudentsProps } from './student-actions.tsx';
import classes from './students.module.css';

const Row = ({
  student,
  onOpen,
}: { readonly student: StudentRow } & Pick<StudentsProps, 'onOpen'>) => {
  const id = useId();
  return (
    <tr>
      <th scope="row" id={id}>
        <OptionalValue value={student.name} />
      </th>
      <td data-quiet className={classes['email']}>
        <OptionalValue value={student.email} />
      </td>
      <td>
        <OptionalValue value={student.rollNo} />
      </td>
      <td>
        <OptionalValue value={student.course} />
      </td>
      <td className={classes['actions']}>
        <StudentActions student={student} describedBy={id} onOpen={onOpen} />
      </td>
    </tr>
  );
};

const StudentTable = ({ rows, onOpen }: StudentsProps) => (
  <DataTable label="Students" className={classes['table']}>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Email</th>
        <th scope="col">Roll No</th>
        <th scope="col">Course</th>
        <th scope="col">
          <Hidden>Actions</Hidden>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((student) => (
        <Row key={`${student.id} ${student.email}`} student={student} onOpen={onOpen} />
      ))}
    </tbody>
  </DataTable>
);

const Line = ({
  student,
  onOpen,
}: { readonly student: StudentRow } & Pick<StudentsProps, 'onOpen'>) => {
  const id = useId();
  return (
    <li>
      <span className={classes['name']} id={id}>
        <OptionalValue value={student.name} />
      </span>
      <span className={classes['address']}>
        <OptionalValue value={student.email} />
      </span>
      <dl>
        <div>
          <dt>
            <Hidden>Roll No</Hidden>
          </dt>
          <dd>
            <OptionalValue value={student.rollNo} />
          </dd>
        </div>
        <div>
          <dt>
            <Hidden>Course</Hidden>
          </dt>
          <dd>
            <OptionalValue value={student.course} />
          </dd>
        </div>
      </dl>
      <div className={classes['buttons']}>
        <StudentActions student={student} describedBy={id} onOpen={onOpen} />
      </div>
    </li>
  );
};

/** The list where a table does not fit. */
const StudentLines = ({ rows, onOpen }: StudentsProps) => (
  <ul className={classes['lines']} aria-label="Students">
    {rows.map((student) => (
      <Line key={`${student.id} ${student.email}`} student={student} onOpen={onOpen} />
    ))}
  </ul>
);

/** Without an answer there is no sentence of the server's. */
const failure = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.code !== 'network' && error.message
    ? error.message
    : fallback;

/** All students, page by page: search, table (lines where it does not fit) and every state. */
export const StudentList = ({ onOpen }: Pick<StudentsProps, 'onOpen'>) => {
  const { place, go } = useListPlace(['all']);
  const { ref, narrow } = useNarrow(820);
  const query = useQuery(studentsQuery(place));
  const { data } = query;

  const List = narrow ? StudentLines : StudentTable;

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
      <div ref={ref}>
        <PagedList
          query={query}
          page={place.page}
          pageSize={pageSize}
          onPage={(page) => go({ page })}
          loading="Loading students..."
          failed="Failed to fetch students. Please try again."
          textOf={failure}
          skeleton={<SkeletonRows rows={pageSize} columns={narrow ? 1 : 5} />}
          empty={{ icon: IconUsers, text: 'No students found' }}
          steady
        >
          {(rows) => <List rows={rows} onOpen={onOpen} />}
        </PagedList>
      </div>
    </Card>
  );
};
