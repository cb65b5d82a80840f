import type { IsoDate, ListHeader, RecordRules, SpellingHint } from '@campus/contract';
import type { Transaction } from '../db/db.ts';
import type { Spool } from '../spool.ts';
import type { StoredColumn } from '../db/stored-fields.ts';

/** What happens to a row about what is stored already. */
export type ExistingRows = 'refuse' | 'skip' | 'update';

/** A column of the temporary table `import_rows`. */
export type StagedColumn<F extends string> = Pick<
  StoredColumn<F>,
  'name' | 'type' | 'field' | 'of'
>;

/** An import at work, as its list sees it. */
export interface Importing {
  readonly tx: Transaction;
  readonly header: ListHeader<string>;
  readonly existing: ExistingRows;
  /** Who uploads it: the history of what it changes says so. */
  readonly actorId: string;
  /** The day it is on campus. */
  readonly today: IsoDate;
  /** It is only looked at: nothing is held for it. */
  readonly dryRun: boolean;
  /** Aborted when the client went away: then nothing is stored. */
  readonly signal: AbortSignal;
}

/**
 * Something that can be uploaded as a file: how its rows are read, and how they are compared with what
 * is there. One importer reads all lists into temporary tables: `import_rows`, `import_problems` and
 * `import_changes`, beside which a list may have some of its own.
 */
export interface ListReading<Values extends object> {
  readonly records: RecordRules<Values>;
  /** The list as CSV out of an archive, which may be sent instead. */
  readonly unzip?: (zip: Spool) => AsyncIterable<string>;
  /** As a sentence calls what is listed: "students". */
  readonly plural: string;
  readonly columns: readonly StagedColumn<keyof Values & string>[];
  /** What a preview shows of a row. */
  readonly shown: readonly (keyof Values & string)[];
  /** The field by which a change names whom or what it is about; it is shown. */
  readonly subject: keyof Values & string;
  /** What is shown of `known` where the row does not say it, as SQL. */
  readonly shownOfKnown?: Readonly<Record<string, string>>;
  /** A row that changes what is there needs one of these and what changes; every required column unless said. */
  readonly keys?: readonly (keyof Values & string)[];
  /** Unless the request says otherwise. */
  readonly existing: ExistingRows;
  /** Imports with the same number are stored one after another. */
  readonly lock: string;
  /** Statements that create temporary tables of its own. */
  readonly tables?: string;
  /** Joins to each of `import_rows` what it is about as `known`, whose `id` is null for nothing. */
  readonly known: string;
  /** Reads known spellings as the names that stay, and hints that are taken; answers what may have been meant. */
  readonly respell?: (
    staged: Pick<Importing, 'tx' | 'header'>,
    taken: ReadonlySet<string>,
  ) => Promise<readonly SpellingHint[]>;
  /** Adds the problems that only the whole file and what is stored show together. */
  readonly findProblems: (importing: Importing) => Promise<void>;
  /** Joins what is stored to `import_rows`, and says each value there and in the file as text. */
  readonly stored: {
    readonly from: string;
    /** What a change is known by, as SQL. */
    readonly subject: string;
    readonly values: readonly Readonly<Record<'field' | 'before' | 'after', string>>[];
  };
  /** What is stored and not in the file, as `select … as name from …`, by name. */
  readonly absent?: string;
  /** What is told of a change beside its row, and which are told first: SQL over `import_changes` and `import_rows`. */
  readonly told?: { readonly columns: string; readonly first: string };
  /** How many there are, where changing more than a tenth of them needs the number of changes. */
  readonly confirmed?: (tx: Transaction) => Promise<number>;
}

/** One that is stored. */
export interface ListImport<Values extends object> extends ListReading<Values> {
  /** Keeps others from changing what is stored until the import is. */
  readonly hold?: (tx: Transaction) => Promise<unknown>;
  /** Stores what differs, which is in `import_changes`; answers how many they are about. */
  readonly applyChanges: (importing: Importing) => Promise<number>;
  /** Stores what is new; answers how many that were. */
  readonly storeNew: (importing: Importing) => Promise<number>;
}
