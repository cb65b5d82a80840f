import { csvLine } from '@campus/contract';
import { saveFile } from '../../../lib/save-download.ts';

type Cells = readonly (string | number | null)[];

/** Without it spreadsheets take UTF-8 for something else. */
const byteOrderMark = '\uFEFF';

/** The text of a CSV file; no cell of it is a formula to a spreadsheet. */
export const csvText = (head: Cells, rows: readonly Cells[]): string =>
  byteOrderMark + [head, ...rows].map(csvLine).join('');

export const saveCsv = (name: string, head: Cells, rows: readonly Cells[]): void =>
  saveFile(new Blob([csvText(head, rows)], { type: 'text/csv;charset=utf-8' }), name);
