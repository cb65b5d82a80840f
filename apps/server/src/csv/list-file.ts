import {
  createRecordReader,
  type CsvDelimiter,
  type CsvEncoding,
  detectCsvDelimiter,
  detectCsvEncoding,
  howToSaveCsv,
  type IsoDate,
  type HeaderRules,
  type ListHeader,
  listLimits,
  type ListRecord,
  type ReadingRules,
  notCsvBecause,
  shownCell,
  unreadableRecord,
} from '@campus/contract';
import { CsvError, parse } from 'csv-parse';
import { CampusError } from '../campus-error.ts';
import type { Spool } from '../spool.ts';
import type { ListImport } from './list-import.ts';

/** The records of one piece of a file; a blank line is one blank cell. */
type CsvBatch = readonly (readonly string[])[];

/** A record whose end cannot be found, so that nothing after it can be read. */
class BrokenRecord extends Error {
  override readonly name = 'BrokenRecord';
}

/** A longer record is an unclosed quote or not a list at all. */
const maxRecordLength = 2 * 1024 * 1024;

const unclosed =
  'A quote (") in this row is never closed. The rows after it were not read: correct it, then upload the file again';

const quoteProblems: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: unclosed,
  CSV_INVALID_CLOSING_QUOTE:
    'A cell in this row goes on after its closing quote ("), or a quote is never closed. The rows after it were not read: correct it, then upload the file again',
  INVALID_OPENING_QUOTE:
    'A cell in this row has a quote (") in its middle. Put the whole cell into quotes and write the quote inside twice. The rows after it were not read',
};

const blank: readonly string[] = [''];

/** Decodes bytes and drops the byte order mark. Refuses bytes that are invalid in the encoding. */
const decodeCsv = async function* (
  chunks: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw notReadable();
    }
  };
  for await (const chunk of chunks) {
    const text = decode(chunk);
    if (text !== '') yield text;
  }
  const rest = decode();
  if (rest !== '') yield rest;
};

const notReadable = (): CampusError =>
  new CampusError(
    'unsupported_media',
    `The letters of this file cannot be read: it is not saved in UTF-8. ${howToSaveCsv}`,
  );

/**
 * Splits text into records (RFC 4180, any line ending), one batch for each piece of text. Skips the
 * first `skip` characters. Throws `BrokenRecord` after yielding the records before the broken one.
 */
const readRecords = async function* (
  texts: AsyncIterable<string>,
  { delimiter, skip }: { delimiter: CsvDelimiter; skip: number },
): AsyncGenerator<CsvBatch> {
  let batch: (readonly string[])[] = [];
  let blanks = 0;
  const putBackBlanks = (upTo: number): void => {
    for (; blanks < upTo; blanks += 1) batch.push(blank);
  };
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Counted and put back: the parser creates an error, with a stack, for every record of another
    // length than the first; a million blank lines took twenty seconds.
    skip_empty_lines: true,
    // Collects a batch for each write instead of reading single records from the stream.
    on_record: (record: string[], { empty_lines }) => {
      putBackBlanks(empty_lines);
      batch.push(record);
      return null;
    },
  });
  // The callback of `write` or `end` gets the same error.
  parser.on('error', () => {});
  parser.resume();
  const step = (act: (done: (error?: Error | null) => void) => void): Promise<unknown> =>
    new Promise((resolve) => {
      act(resolve);
    });

  let toSkip = skip;
  let sinceRecord = 0;
  let broken: string | undefined;
  const take = (error: unknown): CsvBatch => {
    putBackBlanks(parser.info.empty_lines);
    const taken = batch;
    batch = [];
    if (error !== undefined && error !== null) broken = reasonOf(error);
    return taken;
  };
  for await (const text of texts) {
    const rest = text.slice(toSkip);
    toSkip -= text.length - rest.length;
    if (rest === '') continue;
    const records = take(await step((done) => parser.write(rest, done)));
    sinceRecord = records.length > 0 ? 0 : sinceRecord + rest.length;
    if (records.length > 0) yield records;
    if (sinceRecord > maxRecordLength) broken = unclosed;
    if (broken !== undefined) throw new BrokenRecord(broken);
  }
  const records = take(await step((done) => parser.end(done)));
  if (records.length > 0) yield records;
  if (broken !== undefined) throw new BrokenRecord(broken);
};

const reasonOf = (error: unknown): string => {
  const reason = error instanceof CsvError ? quoteProblems[error.code] : undefined;
  if (reason === undefined) throw error;
  return reason;
};

const headBytes = 64 * 1024;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/**
 * Reads a file's records; detects encoding and delimiter from its beginning and refuses what is not CSV.
 * `isColumn` recognises column names, which helps to find the delimiter.
 */
const openRecords = async (
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

/** The records of a program-generated CSV in memory: UTF-8 with commas. */
export const recordsOfCsv = async function* (name: string, file: Buffer): AsyncGenerator<CsvBatch> {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    for (let at = 0; at < file.length; at += headBytes) yield file.subarray(at, at + headBytes);
  };
  try {
    yield* readRecords(decodeCsv(pieces(), 'utf-8'), { delimiter: ',', skip: 0 });
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    throw new CampusError('unsupported_media', `${name} cannot be read: ${error.message}.`);
  }
};

/** A record's cells by field, as the preview shows them, valid or not. */
type ShownCells = Readonly<Record<string, string>>;

export interface ListedRow<Values> {
  readonly record: ListRecord<Values>;
  /** Only for a record with problems; otherwise its values are shown. */
  readonly shown: ShownCells | null;
}

/** A file with a valid header. Its rows can be read once. */
export interface ListFile<Values> {
  readonly header: ListHeader<keyof Values & string>;
  readonly rows: AsyncIterable<readonly ListedRow<Values>[]>;
}

/** The most rows of a spreadsheet; bounds files of blank lines. */
const maxRecords = 1_048_576;

const invalid = (sentence: string): CampusError => new CampusError('invalid', sentence);

/** The first batch, starting at the first non-blank record; null if there is none. */
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
 * Opens a file and reads its header. The header is row 1 and blank lines count, so that row
 * numbers are those a spreadsheet shows. `today` is the campus's day.
 */
export const openListFile = async <Values extends object>(
  list: Pick<ListImport<Values>, 'records' | 'shown' | 'plural'>,
  content: Spool,
  today: IsoDate,
  reading: ReadingRules<keyof Values & string> & HeaderRules<keyof Values & string> = {},
): Promise<ListFile<Values>> => {
  const { records, shown: shownFields, plural } = list;
  const { columns } = records;
  const batches = await openRecords(content, (name) => columns.fieldOf(name) !== null);
  const first = await firstBatch(batches);
  if (!first) throw invalid('The file is empty.');
  const { header, problems } = columns.readHeader(first[0] ?? [], reading);
  const [problem] = problems;
  if (problem) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more problems)` : '';
    throw new CampusError('rows_invalid', `${problem.reason}${more}.`, { details: problems });
  }

  const read = createRecordReader(records, header, today, reading);
  let row = 1;
  let listedRows = 0;

  const inFile = header.fields.filter((field) => field !== null);
  const showCells = (cells: readonly string[]): ShownCells =>
    Object.fromEntries(
      [...shownFields, ...inFile].map((field) => [
        field,
        shownCell(cells[header.fields.indexOf(field)] ?? ''),
      ]),
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
    if (listedRows > listLimits.rows) throw tooMany(listLimits.rows, plural);
    if (row > maxRecords) throw tooMany(maxRecords, 'rows');
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
