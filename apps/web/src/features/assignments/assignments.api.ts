import { assignments, type BodyIn, exams, handIns, type QueryIn } from '@campus/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders } from '../../lib/call.ts';
import { saveFile } from '../../lib/save-download.ts';

/** The subjects of the open term whose assignments this person keeps. */
export const subjectsQuery = queryOptions({
  queryKey: ['assignments', 'subjects'],
  queryFn: ({ signal }) => call(exams.listExamSubjects, { query: {}, signal }),
});

/** A page of assignments, and how many there are. */
export const assignmentListQuery = (query: QueryIn<typeof assignments.listAssignments>) =>
  queryOptions({
    queryKey: ['assignments', 'list', query],
    queryFn: async ({ signal }) => {
      const { reply, headers } = await callWithHeaders(assignments.listAssignments, {
        query,
        signal,
      });
      return { assignments: reply, total: Number(headers.get('x-total-count') ?? reply.length) };
    },
    staleTime: 0,
  });

/** An assignment with everybody who has it to do. */
export const assignmentQuery = (assignmentId: string) =>
  queryOptions({
    queryKey: ['assignments', 'one', assignmentId],
    queryFn: ({ signal }) => call(handIns.readAssignment, { params: { assignmentId }, signal }),
    staleTime: 0,
  });

export interface WorkAddress {
  readonly assignmentId: string;
  readonly email: string;
}

/** One student's work on an assignment. */
export const workQuery = ({ assignmentId, email }: WorkAddress) =>
  queryOptions({
    queryKey: ['assignments', 'work', assignmentId, email],
    queryFn: ({ signal }) => call(handIns.readHandIn, { params: { assignmentId, email }, signal }),
    staleTime: 0,
  });

export const ownAssignmentsQuery = (email: string) =>
  queryOptions({
    queryKey: ['assignments', 'of-student', email],
    queryFn: ({ signal }) => call(handIns.studentAssignments, { params: { email }, signal }),
    staleTime: 0,
  });

/** After anything has changed: lists, the assignment and the work on it. */
export const refreshAssignments = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['assignments'] });

/** A form of text fields and files, in the parts that the calls with files take. */
export const formOf = (
  texts: Readonly<Record<string, string>>,
  files: readonly File[],
): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  for (const file of files) form.append('files', file);
  return form;
};

export const createAssignment = (form: FormData) => call(assignments.createAssignment, { form });
export const changeAssignment = (
  assignmentId: string,
  body: BodyIn<typeof assignments.changeAssignment>,
) => call(assignments.changeAssignment, { params: { assignmentId }, body });
export const deleteAssignment = (assignmentId: string) =>
  call(assignments.deleteAssignment, { params: { assignmentId } });
export const addAttachments = (assignmentId: string, files: readonly File[]) =>
  call(assignments.addAttachments, { params: { assignmentId }, form: formOf({}, files) });
export const removeAttachment = (assignmentId: string, fileId: string) =>
  call(assignments.removeAttachment, { params: { assignmentId, fileId } });

export const handItIn = (params: WorkAddress, form: FormData) =>
  call(handIns.handItIn, { params, form });
export const markWork = (params: WorkAddress, body: BodyIn<typeof handIns.markHandIn>) =>
  call(handIns.markHandIn, { params, body });
export const returnWork = (params: WorkAddress) => call(handIns.returnHandIn, { params });
export const reopenWork = (params: WorkAddress) => call(handIns.reopenHandIn, { params });
export const returnAll = (assignmentId: string) =>
  call(handIns.returnAll, { params: { assignmentId } });

/** Saves a file beside an assignment. */
export const saveAttachment = async (
  assignmentId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> => {
  const params = { assignmentId, fileId: id };
  saveFile((await call(assignments.readAttachment, { params })) as Blob, name);
};

/** Saves a file that was handed in. */
export const saveHandInFile = async ({
  id,
  name,
}: {
  readonly id: string;
  readonly name: string;
}): Promise<void> => {
  saveFile((await call(handIns.readHandInFile, { params: { fileId: id } })) as Blob, name);
};

/** Saves everybody's work as one ZIP file. */
export const saveAll = async (assignmentId: string, title: string): Promise<void> => {
  const answer = await call(handIns.downloadHandIns, { params: { assignmentId } });
  saveFile(answer as Blob, `${title}.zip`);
};
