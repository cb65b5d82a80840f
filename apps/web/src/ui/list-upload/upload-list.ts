import type { Endpoint, Fields, ListReport, studentImport } from '@campus/contract';

/** What happens to a row about what is stored already; `''`: what the list says first. */
export type Existing = '' | 'skip' | 'update';

type Cells = Readonly<Record<string, string | number | null | undefined>>;

/** A report with the cells that its list shows. */
export interface UploadReport extends Omit<ListReport, 'preview' | 'changes'> {
  readonly preview: readonly (ListReport['preview'][number] & Cells)[];
  readonly changes: readonly (ListReport['changes'][number] & Cells)[];
}

type DownloadCall = Endpoint & { readonly download: { readonly fileName: string } };

/** What can be uploaded as a file: its calls, its columns and its words. */
export interface UploadList {
  /** Stores every row, or none. Answers how many things were added or changed. */
  readonly store: Endpoint & Pick<typeof studentImport.importStudents, 'query' | 'upload'>;
  readonly problems: DownloadCall & Pick<typeof studentImport.importProblems, 'query' | 'upload'>;
  readonly template: DownloadCall;
  readonly fields: Fields;
  /** The field a header names. */
  readonly fieldOf: (name: string) => string | null;
  readonly one: string;
  readonly plural: string;
  readonly fileLabel: string;
  /** What may happen to rows about what is there already; the first is chosen at the beginning. */
  readonly existing: {
    readonly label: string;
    readonly choices: readonly { readonly value: Existing; readonly label: string }[];
  };
  /** The fields in the preview beside the row's number and its problems, and their heads. */
  readonly cells: Readonly<Record<string, string>>;
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
