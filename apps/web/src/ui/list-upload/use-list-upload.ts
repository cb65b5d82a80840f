import {
  type catalogue,
  type DayOrder,
  type Endpoint,
  type Fields,
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

/** What happens to a row about what is stored already; `''`: what the list says first. */
export type Existing = '' | 'skip' | 'update';

type Cells = Readonly<Record<string, string | number | null | undefined>>;

/** A report with the cells that its list shows. */
export interface UploadReport extends Omit<ListReport, 'preview' | 'changes'> {
  readonly preview: readonly (ListReport['preview'][number] & Cells)[];
  readonly changes: readonly (ListReport['changes'][number] & Cells)[];
}

/** People are invited beside that. */
type StoreCall =
  | typeof studentImport.store
  | typeof catalogue.bookFile.store
  | typeof moveIn.subjects.store;

type DownloadCall = Endpoint & { readonly download: { readonly fileName: string } };

/** What can be uploaded as a file: its calls, its columns and its words. */
export interface UploadList {
  /** Stores every row, or none. Answers how many things were added or changed. */
  readonly store: Endpoint & Pick<StoreCall, 'query' | 'upload'>;
  readonly problems: DownloadCall & Pick<typeof studentImport.problems, 'query' | 'upload'>;
  readonly template: DownloadCall;
  readonly fields: Fields;
  /** The field a header names, and the one that it may mean. */
  readonly fieldOf: (name: string) => string | null;
  readonly guessOf: (name: string) => string | null;
  readonly one: string;
  readonly plural: string;
  readonly fileLabel: string;
  /** An archive that has the list in it: "a OneRoster ZIP". */
  readonly zip?: string | undefined;
  /** What may happen to rows about what is there already; the first is chosen at the beginning. */
  readonly existing?:
    | {
        readonly label: string;
        readonly choices: readonly { readonly value: Existing; readonly label: string }[];
      }
    | undefined;
  /** Those who are added are invited, now or later. */
  readonly invites?: true;
  /** The button, by how many rows would be stored; "Upload" unless said. */
  readonly act?: (rows: number) => string;
  /** The fields in the preview beside the row's number and its problems, and their heads. */
  readonly cells: Readonly<Record<string, string>>;
  /** Rows are compared with what is there, and nothing is stored: where a difference leads. */
  readonly compared?: (change: Cells & { readonly row: number }, name: string) => ReactNode;
  /** How a row is headed where the preview is no table. */
  readonly titleOf: (row: Cells) => string;
  /** What a change, or a row that was added, is known by. */
  readonly subjectOf: (row: Cells) => string;
}

/** A file as it was read, and the list it is for. */
export interface ReportProps {
  readonly list: UploadList;
  readonly report: UploadReport;
}

/** What the file and the form call a field. */
export const labelOf = ({ fields }: UploadList, field: string): string =>
  fields[field]?.label ?? field;

/** Marks what changes the list: while it runs, the screen is busy. */
export const changeOf = ({ store }: UploadList): readonly string[] => [store.path, 'change'];

export interface ListUploadProps {
  readonly list: UploadList;
  readonly busy: boolean;
  /** With what the new ones are known by, as far as the preview showed them, and whether these are all. */
  readonly onUploaded: (count: number, created: readonly string[], all: boolean) => void;
  /** A ZIP that was chosen before, and who is told of another file. */
  readonly archive?: File | null;
  readonly onChoose?: (file: File) => void;
  /** Says on the page how it went. */
  readonly tell: ReturnType<typeof useNotice>['tell'];
}

export const isZip = ({ name }: File): boolean => /\.zip$/i.test(name);

/** What is wrong with a file before anybody has read it; blank when nothing is. */
const refusedAtOnce = (file: File, zip: string | undefined): string => {
  if (!/\.csv$/i.test(file.name) && !(zip && isZip(file)))
    return `Please select a CSV file (.csv)${zip ? ` or ${zip} (.zip)` : ''}`;
  if (file.size > listLimits.bytes) return 'The file is larger than 32 MB. Please split it.';
  return '';
};

/** How a file is read. */
interface Reading {
  readonly existing: Existing;
  readonly days: DayOrder | '';
  readonly unknown: readonly UnknownColumn[];
  /** Hints that are taken, by `keyOfHint`. */
  readonly spellings: readonly string[];
}

const keyOfHint = ({ field, value }: SpellingHint): string =>
  `${field}.${encodeURIComponent(value)}`;

const contentOf = (file: File, { existing, days, unknown, spellings }: Reading) => {
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

/** How many rows would be stored. */
export const toDo = ({ create, update }: UploadReport): number => create + update;

/** Choosing a file previews it, one click stores it, and both can be cancelled. */
export const useListUpload = (props: ListUploadProps) => {
  const { list, onUploaded, archive = null, onChoose, tell } = props;
  const onRefused = tell('error');
  const client = useQueryClient();
  // A file chosen again is another one: it may have been corrected in the meantime.
  const [chosen, setChosen] = useState({ file: archive, number: 0 });
  const [unknown, setUnknown] = useState<readonly UnknownColumn[]>([]);
  const [days, setDays] = useState<DayOrder | ''>('');
  const [spellings, setSpellings] = useState<readonly string[]>([]);
  /** What is wrong with the file field, until another file is chosen. */
  const [problem, setProblem] = useState('');
  const [existing, setExisting] = useState<Existing>(list.existing?.choices[0]?.value ?? '');
  const [invite, setInvite] = useState<Invite>('now');
  const [confirm, setConfirm] = useState('');
  const [sent, setSent] = useState(0);
  const [cancelling, setCancelling] = useState(false);
  const storing = useRef<AbortController>(null);
  const { file } = chosen;
  const reading: Reading = { existing, days, unknown, spellings };
  useEffect(() => (file ? onSessionEnd(() => 'hold') : undefined), [file]);

  /** What the file would do; stores nothing. */
  const readReport = (given: File, signal: AbortSignal): Promise<UploadReport> => {
    const { form, query } = contentOf(given, reading);
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
    const created = report?.preview.filter(({ outcome }) => outcome === 'create') ?? [];
    const all = created.length === report?.create;
    onUploaded(count, created.map(list.subjectOf), all);
    forgetFile();
  };

  /**
   * After a cancellation only the campus can say whether it came too late: nothing is left to do for a
   * file that was stored, which shows only where there was something.
   */
  const afterCancelling = async (given: File): Promise<void> => {
    setSent(0);
    const before = report;
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
    queryKey: [...reportKey, reading],
    queryFn: file ? ({ signal }) => readReport(file, signal) : skipToken,
    enabled: !store.isPending,
    // The same file, read otherwise: what it was stays until it is known what it is.
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
        ? sending(
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
    const refusal = refusedAtOnce(next, list.zip);
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
    turnHint: (hint: SpellingHint): void => {
      const key = keyOfHint(hint);
      setSpellings(hint.taken ? spellings.filter((one) => one !== key) : [...spellings, key]);
    },
    send,
    cancel,
    saveProblems: () => save.mutate(file),
    saveTemplate: () => save.mutate(null),
  };
};
