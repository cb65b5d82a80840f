import {
  type CellsOf,
  type Fields,
  moveIn,
  type MoveInKind,
  type RecordRules,
  recordRules,
} from '@campus/contract';
import type { Importing, ListImport, ListReading } from '../../csv/list-import.ts';
import { insertProblems, insertRepeated } from '../../csv/import.queries.ts';
import { type Db, integer, type Transaction } from '../../db/db.ts';
import { locks } from '../../db/locks.ts';
import { stagedColumns } from '../../db/stored-fields.ts';
import * as batches from './batch.queries.ts';
import { addedRecords, sourcedCell } from './judging.queries.ts';
import { csvOfRoster, rosterParts } from './oneroster-in.ts';

/** A field of a record as SQL text: the stored value, and the one a row of `import_rows` gives it. */
export interface TrackedField {
  readonly field: string;
  /** As used within a sentence. */
  readonly label: string;
  readonly stored: string;
  readonly given: string;
  /** What a batch keeps instead; for a person, the id. */
  readonly kept?: string;
  /** Another value does not prevent that an older record is put back: a file gives it to new ones only. */
  readonly ofAdded?: true;
}

/** A field that is stored in a column as it is. */
export const trackedColumn = (
  field: string,
  label: string,
  stored: string,
  given: string,
): TrackedField => ({ field, label, stored: `${stored}::text`, given: `${given}::text` });

export const dayOf = (day: string): string => `to_char(${day}, 'YYYY-MM-DD')`;

export const trackedDay = (
  field: string,
  label: string,
  stored: string,
  given: string,
): TrackedField => ({ field, label, stored: dayOf(stored), given: dayOf(given) });

/**
 * A kind of record that can be imported from a file, as data and SQL: how its rows are read and checked. `import_rows`
 * has the columns of the file and also `known_id`, the record a row is about, and `new_id`, the one it becomes. The
 * number of statements does not depend on the rows.
 */
export interface ValidatedKind<F extends Fields = Fields> extends Pick<
  ListReading<CellsOf<F>>,
  'respell'
> {
  readonly name: MoveInKind | 'totals';
  readonly fields: F;
  /** How the fields are read, if they alone do not say it. */
  readonly records?: RecordRules<CellsOf<F>>;
  /** The part of a OneRoster ZIP it is read from. */
  readonly roster?: keyof typeof rosterParts;
  readonly shown: readonly (keyof F & string)[];
  /** SQL for what to show where the cell is blank. */
  readonly shownWhenBlank?: Readonly<Record<string, string>>;
  /** The field that identifies the record in a list of changes. */
  readonly subject: keyof F & string;
  /** Columns for the meanings of cells, as for `alter table`. */
  readonly resolvedColumns: string;
  /** Fills `known_id` and the meanings, then adds the problems of rows that cannot be stored. */
  readonly validate: (importing: Importing) => Promise<void>;
  /** Refuses a Source ID that belongs to another record: the condition on `from`, and whose it is, as SQL. */
  readonly ownedByOther?: Readonly<Record<'where' | 'whose', string>>;
  /** What rows of the same record have in common, if not `known_id`. */
  readonly same?: string;
  /** The joined tables of an existing record. */
  readonly from: string;
  readonly id: string;
  /** The name of a record, as SQL. */
  readonly recordName: string;
  readonly kept: readonly TrackedField[];
  /** As in `ListImport`: the records of the same terms or subjects that the file does not contain. */
  readonly absent: string;
}

/** A kind that is stored, and can also be exported. */
export interface StoredKind<F extends Fields = Fields>
  extends ValidatedKind<F>, Pick<ListImport<CellsOf<F>>, 'refusals'> {
  readonly name: MoveInKind;
  /** Locks what the rows refer to. */
  readonly lockReferences: (tx: Transaction) => Promise<unknown>;
  readonly count: string;
  readonly exported: {
    /** SQL for the cells of an export that are not in `kept`. */
    readonly cells: Readonly<Record<string, string>>;
    /** The joined tables without deleted records, in the order of the file. */
    readonly from: string;
  };
}

