import { pipeline } from 'node:stream/promises';
import { type AssignmentFile, nameByContent } from '@campus/contract';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { boolean, buffer, type Db, text, type Transaction } from '../../db/db.ts';
import { inPlannedTerm } from '../../db/sql.ts';
import { type CheckedFile, pieceBytes } from './file-kind.ts';

/** The files of a table as JSON, in the order in which they were added; `where` is about `file`. */
export const filesOf = (table: 'assignment_files' | 'hand_in_files', where: string): string => `
  (select coalesce(json_agg(json_build_object('id', file.id::text, 'name', file.name,
     'type', stored.type, 'size', stored.size) order by file.id), '[]')
   from ${table} file join assignment_contents stored on stored.id = file.content_id
   where ${where})`;

/** Replaces names by safe ones: those stored earlier may have another extension. */
export const namedSafely = (files: readonly AssignmentFile[]): AssignmentFile[] =>
  files.map((file) => ({ ...file, name: nameByContent(file.name, file.type) }));

const int32 = (value: number): Buffer => {
  const four = Buffer.alloc(4);
  four.writeInt32BE(value);
  return four;
};
const sized = (value: string): Buffer[] => [int32(Buffer.byteLength(value)), Buffer.from(value)];

/** A row in the binary format of COPY: as a parameter the driver would keep several copies in memory. */
const rowOf = async function* ({
  content,
  bytes: size,
  digest,
  type,
}: CheckedFile): AsyncGenerator<Buffer> {
  // Signature, no options, four columns.
  yield Buffer.from(`PGCOPY\n\xff\r\n\0${'\0'.repeat(8)}\0\x04`, 'latin1');
  yield Buffer.concat([...sized(digest), ...sized(type), int32(4), int32(size), int32(size)]);
  for await (const piece of content.read(pieceBytes)) yield Buffer.from(piece);
  yield Buffer.from([0xff, 0xff]);
};

/** Stores the content with no more than a piece of it in memory. */
export const storeContent = async (tx: Transaction, file: CheckedFile): Promise<string> => {
  const copy = 'copy assignment_contents (digest, type, size, content) from stdin (format binary)';
  await pipeline(rowOf(file), tx.client.query(copyFrom(copy)));
  return tx.value(
    text,
    `select currval(pg_get_serial_sequence('assignment_contents', 'id'))::text as id`,
  );
};

export const addAttachment = (
  tx: Transaction,
  assignmentId: string,
  file: { contentId: string; name: string; by: string },
) =>
  tx.query(
    `insert into assignment_files (assignment_id, content_id, name, added_by)
     values ($1, $2, $3, $4)`,
    [assignmentId, file.contentId, file.name, file.by],
  );

/** The names and digests of an assignment's files. */
export const attachmentsOf = (tx: Transaction, id: string) =>
  tx.rows(
    { name: text, digest: text },
    `select file.name, stored.digest from assignment_files file
     join assignment_contents stored on stored.id = file.content_id
     where file.assignment_id = $1 and file.removed_at is null`,
    [id],
  );

/** Removes an attachment; false when there is no such attachment. */
export const removeAttachment = async (
  tx: Transaction,
  file: { assignmentId: string; fileId: string; by: string; at: Date },
): Promise<boolean> =>
  (await tx.query(
    `update assignment_files set removed_by = $3, removed_at = $4
     where assignment_id = $1 and id = $2 and removed_at is null`,
    [file.assignmentId, file.fileId, file.by, file.at],
  )) === 1;

const fileRow = z.object({ contentId: text, name: text, type: text, digest: text });
export type FileRow = z.infer<typeof fileRow>;

const columns = `stored.id::text as "contentId", file.name, stored.type, stored.digest`;

export const attachmentById = (db: Db, assignmentId: string, fileId: string) =>
  db.row(
    fileRow,
    `select ${columns} from assignment_files file
     join assignment_contents stored on stored.id = file.content_id
     where file.assignment_id = $1 and file.id = $2 and file.removed_at is null`,
    [assignmentId, fileId],
  );

export const handInFileById = (db: Db, fileId: string) =>
  db.row(
    { ...fileRow.shape, studentId: text, subjectId: text, teacherId: text, planned: boolean },
    `select ${columns}, hand_ins.student_id::text as "studentId",
       subjects.id::text as "subjectId", subjects.teacher_id::text as "teacherId",
       ${inPlannedTerm} as planned
     from hand_in_files file
     join assignment_contents stored on stored.id = file.content_id
     join hand_ins on hand_ins.id = file.hand_in_id
     join assignments on assignments.id = hand_ins.assignment_id
     join subjects on subjects.id = assignments.subject_id
     where file.id = $1`,
    [fileId],
  );

export const contentById = (db: Db, contentId: string) =>
  db.value(buffer.optional(), 'select content from assignment_contents where id = $1', [contentId]);
