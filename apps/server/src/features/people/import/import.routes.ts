import { facultyImport, fileOfPeople, type ImportReport, studentImport } from '@campus/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Campus } from '../../../campus.ts';
import type { Actor } from '../../../http/call.ts';
import { CampusError } from '../../../http/campus-error.ts';
import type { Mount } from '../../../http/mount.ts';
import { type FileRules, receiveFile } from '../../../http/receive-file.ts';
import { facultyList } from './faculty-list.ts';
import {
  type Import,
  importPeople,
  importTemplate,
  listImportProblems,
  previewImport,
} from './import.service.ts';
import type { ImportedList } from './imported-list.ts';
import { studentList } from './student-list.ts';

const fileRules: FileRules = {
  refuseName: (name) =>
    /\.csv$/i.test(name)
      ? null
      : 'Only .csv files are accepted. Save the list as “CSV UTF-8 (Comma delimited)” and upload that file.',
  tooLarge: 'The file is larger than 32 MB. Split it and upload the parts one after another.',
};

/** Receives the file, and gives its space back when the work with it is done. */
const withFile = async <T>(
  {
    actor,
    request,
    reply,
    query,
  }: {
    actor: Actor;
    request: FastifyRequest;
    reply: FastifyReply;
    query: { existing?: 'skip' | 'update' | undefined };
  },
  work: (file: Import) => Promise<T>,
): Promise<T> => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const { content } = await receiveFile(request, fileOfPeople.upload, fileRules);
  try {
    const existing = query.existing ?? 'refuse';
    return await work({ content, existing, actorId: actor.id, signal: gone.signal });
  } catch (error) {
    // For the log: whoever cancelled does not read it, and nothing is wrong with the server.
    if (gone.signal.aborted) throw new CampusError('malformed', 'The upload was cancelled.');
    throw error;
  } finally {
    await content.close();
  }
};

type FileCall = Parameters<typeof withFile>[0];

/** What the three calls of a kind of people answer. */
const importOf = <Values extends object>(campus: Campus, list: ImportedList<Values>) => ({
  store: (call: FileCall & { query: { dryRun: boolean } }) =>
    withFile<number | ImportReport>(call, (file) =>
      call.query.dryRun ? previewImport(campus, list, file) : importPeople(campus, list, file),
    ),
  problems: (call: FileCall) =>
    withFile(call, async (file) => (await listImportProblems(campus, list, file)).stream()),
  template: () => Promise.resolve(importTemplate(list)),
});

export const importRoutes = (mount: Mount, campus: Campus): void => {
  const students = importOf(campus, studentList);
  mount(studentImport.importStudents, students.store);
  mount(studentImport.importProblems, students.problems);
  mount(studentImport.importTemplate, students.template);

  const faculty = importOf(campus, facultyList);
  mount(facultyImport.importFaculty, faculty.store);
  mount(facultyImport.importProblems, faculty.problems);
  mount(facultyImport.importTemplate, faculty.template);
};
