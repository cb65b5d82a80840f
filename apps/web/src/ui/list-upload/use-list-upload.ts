import {
  type catalogue,
  type DayOrder,
  type Endpoint,
  type Fields,
  type ListColumns,
  listLimits,
  type ListReport,
  type moveIn,
  type SpellingHint,
  type studentImport,
} from '@campus/contract';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { serverText } from '../../lib/error-text.ts';
import { saveDownload } from '../../lib/save-download.ts';
import { onSessionEnd } from '../../lib/session-end.ts';
import { rememberColumn, type UnknownColumn, unknownColumns } from './unknown-columns.ts';
import { type Invite, invitesBy } from '../invite-switch.tsx';
import type { useNotice } from '../notice.tsx';

/** What happens to rows of existing records; `''` is the list's default. */
export type ExistingRowPolicy = '' | 'skip' | 'update';

type Cells = Readonly<Record<string, string | number | null | undefined>>;

/** A report with the cells its list shows. */
export interface UploadReport extends Omit<ListReport, 'preview' | 'changes'> {
  readonly preview: readonly (ListReport['preview'][number] & Cells)[];
  readonly changes: readonly (ListReport['changes'][number] & Cells)[];
}

/** Inviting people is a separate option. */
type StoreCall =
  | typeof studentImport.store
  | typeof catalogue.bookFile.store
  | typeof moveIn.subjects.store;

type DownloadCall = Endpoint & { readonly download: { readonly fileName: string } };

/** A kind of list that can be uploaded as a file: its endpoints, columns and texts. */
export interface UploadList {
  /** Stores all rows or none. Returns how many records were added or changed. */
  readonly store: Endpoint & Pick<StoreCall, 'query' | 'upload'>;
  readonly problems: DownloadCall & Pick<typeof studentImport.problems, 'query' | 'upload'>;
  readonly template: DownloadCall;
  readonly fields: Fields;
  readonly columns: Pick<ListColumns<string>, 'fieldOf' | 'guessOf'>;
  readonly one: string;
  readonly plural: string;
  readonly fileLabel: string;
  /** An archive that contains the list: "a OneRoster ZIP". */
  readonly zip?: string | undefined;
  /** What may happen to rows of existing records; the first choice is the default. */
  readonly existing?:
    | {
        readonly label: string;
        readonly choices: readonly { readonly value: ExistingRowPolicy; readonly label: string }[];
      }
    | undefined;
  /** The people added are invited, at once or later. */
  readonly invites?: true;
  /** Label of the button, by the number of rows that would be stored; "Upload" by default. */
  readonly act?: (rows: number) => string;
  /** The fields shown in the preview besides row number and problems, with their headings. */
  readonly cells: Readonly<Record<string, string>>;
  /** For lists that are only compared, not stored: the link to a difference. */
  readonly compared?: (change: Cells & { readonly row: number }, name: string) => ReactNode;
  /** Title of a row where the preview is not a table. */
  readonly titleOf: (row: Cells) => string;
  /** Names a changed or added record. */
  readonly subjectOf: (row: Cells) => string;
}

/** A list and the report about the file read for it. */
export interface ReportProps {
  readonly list: UploadList;
  readonly report: UploadReport;
}

/** The values of these fields in a row, for titles. */
export const cellsOf =
  (...fields: readonly string[]) =>
  (row: Cells): string =>
    fields.flatMap((field) => row[field] || []).join(', ');

/** What the file and the form call a field. */
export const labelOf = ({ fields }: UploadList, field: string): string =>
  fields[field]?.label ?? field;

/** Key of the mutation that changes the list; the screen is busy while it runs. */
export const changeOf = ({ store }: UploadList): readonly string[] => [store.path, 'change'];

