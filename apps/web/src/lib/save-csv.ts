import { csvLine } from '@campus/contract';
import { saveFile } from './save-download.ts';

type Cell = string | number | null;

/** The columns of a file: heading and cell of each. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => Cell])[];

/** Without it spreadsheets do not recognise UTF-8. */
const byteOrderMark = '\uFEFF';

/** Saves a CSV file; cells that a spreadsheet would take for formulas are escaped. */
export const saveCsv = <Row>(
  name: string,
  columns: CsvColumns<Row>,
  rows: readonly Row[],
): void => {
  const head = columns.map(([title]) => title);
  const lines = rows.map((row) => columns.map(([, cell]) => cell(row)));
  const text = byteOrderMark + [head, ...lines].map(csvLine).join('');
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
};
