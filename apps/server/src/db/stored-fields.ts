import type { ContactNumber, Field, Fields, RecordOf, ValueOf } from '@campus/contract';
import { type AliasedRawBuilder, type Insertable, type SelectType, sql } from 'kysely';
import type { DB } from './tables.generated.ts';

/** The columns of some tables that keep values of a type, as `table.column`. */
type ColumnFor<Table extends keyof DB, Value> = {
  [T in Table]: {
    [C in keyof DB[T] & string]: Value extends Exclude<SelectType<DB[T][C]>, null>
      ? `${T}.${C}`
      : never;
  }[keyof DB[T] & string];
}[Table];

/** Where each field of a record is kept: of a contact number the number and the text, in two columns. */
export type StorageOf<T extends Fields, Table extends keyof DB> = {
  readonly [F in keyof T]: ValueOf<T[F]> extends ContactNumber
    ? readonly [number: ColumnFor<Table, string>, text: ColumnFor<Table, string>]
    : ColumnFor<Table, ValueOf<T[F]>>;
};

/** A value as a column takes it; undefined is not given. */
export type Cell = string | number | null | undefined;

export const asItIs = (value: unknown): Cell => value as Cell;

/** A column in which a field, or a part of it, is kept. */
export interface StoredColumn<F extends string = string> {
  readonly field: F;
  readonly table: string;
  readonly name: string;
  readonly type: 'text' | 'integer' | 'date' | 'bigint';
  /** What this column keeps of a value of the field. */
  readonly of: (value: unknown) => Cell;
  /** What a stored record calls it. */
  readonly key: string;
  /** Whether it is what people read of the field: of a contact number the text. */
  readonly shown: boolean;
}

const typeOf = ({ type }: Field): 'text' | 'integer' | 'date' => {
  if (type === 'whole') return 'integer';
  return type === 'day' ? 'date' : 'text';
};

/** Blank stays blank, and what is not given is not given. */
const part =
  (name: keyof ContactNumber) =>
  (value: unknown): Cell =>
    value ? (value as ContactNumber)[name] : (value as null | undefined);

/** Every column of a record, in the order of its storage. */
export const columnsOf = <F extends string>(
  fields: Readonly<Record<F, Field>>,
  storage: Readonly<Record<F, string | readonly [string, string]>>,
): StoredColumn<F>[] =>
  (Object.keys(storage) as F[]).flatMap((name) => {
    const field: Field = fields[name];
    const column = (place: string, more: Pick<StoredColumn, 'type' | 'of' | 'key' | 'shown'>) => {
      const [table = '', columnName = ''] = place.split('.');
      return { field: name, table, name: columnName, ...more };
    };
    const places: string | readonly [string, string] = storage[name];
    if (field.type !== 'contact' || typeof places === 'string')
      return [
        column(String(places), {
          type: typeOf(field),
          of: asItIs,
          key: name,
          shown: true,
        }),
      ];
    return [
      column(places[0], { type: 'bigint', of: part('contactNo'), key: name, shown: false }),
      column(places[1], { type: 'text', of: part('contactPhone'), key: field.phone, shown: true }),
    ];
  });

type Selected<R> = {
  [K in keyof R & string]: AliasedRawBuilder<R[K], K>;
}[keyof R & string];

/** What is selected of a stored record. */
export const selectionOf = <const T extends Fields>(
  columns: readonly StoredColumn<keyof T & string>[],
): Selected<RecordOf<T>>[] =>
  columns.map(({ table, name, type, key }) => {
    const column = sql.ref(`${table}.${name}`);
    return (type === 'bigint' ? sql`${column}::float8` : sql`${column}`).as(key);
  }) as Selected<RecordOf<T>>[];

/** The same for a plain statement that calls the table of the columns `alias`. */
export const selectedFrom = (alias: string, columns: readonly StoredColumn[]): string =>
  columns.map(({ name, key }) => `${alias}.${name} as "${key}"`).join(', ');

/** What of a record is kept in a table; a column of what is not given is not there. */
export const valuesFor = <Table extends keyof DB>(
  table: Table,
  columns: readonly StoredColumn[],
  record: object,
): Partial<Insertable<DB[Table]>> => {
  const values = columns
    .filter((column) => column.table === table)
    .map(({ name, field, of }) => [name, of((record as Record<string, unknown>)[field])] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(values) as Partial<Insertable<DB[Table]>>;
};

/** A column as the text a difference shows. */
const textOf = (table: string, { name, type }: StoredColumn): string => {
  if (type === 'date') return `to_char(${table}.${name}, 'YYYY-MM-DD')`;
  return type === 'text' ? `${table}.${name}` : `${table}.${name}::text`;
};

/** What is stored of a column and what the row of a file gives, as text. */
export const compared = (column: StoredColumn) => ({
  field: column.field,
  before: textOf(column.table, column),
  after: textOf('import_rows', column),
});

/** Sets of `table` what the row of a file gives: what is blank there stays as it is. */
export const asGiven = (table: string, names: readonly string[]): string =>
  names.map((name) => `${name} = coalesce(import_rows.${name}, ${table}.${name})`).join(', ');
