import {
  attendance,
  type AttendanceRecord,
  type IsoDate,
  percentagePresent,
  type SubjectPercentage,
} from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconCheck, IconFilter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { pageParam, textParam, useUrlState } from '../../../lib/use-url-state.ts';
import { Card, CardColumns, CardStack, Page } from '../../../ui/page.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { EmptyState, Loaded, SkeletonBar } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { OptionalValue } from '../../../ui/optional-value.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Percentage } from '../../../ui/percentage.tsx';
import { type Column, RecordTable } from '../../../ui/record-table.tsx';
import { Ring } from '../../../ui/ring.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { MayMissCard } from './may-miss-card.tsx';
import { isOver, missedSentence, openingSentence, reachSentence } from './sentences.ts';
import {
  studentPercentagesQuery,
  termSuffixIn,
  studentRecordsQuery,
  studentSummaryQuery,
} from './student.api.ts';
import overallClasses from './overall-card.module.css';
import classes from './recent-classes.module.css';
import recordsClasses from './records-card.module.css';

/** A percentage in a ring; the colour does not grade it. */
const PercentageRing = ({ percentage }: { readonly percentage: number | null }) => (
  <div className={overallClasses['ring']}>
    <Ring percent={percentage} size={196} thickness={15}>
      <p className={overallClasses['figure']}>
        {percentage === null ? (
          <OptionalValue value={null} />
        ) : (
          <>
            {percentage}
            <small>%</small>
          </>
        )}
      </p>
    </Ring>
  </div>
);

const day = (date: IsoDate | null): string | null => date && formatDay(date);

/** The student's percentage in all subjects, and the days it covers. */
const OverallCard = ({ email }: { readonly email: string }) => (
  <Card title="Overall">
    <Loaded
      query={useQuery(studentSummaryQuery(email))}
      what="attendance"
      failed="Your attendance could not be loaded."
      skeleton={<SkeletonBar height={196} />}
    >
      {({ overallPercentage, startDate, endDate }) => (
        <>
          <PercentageRing percentage={overallPercentage} />
          <DefinitionList
            items={[
              ['From', day(startDate)],
              ['To', day(endDate)],
            ]}
          />
        </>
      )}
    </Loaded>
  </Card>
);

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
      <div className={recordsClasses['failed']} role="alert">
        {errorText(subjects.error, 'The subjects could not be loaded.')}
        <Button variant="subtle" size="compact-sm" onClick={() => void subjects.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!subjects.data)
    return <output className={recordsClasses['waiting']}>Loading subjects...</output>;
  const termSuffix = termSuffixIn(subjects.data);
  return (
    <SelectField
      className={recordsClasses['filter'] ?? ''}
      aria-label="Subject"
      leftSection={<IconFilter size={18} stroke={1.75} aria-hidden />}
      data={[
        { value: '', label: 'All Subjects' },
        ...subjects.data.map((subject) => ({
          value: subject.id,
          label: `${subjectLabel(subject)}${termSuffix(subject)}`,
        })),
      ]}
      value={subjectId ?? ''}
      onChange={(event) => onPick(event.currentTarget.value || null)}
    />
  );
};

const pageSize = 10;

const columns: readonly Column<AttendanceRecord>[] = [
  {
    head: 'Date',
    gridArea: 'date',
    className: recordsClasses['date'],
    render: ({ date }) => formatDay(date),
  },
  {
    head: 'Subject',
    gridArea: 'subject',
    className: recordsClasses['subject'],
    render: (record) => <SubjectLink {...record} id={record.subjectId} />,
  },
  {
    head: 'Status',
    gridArea: 'status',
    className: recordsClasses['status'],
    render: ({ present }) => <StatusBadge present={present} />,
  },
  {
    head: 'Remarks',
    gridArea: 'remarks',
    className: recordsClasses['remarks'],
    muted: true,
    render: ({ remarks }) => remarks ?? '',
  },
];

const useView = () =>
  useUrlState((address) => ({
    subject: textParam(address['subject']),
    page: pageParam(address['page']),
  }));

interface RecordsProps {
  readonly records: readonly AttendanceRecord[];
  /** Whether these are one subject's records, shown with its percentage. */
  readonly ofSubject: boolean;
}

const percentageOf = (records: readonly AttendanceRecord[]): string => {
  const present = records.filter((record) => record.present).length;
  return `${percentagePresent(present, records.length)}%`;
};

const Records = ({ records, ofSubject }: RecordsProps) => {
  const { view, setView } = useView();
  if (records.length === 0)
    return <EmptyState icon={IconCalendarOff} text="No attendance records found" />;
  const page = Math.min(view.page, Math.ceil(records.length / pageSize));
  return (
    <>
      <p className={recordsClasses['sentence']}>
        {ofSubject && (
          <>
            <b className={recordsClasses['percentage']}>{percentageOf(records)}</b>{' '}
          </>
        )}
        {missedSentence(records)}
      </p>
      <RecordTable
        label="Attendance records"
        className={recordsClasses['table']}
        rows={records.slice((page - 1) * pageSize, page * pageSize)}
        keyOf={({ id }) => id}
        columns={columns}
        withoutRowHeader
        cardsBelow={576}
      />
      <Pager
        page={page}
        pageSize={pageSize}
        total={records.length}
        onPage={(next) => setView({ page: next })}
      />
    </>
  );
};

