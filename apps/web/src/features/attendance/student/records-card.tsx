import { type AttendanceRecord, percentagePresent } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { missedSentence } from './sentences.ts';
import { studentRecordsQuery, studentSubjectsQuery } from './student.api.ts';
import classes from './records-card.module.css';

interface SubjectFilterProps {
  readonly email: string;
  /** Null for all subjects. */
  readonly subjectId: string | null;
  readonly onPick: (subjectId: string | null) => void;
}

const SubjectFilter = ({ email, subjectId, onPick }: SubjectFilterProps) => {
  const subjects = useQuery(studentSubjectsQuery(email));
  if (subjects.isError && !subjects.data)
    return (
      <div className={classes['failed']} role="alert">
        {errorText(subjects.error, 'The subjects could not be loaded.')}
        <Button variant="subtle" size="compact-sm" onClick={() => void subjects.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!subjects.data) return <output className={classes['waiting']}>Loading subjects...</output>;
  return (
    <SelectField
      className={classes['filter'] ?? ''}
      aria-label="Subject"
      leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
      data={[
        { value: '', label: 'All Subjects' },
        ...subjects.data.map((subject) => ({ value: subject.id, label: subjectLabel(subject) })),
      ]}
      value={subjectId ?? ''}
      onChange={(event) => onPick(event.currentTarget.value || null)}
    />
  );
};

const pageSize = 10;

const RecordRow = ({ record }: { readonly record: AttendanceRecord }) => (
  <tr className={classes['row']}>
    <td className={classes['date']}>{formatDay(record.date)}</td>
    <td className={classes['subject']}>
      <b>{record.subjectName}</b> <span data-quiet>({record.subjectCode})</span>
    </td>
    <td className={classes['status']}>
      <StatusBadge present={record.present} />
    </td>
    <td className={classes['remarks']} data-quiet>
      {record.remarks}
    </td>
  </tr>
);

interface RecordsProps {
  readonly records: readonly AttendanceRecord[];
  /** One subject's, where its percentage is said as well. */
  readonly ofSubject: boolean;
}

const percentageOf = (records: readonly AttendanceRecord[]): string => {
  const present = records.filter((record) => record.present).length;
  return `${percentagePresent(present, records.length)}%`;
};

const Records = ({ records, ofSubject }: RecordsProps) => {
  const [wanted, setPage] = useState(1);
  if (records.length === 0)
    return <EmptyState icon={IconCalendarOff} text="No attendance records found" />;
  const page = Math.min(wanted, Math.ceil(records.length / pageSize));
  return (
    <>
      <p className={classes['sentence']}>
        {ofSubject && (
          <>
            <b className={classes['percentage']}>{percentageOf(records)}</b>{' '}
          </>
        )}
        {missedSentence(records)}
      </p>
      <DataTable label="Attendance records" className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Subject</th>
            <th scope="col">Status</th>
            <th scope="col">Remarks</th>
          </tr>
        </thead>
        <tbody>
          {records.slice((page - 1) * pageSize, page * pageSize).map((record) => (
            <RecordRow key={record.id} record={record} />
          ))}
        </tbody>
      </DataTable>
      <Pager page={page} pageSize={pageSize} total={records.length} onPage={setPage} />
    </>
  );
};

/** The student's records, newest first, of all subjects or of one. */
export const RecordsCard = ({ email }: { readonly email: string }) => {
  const [subjectId, setSubjectId] = useState<string | null>(null);
  const records = useQuery(studentRecordsQuery(email, subjectId));
  const content = () => {
    // Keyed by the filter: another subject starts on its first page.
    if (records.data)
      return (
        <Records key={subjectId ?? 'all'} records={records.data} ofSubject={subjectId !== null} />
      );
    return (
      <UntilLoaded
        query={records}
        loading="Loading attendance records..."
        failed="Your attendance records could not be loaded."
        flush
      >
        <SkeletonRows rows={6} columns={3} />
      </UntilLoaded>
    );
  };
  return (
    <Card
      title="Records"
      flush
      actions={<SubjectFilter email={email} subjectId={subjectId} onPick={setSubjectId} />}
    >
      {content()}
    </Card>
  );
};
