import type { Enrollment } from '@campus/contract';
import { IconBooks } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef, useState } from 'react';
import { useDrawn } from '../../lib/use-drawn.ts';
import { CardColumns } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EnrollmentForm } from './enrollment-form.tsx';
import { enrollmentsOptions } from './subjects.api.ts';
import classes from './enrollment-list.module.css';

interface RowsProps {
  readonly enrollments: readonly Enrollment[];
  readonly created: string | null;
}

interface RowProps {
  readonly enrollment: Enrollment;
  /** Just added. */
  readonly created: boolean;
}

const Row = memo(({ enrollment, created }: RowProps) => (
  <tr data-new={created || undefined}>
    <th scope="row">
      <Link to="/admin/classes/$subjectId" params={{ subjectId: enrollment.id }}>
        {enrollment.subjectName}
      </Link>
    </th>
    <td>{enrollment.subjectCode}</td>
    <td className={classes['roomy']} data-muted>
      {enrollment.teacherName}
    </td>
    <td className={classes['roomy']} data-number>
      {enrollment.students.toLocaleString('en')}
    </td>
    <td data-number>{enrollment.credits}</td>
  </tr>
));
Row.displayName = 'Row';

/** A university has a thousand subjects, a screen shows thirty. */
const portions = { first: 40, portion: 80 } as const;

const Rows = ({ enrollments, created }: RowsProps) => {
  const box = useRef<HTMLElement>(null);
  const { drawn } = useDrawn(enrollments.length, portions);
  const whole = drawn === enrollments.length;
  // The new row stands at the end, which may lie below the edge of the box.
  useEffect(() => {
    if (created !== null && whole && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [created, whole]);
  return (
    // Can be scrolled with the keys, so it can have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={box} className={classes['box']} aria-label="List of enrollments" tabIndex={0}>
      <DataTable label="Enrollments" className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Code</th>
            <th scope="col" className={classes['roomy']}>
              Teacher
            </th>
            <th scope="col" className={classes['roomy']} data-number>
              Students
            </th>
            <th scope="col" data-number>
              Credits
            </th>
          </tr>
        </thead>
        <tbody>
          {enrollments.slice(0, drawn).map((enrollment) => (
            <Row key={enrollment.id} enrollment={enrollment} created={enrollment.id === created} />
          ))}
        </tbody>
      </DataTable>
    </section>
  );
};

/** The subjects of the open term. `created` is the id of the one that was just added. */
const EnrollmentList = ({ created }: { readonly created: string | null }) => {
  const enrollments = useQuery(enrollmentsOptions);
  return (
    <Card title="Enrollments" flush>
      <Loaded
        query={enrollments}
        what="enrollments"
        rows={6}
        flush
        empty={{ icon: IconBooks, text: 'No enrollments yet' }}
      >
        {(data) => <Rows enrollments={data} created={created} />}
      </Loaded>
    </Card>
  );
};

/** Creating a subject with everyone enrolled in it, beside the subjects of the term. */
const AdminSubjectsPage = () => {
  const client = useQueryClient();
  const [created, setCreated] = useState<string | null>(null);
  const append = async (enrollment: Enrollment): Promise<void> => {
    const { queryKey } = enrollmentsOptions;
    // An answer that is still under way does not know the new one.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (list) => list && [...list, enrollment]);
    setCreated(enrollment.id);
    if (!client.getQueryData(queryKey)) await client.invalidateQueries({ queryKey });
  };
  return (
    <>
      <PageHead title="Subjects" />
      <CardColumns side={380} stackedTo={900}>
        <EnrollmentForm onCreated={(enrollment) => void append(enrollment)} />
        <EnrollmentList created={created} />
      </CardColumns>
    </>
  );
};

export default AdminSubjectsPage;
