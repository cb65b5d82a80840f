import { handIns } from '@campus/contract';
import { z } from 'zod';
import type { Campus } from '../../campus.ts';
import {
  boolean,
  type Db,
  integer,
  integerOrNull,
  number,
  text,
  textOrNull,
  timestamp,
  type Transaction,
} from '../../db/db.ts';
import { instant, rowWith } from '../../db/sql.ts';
import { assignmentRow, wholeAssignmentColumns } from './assignments.queries.ts';
import { ownDeadline } from './extensions.queries.ts';
import { filesOf, namedSafely } from './files.queries.ts';
import { isReopened, marksOf } from './marks.queries.ts';

export const studentByEmail = (db: Db, email: string) =>
  rowWith(db, 'people', { email, role: 'student' }, ['id', 'name', 'email']);
export type StudentOfEmail = NonNullable<Awaited<ReturnType<typeof studentByEmail>>>;

/** Locks a student, so that handing in and marking their work happen one after the other. */
export const lockStudent = (tx: Transaction, studentId: string) =>
  tx.query('select from students where person_id = $1 for no key update', [studentId]);

export const hasHandedIn = async (db: Db, id: string, studentId: string): Promise<boolean> =>
  (await db.query('select from hand_ins where assignment_id = $1 and student_id = $2 limit 1', [
    id,
    studentId,
  ])) === 1;

/** The state of a student's work on an assignment. */
const workRecord = z.object({
  /** The newest version; 0 if there is none. */
  version: integer,
  marks: number.nullable(),
  comment: text,
  markedVersion: integerOrNull,
  returnedAt: textOrNull,
  reopened: boolean,
  /** The student's own deadline; null if that of the assignment applies. */
  extendedTo: timestamp.nullable(),
  /** The number of changes to the marks. */
  marksVersion: integer,
});
export type WorkRecord = z.infer<typeof workRecord>;

export const readWork = (db: Db, id: string, studentId: string) =>
  db.one(
    workRecord,
    `select newest.version, ${marksOf('marks')} as marks, coalesce(marks.comment, '') as comment,
       marks.version as "markedVersion", ${instant('marks.returned_at')} as "returnedAt",
       ${isReopened} as reopened, ${ownDeadline('assignments')} as "extendedTo",
       (select count(*)::int from hand_in_mark_changes
        where assignment_id = $1 and student_id = $2) as "marksVersion"
     from (select coalesce(max(version), 0) as version from hand_ins
           where assignment_id = $1 and student_id = $2) as newest
     join assignments on assignments.id = $1
     left join hand_in_marks marks on marks.assignment_id = $1 and marks.student_id = $2
     left join current_extensions extension
       on extension.assignment_id = $1 and extension.student_id = $2`,
    [id, studentId],
  );

export const versionsOf = async (db: Db, id: string, studentId: string) => {
  const rows = await db.rows(
    handIns.handInVersion,
    `select version, body as text, late, ${instant('handed_in_at')} as "handedInAt",
       ${filesOf('hand_in_files', 'file.hand_in_id = hand_ins.id')} as files
     from judged_hand_ins hand_ins
     where assignment_id = $1 and student_id = $2 order by version desc`,
    [id, studentId],
  );
  return rows.map((row) => ({ ...row, files: namedSafely(row.files) }));
};

/** An assignment as the students of its subject see it. */
export const plainAssignment = ({ db }: Campus, id: string) =>
  db.row(
    assignmentRow,
    `select ${wholeAssignmentColumns} from assignments assignment
     join subjects on subjects.id = assignment.subject_id
     join terms on terms.id = subjects.term_id
     where assignment.id = $1 and assignment.deleted_at is null`,
    [id],
  );

export interface NewVersion {
  readonly assignmentId: string;
  readonly studentId: string;
  readonly version: number;
  readonly text: string;
  readonly late: boolean;
  readonly at: Date;
}

export const insertVersion = (tx: Transaction, one: NewVersion) =>
  tx.value(
    text,
    `insert into hand_ins (assignment_id, student_id, version, body, late, handed_in_at)
     values ($1, $2, $3, $4, $5, $6) returning id::text`,
    [one.assignmentId, one.studentId, one.version, one.text, one.late, one.at],
  );

export const addHandInFile = (
  tx: Transaction,
  handInId: string,
  file: { contentId: string; name: string },
) =>
  tx.query('insert into hand_in_files (hand_in_id, content_id, name) values ($1, $2, $3)', [
    handInId,
    file.contentId,
    file.name,
  ]);

/** Copies files from an earlier version; returns how many were found. */
export const keepFiles = (
  tx: Transaction,
  handInId: string,
  former: { assignmentId: string; studentId: string; version: number },
  fileIds: readonly string[],
): Promise<number> =>
  tx.query(
    `insert into hand_in_files (hand_in_id, content_id, name)
     select $1, file.content_id, file.name from hand_in_files file
     join hand_ins on hand_ins.id = file.hand_in_id
     where assignment_id = $2 and student_id = $3 and version = $4 and file.id = any ($5::bigint[])
     order by file.id`,
    [handInId, former.assignmentId, former.studentId, former.version, fileIds],
  );
