import { type DayOrder, type SpellingHint } from '@campus/contract';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallError, isNetworkError } from '../../lib/call-error.ts';
import { formatCount } from '../../lib/count.ts';
import { changeText } from '../../lib/change-text.ts';
import { serverText } from '../../lib/error-text.ts';
import { invalidate } from '../../lib/query.ts';
import { saveDownload } from '../../lib/save-download.ts';
import { useSessionHold } from '../../lib/use-session-hold.ts';
import { rememberColumn, type UnknownColumn, unknownColumns } from './unknown-columns.ts';
import {
  changeOf,
  type ExistingRowPolicy,
  rowsToStore,
  type UploadList,
  type UploadReport,
} from './upload-list.ts';
import { fileProblem, isZip } from '../csv-dropzone.tsx';
import type { DownloadMenuProps } from '../download-menu.tsx';
import { type Invite, invitesBy } from '../invite-switch.tsx';
import type { useNotice } from '../notice.tsx';

export interface ListUploadProps {
  readonly list: UploadList;
  /** Receives names of the new records as far as the preview showed them, and whether these are all. */
  readonly onUploaded: (count: number, created: readonly string[], all: boolean) => void;
  /** A ZIP chosen earlier, and a callback for when another file is chosen. */
  readonly archive?: File | null;
  readonly onChoose?: (file: File) => void;
  readonly showNotice: ReturnType<typeof useNotice>['showNotice'];
}

const stillReading = 'The file is still being read. Please try again in a moment.';

/** How a file is interpreted. */
interface ReadOptions {
  readonly existing: ExistingRowPolicy;
  readonly days: DayOrder | '';
  readonly unknown: readonly UnknownColumn[];
  /** Accepted suggestions, by `keyOfHint`. */
  readonly spellings: readonly string[];
}

const keyOfHint = ({ field, value }: SpellingHint): string =>
  `${field}.${encodeURIComponent(value)}`;

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('file', file);
  return form;
};

const queryOf = ({ existing, days, unknown, spellings }: ReadOptions) => {
  const columns = unknown
    .filter(({ field }) => field !== '')
    .map(({ place, field }) => `${place}.${field}`)
    .join(',');
  return {
    ...(existing && { existing }),
    ...(days && { days }),
    ...(columns && { columns }),
    ...(spellings.length > 0 && { spellings: spellings.join(',') }),
  };
};

const contentOf = (file: File, reading: ReadOptions) => ({
  form: formOf(file),
  query: queryOf(reading),
});

const assertReadable = async (file: File): Promise<void> => {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (error) {
    const message = 'The file has changed since it was chosen. Please choose it again.';
    throw new CallError(0, 'unknown', message, [], { cause: error });
  }
};

/**
 * Tells a lost connection from a file that was saved again after it was chosen: browsers can no longer read
 * it and report both alike.
 */
const withFileCheck = async <T>(file: File, request: Promise<unknown>): Promise<T> => {
  try {
    return (await request) as T;
  } catch (error) {
    if (error instanceof CallError && error.code === 'network') await assertReadable(file);
    throw error;
  }
};

