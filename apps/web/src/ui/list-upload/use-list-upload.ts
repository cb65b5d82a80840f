import { importLimits } from '@campus/contract';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { serverText } from '../../lib/error-text.ts';
import { saveDownload } from '../../lib/save-download.ts';
import { onSessionEnd } from '../../lib/session-end.ts';
import type { useNotice } from '../notice.tsx';
import { changeOf, type Existing, type UploadList, type UploadReport } from './upload-list.ts';

export interface ListUploadProps {
  readonly list: UploadList;
  readonly busy: boolean;
  /** With what the new ones are known by, as far as the preview showed them. */
  readonly onUploaded: (count: number, created: readonly string[]) => void;
  /** Says on the page how it went. */
  readonly tell: ReturnType<typeof useNotice>['tell'];
}

/** What is wrong with a file before anybody has read it; null when nothing is. */
const refusedAtOnce = ({ name, size }: File): string | null => {
  if (!/\.csv$/i.test(name)) return 'Please select a CSV file (.csv)';
  if (size > importLimits.bytes) return 'The file is larger than 32 MB. Please split it.';
  return null;
};

const contentOf = (file: File, existing: Existing) => {
  const form = new FormData();
  form.set('file', file);
  return { form, query: existing ? { existing } : {} };
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
const sending = async <T>(file: File, request: Promise<unknown>): Promise<T> => {
  try {
    return (await request) as T;
  } catch (error) {
    if (error instanceof CallError && error.code === 'network') await readable(file);
    throw error;
  }
};

const toDo = ({ create, update }: UploadReport): number => create + update;

/** Choosing a file previews it, one click stores it, and both can be cancelled. */
export const useListUpload = ({ list, onUploaded, tell }: ListUploadProps) => {
  const onRefused = tell('error');
  const client = useQueryClient();
  // A file chosen again is another one: it may have been corrected in the meantime.
  const [chosen, setChosen] = useState({ file: null as File | null, number: 0 });
  const [existing, setExisting] = useState<Existing>(list.existing.choices[0]?.value ?? '');
  const [sent, setSent] = useState(0);
  const [cancelling, setCancelling] = useState(false);
  const storing = useRef<AbortController>(null);
  const { file } = chosen;
  useEffect(() => (file ? onSessionEnd(() => 'hold') : undefined), [file]);

  /** What the file would do; stores nothing. */
  const readReport = (given: File, signal: AbortSignal): Promise<UploadReport> => {
    const { form, query } = contentOf(given, existing);
    const asked = {
      form,
      query: { dryRun: 'true', ...query },
      onProgress: setSent,
      signal,
    } as const;
    return sending(given, call(list.store, asked));
  };
  const forgetFile = (): void => setChosen(({ number }) => ({ file: null, number }));
  const uploaded = (count: number): void => {
    const created = preview.data?.preview.filter(({ outcome }) => outcome === 'create') ?? [];
    onUploaded(count, created.map(list.subjectOf));
    forgetFile();
  };

  /**
   * After a cancellation only the campus can say whether it came too late: nothing is left to do for a
   * file that was stored, which shows only where there was something.
   */
  const afterCancelling = async (given: File): Promise<void> => {
    setSent(0);
    const before = preview.data;
    const now = await readReport(given, new AbortController().signal);
    if (toDo(now) > 0 || (before && toDo(before) === 0))
      tell('success')('The upload was cancelled. Nothing was stored.');
    else if (before) uploaded(toDo(before));
    else
      onRefused(`The upload was cancelled, perhaps too late: please look at the ${list.plural}.`);
  };

  const store = useMutation({
    mutationKey: changeOf(list),
    mutationFn: async (given: File): Promise<void> => {
      const { signal } = (storing.current = new AbortController());
      const asked = { ...contentOf(given, existing), onProgress: setSent, signal };
      try {
        uploaded(await sending<number>(given, call(list.store, asked)));
      } catch (error) {
        if (!signal.aborted) throw error;
        await afterCancelling(given);
      }
    },
    onError: (error) => {
      onRefused(serverText(error, 'Bulk upload failed'));
      // What was ready a moment ago may be so no longer.
      if (error instanceof CallError && error.code === 'rows_invalid') void preview.refetch();
    },
    onSettled: () => setCancelling(false),
  });
  const reportKey = [list.store.path, 'report', chosen.number];
  const preview = useQuery({
    queryKey: [...reportKey, existing],
    queryFn: file ? ({ signal }) => readReport(file, signal) : skipToken,
    enabled: !store.isPending,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });

  const save = useMutation({
    mutationFn: (problemsOf: File | null) =>
      problemsOf
        ? sending(
            problemsOf,
            saveDownload(list.problems, call(list.problems, contentOf(problemsOf, existing))),
          )
        : saveDownload(list.template, call(list.template)),
    onError: (error) => onRefused(serverText(error, 'The file could not be downloaded')),
  });

  const stopChecking = (): void => {
    void client.cancelQueries({ queryKey: reportKey });
  };
  const choose = (next: File): void => {
    const refusal = refusedAtOnce(next);
    if (refusal) onRefused(refusal);
    else {
      stopChecking();
      setSent(0);
      setChosen(({ number }) => ({ file: next, number: number + 1 }));
    }
  };
  const send = (): void => {
    if (!file) {
      onRefused('Please select a file to upload');
      return;
    }
    stopChecking();
    setSent(0);
    store.mutate(file);
  };
  /** Gives up the upload, or the file that is being checked. */
  const cancel = (): void => {
    if (store.isPending) {
      setCancelling(true);
      storing.current?.abort();
    } else {
      stopChecking();
      forgetFile();
    }
  };

  const phase = ((): 'storing' | 'cancelling' | 'checking' | null => {
    if (store.isPending) return cancelling ? 'cancelling' : 'storing';
    return preview.isFetching ? 'checking' : null;
  })();
  return {
    chosen,
    existing,
    sent,
    phase,
    report: file ? preview.data : undefined,
    /** Why the file could not be checked at all. */
    unreadable: file && preview.isError ? preview.error : null,
    choose,
    choosePolicy: setExisting,
    send,
    cancel,
    saveProblems: () => save.mutate(file),
    saveTemplate: () => save.mutate(null),
  };
};
