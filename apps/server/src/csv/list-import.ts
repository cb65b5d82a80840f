import type { ActKind, IsoDate, ListHeader, RecordRules, SpellingHint } from '@campus/contract';
import type { Transaction } from '../db/db.ts';
import type { Refusals } from '../db/transaction.ts';
import type { Spool } from '../spool.ts';
import type { StoredColumn } from '../db/stored-fields.ts';

/** What to do with a row whose record is stored already. */
export type ExistingRows = 'refuse' | 'skip' | 'update';

/** A column of the temporary table `import_rows`. */
export type StagedColumn<F extends string> = Pick<
  StoredColumn<F>,
  'name' | 'type' | 'field' | 'of'
>;

/** A running import, as its list sees it. */
export interface Importing {
  readonly tx: Transaction;
  readonly header: ListHeader<string>;
  readonly existing: ExistingRows;
  /** The uploader, for the history of changes. */
  readonly actorId: string;
  readonly today: IsoDate;
  /** Of people: whether new ones are invited now, as by default, or later. */
  readonly invite?: 'now' | 'later' | undefined;
  /** A preview: takes no locks. */
  readonly dryRun: boolean;
  /** Aborted when the client disconnects; nothing is stored then. */
  readonly signal: AbortSignal;
}

/**
 * A list that can be uploaded as a file: how its rows are read and compared with stored records. One
 * importer reads all lists into the temporary tables `import_rows`, `import_problems` and
 * `import_changes`; a list may add its own.
 */
export interface ListReading<Values extends object> {
  readonly records: RecordRules<Values>;
  /** Extracts the list as CSV from an archive, which may then be uploaded instead. */
  readonly unzip?: (zip: Spool) => AsyncIterable<string>;
  /** The records' name in sentences: "students". */
  readonly plural: string;
  readonly columns: readonly StagedColumn<keyof Values & string>[];
  /** The columns of the template, if not all. */
  readonly template?: readonly string[];
  /** The fields shown in the preview. */
  readonly shown: readonly (keyof Values & string)[];
  /** The field, one of `shown`, that names the record in a change. */
  readonly subject: keyof Values & string;
  /** By field, SQL for what to show of `known` if the row has no value. */
  readonly shownOfKnown?: Readonly<Record<string, string>>;
  /** An updating row needs one of these fields besides those it changes; without `keys`, every required one. */
  readonly keys?: readonly (keyof Values & string)[];
  /** The default; a request may choose another. */
  readonly existing: ExistingRows;
  /** Advisory lock number: imports with the same one are stored one after another. */
  readonly lock: string;
  /** Statements that create the list's own temporary tables. */
  readonly tables?: string;
  /** A join that adds the stored record of each import row as `known`; `known.id` is null for a new one. */
  readonly known: string;
  /** Replaces known spellings, and those of accepted hints, by the stored names; returns further hints. */
  readonly respell?: (
    staged: Pick<Importing, 'tx' | 'header'>,
    taken: ReadonlySet<string>,
  ) => Promise<readonly SpellingHint[]>;
  /** Adds the problems that only show when rows are compared with each other and with stored records. */
  readonly findProblems: (importing: Importing) => Promise<void>;
  /** Joins the stored records to `import_rows`, with each stored and uploaded value as text. */
  readonly stored: {
    readonly from: string;
    /** SQL for the value of the `subject` field. */
    readonly subject: string;
    readonly values: readonly Readonly<Record<'field' | 'before' | 'after', string>>[];
  };
  /** The read that a dry run showing stored values is recorded as. */
  readonly comparing?: ActKind;
  /** Selects the stored records that are not in the file, as `select … as name from …`. */
  readonly absent?: string;
  /** The same with more of each in the name, for the file of them. */
  readonly absentInFile?: string;
  /** SQL over `import_changes` and `import_rows`: extra columns reported for a change, and the sort order. */
  readonly reported?: { readonly columns: string; readonly first: string };
  /** SQL for whether the person of a new row is invited. */
  readonly invited?: (today: IsoDate) => string;
  /** The number of stored records. If given, changing more than a tenth of them must be confirmed. */
  readonly confirmed?: (tx: Transaction) => Promise<number>;
  /** For calls older than `confirm`: without it a file is stored, too. */
  readonly confirmOptional?: true;
}

export interface ListImport<Values extends object> extends ListReading<Values> {
  /** Locks the stored records that rows refer to against changes by others. */
  readonly lockReferences?: (tx: Transaction) => Promise<unknown>;
  /** Messages for constraints that only the rows themselves can violate. */
  readonly refusals?: Refusals;
  /** Stores the changes in `import_changes`; returns the number of changed records. */
  readonly applyChanges: (importing: Importing) => Promise<number>;
  /** Stores the new records; returns their number. */
  readonly storeNew: (importing: Importing) => Promise<number>;
}