interface RecordsCardProps extends Omit<SubjectFilterProps, 'onPick'> {
  readonly filter: ReactNode;
}

/** The student's records, newest first, in all subjects or one. */
const RecordsCard = ({ email, subjectId, filter }: RecordsCardProps) => {
  const records = useQuery(studentRecordsQuery(email, subjectId));
  return (
    <Card
      title="Records"
      flush
      actions={
        <>
          {filter}
          {subjectId === null ? (
            <DownloadMenu endpoint={attendance.exportStudentRecords} params={{ email }} />
          ) : (
            <DownloadMenu
              endpoint={attendance.exportStudentSubjectRecords}
              params={{ email, subjectId }}
            />
          )}
        </>
      }
    >
      <Loaded
        query={records}
        what="attendance records"
        failed="Your attendance records could not be loaded."
        rows={6}
        flush
      >
        {(data) => <Records records={data} ofSubject={subjectId !== null} />}
      </Loaded>
    </Card>
  );
};

interface SubjectLineProps {
  readonly row: SubjectPercentage;
  readonly termSuffix: string;
  readonly expected: number | null;
  readonly over: boolean;
}

const SubjectLine = ({ row, termSuffix, expected, over }: SubjectLineProps) => {
  const sentence = row.ongoing && !over && reachSentence(row.present, row.classes, expected);
  const missed = row.classes - row.present;
  return (
    <li>
      <div className={classes['line']}>
        <span className={classes['name']}>
          <SubjectLink {...row} />
          {termSuffix}
        </span>
        <span className={classes['figure']}>
          <Percentage value={row.percentage} expected={expected} />
        </span>
      </div>
      <div className={classes['track']} aria-hidden>
        <span style={{ width: `${row.percentage ?? 0}%` }} />
        {expected !== null && <i style={{ left: `${expected}%` }} />}
      </div>
      {row.classes > 0 && (
        <p className={classes['note']}>
          {missed} of {row.classes} missed
          {sentence && <>. {sentence}</>}
        </p>
      )}
      {row.opening && <p className={classes['note']}>{openingSentence(row.opening, row)}</p>}
    </li>
  );
};

const SubjectPercentages = ({ email }: { readonly email: string }) => {
  const { data: campus, isFetched } = useQuery(campusQuery);
  const expected = campus?.expectedPercentage ?? null;
  const { data: rows } = useQuery(studentPercentagesQuery(email));
  // With what is expected some rows are a line longer.
  if (!isFetched || !rows || rows.length === 0) return null;
  const termSuffix = termSuffixIn(rows);
  return (
    <Card title="By subject" className={classes['later']}>
      <ul className={classes['list']}>
        {rows.map((row) => (
          <SubjectLine
            key={row.id}
            row={row}
            termSuffix={termSuffix(row)}
            expected={expected}
            over={campus !== undefined && isOver(campus)}
          />
        ))}
      </ul>
    </Card>
  );
};

/** Number of squares in the strip. */
const maxLines = 24;

/** The latest classes in all subjects as a strip, the latest at the end. */
const RecentClasses = ({ records }: { readonly records: readonly AttendanceRecord[] }) => {
  const recent = records.slice(0, maxLines);
  if (recent.length === 0) return null;
  const title = recent.length === 1 ? 'Last class' : `Last ${recent.length} classes`;
  const missed = recent.filter(({ present }) => !present).length;
  return (
    <Card title={title} className={classes['later']}>
      <div
        className={classes['strip']}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing, not an image file
        role="img"
        aria-label={`${title}: ${recent.length - missed} present, ${missed} absent`}
      >
        {recent.toReversed().map(({ id, present }) => (
          <span key={id} data-present={present}>
            {present ? <IconCheck size={17} stroke={2.2} /> : <IconX size={17} stroke={2.6} />}
          </span>
        ))}
      </div>
      <p className={classes['sentence']}>{missedSentence(recent)}</p>
    </Card>
  );
};

export const StudentAttendance = ({ email }: { readonly email: string }) => {
  // In all subjects, whatever the filter of the records.
  const records = useQuery(studentRecordsQuery(email, null));
  const { view, setView } = useView();
  const subjectId = view.subject || null;
  const filter = (
    <SubjectFilter
      email={email}
      subjectId={subjectId}
      onPick={(picked) => setView({ subject: picked ?? '' })}
    />
  );
  const own = usePerson().email === email;
  return (
    <CardColumns side={320}>
      <CardStack>
        <OverallCard email={email} />
        <SubjectPercentages email={email} />
        <RecentClasses records={records.data ?? []} />
      </CardStack>
      <CardStack>
        {own && <MayMissCard email={email} subjectId={subjectId} filter={filter} />}
        <RecordsCard email={email} subjectId={subjectId} filter={own ? undefined : filter} />
      </CardStack>
    </CardColumns>
  );
};

/** The student's own attendance; a new mark appears without a reload. */
export default function StudentAttendancePage() {
  return (
    <Page title="Attendance">
      <StudentAttendance email={usePerson().email} />
    </Page>
  );
}
