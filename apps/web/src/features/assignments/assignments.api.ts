import { assignments, type BodyIn, exams, handIns, type QueryIn } from '@campus/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/call.ts';
import { saveFile } from '../../lib/save-download.ts';

/** The subjects whose assignments this person keeps: of a term, of the open one without. */
export const subjectsQuery = (termId?: string) =>
  queryOptions({
    queryKey: ['assignments', 'subjects', termId ?? 'open'],
    queryFn: ({ signal }) =>
      call(exams.listExamSubjects, { query: termId === undefined ? {} : { termId }, signal }),
  });

/** The terms with subjects that this person keeps, the latest first. */
export const termsQuery = queryOptions({
  queryKey: ['assignments', 'terms'],
  queryFn: ({ signal }) => call(exams.listExamTerms, { signal }),
});

/** A page of assignments, and how many there are. */
export const assignmentListQuery = (query: QueryIn<typeof assignments.listAssignments>) =>
  queryOptions({
    queryKey: ['assignments', 'list', query],
    queryFn: ({ signal }) =>
      callPage(assignments.listAssignments, {
        query,
        signal,
      }),
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

/** A student's assignments of a term, of the open one without. */
export const ownAssignmentsQuery = (email: string, termId?: string) =>
  queryOptions({
    queryKey: ['assignments', 'of-student', email, termId ?? 'open'],
    queryFn: ({ signal }) =>
      call(handIns.studentAssignments, {
        params: { email },
        query: termId === undefined ? {} : { termId },
        signal,
      }),
    staleTime: 0,
  });

export const ownTermsQuery = (email: string) =>
  queryOptions({
    queryKey: ['assignments', 'terms-of-student', email],
    queryFn: ({ signal }) => call(handIns.studentTerms, { params: { email }, signal }),
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
  { id, version }: { readonly id: string; readonly version: number },
  body: BodyIn<typeof assignments.changeAssignment>,
) => call(assignments.changeAssignment, { params: { assignmentId: id }, body, seen: version });
export const deleteAssignment = (assignmentId: string) =>
  call(assignments.deleteAssignment, { params: { assignmentId } });
export const addAttachments = (assignmentId: string, files: readonly File[]) =>
  call(assignments.addAttachments, { params: { assignmentId }, form: formOf({}, files) });
export const removeAttachment = (assignmentId: string, fileId: string) =>
  call(assignments.removeAttachment, { params: { assignmentId, fileId } });

export const handItIn = (params: WorkAddress, form: FormData) =>
  call(handIns.handItIn, { params, form });
/** `marksVersion` is that of the marks the form was opened with. */
export const markWork = (
  { marksVersion, ...params }: WorkAddress & { readonly marksVersion: number },
  body: BodyIn<typeof handIns.markHandIn>,
) => call(handIns.markHandIn, { params, body, seen: marksVersion });
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
