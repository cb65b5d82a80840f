import { attendance, type AttendanceRecord, percentagePresent } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { subjectChoices } from '../../../lib/subject-label.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { type Column, RecordTable } from '../../../ui/record-table.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { missedSentence } from './sentences.ts';
import { studentRecordsQuery } from './student.api.ts';
import classes from './records-card.module.css';

interface SubjectFilterProps {
  readonly email: string;
  /** Null for all subjects. */
  readonly subjectId: string | null;
  readonly onPick: (subjectId: string | null) => void;
}

const SubjectFilter = ({ email, subjectId, onPick }: SubjectFilterProps) => {
  const subjects = useReply(attendance.studentSubjects, { params: { email } });
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
      data={subjectChoices(subjects.data, 'All Subjects')}
      value={subjectId ?? ''}
      onChange={(event) => onPick(event.currentTarget.value || null)}
    />
  );
};

const pageSize = 10;

const columns: readonly Column<AttendanceRecord>[] = [
  {
    head: 'Date',
    area: 'date',
    className: classes['date'],
    render: ({ date }) => formatDay(date),
  },
  {
    head: 'Subject',
    area: 'subject',
    className: classes['subject'],
    render: ({ subjectName, subjectCode }) => (
      <>
        <b>{subjectName}</b> <span data-muted>({subjectCode})</span>
      </>
    ),
  },
  {
    head: 'Status',
    area: 'status',
    className: classes['status'],
    render: ({ present }) => <StatusBadge present={present} />,
  },
  {
    head: 'Remarks',
    area: 'remarks',
    className: classes['remarks'],
    muted: true,
    render: ({ remarks }) => remarks ?? '',
  },
];

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
      <RecordTable
        label="Attendance records"
        className={classes['table']}
        rows={records.slice((page - 1) * pageSize, page * pageSize)}
        keyOf={({ id }) => id}
        columns={columns}
        unnamed
        cardsBelow={576}
      />
      <Pager page={page} pageSize={pageSize} total={records.length} onPage={setPage} />
    </>
  );
};

/** The student's records, newest first, of all subjects or of one. */
export const RecordsCard = ({ email }: { readonly email: string }) => {
  const [subjectId, setSubjectId] = useState<string | null>(null);
  const records = useQuery(studentRecordsQuery(email, subjectId));
  return (
    <Card
      title="Records"
      flush
      actions={<SubjectFilter email={email} subjectId={subjectId} onPick={setSubjectId} />}
    >
      {/* Keyed by the filter: another subject starts on its first page. */}
      <Loaded
        query={records}
        what="attendance records"
        failed="Your attendance records could not be loaded."
        rows={6}
        flush
      >
        {(data) => (
          <Records key={subjectId ?? 'all'} records={data} ofSubject={subjectId !== null} />
        )}
      </Loaded>
    </Card>
  );
};
