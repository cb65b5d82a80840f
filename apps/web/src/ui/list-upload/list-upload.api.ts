import { queryOptions, skipToken } from '@tanstack/react-query';
import { CallError } from '../../lib/call-error.ts';
import type { OnProgress } from '../../lib/send-with-progress.ts';
import type { Existing, UploadList, UploadReport } from './upload-list.ts';

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

const readable = async (file: File): Promise<void> => {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    const message = 'The file has changed since it was chosen. Please choose it again.';
    throw new CallError(0, 'unknown', message, [], { cause: error });
  }
};

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

const readReport = (
  list: UploadList,
  file: File,
  existing: Existing,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<UploadReport> =>
  sending(file, list.preview({ form: formOf(file), existing, onProgress, signal }));

export const reportKey = (list: UploadList, { number }: ChosenFile) =>
  ['import-report', list.key, number] as const;

/** What the file would do; stores nothing. */
export const reportOptions = (
  list: UploadList,
  chosen: ChosenFile,
  existing: Existing,
  onProgress: OnProgress,
) => {
  const { file } = chosen;
  return queryOptions({
    queryKey: [...reportKey(list, chosen), existing],
    queryFn: file
      ? ({ signal }) => readReport(list, file, existing, onProgress, signal)
      : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
};

/** How an upload ended. After a cancellation only the campus can say whether it came too late. */
export type Ended =
  | { readonly count: number }
  | { readonly cancelled: 'nothing stored' | 'too late' | 'not known' };

/** Nothing is left to do for this file: that it was stored shows only where there was something. */
const afterCancelling = (before: UploadReport | undefined, now: UploadReport): Ended => {
  const toDo = ({ create, update }: UploadReport): number => create + update;
  if (toDo(now) > 0 || (before && toDo(before) === 0)) return { cancelled: 'nothing stored' };
  return { cancelled: before ? 'too late' : 'not known' };
};

interface Uploading {
  readonly file: File;
  readonly existing: Existing;
  /** What the file would have done, if that was looked at. */
  readonly report: UploadReport | undefined;
  readonly onProgress: OnProgress;
  /** Aborted when the person cancels; `onCancelling` is called before the campus is asked. */
  readonly signal: AbortSignal;
  readonly onCancelling: () => void;
}

/**
 * Uploads a file and, when that is cancelled, looks at what became of it: the file may have been
 * stored in the moment of the click.
 */
export const upload = async (
  list: UploadList,
  { file, existing, report, onProgress, signal, onCancelling }: Uploading,
): Promise<Ended> => {
  try {
    const stored = list.store({ form: formOf(file), existing, onProgress, signal });
    return { count: await sending(file, stored) };
  } catch (error) {
    if (!signal.aborted) throw error;
    onCancelling();
    const patient = new AbortController().signal;
    return afterCancelling(report, await readReport(list, file, existing, onProgress, patient));
  }
};

export const saveProblems = (list: UploadList, file: File, existing: Existing): Promise<void> => {
  const { signal } = new AbortController();
  return sending(file, list.saveProblems({ form: formOf(file), existing, signal }));
};
