import {
  type AssignmentStudent,
  type HandInFilter,
  handInFilters,
  handIns,
  type ReplyOf,
  studentsShown,
} from '@campus/contract';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { campusQuery } from '../../../lib/campus.ts';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { timeOnCampus } from '../../../lib/instant.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { enumParam, pageParam, textParam, useUrlState } from '../../../lib/use-url-state.ts';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Card } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { TitleWithSubtitle } from '../../../ui/title-with-subtitle.tsx';
import { minuteInWords } from '../assignment-labels.ts';
import { StateBadge } from '../state-badge.tsx';
import classes from '../assignments.module.css';

export type LoadedAssignment = ReplyOf<typeof handIns.readAssignment>;

interface StudentsProps {
  readonly loaded: LoadedAssignment;
}

const filters: Readonly<Record<HandInFilter, string>> = {
  all: 'Everybody',
  missing: 'Not handed in',
  toMark: 'To mark',
  marked: 'Marked, not returned',
  returned: 'Returned',
};

const Name = ({ id, one }: { readonly id: string; readonly one: AssignmentStudent }) => {
  const { role } = usePerson();
  return (
    <TitleWithSubtitle
      title={<Link to={`/${role}/assignments/${id}/${one.studentEmail}`}>{one.studentName}</Link>}
      line={[
        one.rollNo,
        !one.enrolled && 'no longer enrolled',
        one.extendedTo && `extended to ${minuteInWords(one.extendedTo)}`,
      ]
        .filter(Boolean)
        .join(', ')}
    />
  );
};

const when = (one: AssignmentStudent, timeZone: string | undefined): string => {
  const { handedInAt, version, files } = one;
  return handedInAt === null
    ? 'Nothing yet'
    : [
        timeOnCampus(handedInAt, timeZone),
        files > 0 && pluralize(files, 'file'),
        version > 1 && `version ${version}`,
      ]
        .filter(Boolean)
        .join(', ');
};

const marksOf = ({ marks, marked }: AssignmentStudent, grade: number): string | null => {
  if (marks === null) return null;
  return marked ? `${marks} of ${grade}` : `${marks} of ${grade}, former version`;
};

const Students = (props: StudentsProps & { readonly students: readonly AssignmentStudent[] }) => {
  const { students } = props;
  const timeZone = useQuery(campusQuery).data?.timezone;
  const { id, grade } = props.loaded.assignment;
  return (
    <RecordTable
      label="Students"
      rows={students}
      keyOf={({ studentId }) => studentId}
      columns={[
        { head: 'Student', render: (one) => <Name id={id} one={one} /> },
        { head: 'State', render: ({ state, late }) => <StateBadge state={state} late={late} /> },
        { head: 'Handed in', render: (one) => when(one, timeZone), muted: true },
        { head: 'Marks', render: (one) => marksOf(one, grade), alignRight: true },
      ]}
      linesBelow={640}
      renderLine={(one) => (
        <>
          <div className={classes['footer']}>
            <Name id={id} one={one} />
            <StateBadge state={one.state} late={one.late} />
          </div>
          <span className={classes['muted']}>
            {[when(one, timeZone), marksOf(one, grade)].filter(Boolean).join(' · ')}
          </span>
        </>
      )}
    />
  );
};

const pageSize = 100;

/** Every student of the assignment: who has not handed in, and what is to be marked. */
export const StudentsCard = ({ loaded }: StudentsProps) => {
  const { view, setView } = useUrlState((address) => ({
    show: enumParam(address['show'], handInFilters, 'all'),
    search: textParam(address['search']),
    page: pageParam(address['page']),
  }));
  const { show, search, page: wanted } = view;
  const { students, assignment } = loaded;
  const chosen = studentsShown(students, view);
  const page = Math.min(wanted, Math.max(1, Math.ceil(chosen.length / pageSize)));
  const { handedIn, toMark, returned } = assignment;
  const handedInOf = `${formatCount(handedIn)} of ${formatCount(assignment.students)}`;
  return (
    <Card
      title="Hand-ins"
      flush
      actions={
        <span className={classes['muted']}>
          {`${handedInOf} handed in, ${formatCount(toMark)} to mark, ${formatCount(returned)} returned`}
        </span>
      }
    >
      <div className={classes['tools']}>
        <SelectField
          label="Show"
          value={show}
          data={handInFilters.map((value) => ({ value, label: filters[value] }))}
          onChange={(event) => setView({ show: event.currentTarget.value as HandInFilter })}
        />
        <SearchField
          label="Find a student"
          placeholder="Search name, email or roll no"
          value={search}
          onSearch={(text) => setView({ search: text })}
        />
        <DownloadMenu
          className={classes['download']}
          endpoint={handIns.exportHandIns}
          params={{ assignmentId: assignment.id }}
          query={{ show, search: search || undefined }}
          disabled={chosen.length === 0}
        />
      </div>
      {chosen.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          text={students.length === 0 ? 'Nobody is enrolled in this subject' : 'No students found'}
        />
      ) : (
        <>
          <Students
            loaded={loaded}
            students={chosen.slice((page - 1) * pageSize, page * pageSize)}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            total={chosen.length}
            onPage={(next) => setView({ page: next })}
          />
        </>
      )}
    </Card>
  );
};
