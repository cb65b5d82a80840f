import {
  createStudentReader,
  detectCsvDelimiter,
  detectCsvEncoding,
  importLimits,
  type IsoDate,
  notCsvBecause,
  readStudentHeader,
  shownCell,
  studentFieldOf,
  type StudentHeader,
  type StudentRecord,
  unreadableRecord,
} from '@campus/contract';
import { CampusError } from '../../../http/campus-error.ts';
import type { Spool } from '../../../http/spool.ts';
import { BrokenRecord, type CsvBatch, decodeCsv, notReadable, readRecords } from './read-csv.ts';

/** A record as the preview shows it, whether its cells are right or not. */
export interface ShownCells {
  readonly name: string;
  readonly email: string;
  readonly rollNo: string;
  readonly course: string;
  readonly semester: string;
}

export interface ListedStudent {
  readonly record: StudentRecord;
  /** Only of a record with problems; otherwise its values say the same. */
  readonly shown: ShownCells | null;
}

/** A file of students whose header can be used. Its records can be read once. */
export interface ClassList {
  readonly header: StudentHeader;
  readonly students: AsyncIterable<readonly ListedStudent[]>;
}

/** A spreadsheet has no more rows than this; a file of blank lines could. */
const mostRecords = 1_048_576;
const headBytes = 64 * 1024;

const invalid = (sentence: string): CampusError => new CampusError('invalid', sentence);

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const showCells = (header: StudentHeader, cells: readonly string[]): ShownCells => {
  const cell = (field: keyof ShownCells): string =>
    shownCell(cells[header.fields.indexOf(field)] ?? '');
  return {
    name: cell('name'),
    email: cell('email'),
    rollNo: cell('rollNo'),
    course: cell('course'),
    semester: cell('semester'),
  };
};

/** From the file's bytes to its records: decided by its beginning, refused when it is not CSV. */
const openRecords = async (content: Spool): Promise<AsyncGenerator<CsvBatch>> => {
  const head = await content.head(headBytes);
  const foreign = notCsvBecause(head);
  if (foreign !== null) throw new CampusError('unsupported_media', foreign);
  const encoding = detectCsvEncoding(head);
  if (encoding === null) throw notReadable();
  const format = detectCsvDelimiter(
    new TextDecoder(encoding).decode(head),
    (name) => studentFieldOf(name) !== null,
  );
  return readRecords(decodeCsv(content.read(), encoding), format);
};

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
 * Opens a file of students and reads its header. A row's number counts from the header, which is
 * row 1, and blank lines count too, so that it is the number a spreadsheet shows.
 * `today` is the day it is on campus.
 */
export const openClassList = async (content: Spool, today: IsoDate): Promise<ClassList> => {
  const batches = await openRecords(content);
  const first = await firstBatch(batches);
  if (!first) throw invalid('The file is empty.');
  const { header, problems } = readStudentHeader(first[0] ?? []);
  const [problem] = problems;
  if (problem) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more problems)` : '';
    throw new CampusError('rows_invalid', `${problem.reason}${more}.`, { details: problems });
  }

  const read = createStudentReader(header, today);
  let row = 1;
  let students = 0;

  const readBatch = (batch: CsvBatch): ListedStudent[] => {
    const listed: ListedStudent[] = [];
    for (const cells of batch) {
      row += 1;
      const record = read(cells, row);
      if (!record) continue;
      const shown = record.problems.length > 0 ? showCells(header, cells) : null;
      listed.push({ record, shown });
    }
    students += listed.length;
    if (students > importLimits.rows) throw tooMany(importLimits.rows, 'students');
    if (row > mostRecords) throw tooMany(mostRecords, 'rows');
    return listed;
  };

  async function* readStudents(): AsyncGenerator<readonly ListedStudent[]> {
    yield readBatch((first ?? []).slice(1));
    try {
      for await (const batch of batches) yield readBatch(batch);
    } catch (error) {
      if (!(error instanceof BrokenRecord)) throw error;
      const shown = showCells(header, []);
      yield [{ record: unreadableRecord(row + 1, error.message), shown }];
      return;
    }
    if (students === 0) throw invalid('The file has no students below its header.');
  }
  return { header, students: readStudents() };
};

const tooMany = (most: number, of: string): CampusError =>
  new CampusError(
    'too_large',
    `The file has more than ${most.toLocaleString('en')} ${of}. Split it and upload the parts one after another.`,
  );
