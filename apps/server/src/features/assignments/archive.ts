import { Readable } from 'node:stream';
import { createFolder, type handIns, nameByContent } from '@campus/contract';
import { Zip, ZipPassThrough } from 'fflate';
import type { Campus } from '../../campus.ts';
import { tellOf } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { conflict } from '../../campus-error.ts';
import { type ArchivedStudent, newestWork, textOf } from './archive.queries.ts';
import { managedRecord } from './assignments.service.ts';
import { contentById } from './files.queries.ts';

/** ZIP without its 64-bit form ends here; with some room for names. */
const mostBytes = 4_000_000_000;
const pieceBytes = 512 * 1024;

interface Entry {
  readonly path: string;
  readonly at: Date;
  readonly bytes: () => Promise<Uint8Array>;
}

/** Files come compressed as a rule: they are put in as they are, one in memory at a time. */
const zipped = async function* (entries: readonly Entry[]): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  const take = (): Buffer[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
  });
  for (const { path, at, bytes } of entries) {
    const file = new ZipPassThrough(path);
    file.mtime = at;
    zip.add(file);
    const content = await bytes();
    for (let from = 0; from < content.length; from += pieceBytes) {
      file.push(content.subarray(from, from + pieceBytes), from + pieceBytes >= content.length);
      yield* take();
    }
  }
  zip.end();
  yield* take();
};

const entriesOf = (campus: Campus, students: readonly ArchivedStudent[]): Entry[] => {
  const folders = createFolder();
  return students.flatMap(({ handInId, rollNo, name, late, handedInAt, hasText, files }) => {
    const folder = folders([rollNo, name, late ? '(late)' : null].filter(Boolean).join(' '));
    const named = createFolder();
    const at = new Date(handedInAt);
    const text: Entry[] = hasText
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

/** Everybody's newest version, a folder a student named by roll number and name. */
export const downloadHandIns: Handler<typeof handIns.downloadHandIns> = async (call) => {
  const { campus, actor, params } = call;
  await managedRecord(campus, actor, params.assignmentId);
  const students = await newestWork(campus.db, params.assignmentId);
  if (students.length === 0) throw conflict('Nobody has handed in anything yet.');
  const total = students.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  if (total > mostBytes)
    throw conflict(
      'Together these files are more than 4 GB, too much for one ZIP file. Download them one by one.',
    );
  await tellOf(campus.db, { count: students.length });
  return Readable.from(zipped(entriesOf(campus, students)));
};