interface Transfer {
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** Dry run: reports what the file would change. */
const readReport = (
  list: UploadList,
  file: File,
  reading: ReadOptions,
  transfer: Transfer,
): Promise<UploadReport> => {
  const { form, query } = contentOf(file, reading);
  const asked = { form, query: { dryRun: 'true', ...query }, ...transfer } as const;
  return withFileCheck(file, call(list.store, asked));
};

/** How files of the list are read, as chosen on the screen. */
const useReadOptions = (list: UploadList) => {
  const [unknown, setUnknown] = useState<readonly UnknownColumn[]>([]);
  const [days, setDays] = useState<DayOrder | ''>('');
  const [spellings, setSpellings] = useState<readonly string[]>([]);
  const [existing, setExisting] = useState<ExistingRowPolicy>(
    list.existing?.choices[0]?.value ?? '',
  );
  const mapColumn = ({ place, name }: UnknownColumn, field: string): void => {
    rememberColumn(list, name, field);
    setUnknown(unknown.map((column) => (column.place === place ? { ...column, field } : column)));
  };
  const toggleHint = (hint: SpellingHint): void => {
    const key = keyOfHint(hint);
    setSpellings(hint.taken ? spellings.filter((one) => one !== key) : [...spellings, key]);
  };
  /** Forgets what was chosen for the former file alone. */
  const reset = (columns: readonly UnknownColumn[]): void => {
    setDays('');
    setSpellings([]);
    setUnknown(columns);
  };
  const reading: ReadOptions = { existing, days, unknown, spellings };
  return { reading, reset, choosePolicy: setExisting, chooseDays: setDays, mapColumn, toggleHint };
};

interface Storing {
  readonly list: UploadList;
  readonly store: (file: File, signal: AbortSignal) => Promise<void>;
  readonly afterCancelling: (file: File) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** The upload of a file, which can be cancelled. */
const useStoring = ({ list, store, afterCancelling, onError }: Storing) => {
  const [cancelling, setCancelling] = useState(false);
  const controller = useRef<AbortController>(null);
  const { mutate, isPending } = useMutation({
    mutationKey: changeOf(list),
    mutationFn: async (file: File): Promise<void> => {
      const { signal } = (controller.current = new AbortController());
      try {
        await store(file, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        await afterCancelling(file);
      }
    },
    onError,
    onSettled: () => setCancelling(false),
  });
  const cancel = (): void => {
    setCancelling(true);
    controller.current?.abort();
  };
  return { start: mutate, isPending, cancelling, cancel };
};

/** Saves the problems of a file or, without one, the list's template. */
const useDownload = (
  list: UploadList,
  reading: ReadOptions,
  onRefused: (message: string) => void,
) => {
  const { mutate } = useMutation({
    mutationFn: (problemsOf: File | null) =>
      problemsOf
        ? withFileCheck(problemsOf, saveDownload(list.problems, contentOf(problemsOf, reading)))
        : saveDownload(list.template),
    onError: (error) => onRefused(serverText(error, 'The file could not be downloaded')),
  });
  return mutate;
};

/** Choosing a file previews it, one click stores it, and both can be cancelled. */
export const useListUpload = (props: ListUploadProps) => {
  const { list, onUploaded, archive = null, onChoose, showNotice } = props;
  const onRefused = showNotice('error');
  const client = useQueryClient();
  // The same file chosen again counts as another one: it may have been corrected meanwhile.
  const [chosen, setChosen] = useState({ file: archive, number: 0 });
  /** The number of the file chosen last, which is shown once its head has been read. */
  const last = useRef(0);
  const { reading, reset, ...choices } = useReadOptions(list);
  /** The error of the file field, until another file is chosen. */
  const [problem, setProblem] = useState('');
  const [invite, setInvite] = useState<Invite>('now');
  const [confirm, setConfirm] = useState('');
  const confirmField = useRef<HTMLInputElement>(null);
  const [asksConfirm, setAsksConfirm] = useState(false);
  const [sent, setSent] = useState(0);
  const { file } = chosen;
  useSessionHold(file !== null);

  const forgetFile = (): void => setChosen(({ number }) => ({ file: null, number }));
  const uploaded = (count: number): void => {
    const created = report?.preview.filter(({ outcome }) => outcome === 'create') ?? [];
    const all = created.length === report?.create;
    onUploaded(count, created.map(list.subjectOf), all);
    forgetFile();
  };
  const store = async (given: File, signal: AbortSignal): Promise<void> => {
    const { form, query } = contentOf(given, reading);
    const asked = {
      form,
      query: {
        ...query,
        ...(list.invites && invitesBy(invite)),
        ...(report?.confirm !== undefined && { confirm: report.confirm }),
      },
      onProgress: setSent,
      signal,
    };
    uploaded(await withFileCheck<number>(given, call(list.store, asked)));
  };
  /**
   * Finds out by a dry run whether a cancellation came too late: a stored file has nothing left to
   * store; this tells nothing if it had nothing before.
   */
  const afterCancelling = async (given: File): Promise<void> => {
    setSent(0);
    const before = report;
    const { signal } = new AbortController();
    const now = await readReport(list, given, reading, { onProgress: setSent, signal });
    if (rowsToStore(now) > 0 || (before && rowsToStore(before) === 0))
      showNotice('success')('The upload was cancelled. Nothing was stored.');
    else if (before) uploaded(rowsToStore(before));
    else
      onRefused(`The upload was cancelled, perhaps too late: please look at the ${list.plural}.`);
  };
  const storing = useStoring({
    list,
    store,
    afterCancelling,
    onError: (error) => {
      onRefused(changeText(error, 'Bulk upload failed'));
      if (isNetworkError(error)) void invalidate(client);
      // Rows that were ready a moment ago may no longer be or may be stored, or more changes must be confirmed.
      if (
        error instanceof CallError &&
        ['rows_invalid', 'conflict', 'network'].includes(error.code)
      )
        void preview.refetch();
    },
  });
  const reportKey = [list.store.path, 'report', chosen.number];
  const preview = useQuery({
    queryKey: [...reportKey, reading],
    queryFn: file
      ? ({ signal }) => readReport(list, file, reading, { onProgress: setSent, signal })
      : skipToken,
    enabled: !storing.isPending,
    // While the same file is read with other options, its previous report stays.
    placeholderData: (before, query) => (query?.queryKey[2] === chosen.number ? before : undefined),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
  const report = preview.isPlaceholderData ? undefined : preview.data;
  const download = useDownload(list, reading, onRefused);
  /** For the menu that saves all changes of the dry run, or all records that are not in the file. */
  const differences =
    file &&
    ((part: 'changes' | 'absent'): DownloadMenuProps => ({
      endpoint: list.differences,
      query: { ...queryOf(reading), part },
      ask: (endpoint, asked) =>
        withFileCheck(file, call(endpoint, { ...asked, form: formOf(file) })),
      name: list.template.download.fileName.replace(/\.csv$/, `-${part}`),
    }));

  const stopChecking = (): void => {
    void client.cancelQueries({ queryKey: reportKey });
  };
  const choose = async (next: File): Promise<void> => {
    const refusal = fileProblem(next, list.zip);
    setProblem(refusal);
    if (refusal) return;
    stopChecking();
    const number = (last.current += 1);
    const columns = isZip(next) ? [] : await unknownColumns(list, next);
    if (number !== last.current) return;
    reset(columns);
    setProblem((now) => (now === stillReading ? '' : now));
    setSent(0);
    setConfirm('');
    setAsksConfirm(false);
    setChosen({ file: next, number });
    onChoose?.(next);
  };
  const send = (): void => {
    if (chosen.number !== last.current) {
      setProblem(stillReading);
      return;
    }
    if (!file) {
      setProblem('Please select a file to upload');
      return;
    }
    if (
      report?.confirm !== undefined &&
      confirm.replaceAll(/[\s,.]/g, '') !== String(report.confirm)
    ) {
      setAsksConfirm(true);
      confirmField.current?.focus();
      return;
    }
    stopChecking();
    setSent(0);
    storing.start(file);
  };
  /** Cancels the upload, or the check of the chosen file. */
  const cancel = (): void => {
    if (storing.isPending) storing.cancel();
    else {
      stopChecking();
      forgetFile();
    }
  };

  const phase = ((): 'storing' | 'cancelling' | 'checking' | null => {
    if (storing.isPending) return storing.cancelling ? 'cancelling' : 'storing';
    return preview.isFetching ? 'checking' : null;
  })();
  return {
    ...reading,
    ...choices,
    chosen,
    problem,
    invite,
    setInvite,
    confirm: {
      ref: confirmField,
      value: confirm,
      error:
        asksConfirm &&
        report?.confirm !== undefined &&
        `Please type how many change: ${formatCount(report.confirm)}`,
      onChange: (event: { currentTarget: { value: string } }): void => {
        setConfirm(event.currentTarget.value);
        setAsksConfirm(false);
      },
    },
    sent,
    phase,
    report: file ? preview.data : undefined,
    /** Why the file could not be checked at all. */
    unreadable: file && preview.isError ? preview.error : null,
    choose: (next: File) => void choose(next),
    send,
    cancel,
    differences,
    saveProblems: () => download(file),
    saveTemplate: () => download(null),
  };
};
