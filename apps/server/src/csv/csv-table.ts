import {
  detectCsvDelimiter,
  detectCsvEncoding,
  notCsvBecause,
  type RowProblem,
} from '@campus/contract';
import { CampusError } from '../campus-error.ts';
import type { Spool } from '../spool.ts';
import { BrokenRecord, type CsvBatch, decodeCsv, notReadable, readRecords } from './read-csv.ts';

const headBytes = 64 * 1024;

export const isBlank = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '');

/**
 * From the file's bytes to its records: decided by its beginning, refused when it is not CSV.
 * `isColumn` says which names a header may have, so that the delimiter is found.
 */
export const openRecords = async (
  content: Spool,
  isColumn: (name: string) => boolean,
): Promise<AsyncGenerator<CsvBatch>> => {
  const head = await content.bytes(0, headBytes);
  const foreign = notCsvBecause(head);
  if (foreign !== null) throw new CampusError('unsupported_media', foreign);
  const encoding = detectCsvEncoding(head);
  if (encoding === null) throw notReadable();
  const format = detectCsvDelimiter(new TextDecoder(encoding).decode(head), isColumn);
  return readRecords(decodeCsv(content.read(), encoding), format);
};

/** A small file, whole: its header and the records below it. */
export interface CsvTable {
  readonly header: readonly string[];
  /** `row` counts from the header, which is row 1, and blank lines count too. */
  readonly records: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** The record that does not end where it should; what follows it was not read. */
  readonly broken: RowProblem | null;
}

/** Reads a file of at most `most` records into memory; blank ones are left out. */
export const readCsvTable = async (
  content: Spool,
  isColumn: (name: string) => boolean,
  most: number,
): Promise<CsvTable> => {
  let header: readonly string[] | null = null;
  const records: { row: number; cells: readonly string[] }[] = [];
  let broken: RowProblem | null = null;
  let row = 1;
  try {
    for await (const batch of await openRecords(content, isColumn))
      for (const cells of batch) {
        if (header === null) {
          if (!isBlank(cells)) header = cells;
          continue;
        }
        row += 1;
        if (!isBlank(cells)) records.push({ row, cells });
        if (records.length > most)
          throw new CampusError(
            'too_large',
            `The file has more than ${most.toLocaleString('en')} rows.`,
          );
      }
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    broken = {
      row: header === null ? 1 : row + 1,
      column: null,
      value: null,
      reason: error.message,
    };
  }
  if (header !== null) return { header, records, broken };
  if (broken) throw new CampusError('rows_invalid', `${broken.reason}.`, { details: [broken] });
  throw new CampusError('invalid', 'The file is empty.');
};
