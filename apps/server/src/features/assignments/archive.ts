import { Readable } from 'node:stream';
import { createUniqueNames, type handIns, nameByContent } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { recordActBefore } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { conflict } from '../../campus-error.ts';
import { maxZipBytes, type ZipEntry, zipped } from '../../zip.ts';
import { type ArchivedStudent, newestWork, textOf } from './archive.queries.ts';
import { managedRecord } from './assignments.service.ts';
import { contentById } from './files.queries.ts';

const entriesOf = (campus: Campus, students: readonly ArchivedStudent[]): ZipEntry[] => {
  const folders = createUniqueNames();
  return students.flatMap(({ handInId, rollNo, name, late, handedInAt, hasText, files }) => {
    const folder = folders([rollNo, name, late ? '(late)' : null].filter(Boolean).join(' '));
    const named = createUniqueNames();
    const at = new Date(handedInAt);
    const text: ZipEntry[] = hasText
      ? [
          {
            path: `${folder}/${named('Text.txt')}`,
            at,
            bytes: async () => Buffer.from(await textOf(campus.db, handInId)),
          },
        ]
      : [];
    const others = files.map((file) => ({
      path: `${folder}/${named(nameByContent(file.name, file.type))}`,
      at,
      bytes: () => contentById(campus.db, file.contentId),
    }));
    return [...text, ...others];
  });
};

/** Everybody's newest version, in one folder per student, named by roll number and name. */
export const downloadHandIns: Handler<typeof handIns.downloadHandIns> = async (call) => {
  const { campus, actor, params } = call;
  const { assignment, taught } = await managedRecord(campus, actor, params.assignmentId);
  const students = await newestWork(campus.db, assignment.id, taught);
  if (students.length === 0) throw conflict('Nobody has handed in anything yet.');
  const total = students.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  if (total > maxZipBytes)
    throw conflict(
      'Together these files are more than 4 GB, too much for one ZIP file. Download them one by one.',
    );
  await recordActBefore(campus.db, { count: students.length });
  return Readable.from(zipped(entriesOf(campus, students)));
};
