import { type ImportReport, studentImport } from '@campus/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Campus } from '../../../campus.ts';
import type { Actor } from '../../../http/call.ts';
import type { Mount } from '../../../http/mount.ts';
import { type FileRules, receiveFile } from '../../../http/receive-file.ts';
import {
  type Import,
  importStudents,
  importTemplate,
  listImportProblems,
  previewImport,
} from './student-import.service.ts';

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
  const { content } = await receiveFile(request, studentImport.importStudents.upload, fileRules);
  try {
    const existing = query.existing ?? 'refuse';
    return await work({ content, existing, actorId: actor.id, signal: gone.signal });
  } finally {
    await content.close();
  }
};

export const studentImportRoutes = (mount: Mount, campus: Campus): void => {
  mount(studentImport.importStudents, (call) =>
    withFile<number | ImportReport>(call, (file) =>
      call.query.dryRun ? previewImport(campus, file) : importStudents(campus, file),
    ),
  );
  mount(studentImport.importProblems, (call) =>
    withFile(call, async (file) => (await listImportProblems(campus, file)).stream()),
  );
  mount(studentImport.importTemplate, async () => importTemplate());
};
