import { studentImport } from '@campus/contract';
import type { ImportReport } from '@campus/contract';
import { queryOptions } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { saveDownload } from '../../../lib/save-download.ts';
import type { OnProgress } from '../../../lib/send-with-progress.ts';

/** What happens to a row whose e-mail belongs to a student already; `''`: it needs a fix. */
export type Existing = '' | 'skip' | 'update';

export interface ChosenFile {
  readonly file: File;
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
 * like a broken connection.
 */
const orChanged =
  (file: File) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof CallError && error.code === 'network')
      await file
        .slice(0, 1)
        .arrayBuffer()
        .catch(() => {
          const message = 'The file has changed since it was chosen. Please choose it again.';
          throw new CallError(0, 'unknown', message);
        });
    throw error;
  };

/** What the file would do; stores nothing. */
export const reportOptions = (
  { file, number }: ChosenFile,
  existing: Existing,
  onProgress: OnProgress,
) =>
  queryOptions({
    // The number stands for the file; its progress is only watched.
    // oxlint-disable-next-line @tanstack/query/exhaustive-deps
    queryKey: ['people', 'import-report', number, existing],
    queryFn: async ({ signal }) => {
      const query = { dryRun: 'true', ...existingOf(existing) } as const;
      const form = formOf(file);
      const reply = await call(studentImport.importStudents, {
        query,
        form,
        onProgress,
        signal,
      }).catch(orChanged(file));
      return reply as ImportReport;
    },
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
  const reply = await call(studentImport.importStudents, { query, form, onProgress }).catch(
    orChanged(file),
  );
  return reply as number;
};

export const saveTemplate = () => saveDownload(studentImport.importTemplate, {});

export const saveProblems = (file: File, existing: Existing) =>
  saveDownload(studentImport.importProblems, {
    query: existingOf(existing),
    form: formOf(file),
  });