export interface ListUploadProps {
  readonly list: UploadList;
  readonly busy: boolean;
  /** Receives names of the new records as far as the preview showed them, and whether these are all. */
  readonly onUploaded: (count: number, created: readonly string[], all: boolean) => void;
  /** A ZIP chosen earlier, and a callback for when another file is chosen. */
  readonly archive?: File | null;
  readonly onChoose?: (file: File) => void;
  /** Shows a notice on the page. */
  readonly showNotice: ReturnType<typeof useNotice>['showNotice'];
}

export const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);

/** What is wrong with a file before it is read; blank if nothing is. */
const fileProblem = (file: File, zip: string | undefined): string => {
  if (!/\.csv$/i.test(file.name) && !(zip && isZip(file)))
    return `Please select a CSV file (.csv)${zip ? ` or ${zip} (.zip)` : ''}`;
  if (file.size > listLimits.bytes) return 'The file is larger than 32 MB. Please split it.';
  return '';
};

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

const contentOf = (file: File, { existing, days, unknown, spellings }: ReadOptions) => {
  const form = new FormData();
  form.set('file', file);
  const columns = unknown
    .filter(({ field }) => field !== '')
    .map(({ place, field }) => `${place}.${field}`)
    .join(',');
  return {
    form,
    query: {
      ...(existing && { existing }),
      ...(days && { days }),
      ...(columns && { columns }),
      ...(spellings.length > 0 && { spellings: spellings.join(',') }),
    },
  };
};

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

/** How many rows would be stored. */
export const rowsToStore = ({ create, update }: UploadReport): number => create + update;

