import { studentImport } from '@campus/contract';
import type { ImportReport } from '@campus/contract';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import type { OnProgress } from '../../../lib/send-with-progress.ts';

/** What happens to a row whose e-mail belongs to a student already; `''`: it needs a fix. */
export type Existing = '' | 'skip' | 'update';

export interface ChosenFile {
  readonly file: File | null;
  /** A file chosen again is another one: it may have been corrected in the meantime. */
  readonly number: number;
}

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('file', file);
  return form;
};

const existingOf = (existing: Existing) => (existing ? { existing } : {});

/**
 * A file that was saved again since it was chosen cannot be read any more, and browsers report that
 * like a broken connection: this tells the two apart.
 */
const sending = async <T>(file: File, request: Promise<T>): Promise<T> => {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'network') throw error;
    await readable(file);
    throw error;
  }
};

const readable = async (file: File): Promise<void> => {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    const message = 'The file has changed since it was chosen. Please choose it again.';
    throw new CallError(0, 'unknown', message, [], { cause: error });
  }
};

const readReport = async (
  file: File,
  existing: Existing,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ImportReport> => {
  const query = { dryRun: 'true', ...existingOf(existing) } as const;
  const form = formOf(file);
  const reply = await sending(
    file,
    call(studentImport.importStudents, { query, form, onProgress, signal }),
  );
  return reply as ImportReport;
};

/** What the file would do; stores nothing. */
export const reportOptions = (
  { file, number }: ChosenFile,
  existing: Existing,
  onProgress: OnProgress,
) =>
  queryOptions({
    queryKey: ['people', 'import-report', number, existing],
    queryFn: file ? ({ signal }) => readReport(file, existing, onProgress, signal) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });

/** Stores every row, or none. Answers how many students were uploaded. */
export const uploadStudents = async (
  file: File,
  existing: Existing,
  onProgress: OnProgress,
): Promise<number> => {
  const query = existingOf(existing);
  const form = formOf(file);
  const reply = await sending(
    file,
    call(studentImport.importStudents, { query, form, onProgress }),
  );
  return reply as number;
};

export const saveTemplate = () =>
  saveDownload(studentImport.importTemplate, call(studentImport.importTemplate));

export const saveProblems = (file: File, existing: Existing) => {
  const query = existingOf(existing);
  const answer = call(studentImport.importProblems, { query, form: formOf(file) });
  return saveDownload(studentImport.importProblems, sending(file, answer));
};
