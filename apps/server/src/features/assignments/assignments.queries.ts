import {
  type AssignmentFile,
  assignments,
  campusMinuteOf,
  type IsoDate,
  isPast,
  type ManagedAssignment,
  type QueryOf,
} from '@campus/contract';
import type { z } from 'zod';
import type { Campus } from '../../campus.ts';
import { type Db, integer } from '../../db/db.ts';
import { counted } from '../../db/lists.ts';
import {
  enrolledNow,
  instant,
  inTeachingScopeOrAny,
  isTaughtStudent,
  searchCondition,
  searchKeyOf,
  sectionsTaught,
  type TeachingScope,
  wasOpened,
  wasOpenedOrAny,
} from '../../db/sql.ts';
import { filesOf, namedSafely } from './files.queries.ts';

/** Columns for `assignment` joined with `subjects` and `terms`. */
export const assignmentColumns = `
  assignment.id::text, assignment.subject_id::text as "subjectId",
  subjects.name as "subjectName", subjects.code as "subjectCode", assignment.title,
  assignment.grade, ${instant('assignment.due_at')} as deadline,
  assignment.accept_late as "acceptLate", terms.closed_at is not null as "termClosed"`;

export const wholeAssignmentColumns = `${assignmentColumns}, assignment.description,
  ${filesOf('assignment_files', 'file.assignment_id = assignment.id and file.removed_at is null')}
    as attachments`;

/** Counts for the actor's students only. `$1` is today, `$2` what the actor teaches. */
const counts = `
  (select count(*)::int from (
     select student_id from enrolments where ${enrolledNow('$1')}
     union select student_id from hand_ins where assignment_id = assignment.id) as everybody
   where ${isTaughtStudent('$2', 'everybody.student_id')}) as students,
  ${sectionsTaught('$2')} as sections, work.*, 1 + (select count(*)::int from assignment_changes
     where assignment_id = assignment.id) as version`;

const joins = `
  join subjects on subjects.id = assignment.subject_id
  join terms on terms.id = subjects.term_id
  cross join lateral (
    select count(*)::int as "handedIn",
      (count(*) filter (where marks.returned_at is null
        and marks.version is distinct from newest.version))::int as "toMark",
      (count(*) filter (where marks.returned_at is null
        and marks.version = newest.version))::int as "toReturn",
      (count(*) filter (where marks.returned_at is not null))::int as returned
    from (select student_id, max(version) as version from hand_ins
          where assignment_id = assignment.id and ${isTaughtStudent('$2', 'hand_ins.student_id')}
          group by student_id) as newest
    left join hand_in_marks marks
      on marks.assignment_id = assignment.id and marks.student_id = newest.student_id
  ) as work`;

export const assignmentRow = assignments.assignment.omit({ deadlineOnCampus: true });
const keptRow = assignments.managedAssignment.omit({ deadlineOnCampus: true, past: true });

/** Adds the deadline in campus time, and replaces the names of files by safe ones. */
export const withCampusTime = <
  T extends { readonly deadline: string; readonly attachments?: readonly AssignmentFile[] },
>(
  { timezone }: Campus,
  row: T,
): T & Pick<ManagedAssignment, 'deadlineOnCampus'> => ({
  ...row,
  ...(row.attachments && { attachments: namedSafely(row.attachments) }),
  deadlineOnCampus: campusMinuteOf(timezone, new Date(row.deadline)),
});

const kept = (campus: Campus, row: z.infer<typeof keptRow>): ManagedAssignment => ({
  ...withCampusTime(campus, row),
  past: isPast(new Date(row.deadline), campus.now()),
});

export const assignmentById = async (campus: Campus, id: string, taught: TeachingScope | null) => {
  const row = await campus.db.row(
    keptRow,
    `select ${wholeAssignmentColumns}, ${counts} from assignments assignment ${joins}
     where assignment.id = $3 and assignment.deleted_at is null`,
    [campus.today(), taught, id],
  );
  return row && kept(campus, row);
};

/**
 * In the order of `assignmentGroup` in the contract: to mark, open, returned; by deadline, with the latest returned
 * first.
 */
const inGroups = `place.number, case place.number when 3 then assignments.due_at end desc,
  assignments.due_at, assignments.id`;

/** One page of assignments by group, of one teacher or of all, and how many there are. */
export const listAssignments = async (
  campus: Campus,
  list: QueryOf<typeof assignments.listAssignments> & { readonly skip?: number },
  taught: TeachingScope | null,
): Promise<{ rows: ManagedAssignment[]; total: number }> => {
  const rows = await campus.db.rows(
    { ...keptRow.shape, total: integer },
    `select ${wholeAssignmentColumns}, ${counts}, listed.total from (
       select assignments.id, (count(*) over ())::int as total,
         row_number() over (order by ${inGroups}) as place
       from assignments
       join subjects on subjects.id = assignments.subject_id
       join terms on terms.id = subjects.term_id
       cross join lateral (select case
         when exists (select from unreturned_work where assignment_id = assignments.id
           and ${isTaughtStudent('$2', 'unreturned_work.student_id')}) then 1
         when assignments.due_at > $8::timestamptz - interval '1 minute' then 2
         else 3 end as number) as place
       where assignments.deleted_at is null
         and ${inTeachingScopeOrAny('$2')} and ${wasOpenedOrAny('$2')}
         and case when $3::bigint is not null then assignments.subject_id = $3
           when $4::bigint is not null then terms.id = $4 else terms.is_open end
         and ($5::text is null
           or ${searchCondition(searchKeyOf('assignments.title', 'subjects.name', 'subjects.code'), '$5')})
       order by ${inGroups}
       limit $6 offset $7
     ) as listed
     join assignments assignment on assignment.id = listed.id ${joins}
     order by listed.place`,
    [
      campus.today(),
      taught,
      list.subjectId,
      list.termId,
      list.search || null,
      list.limit,
      list.skip,
      campus.now(),
    ],
  );
  return counted(rows, (row) => kept(campus, row));
};

export const isEnrolled = async (
  db: Db,
  { id, studentId, today }: { id: string; studentId: string; today: IsoDate },
): Promise<boolean> =>
  (await db.query(
    `select from assignments assignment
     join subjects on subjects.id = assignment.subject_id
     join terms on terms.id = subjects.term_id
     join enrolments on ${enrolledNow('$3')}
     where assignment.id = $1 and enrolments.student_id = $2 and ${wasOpened}`,
    [id, studentId, today],
  )) !== 0;
