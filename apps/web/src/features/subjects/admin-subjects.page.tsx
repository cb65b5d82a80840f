import { type Enrollment, subjects } from '@campus/contract';
import { IconBooks } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { May } from '../../lib/may-call.tsx';
import { invalidate, queryOf } from '../../lib/query.ts';
import { useIncrementalRows } from '../../lib/use-incremental-rows.ts';
import { Card, CardColumns, Page } from '../../ui/page.tsx';
import { DownloadMenu } from '../../ui/download-menu.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { type Column, RecordTable } from '../../ui/record-table.tsx';
import { AddSubjectForm } from './add-subject-form.tsx';
import classes from './admin-subjects.module.css';
import { subjectColumns } from './subject-columns.tsx';

interface RowsProps {
  readonly enrollments: readonly Enrollment[];
  readonly created: string | null;
}

const columns: readonly Column<Enrollment>[] = [
  ...subjectColumns({ teacher: classes['wideOnly'], students: classes['wideOnly'] }),
  { head: 'Credits', render: ({ credits }) => credits, alignRight: true },
];

/** A university may have a thousand subjects; a screen shows thirty. */
const batchSizes = { first: 40, batch: 80 } as const;

const Rows = ({ enrollments, created }: RowsProps) => {
  const box = useRef<HTMLElement>(null);
  const { drawn } = useIncrementalRows(enrollments.length, batchSizes);
  const whole = drawn === enrollments.length;
  // The new row is at the end, which may be scrolled out of view.
  useEffect(() => {
    if (created !== null && whole && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [created, whole]);
  return (
    // Scrollable with the keyboard, so it needs to be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={box} className={classes['box']} aria-label="List of enrollments" tabIndex={0}>
      <RecordTable
        label="Enrollments"
        className={classes['table']}
        rows={enrollments.slice(0, drawn)}
        keyOf={({ id }) => id}
        columns={columns}
        isNew={({ id }) => id === created}
      />
    </section>
  );
};

const enrollmentsQuery = queryOf(subjects.listEnrollments);

/** The subjects of the open term. `created` is the id of the one just added. */
const SubjectList = ({ created }: { readonly created: string | null }) => {
  const enrollments = useQuery(enrollmentsQuery);
  return (
    <Card title="Enrollments" actions={<DownloadMenu endpoint={subjects.exportSubjects} />} flush>
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

/** Creates a subject with everyone enrolled, beside the subjects of the open term. */
const AdminSubjectsPage = () => {
  const client = useQueryClient();
  const [created, setCreated] = useState<string | null>(null);
  const append = async (enrollment: Enrollment): Promise<void> => {
    const { queryKey } = enrollmentsQuery;
    // An answer still under way does not include the new subject.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (list) => list && [...list, enrollment]);
    setCreated(enrollment.id);
    if (!client.getQueryData(queryKey)) await invalidate(client, { queryKey });
  };
  return (
    <Page title="Subjects">
      <CardColumns at="right">
        <SubjectList created={created} />
        <May call={subjects.createForAll}>
          <AddSubjectForm onCreated={(enrollment) => void append(enrollment)} />
        </May>
      </CardColumns>
    </Page>
  );
};

export default AdminSubjectsPage;
