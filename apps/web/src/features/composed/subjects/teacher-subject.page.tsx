import {
  assignments,
  attendance,
  type AttendanceSheet,
  exams,
  type overview,
  percentagePresent,
  type ReplyOf,
  sheetRowsShown,
} from '@campus/contract';
import { IconBookOff, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { formatCount, percentText } from '../../../lib/count.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useReply } from '../../../lib/query.ts';
import { combineQueries } from '../../../lib/combine-queries.ts';
import { useListState } from '../../../lib/use-list-state.ts';
import { Percentage } from '../../../ui/percentage.tsx';
import { Card, CardColumns, CardStack, Page } from '../../../ui/page.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SearchedTable } from '../../../ui/paged-list.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TaskCard } from '../dashboards/task-card.tsx';
import classes from './subject-page.module.css';

const pageSize = 20;
const parts = ['all', 'below'] as const;

interface PeopleProps extends Pick<AttendanceSheet, 'rows' | 'subject'> {
  /** The percentage that is required. */
  readonly expected: number;
}

/** Everybody who is or was enrolled, by roll number: searchable, or only those with low attendance. */
const People = ({ subject, rows, expected }: PeopleProps) => {
  const { view, setView } = useListState(parts);
  const low = sheetRowsShown(rows, { search: '', below: expected });
  const filter = {
    search: view.search,
    below: view.part === 'below' ? expected : undefined,
  };
  const found = sheetRowsShown(rows, filter);
  const first = (view.page - 1) * pageSize;
  const page = {
    data: { rows: found.slice(first, first + pageSize), total: found.length },
    error: null,
    errorUpdatedAt: 0,
    refetch: () => undefined,
    isPlaceholderData: false,
  };
  return (
    <SearchedTable
      title="People"
      query={page}
      view={view}
      setView={setView}
      pageSize={pageSize}
      search={['Find a student', 'Search name, email or roll no']}
      tools={
        <DownloadMenu
          endpoint={attendance.exportSheet}
          params={{ subjectId: subject.id }}
          query={{ ...filter, search: view.search || undefined }}
          name={`attendance-${subject.subjectCode}`}
        />
      }
      filters={
        expected > 0 && (
          <div className={classes['parts']}>
            <SegmentedControl
              label="Show"
              value={view.part}
              segments={[
                { value: 'all', label: 'All', count: rows.length },
                { value: 'below', label: `Below ${expected}%`, count: low.length },
              ]}
              onChange={(part) => setView({ part })}
            />
          </div>
        )
      }
      what="students"
      empty={{ icon: IconUserSearch, text: 'No students found' }}
      label="People"
      keyOf={({ studentId }) => studentId}
      columns={[
        { head: 'Student', render: ({ studentName }) => studentName },
        { head: 'Roll No', render: ({ studentRollNo }) => studentRollNo, muted: true },
        { head: 'Present', render: (row) => `${row.present} of ${row.classes}`, fact: true },
        {
          head: 'Attendance',
          render: (row) => <Percentage value={row.percentage} expected={expected} />,
          alignRight: true,
          fact: true,
        },
      ]}
      linesBelow={560}
    />
  );
};

/** Assignments and exams; nothing for a helper who does not grade in the subject. */
const Work = ({ subject, term }: Pick<AttendanceSheet, 'subject' | 'term'>) => {
  const graded = useReply(exams.listExamSubjects, { query: { termId: term.id } });
  const enabled = graded.data?.some(({ id }) => id === subject.id) ?? false;
  const asked = { query: { subjectId: subject.id }, staleTime: 0, enabled };
  const work = combineQueries({
    graded,
    given: useReply(assignments.listAssignments, asked),
    held: useReply(exams.listExams, asked),
  });
  if (graded.data && !enabled) return null;
  return (
    <TaskCard
      title="Assignments and exams"
      query={work}
      none="No assignments and no exams yet."
      rows={({ given, held }) => [
        ...given.map(({ id, title, deadlineOnCampus, toMark, handedIn, students }) => ({
          key: `assignment ${id}`,
          title,
          to: `/teacher/assignments/${id}`,
          under: `Due ${formatDay(deadlineOnCampus)} · ${formatCount(handedIn)} of ${formatCount(students)} handed in`,
          aside: toMark > 0 ? `${formatCount(toMark)} to mark` : undefined,
        })),
        ...held.map(({ id, title, heldOn, group, missing, average }) => ({
          key: `exam ${id}`,
          title,
          to: `/teacher/exams/${id}`,
          under: `Exam, ${formatDay(heldOn)}${group === 'marksToEnter' && missing > 0 ? ` · ${formatCount(missing)} without marks` : ''}`,
          aside: average === null ? undefined : `${average}% on average`,
        })),
      ]}
    />
  );
};

interface SubjectProps {
  readonly sheet: AttendanceSheet;
  readonly campus: ReplyOf<typeof overview.campus>;
}

const Subject = ({ sheet, campus }: SubjectProps) => {
  const { subject, term, days, rows } = sheet;
  const sum = (part: 'present' | 'classes') => rows.reduce((all, row) => all + row[part], 0);
  return (
    <CardColumns side={420} at="right">
      <People subject={subject} rows={rows} expected={campus.expectedPercentage} />
      <CardStack>
        <Card title="Subject">
          <DefinitionList
            items={[
              ['Students', formatCount(rows.filter(({ enrolled }) => enrolled).length)],
              ['Classes taken', formatCount(days.length)],
              ['Attendance', percentText(percentagePresent(sum('present'), sum('classes')))],
            ]}
          />
          <p className={classes['links']}>
            {campus.term?.id === term.id && (
              <Link to="/teacher/attendance" search={{ subject: subject.id }}>
                Mark attendance
              </Link>
            )}
            <Link to="/teacher/classes">Class information</Link>
          </p>
        </Card>
        <Work subject={subject} term={term} />
      </CardStack>
    </CardColumns>
  );
};

/** One subject for its teacher: attendance, assignments and exams. */
export default function TeacherSubjectPage() {
  const { subjectId = '' } = useParams({ strict: false });
  const sheet = useReply(attendance.attendanceSheet, { params: { subjectId } });
  const query = combineQueries({ sheet, campus: useQuery(campusQuery) });
  const { data } = sheet;
  return (
    <Page
      title={data?.subject.subjectName ?? 'Subject'}
      line={
        <>
          <Link to="/teacher/classes">All classes</Link>
          {data && ` · ${data.subject.subjectCode} · ${data.term.name}`}
        </>
      }
    >
      <Loaded
        query={query}
        what="subject"
        rows={6}
        columns={4}
        card
        missing={{
          icon: IconBookOff,
          text: errorText(query.error, 'There is no such subject.'),
        }}
      >
        {(known) => <Subject {...known} />}
      </Loaded>
    </Page>
  );
}