/** A kind whose records have ids, so that a batch can keep and undo them. */
export interface Kind<F extends Fields = Fields> extends StoredKind<F> {
  /** The table of its records, if not named like the kind. */
  readonly table?: string;
  /** Locks the records of a batch to be undone, where locking what they refer to is not enough. */
  readonly lockBatchRecords?: (tx: Transaction, batchId: string) => Promise<unknown>;
  /** Adds the rows with a `new_id`. */
  readonly add: (importing: Importing) => Promise<unknown>;
  /** Changes the records of `import_changes` to match their rows. */
  readonly change: (importing: Importing) => Promise<unknown>;
  /** SQL for why an added record (`kept.record_id`) cannot be removed; null, or omitted, if nothing depends on it. */
  readonly standing?: string;
  /** SQL for what has taken the place of an added record that is gone (`kept.after`); null, or omitted, if nothing. */
  readonly replaced?: string;
  /** SQL for why a changed record cannot have the values of `kept.before` again; null, or omitted, if it can. */
  readonly unrestorable?: string;
  /** `remove` deletes the records a batch added, `restore` puts the changed ones back. */
  readonly remove: (tx: Transaction, batchId: string) => Promise<unknown>;
  readonly restore: (tx: Transaction, batchId: string) => Promise<unknown>;
}

export const countStored = (db: Db, { count }: Pick<StoredKind, 'count'>): Promise<number> =>
  db.value(integer, count);

/** The reading and checking of a kind. */
export const validatedImport = <F extends Fields>(
  kind: ValidatedKind<F>,
): ListReading<CellsOf<F>> => {
  const { same = 'known_id', roster } = kind;
  return {
    records: kind.records ?? recordRules(kind.fields),
    ...(kind.respell && { respell: kind.respell }),
    ...(roster && { unzip: (zip) => csvOfRoster(zip, rosterParts[roster]) }),
    plural: kind.name.replace('-', ' '),
    columns: stagedColumns(kind.fields),
    shown: kind.shown,
    ...(kind.shownWhenBlank && { shownOfKnown: kind.shownWhenBlank }),
    subject: kind.subject,
    existing: 'update',
    ...(moveIn.personalKinds.has(kind.name) && { comparing: 'move_in_compared' }),
    lock: locks.moveIn,
    tables: `alter table import_rows add known_id bigint, add new_id bigint, ${kind.resolvedColumns};
      create temporary table import_batch (id bigint not null) on commit drop`,
    known: 'cross join lateral (select import_rows.known_id as id) as known',
    findProblems: async (importing) => {
      await kind.validate(importing);
      await insertRepeated(importing, sourcedCell, 'Source ID');
      if (kind.ownedByOther)
        await insertProblems(
          importing,
          sourcedCell,
          `'This Source ID is of ' || ${kind.ownedByOther.whose}`,
          `join (${kind.from}) on ${kind.id} = known_id where ${kind.ownedByOther.where}`,
        );
      await insertProblems(
        importing,
        null,
        `'This is the same record as in row ' || twice.other`,
        `join (select row, min(row) over same as first, nth_value(row, 2) over same as second
           from import_rows where num_nulls(${same}) = 0
           window same as (partition by ${same} order by row
             rows between unbounded preceding and unbounded following)) as listed using (row)
         cross join lateral (
           select case when row = first then second else first end as other) as twice
         where second is not null`,
      );
    },
    stored: {
      from: `join (${kind.from}) on ${kind.id} = import_rows.known_id`,
      subject: kind.recordName,
      values: kind.kept.map(({ field, stored, given }) => ({
        field,
        before: stored,
        after: given,
      })),
    },
    absent: kind.absent,
  };
};

/** Adds what applies while storing it. */
export const storedImport = <F extends Fields>(
  kind: StoredKind<F>,
): Omit<ListImport<CellsOf<F>>, 'applyChanges' | 'storeNew'> => ({
  ...validatedImport(kind),
  lockReferences: kind.lockReferences,
  ...(kind.refusals && { refusals: kind.refusals }),
  confirmed: (tx: Transaction) => countStored(tx, kind),
});

/** A kind as a list that can be imported. */
export const kindImport = <F extends Fields>(kind: Kind<F>): ListImport<CellsOf<F>> => ({
  ...storedImport(kind),
  applyChanges: async (importing) => {
    const { tx, actorId } = importing;
    const changed = await batches.keepBefore(tx, kind, actorId);
    if (changed > 0) await kind.change(importing);
    return changed;
  },
  storeNew: async (importing) => {
    const { tx, actorId } = importing;
    const added = await batches.numberNew(tx, kind);
    if (added > 0) {
      await kind.add(importing);
      await batches.keepAdded(tx, kind, actorId);
    }
    await batches.keepForeignIds(tx, kind.name);
    await batches.keepAfter(tx, kind);
    return added;
  },
});

/** Undoes additions to a table by deleting them. */
export const deleteAdded =
  (table: string): Kind['remove'] =>
  (tx, batchId) =>
    tx.query(`delete from ${table} using ${addedRecords} where ${table}.id = record_id`, [batchId]);
