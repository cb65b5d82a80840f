import {
  createRecordReader,
  importLimits,
  type IsoDate,
  type ListHeader,
  type ListRecord,
  shownCell,
  unreadableRecord,
} from '@campus/contract';
import { CampusError } from '../campus-error.ts';
import type { Spool } from '../spool.ts';
import type { ListImport } from './list-import.ts';
import { BrokenRecord, type CsvBatch, isBlank, openRecords } from './read-csv.ts';

/** A record as the preview shows it, by field, whether its cells are right or not. */
type ShownCells = Readonly<Record<string, string>>;

export interface ListedRow<Values> {
  readonly record: ListRecord<Values>;
  /** Only of a record with problems; otherwise its values say the same. */
  readonly shown: ShownCells | null;
}

/** A file whose header can be used. Its records can be read once. */
export interface ListFile<Values> {
  readonly header: ListHeader<keyof Values & string>;
  readonly rows: AsyncIterable<readonly ListedRow<Values>[]>;
}

/** A spreadsheet has no more rows than this; a file of blank lines could. */
const mostRecords = 1_048_576;

const invalid = (sentence: string): CampusError => new CampusError('invalid', sentence);

/** The first batch from the first record that is not blank on, or null when there is none. */
const firstBatch = async (batches: AsyncGenerator<CsvBatch>): Promise<CsvBatch | null> => {
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done === true) return null;
      const at = next.value.findIndex((cells) => !isBlank(cells));
      if (at >= 0) return next.value.slice(at);
    }
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    const details = [{ row: 1, column: null, value: null, reason: error.message }];
    throw new CampusError('rows_invalid', `${error.message}.`, { details });
  }
};

/**
 * Opens a file and reads its header. A row's number counts from the header, which is
 * row 1, and blank lines count too, so that it is the number a spreadsheet shows. It has
 * at most `most` rows.
 * `today` is the day it is on campus.
 */
export const openListFile = async <Values extends object>(
  list: Pick<ListImport<Values>, 'records' | 'shown' | 'plural'> & { readonly most?: number },
  content: Spool,
  today: IsoDate,
): Promise<ListFile<Values>> => {
  const { records, shown: shownFields, plural, most = importLimits.rows } = list;
  const { columns } = records;
  const batches = await openRecords(content, (name) => columns.fieldOf(name) !== null);
  const first = await firstBatch(batches);
  if (!first) throw invalid('The file is empty.');
  const { header, problems } = columns.readHeader(first[0] ?? []);
  const [problem] = problems;
  if (problem) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more problems)` : '';
    throw new CampusError('rows_invalid', `${problem.reason}${more}.`, { details: problems });
  }

  const read = createRecordReader(records, header, today);
  let row = 1;
  let listedRows = 0;

  const showCells = (cells: readonly string[]): ShownCells =>
    Object.fromEntries(
      shownFields.map((field) => [field, shownCell(cells[header.fields.indexOf(field)] ?? '')]),
    );

  const readBatch = (batch: CsvBatch): ListedRow<Values>[] => {
    const listed: ListedRow<Values>[] = [];
    for (const cells of batch) {
      row += 1;
      const record = read(cells, row);
      if (!record) continue;
      const shown = record.problems.length > 0 ? showCells(cells) : null;
      listed.push({ record, shown });
    }
    listedRows += listed.length;
    if (listedRows > most) throw tooMany(most, plural);
    if (row > mostRecords) throw tooMany(mostRecords, 'rows');
    return listed;
  };

  const readRows = async function* (): AsyncGenerator<readonly ListedRow<Values>[]> {
    yield readBatch((first ?? []).slice(1));
    try {
      for await (const batch of batches) yield readBatch(batch);
    } catch (error) {
      if (!(error instanceof BrokenRecord)) throw error;
      const shown = showCells([]);
      yield [{ record: unreadableRecord(records, row + 1, error.message), shown }];
      return;
    }
    if (listedRows === 0) throw invalid(`The file has no ${plural} below its header.`);
  };
  return { header, rows: readRows() };
};

const tooMany = (most: number, of: string): CampusError =>
  new CampusError(
    'too_large',
    `The file has more than ${most.toLocaleString('en')} ${of}. Split it and upload the parts one after another.`,
  );
