import { csvLine, type Field, type FileFormat, type ListColumns } from '@campus/contract';
import { z } from 'zod';
import { describeAct } from '../db/acts.ts';
import { integer, text } from '../db/db.ts';
import { type Spool, spooled } from '../spool.ts';
import { xlsx } from './xlsx.ts';

export const byteOrderMark = '\uFEFF';

/** What a column holds: a day as `2026-08-01`, an instant as the wire has it, a percentage as 72.4. */
export type ColumnType = 'text' | 'number' | 'day' | 'instant' | 'percent';
export type Cell = string | number | null;

/** The columns of a table as a file, said once for all formats. */
export type TableColumns<Row> = readonly (readonly [
  head: string,
  type: ColumnType,
  cell: (row: Row) => Cell,
])[];

const typeOf = ({ type }: Pick<Field, 'type'>): ColumnType => {
  if (type === 'whole') return 'number';
  return type === 'day' ? 'day' : 'text';
};

/** The columns of a list that can be uploaded again, of rows by the names of its fields. */
export const templateColumns = <F extends string>(
  { fields, label }: Pick<ListColumns<F>, 'fields' | 'label'>,
  types: Readonly<Record<F, Pick<Field, 'type'>>>,
): TableColumns<Readonly<Record<F, Cell>>> =>
  fields.map((field) => [label(field), typeOf(types[field]), (row) => row[field]]);

/** The header of a list as a file; the mark makes Excel read it as UTF-8. */
export const listHeader = <F extends string>({
  fields,
  label,
}: Pick<ListColumns<F>, 'fields' | 'label'>): string => byteOrderMark + csvLine(fields.map(label));

/** A row of a list as it is read for its file, by the names of the columns. */
export const exportedRow = <F extends string>({ fields }: Pick<ListColumns<F>, 'fields'>) =>
  z.record(z.enum(fields), z.union([text, integer]).nullable());

const csv = async function* (
  columns: readonly (readonly [head: string, type: ColumnType])[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield listHeader({ fields: columns.map(([head]) => head), label: String });
  for await (const rows of pages) yield rows.map(csvLine).join('');
};

const writers = { csv, xlsx };

/** A table as a file on the disk, which the caller closes; the act under way tells how many rows it has. */
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
