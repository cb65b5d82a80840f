import type { ContactNumber, IsoDate, RecordRules } from '@campus/contract';
import type pg from 'pg';
import { asItIs, type Cell, type StagedColumn } from '../../../csv/list-import.ts';

type Role = 'student' | 'teacher' | 'admin';

/** Where a field is kept. A contact number is two columns: `column`_no and `column`_phone. */
export interface StoredField<F extends string> {
  readonly field: F;
  /** The table all people are in, or the one of their role. */
  readonly of: 'people' | 'role';
  readonly column: string;
  readonly type: 'text' | 'integer' | 'date' | 'contact';
}

/** Something nobody shares, neither in the file nor on campus. */
export interface Identity<F extends string> {
  readonly field: F;
  readonly column: string;
  /** As a sentence calls it. */
  readonly label: string;
}

/** A kind of people who can be uploaded as a file, said as data. */
export interface ImportedList<Values extends object> {
  readonly records: RecordRules<Values>;
  readonly role: Exclude<Role, 'admin'>;
  readonly roleTable: 'students' | 'faculty';
  /** As a sentence calls them: "students". */
  readonly people: string;
  readonly univIds: 'student_univ_ids' | 'faculty_univ_ids';
  /** In the order in which differences are listed. */
  readonly stored: readonly StoredField<keyof Values & string>[];
  readonly identities: readonly Identity<keyof Values & string>[];
  /** Who has an e-mail already, as a sentence begins. */
  readonly owners: Readonly<Record<Role, string>>;
  /** What a preview shows of a row. */
  readonly shown: readonly (keyof Values & string)[];
  /** What else happens to the people of the temporary table `new_people`, in the same transaction. */
  welcome(tx: pg.ClientBase, today: IsoDate): Promise<void>;
}

/** What the queries know of a list. */
export type StoredList = Omit<ImportedList<Record<string, unknown>>, 'records'>;

const numberOf = (value: unknown): Cell => (value as ContactNumber | null)?.contactNo;
const phoneOf = (value: unknown): Cell => (value as ContactNumber | null)?.contactPhone;

/** The columns of some stored fields. */
export const columnsOf = <F extends string>(stored: readonly StoredField<F>[]): StagedColumn<F>[] =>
  stored.flatMap(({ field, column, type }): StagedColumn<F>[] =>
    type === 'contact'
      ? [
          { field, name: `${column}_no`, type: 'bigint', of: numberOf },
          { field, name: `${column}_phone`, type: 'text', of: phoneOf },
        ]
      : [{ field, name: column, type, of: asItIs }],
  );

/** The names of the columns that are in `people`, or in the table of the role. */
export const columnNames = (list: StoredList, of: 'people' | 'role'): string[] =>
  columnsOf(list.stored.filter((one) => one.of === of)).map(({ name }) => name);

/** A stored field as the text a difference shows. */
export const textOf = (table: string, { column, type }: StoredField<string>): string => {
  if (type === 'contact') return `${table}.${column}_phone`;
  if (type === 'date') return `to_char(${table}.${column}, 'YYYY-MM-DD')`;
  return type === 'integer' ? `${table}.${column}::text` : `${table}.${column}`;
};