/** Choosing a file previews it, one click stores it, and both can be cancelled. */
export const useListUpload = (props: ListUploadProps) => {
  const { list, onUploaded, archive = null, onChoose, showNotice } = props;
  const onRefused = showNotice('error');
  const client = useQueryClient();
  // The same file chosen again counts as another one: it may have been corrected meanwhile.
  const [chosen, setChosen] = useState({ file: archive, number: 0 });
  const [unknown, setUnknown] = useState<readonly UnknownColumn[]>([]);
  const [days, setDays] = useState<DayOrder | ''>('');
  const [spellings, setSpellings] = useState<readonly string[]>([]);
  /** The error of the file field, until another file is chosen. */
  const [problem, setProblem] = useState('');
  const [existing, setExisting] = useState<ExistingRowPolicy>(
    list.existing?.choices[0]?.value ?? '',
  );
  const [invite, setInvite] = useState<Invite>('now');
  const [confirm, setConfirm] = useState('');
  const [sent, setSent] = useState(0);
  const [cancelling, setCancelling] = useState(false);
  const storing = useRef<AbortController>(null);
  const { file } = chosen;
  const reading: ReadOptions = { existing, days, unknown, spellings };
  useEffect(() => (file ? onSessionEnd(() => 'hold') : undefined), [file]);

  /** Dry run: reports what the file would change. */
  const readReport = (given: File, signal: AbortSignal): Promise<UploadReport> => {
    const { form, query } = contentOf(given, reading);
    const asked = {
      form,
      query: { dryRun: 'true', ...query },
      onProgress: setSent,
      signal,
    } as const;
    return withFileCheck(given, call(list.store, asked));
  };
  const forgetFile = (): void => setChosen(({ number }) => ({ file: null, number }));
  const uploaded = (count: number): void => {
    const created = report?.preview.filter(({ outcome }) => outcome === 'create') ?? [];
    const all = created.length === report?.create;
    onUploaded(count, created.map(list.subjectOf), all);
    forgetFile();
  };

  /**
   * Finds out by a dry run whether a cancellation came too late: a stored file has nothing left to
   * store; this tells nothing if it had nothing before.
   */
  const afterCancelling = async (given: File): Promise<void> => {
    setSent(0);
    const before = report;
    const now = await readReport(given, new AbortController().signal);
    if (rowsToStore(now) > 0 || (before && rowsToStore(before) === 0))
      showNotice('success')('The upload was cancelled. Nothing was stored.');
    else if (before) uploaded(rowsToStore(before));
    else
      onRefused(`The upload was cancelled, perhaps too late: please look at the ${list.plural}.`);
  };

  const store = useMutation({
    mutationKey: changeOf(list),
    mutationFn: async (given: File): Promise<void> => {
      const { signal } = (storing.current = new AbortController());
      const { form, query } = contentOf(given, reading);
      const asked = {
        form,
        query: {
          ...query,
          ...(list.invites && invitesBy(invite)),
          ...(report?.confirm !== undefined && { confirm: Number(confirm) }),
        },
        onProgress: setSent,
        signal,
      };
      try {
        uploaded(await withFileCheck<number>(given, call(list.store, asked)));
      } catch (error) {
        if (!signal.aborted) throw error;
        await afterCancelling(given);
      }
    },
    onError: (error) => {
      onRefused(serverText(error, 'Bulk upload failed'));
      // Rows that were ready a moment ago may no longer be.
      if (error instanceof CallError && error.code === 'rows_invalid') void preview.refetch();
    },
    onSettled: () => setCancelling(false),
  });
  const reportKey = [list.store.path, 'report', chosen.number];
  const preview = useQuery({
    queryKey: [...reportKey, reading],
    queryFn: file ? ({ signal }) => readReport(file, signal) : skipToken,
    enabled: !store.isPending,
    // While the same file is read with other options, its previous report stays.
    placeholderData: (before, query) => (query?.queryKey[2] === chosen.number ? before : undefined),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });
  const report = preview.isPlaceholderData ? undefined : preview.data;

  const save = useMutation({
    mutationFn: (problemsOf: File | null) =>
      problemsOf
        ? withFileCheck(
            problemsOf,
            saveDownload(list.problems, call(list.problems, contentOf(problemsOf, reading))),
          )
        : saveDownload(list.template, call(list.template)),
    onError: (error) => onRefused(serverText(error, 'The file could not be downloaded')),
  });

  const stopChecking = (): void => {
    void client.cancelQueries({ queryKey: reportKey });
  };
  const choose = async (next: File): Promise<void> => {
    const refusal = fileProblem(next, list.zip);
    setProblem(refusal);
    if (refusal) return;
    stopChecking();
    const columns = isZip(next) ? [] : await unknownColumns(list, next);
    setSent(0);
    setDays('');
    setConfirm('');
    setSpellings([]);
    setUnknown(columns);
    setChosen(({ number }) => ({ file: next, number: number + 1 }));
    onChoose?.(next);
  };
  const mapColumn = ({ place, name }: UnknownColumn, field: string): void => {
    rememberColumn(list, name, field);
    setUnknown(unknown.map((column) => (column.place === place ? { ...column, field } : column)));
  };
  const send = (): void => {
    if (!file) {
      setProblem('Please select a file to upload');
      return;
    }
    if (report?.confirm !== undefined && confirm !== String(report.confirm)) {
      onRefused(`Please type how many change: ${report.confirm}`);
      return;
    }
    stopChecking();
    setSent(0);
    store.mutate(file);
  };
  /** Cancels the upload, or the check of the chosen file. */
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
    problem,
    existing,
    invite,
    setInvite,
    confirm,
    setConfirm,
    sent,
    phase,
    report: file ? preview.data : undefined,
    /** Why the file could not be checked at all. */
    unreadable: file && preview.isError ? preview.error : null,
    choose: (next: File) => void choose(next),
    choosePolicy: setExisting,
    days,
    chooseDays: setDays,
    unknown,
    mapColumn,
    toggleHint: (hint: SpellingHint): void => {
      const key = keyOfHint(hint);
      setSpellings(hint.taken ? spellings.filter((one) => one !== key) : [...spellings, key]);
    },
    send,
    cancel,
    saveProblems: () => save.mutate(file),
    saveTemplate: () => save.mutate(null),
  };
};
