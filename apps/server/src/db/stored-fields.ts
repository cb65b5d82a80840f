import {
  type ContactNumber,
  type Field,
  fieldNames,
  type Fields,
  type RecordOf,
  type ValueOf,
} from '@campus/contract';
import { type AliasedRawBuilder, type Insertable, type SelectType, sql } from 'kysely';
import type { DB } from './tables.generated.ts';

/** The columns of some tables that store values of a type, as `table.column`. */
type ColumnFor<Table extends keyof DB, Value> = {
  [T in Table]: {
    [C in keyof DB[T] & string]: Value extends Exclude<SelectType<DB[T][C]>, null>
      ? `${T}.${C}`
      : never;
  }[keyof DB[T] & string];
}[Table];

/** The column of each field of a record; a contact number has two, for the number and its text. */
export type StorageOf<T extends Fields, Table extends keyof DB> = {
  readonly [F in keyof T]: ValueOf<T[F]> extends ContactNumber
    ? readonly [number: ColumnFor<Table, string>, text: ColumnFor<Table, string>]
    : ColumnFor<Table, ValueOf<T[F]>>;
};

/** A column's value; undefined if not given. */
export type Cell = string | number | null | undefined;

export const asItIs = (value: unknown): Cell => value as Cell;

/** A column that stores a field or a part of it. */
export interface StoredColumn<F extends string = string> {
  readonly field: F;
  readonly table: string;
  readonly name: string;
  readonly type: 'text' | 'integer' | 'date' | 'bigint';
  /** What the column stores of a field's value. */
  readonly of: (value: unknown) => Cell;
  /** Its name in a stored record. */
  readonly key: string;
  /** Whether people see this column; of a contact number, they see the text. */
  readonly shown: boolean;
}

const typeOf = ({ type }: Field): 'text' | 'integer' | 'date' => {
  if (type === 'whole') return 'integer';
  return type === 'day' ? 'date' : 'text';
};

/** Keeps null and undefined. */
const part =
  (name: keyof ContactNumber) =>
  (value: unknown): Cell =>
    value ? (value as ContactNumber)[name] : (value as null | undefined);

/** All columns of a record, in the order of its storage. */
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

/** The columns of `import_rows` with the cells of fields that are not columns of a record. */
export const stagedColumns = <F extends string>(fields: Readonly<Record<F, Field>>) => {
  const snake = (field: string) => field.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
  const named = fieldNames(fields).map((field) => [field, `import_rows.${snake(field)}`]);
  return columnsOf(fields, Object.fromEntries(named) as Record<F, string>);
};

type Selected<R> = {
  [K in keyof R & string]: AliasedRawBuilder<R[K], K>;
}[keyof R & string];

export const selectionOf = <const T extends Fields>(
  columns: readonly StoredColumn<keyof T & string>[],
): Selected<RecordOf<T>>[] =>
  columns.map(({ table, name, type, key }) => {
    const column = sql.ref(`${table}.${name}`);
    return (type === 'bigint' ? sql`${column}::float8` : sql`${column}`).as(key);
  }) as Selected<RecordOf<T>>[];

/** The same for a plain statement in which the columns' table is `alias`. */
export const selectedFrom = (alias: string, columns: readonly StoredColumn[]): string =>
  columns.map(({ name, key }) => `${alias}.${name} as "${key}"`).join(', ');

/** The values of a record for one table, without those that are not given. */
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

/** SQL for a column as text, as shown in differences. */
const textOf = (table: string, { name, type }: StoredColumn): string => {
  if (type === 'date') return `to_char(${table}.${name}, 'YYYY-MM-DD')`;
  return type === 'text' ? `${table}.${name}` : `${table}.${name}::text`;
};

/** SQL for a column's stored value and the uploaded one, as text. */
export const compared = (column: StoredColumn) => ({
  field: column.field,
  before: textOf(column.table, column),
  after: textOf('import_rows', column),
});

/** SQL that sets columns of `table` to the uploaded values; blank ones change nothing. */
export const asGiven = (table: string, names: readonly string[]): string =>
  names.map((name) => `${name} = coalesce(import_rows.${name}, ${table}.${name})`).join(', ');
