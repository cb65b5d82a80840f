import type { IsoDate, RecordRules } from '@campus/contract';
import type { Transaction } from '../../../db/db.ts';
import type { StoredColumn } from '../../../db/stored-fields.ts';
import type { Kind } from '../people.columns.ts';

/** Something nobody shares, neither in the file nor on campus. */
export interface Identity<F extends string> {
  readonly field: F;
  readonly column: string;
  /** As a sentence calls it. */
  readonly label: string;
}

/** A kind of people who can be uploaded as a file, said as data. */
export interface ImportedList<Values extends object> {
  readonly kind: Kind;
  readonly records: RecordRules<Values>;
  /** As a sentence calls them: "students". */
  readonly people: string;
  readonly univIds: 'student_univ_ids' | 'faculty_univ_ids';
  /** In the order in which differences are listed. */
  readonly columns: readonly StoredColumn<keyof Values & string>[];
  readonly identities: readonly Identity<keyof Values & string>[];
  /** Who has an e-mail already, as a sentence begins. */
  readonly owners: Readonly<Record<'student' | 'teacher' | 'admin', string>>;
  /** What a preview shows of a row. */
  readonly shown: readonly (keyof Values & string)[];
  /** What else happens to the people of the temporary table `new_people`, in the same transaction. */
  enrol?(tx: Transaction, today: IsoDate): Promise<void>;
}

/** What the queries know of a list. */
export type StoredList = Omit<ImportedList<Record<string, unknown>>, 'records'>;

/** The names of the columns that are in `people`, or in the table of the kind. */
export const columnNames = ({ columns }: StoredList, table: string): string[] =>
  columns.filter((column) => column.table === table).map(({ name }) => name);
