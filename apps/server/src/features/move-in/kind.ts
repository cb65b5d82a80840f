import type { Fields, MoveInKind, RecordRules } from '@campus/contract';
import type { Importing, ListImport, ListReading } from '../../csv/list-import.ts';
import { columnOf, insertRepeated } from '../../csv/import.queries.ts';
import { type Db, integer, type Transaction } from '../../db/db.ts';
import { locks } from '../../db/locks.ts';
import { columnsOf } from '../../db/stored-fields.ts';
import * as batches from './batch.queries.ts';
import { addedRecords, insertProblems, sourcedCell } from './judging.queries.ts';
import { csvOfRoster, rosterParts } from './oneroster-in.ts';

/** A field of a record as SQL: what is stored, and what a row of `import_rows` makes of it, as text. */
export interface KeptField {
  readonly field: string;
  /** As a sentence calls it. */
  readonly label: string;
  readonly stored: string;
  readonly given: string;
  /** What a batch remembers of it instead: of a person the id. */
  readonly kept?: string;
}

/** A field that is a column, as it is. */
export const keptColumn = (
  field: string,
  label: string,
  stored: string,
  given: string,
): KeptField => ({ field, label, stored: `${stored}::text`, given: `${given}::text` });

export const dayOf = (day: string): string => `to_char(${day}, 'YYYY-MM-DD')`;

export const keptDay = (
  field: string,
  label: string,
  stored: string,
  given: string,
): KeptField => ({ field, label, stored: dayOf(stored), given: dayOf(given) });

/**
 * A kind of record that a file moves in, said as data and SQL: how its rows are read and judged.
 * `import_rows` has the columns of the file, and beside them `known_id`, the record that a row is about,
 * and `new_id`, which it becomes. No statement grows with the rows.
 */
export interface JudgedKind<Values extends object = Record<string, unknown>> {
  readonly name: MoveInKind | 'totals';
  readonly fields: Fields;
  readonly records: RecordRules<Values>;
  /** What a ZIP of OneRoster has of it. */
  readonly roster?: keyof typeof rosterParts;
  readonly shown: readonly (keyof Values & string)[];
  /** What is shown where the cell is blank, as SQL. */
  readonly shownOtherwise?: Readonly<Record<string, string>>;
  /** Where a change says what it is about. */
  readonly subject: keyof Values & string;
  /** Columns for what the cells mean, as `create table` has them. */
  readonly meanings: string;
  /** Fills `known_id` and the meanings, then adds the problems of rows that cannot be stored. */
  readonly judge: (importing: Importing) => Promise<void>;
  /** Where the record that a Source ID is of cannot be what its row is about, of `from`, and whose it is. */
  readonly ofAnother?: Readonly<Record<'where' | 'whose', string>>;
  /** What rows of the same record share, where it is not `known_id`. */
  readonly same?: string;
  /** The tables of a record that is there, joined. */
  readonly from: string;
  readonly id: string;
  /** As people call a record. */
  readonly called: string;
  readonly kept: readonly KeptField[];
  /** As `ListImport` has it: what of the same terms or subjects is not in the file. */
  readonly absent: string;
}

/** One that is stored, and comes out as a file, too. */
export interface StoredKind<
  Values extends object = Record<string, unknown>,
> extends JudgedKind<Values> {
  readonly name: MoveInKind;
  /** What holds what rows refer to until the transaction ends. */
  readonly hold: (tx: Transaction) => Promise<unknown>;
  /** How many records there are. */
  readonly count: string;
  readonly exported: {
    /** What a file of all records has beside `kept`, as SQL. */
    readonly cells: Readonly<Record<string, string>>;
    /** The tables joined, without those that are gone, in the order of the file. */
    readonly from: string;
  };
}

/** One whose records have ids, by which a batch remembers them and is taken back. */
export interface Kind<Values extends object = Record<string, unknown>> extends StoredKind<Values> {
  /** Where its records are, if not in the table of its name. */
  readonly table?: string;
  /** Holds the records of a batch that is taken back, where what they refer to does not. */
  readonly holdBatch?: (tx: Transaction, batchId: string) => Promise<unknown>;
  /** Adds the rows with a `new_id`. */
  readonly add: (importing: Importing) => Promise<unknown>;
  /** Changes the records of `import_changes` to what their rows say. */
  readonly change: (importing: Importing) => Promise<unknown>;
  /** Why an added record (`kept.record_id`) cannot be taken back; null, or left out, where nothing stands on it. */
  readonly standing?: string;
  /** Takes added records of a batch back, and gives changed ones what they had. */
  readonly remove: (tx: Transaction, batchId: string) => Promise<unknown>;
  readonly restore: (tx: Transaction, batchId: string) => Promise<unknown>;
}

const snake = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

export const countStored = (db: Db, { count }: Pick<StoredKind, 'count'>): Promise<number> =>
  db.value(integer, count);

/** How a kind is read and judged. */
export const judgedImport = <Values extends object>(
  kind: JudgedKind<Values>,
): ListReading<Values> => {
  const { same = 'known_id', roster } = kind;
  const storage = Object.fromEntries(
    Object.keys(kind.fields).map((field) => [field, `import_rows.${snake(field)}`]),
  );
  return {
    records: kind.records,
    ...(roster && { unzip: (zip) => csvOfRoster(zip, rosterParts[roster]) }),
    plural: kind.name.replace('-', ' '),
    columns: columnsOf(kind.fields, storage) as unknown as ListImport<Values>['columns'],
    shown: kind.shown,
    ...(kind.shownOtherwise && { shownOfKnown: kind.shownOtherwise }),
    subject: kind.subject,
    existing: 'update',
    lock: locks.moveIn,
    tables: `alter table import_rows add known_id bigint, add new_id bigint, ${kind.meanings};
      create temporary table import_batch (id bigint not null) on commit drop`,
    known: 'cross join lateral (select import_rows.known_id as id) as known',
    findProblems: async (importing) => {
      await kind.judge(importing);
      const sourced = columnOf(importing.header, sourcedCell[0]);
      const sourceId = { column: sourcedCell[1], label: 'Source ID' };
      if (sourced) await insertRepeated(importing.tx, sourceId, sourced);
      if (kind.ofAnother)
        await insertProblems(
          importing,
          sourcedCell,
          `'This Source ID is of ' || ${kind.ofAnother.whose}`,
          `join (${kind.from}) on ${kind.id} = known_id where ${kind.ofAnother.where}`,
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
      subject: kind.called,
      values: kind.kept.map(({ field, stored, given }) => ({
        field,
        before: stored,
        after: given,
      })),
    },
    absent: kind.absent,
  };
};

/** And what holds while it is stored. */
export const storedImport = <Values extends object>(kind: StoredKind<Values>) => ({
  ...judgedImport(kind),
  hold: kind.hold,
  confirmed: (tx: Transaction) => countStored(tx, kind),
});

/** A kind as a list that can be imported. */
export const kindImport = <Values extends object>(kind: Kind<Values>): ListImport<Values> => ({
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

/** How added records of a table are taken back on which nothing stands. */
export const deleteAdded =
  (table: string): Kind['remove'] =>
  (tx, batchId) =>
    tx.query(`delete from ${table} using ${addedRecords} where ${table}.id = record_id`, [batchId]);
