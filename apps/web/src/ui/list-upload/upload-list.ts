import type { ListReport } from '@campus/contract';
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
  readonly many: string;
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
