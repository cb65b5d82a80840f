import type {
  catalogue,
  Endpoint,
  Fields,
  ListReport,
  moveIn,
  studentImport,
} from '@campus/contract';
import type { ReactNode } from 'react';

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
  readonly differences: DownloadCall & Pick<typeof studentImport.differences, 'query' | 'upload'>;
  readonly template: DownloadCall;
  readonly fields: Fields;
  /** Those that a column with an unknown name may be taken for unasked; by default all. */
  readonly guessed?: Fields;
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
  /** Further fields that are shown if the file has them. */
  readonly cellsIfGiven?: readonly string[];
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

/** How many rows would be stored. */
export const rowsToStore = ({ create, update }: UploadReport): number => create + update;
