import {
  csvLine,
  type Field,
  fieldNames,
  type Fields,
  type FileFormat,
  listLimits,
} from '@campus/contract';
import { z } from 'zod';
import { describeAct } from '../db/acts.ts';
import { integer, text } from '../db/db.ts';
import { type Spool, spooled } from '../spool.ts';
import { type MadeEntry, zipped } from '../zip.ts';
import { fixedTime, xlsx } from './xlsx.ts';

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

type Heads = readonly (readonly [head: string, type: ColumnType])[];
type Pages = AsyncIterable<readonly (readonly Cell[])[]>;

const csv = async function* (columns: Heads, pages: Pages): AsyncGenerator<string> {
  yield listHeader(columns.map(([head]) => head));
  for await (const rows of pages) yield rows.map(csvLine).join('');
};

/** The CSV in files that are each small enough to be uploaded. */
const csvParts = async function* (columns: Heads, pages: Pages): AsyncGenerator<MadeEntry> {
  const head = Buffer.from(listHeader(columns.map(([name]) => name)));
  const source = pages[Symbol.asyncIterator]();
  let page = await source.next();
  const pieces = async function* (): AsyncGenerator<Buffer> {
    yield head;
    let [rows, bytes] = [0, head.length];
    for (; page.done !== true; page = await source.next()) {
      const piece = Buffer.from(page.value.map(csvLine).join(''));
      const full =
        rows + page.value.length > listLimits.rows || bytes + piece.length > listLimits.bytes;
      if (full && rows > 0) return;
      rows += page.value.length;
      bytes += piece.length;
      yield piece;
    }
  };
  let part = 0;
  do {
    part += 1;
    yield { path: `part-${String(part).padStart(3, '0')}.csv`, at: fixedTime, pieces };
  } while (page.done !== true);
};

const writers = {
  csv,
  xlsx,
  parts: (columns: Heads, pages: Pages) => zipped(csvParts(columns, pages)),
};

/** Writes a table to a spool, which the caller closes; the current act records the number of rows. */
export const tableFile = async <Row>(
  format: FileFormat | 'parts',
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
