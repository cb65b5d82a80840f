import { attendanceReports, type ClassOfDay, type IsoDate } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconCalendarOff, IconDownload, IconChecks } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { formatDay } from '../../../lib/day.ts';
import { useReply } from '../../../lib/query.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { DatePicker } from '../date-picker.tsx';
import { classState, daySentence } from './class-state.ts';
import { DayTable } from './day-table.tsx';
import type { AttendanceView } from './attendance-view.ts';
import { type CsvColumns, saveCsv } from '../../../lib/save-csv.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './admin-attendance.module.css';

const pageSize = 10;
const matches = (row: ClassOfDay, search: string): boolean =>
  [row.subjectName, row.subjectCode, row.teacherName, row.teacherEmail].some((text) =>
    text.toLowerCase().includes(search.toLowerCase()),
  );

const csvColumns: CsvColumns<ClassOfDay> = [
  ['Subject Name', (row) => row.subjectName],
  ['Subject Code', (row) => row.subjectCode],
  ['Teacher', (row) => row.teacherName],
  ['Teacher Email', (row) => row.teacherEmail],
  ['Students', (row) => row.students],
  ['Present', (row) => row.present],
  ['Absent', (row) => row.absent],
  ['Not marked', (row) => row.unmarked],
  ['Percentage', (row) => row.percentage],
];

interface DayPanelProps {
  readonly today: IsoDate;
  readonly view: AttendanceView;
  readonly setView: (change: Partial<AttendanceView>) => void;
}

/** One day by subject: what is marked, and whose roll is still to be taken. */
export const DayPanel = ({ today, view, setView }: DayPanelProps) => {
  const date = view.date !== null && view.date <= today ? view.date : today;
  const day = useReply(attendanceReports.dayOverview, {
    params: { date },
    placeholderData: keepPreviousData,
    // Rolls are being taken while an administrator looks on.
    refetchInterval: 30_000,
  });
  const all = day.data?.classes ?? [];
  const rows = all.filter(
    (row) =>
      matches(row, view.search) && (!view.open || ['open', 'partly'].includes(classState(row))),
  );
  const page = Math.min(view.page, Math.max(1, Math.ceil(rows.length / pageSize)));

  return (
    <>
      <div className={classes['tools']}>
        <DatePicker
          key={date}
          className={classes['date']}
          value={date}
          max={today}
          onPick={(next) => setView({ date: next === today ? null : next })}
        />
        <SearchField
          className={classes['search']}
          label="Find a subject"
          placeholder="Search subject or teacher"
          value={view.search}
          onSearch={(search) => setView({ search })}
        />
        <Checkbox
          className={classes['check'] ?? ''}
          label="Not taken only"
          checked={view.open}
          onChange={(event) => setView({ open: event.currentTarget.checked })}
        />
        <IconButton
          className={classes['download'] ?? ''}
          variant="light"
          icon={IconDownload}
          disabled={rows.length === 0}
          onClick={() => saveCsv(`attendance-${date}.csv`, csvColumns, rows)}
        >
          Download CSV
        </IconButton>
      </div>
      <Loaded
        query={day}
        what="attendance"
        failed="The attendance of this day could not be loaded."
        rows={8}
        columns={6}
        flush
      >
        {({ date: shown, term }) => {
          if (term === null)
            return <EmptyState icon={IconCalendarOff} text="There is no term on this day" />;
          if (all.length === 0)
            return <EmptyState icon={IconCalendarOff} text="This term has no subjects" />;
          return (
            <>
              <p className={classes['sentence']}>
                {formatDay(shown)}, {term.name}. {daySentence(all)}.
              </p>
              {rows.length === 0 ? (
                <EmptyState
                  icon={IconChecks}
                  text={view.search ? 'No subjects found' : 'Every roll of this day is taken'}
                />
              ) : (
                <>
                  <DayTable
                    rows={rows.slice((page - 1) * pageSize, page * pageSize)}
                    date={shown}
                  />
                  <Pager
                    page={page}
                    pageSize={pageSize}
                    total={rows.length}
                    onPage={(next) => setView({ page: next })}
                  />
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
};
