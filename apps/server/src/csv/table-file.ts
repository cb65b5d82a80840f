import { csvLine, type Field, fieldNames, type Fields, type FileFormat } from '@campus/contract';
import { z } from 'zod';
import { describeAct } from '../db/acts.ts';
import { integer, text } from '../db/db.ts';
import { type Spool, spooled } from '../spool.ts';
import { xlsx } from './xlsx.ts';

const byteOrderMark = '\uFEFF';

/** A day is written as `2026-08-01`, an instant as in the API, a percentage as 72.4. */
export type ColumnType = 'text' | 'number' | 'day' | 'instant' | 'percent';
export type Cell = string | number | null;

/** The columns of a table, for all file formats. */
export type TableColumns<Row> = readonly (readonly [
  head: string,
  type: ColumnType,
  cell: (row: Row) => Cell,
])[];

const typeOf = ({ type }: Pick<Field, 'type'>): ColumnType => {
  if (type === 'whole') return 'number';
  return type === 'day' ? 'day' : 'text';
};

/** Columns under which an exported list can be uploaded again. */
export const templateColumns = <F extends string>(
  fields: Readonly<Record<F, Pick<Field, 'label' | 'type'>>>,
): TableColumns<Readonly<Record<F, Cell>>> =>
  fieldNames(fields).map((name) => [fields[name].label, typeOf(fields[name]), (row) => row[name]]);

/** The header line of a list; its byte order mark makes Excel read the file as UTF-8. */
export const listHeader = (names: readonly string[]): string => byteOrderMark + csvLine(names);

/** A row read for export, by field. */
export const exportedRow = <T extends Fields>(fields: T) =>
  z.record(z.enum(fieldNames<keyof T & string>(fields)), z.union([text, integer]).nullable());

const csv = async function* (
  columns: readonly (readonly [head: string, type: ColumnType])[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield listHeader(columns.map(([head]) => head));
  for await (const rows of pages) yield rows.map(csvLine).join('');
};

const writers = { csv, xlsx };

/** Writes a table to a spool, which the caller closes; the current act records the number of rows. */
export const tableFile = async <Row>(
  format: FileFormat,
  columns: TableColumns<Row>,
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): Promise<Spool> => {
  let count = 0;
  const cells = async function* () {
    for await (const rows of pages) {
      count += rows.length;
      yield rows.map((row) => columns.map(([, , cell]) => cell(row)));
    }
  };
  const heads = columns.map(([head, type]) => [head, type] as const);
  const file = await spooled(writers[format](heads, cells()));
  describeAct({ count });
  return file;
};
