import { assignments, handIns, type Upload } from '@campus/contract';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage } from '../../http/pages.ts';
import { type ReceivedForm, withForm } from '../../http/receive-file.ts';
import { archiveOf } from './archive.ts';
import * as service from './assignments.service.ts';
import { bytesOf, checkFiles, type CheckedFile, fileRules } from './file-kind.ts';
import * as work from './hand-ins.service.ts';
import * as marks from './marks.service.ts';
import { requireRoom, type Storing } from './quotas.service.ts';

/**
 * Files that have arrived are in memory while they are looked at and stored: those of a whole class that
 * hands in at once would fill it, and keep the processor from everybody else.
 */
const inLine = pLimit(1);

/** At most so much of a form is neither files nor text that is handed in. */
const formBytes = 64 * 1024;

/**
 * Receives a form, checks its files and does the work with them. What does not fit
 * into the quotas is refused as soon as that is known.
 */
const receiveFiles = async <const U extends Upload, T>(
  campus: Campus,
  request: FastifyRequest,
  upload: U,
  storing: Storing,
  use: (texts: ReceivedForm<U>['texts'], files: readonly CheckedFile[]) => Promise<T>,
): Promise<T> => {
  const announced = Number(request.headers['content-length'] ?? 0);
  await requireRoom(campus, storing, announced - formBytes);
  return withForm(request, upload, fileRules, async ({ texts, files }) => {
    await requireRoom(campus, storing, bytesOf(files));
    return inLine(async () => use(texts, await checkFiles(files)));
  });
};

const assignmentRoutes = (mount: Mount, campus: Campus): void => {
  mount(assignments.listAssignments, async ({ actor, query, request, reply }) => {
    const { assignments: rows, total } = await service.listAssignments(campus, actor, query);
    describePage(request, reply, { total, next: undefined });
    return rows;
  });
  mount(assignments.createAssignment, ({ actor, request }) =>
    receiveFiles(
      campus,
      request,
      assignments.createAssignment.upload,
      { personId: actor.id, assignmentId: null },
      (texts, files) => service.createAssignment(campus, actor, texts, files),
    ),
  );
  mount(assignments.changeAssignment, ({ actor, params, body, seen }) =>
    service.changeAssignment(campus, actor, params.assignmentId, body, seen),
  );
  mount(assignments.deleteAssignment, async ({ actor, params }) => {
    await service.deleteAssignment(campus, actor, params.assignmentId);
    return undefined;
  });
  mount(assignments.addAttachments, async ({ actor, params, request }) => {
    const { assignmentId } = params;
    await service.requireToChange(campus, actor, assignmentId);
    const storing = { personId: actor.id, assignmentId };
    const { upload } = assignments.addAttachments;
    return receiveFiles(campus, request, upload, storing, (_texts, files) =>
      service.addAttachments(campus, actor, assignmentId, files),
    );
  });
  mount(assignments.removeAttachment, async ({ actor, params }) => {
    await service.removeAttachment(campus, actor, params.assignmentId, params.fileId);
    return undefined;
  });
  mount(assignments.readStorage, ({ actor, query }) =>
    service.readStorage(campus, actor, query.assignmentId ?? null),
  );
  mount(assignments.readAttachment, ({ actor, params }) =>
    service.readAttachment(campus, actor, params.assignmentId, params.fileId),
  );
};

export const assignmentsRoutes = (mount: Mount, campus: Campus): void => {
  assignmentRoutes(mount, campus);
  mount(handIns.readAssignment, async ({ actor, params, reply }) => {
    const read = await service.readAssignment(campus, actor, params.assignmentId);
    reply.header('etag', String(read.assignment.version));
    return read;
  });
  mount(handIns.studentAssignments, ({ actor, params, query }) =>
    work.studentAssignments(campus, actor, params.email, query.termId),
  );
  mount(handIns.studentTerms, ({ actor, params }) =>
    work.studentTerms(campus, actor, params.email),
  );
  mount(handIns.readHandIn, async ({ actor, params, reply }) => {
    const handIn = await work.readHandIn(campus, actor, params);
    reply.header('etag', String(handIn.marksVersion));
    return handIn;
  });
  mount(handIns.handItIn, async ({ actor, params, request }) => {
    const at = campus.now();
    await work.requireHandingIn(campus, actor, params, at);
    const storing = { personId: actor.id, assignmentId: params.assignmentId };
    return receiveFiles(campus, request, handIns.handItIn.upload, storing, (texts, files) =>
      work.handItIn(campus, actor, params, { ...texts, files, at }),
    );
  });
  mount(handIns.readHandInFile, ({ actor, params }) =>
    work.readHandInFile(campus, actor, params.fileId),
  );
  mount(handIns.downloadHandIns, async ({ actor, params }) => {
    const { id } = await service.keptRecord(campus, actor, params.assignmentId);
    return archiveOf(campus, id);
  });
  mount(handIns.markHandIn, ({ actor, params, body, seen }) =>
    marks.markHandIn(campus, actor, params, {
      ...body,
      seen: seen,
    }),
  );
  mount(handIns.returnHandIn, ({ actor, params }) => marks.returnHandIn(campus, actor, params));
  mount(handIns.reopenHandIn, ({ actor, params }) => marks.reopenHandIn(campus, actor, params));
  mount(handIns.returnAll, ({ actor, params }) =>
    marks.returnAll(campus, actor, params.assignmentId),
  );
};
