import { importLimits } from '@campus/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { serverText } from '../../lib/error-text.ts';
import { onSessionEnd } from '../../lib/session-end.ts';
import {
  type ChosenFile,
  type Ended,
  reportKey,
  reportOptions,
  saveProblems,
  upload,
} from './list-upload.api.ts';
import type { Existing, UploadList, UploadReport } from './upload-list.ts';

export interface ListUploadProps {
  readonly list: UploadList;
  readonly busy: boolean;
  /** With what the new ones are known by, as far as the preview showed them. */
  readonly onUploaded: (count: number, created: readonly string[]) => void;
  readonly onCancelled: (text: string) => void;
  readonly onRefused: (text: string) => void;
}

/** What is wrong with a file before anybody has read it; null when nothing is. */
const refusedAtOnce = ({ name, size }: File): string | null => {
  if (!/\.csv$/i.test(name)) return 'Please select a CSV file (.csv)';
  if (size > importLimits.bytes) return 'The file is larger than 32 MB. Please split it.';
  return null;
};

const created = (list: UploadList, report: UploadReport | undefined): readonly string[] =>
  (report?.preview ?? []).filter(({ outcome }) => outcome === 'create').map(list.subjectOf);

/** Choosing a file previews it, one click stores it, and both can be cancelled. */
export const useListUpload = ({ list, onUploaded, onCancelled, onRefused }: ListUploadProps) => {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFile>({ file: null, number: 0 });
  const [existing, setExisting] = useState<Existing>(list.existing.choices[0]?.value ?? '');
  const [sent, setSent] = useState(0);
  const [cancelling, setCancelling] = useState(false);
  const storing = useRef<AbortController>(null);
  const { file } = chosen;
  useEffect(() => (file ? onSessionEnd(() => 'hold') : undefined), [file]);

  const forgetFile = (): void => setChosen(({ number }) => ({ file: null, number }));
  const uploaded = (count: number): void => {
    onUploaded(count, created(list, preview.data));
    forgetFile();
  };
  const ended = (end: Ended): void => {
    if ('count' in end) uploaded(end.count);
    else if (end.cancelled === 'too late')
      uploaded((preview.data?.create ?? 0) + (preview.data?.update ?? 0));
    else if (end.cancelled === 'nothing stored')
      onCancelled('The upload was cancelled. Nothing was stored.');
    else
      onRefused(`The upload was cancelled, perhaps too late: please look at the ${list.plural}.`);
  };

  const store = useMutation({
    mutationKey: list.change,
    mutationFn: (given: File): Promise<Ended> => {
      storing.current = new AbortController();
      return upload(list, {
        file: given,
        existing,
        report: preview.data,
        onProgress: setSent,
        signal: storing.current.signal,
        onCancelling: () => setSent(0),
      });
    },
    onSuccess: ended,
    onError: (error) => {
      onRefused(serverText(error, 'Bulk upload failed'));
      // What was ready a moment ago may be so no longer.
      if (error instanceof CallError && error.code === 'rows_invalid') void preview.refetch();
    },
    onSettled: () => setCancelling(false),
  });
  const preview = useQuery({
    ...reportOptions(list, chosen, existing, setSent),
    enabled: !store.isPending,
  });

  const save = useMutation({
    mutationFn: (problemsOf: File | null) =>
      problemsOf ? saveProblems(list, problemsOf, existing) : list.saveTemplate(),
    onError: (error) => onRefused(serverText(error, 'The file could not be downloaded')),
  });

  const stopChecking = (): void => {
    void client.cancelQueries({ queryKey: reportKey(list, chosen) });
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
