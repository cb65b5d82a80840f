import { assignments, handIns } from '@campus/contract';
import { call } from '../../lib/call.ts';
import { queryOf } from '../../lib/query.ts';
import { saveFile } from '../../lib/save-download.ts';

export interface WorkAddress {
  readonly assignmentId: string;
  readonly email: string;
}

/** One student's work on an assignment. Not cached: a form opens with what is stored now. */
export const workQuery = (params: WorkAddress) =>
  queryOf(handIns.readHandIn, { params, staleTime: 0, gcTime: 0 });

/** Paths to refresh after any change: lists, the assignment and the work on it. */
export const assignmentPaths = [assignments.listAssignments.path, handIns.studentAssignments.path];

/** Text fields and files as the multipart form that calls with files take. */
export const formOf = (
  texts: Readonly<Record<string, string>>,
  files: readonly File[],
): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  for (const file of files) form.append('files', file);
  return form;
};

/** Downloads a file attached to an assignment. */
export const saveAttachment = async (
  assignmentId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> => {
  const params = { assignmentId, fileId: id };
  saveFile((await call(assignments.readAttachment, { params })) as Blob, name);
};
