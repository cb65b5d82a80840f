import type { Endpoint, ListColumns, ListReport, studentImport } from '@campus/contract';
import { call } from '../../lib/call.ts';
import { saveDownload } from '../../lib/save-download.ts';
import type { OnProgress } from '../../lib/send-with-progress.ts';

/** What happens to a row about what is stored already; `''`: what the list says first. */
export type Existing = '' | 'skip' | 'update';

interface Sending {
  readonly form: FormData;
  readonly existing: Existing;
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
}

type Cells = Readonly<Record<string, string | number | null | undefined>>;

/** A report with the cells that its list shows. */
export interface UploadReport extends Omit<ListReport, 'preview' | 'changes'> {
  readonly preview: readonly (ListReport['preview'][number] & Cells)[];
  readonly changes: readonly (ListReport['changes'][number] & Cells)[];
}

/** What can be uploaded as a file: its calls, its columns and its words. */
export interface UploadList {
  readonly key: string;
  /** Marks the upload: while it runs, the screen is busy. */
  readonly change: readonly string[];
  readonly one: string;
  readonly plural: string;
  readonly fileLabel: string;
  /** What may happen to rows about what is there already; the first is chosen at the beginning. */
  readonly existing: {
    readonly label: string;
    readonly choices: readonly { readonly value: Existing; readonly label: string }[];
  };
  /** The columns of the preview beside the row's number and its problems. */
  readonly cells: readonly { readonly field: string; readonly label: string }[];
  /** How a row is headed where the preview is no table. */
  readonly titleOf: (row: Cells) => string;
  /** What a change, or a row that was added, is known by. */
  readonly subjectOf: (row: Cells) => string;
  /** The field a header names. */
  readonly fieldOf: (name: string) => string | null;
  /** What the file and the form call a field of the wire. */
  readonly labelOf: (field: string) => string;
  readonly preview: (sending: Sending) => Promise<UploadReport>;
  /** Stores every row, or none. Answers how many things were added or changed. */
  readonly store: (sending: Sending) => Promise<number>;
  readonly saveProblems: (sending: Sending) => Promise<void>;
  readonly saveTemplate: () => Promise<void>;
}

type ImportCall = Endpoint & Pick<typeof studentImport.importStudents, 'query' | 'upload'>;
type DownloadCall = Endpoint & { readonly download: { readonly fileName: string } };

interface ListCalls {
  readonly store: ImportCall;
  readonly problems: DownloadCall & Pick<typeof studentImport.importProblems, 'query' | 'upload'>;
  readonly template: DownloadCall;
}

/** What an upload list does by the calls of its list, and the columns of its files. */
export const listCalls = <F extends string>(
  { store, problems, template }: ListCalls,
  columns: ListColumns<F>,
): Pick<
  UploadList,
  'fieldOf' | 'labelOf' | 'preview' | 'store' | 'saveProblems' | 'saveTemplate'
> => {
  const choice = (existing: Existing) => (existing ? { existing } : {});
  return {
    fieldOf: columns.fieldOf,
    labelOf: (field) => columns.label(field as F),
    preview: async ({ existing, ...sending }) =>
      (await call(store, {
        query: { dryRun: 'true', ...choice(existing) },
        ...sending,
      })) as UploadReport,
    store: async ({ existing, ...sending }) =>
      (await call(store, { query: choice(existing), ...sending })) as number,
    saveProblems: ({ existing, ...sending }) =>
      saveDownload(problems, call(problems, { query: choice(existing), ...sending })),
    saveTemplate: () => saveDownload(template, call(template)),
  };
};
