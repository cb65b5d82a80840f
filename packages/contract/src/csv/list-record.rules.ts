import { valueSchema } from '../fields/field-schemas.ts';
import type { CellsOf, Field, Fields } from '../fields/fields.ts';
import type { IsoDate } from '../values/dates.ts';
import { toIsoDay, cellReader, type DaysOfFile, ambiguousDay, isShortened } from './cells.rules.ts';
import { withoutFormulaEscape } from './csv-format.rules.ts';
import type { RowProblem } from './list-import.contract.ts';
import { type ListColumns, listColumns, type ListHeader } from './list-header.rules.ts';

/** The values of a record; null for blank cells, absent columns and cells with a problem. */
export interface ListRecord<Values> {
  readonly row: number;
  readonly values: Values;
  readonly problems: readonly RowProblem[];
}

export interface RecordRules<Values extends object> {
  readonly columns: ListColumns<keyof Values & string>;
  /**
   * Converts a trimmed cell that is not blank to its value; undefined if it has a problem. `today` is the
   * current day on campus.
   */
  readonly readCell: {
    readonly [F in keyof Values]: (
      cell: string,
      today: IsoDate,
      days?: DaysOfFile,
    ) => NonNullable<Values[F]> | undefined;
  };
  /** Returns why a cell that `readCell` refused, or a blank one of a required column, is a problem. */
  readonly reason: (field: keyof Values & string, cell: string, days?: DaysOfFile) => string;
}

/** See `RecordRules.reason`. */
const reasonOf = (field: Field, cell: string, days: DaysOfFile | undefined): string => {
  const { type, called: label = field.label } = field;
  if (cell === '') return `${label} is missing`;
  if ((type === 'isbn' || type === 'text') && isShortened(cell))
    return `A spreadsheet has shortened this ${label}. Give its column the format “Text” and write the whole number`;
  if (type === 'isbn' && /^\d{6,9}$/.test(cell))
    return `This ${label} has too few digits: a spreadsheet may have left out the zeros it begins with`;
  const unclear = type === 'day' ? ambiguousDay(cell, days) : undefined;
  if (unclear) return unclear;
  const written = type === 'day' ? toIsoDay(cell, days) : cell;
  const given = type === 'whole' && /^-?\d{1,15}$/.test(cell) ? Number(cell) : written;
  const issue = valueSchema(field).safeParse(given).error?.issues[0];
  const otherwise = type === 'day' ? `${label} must be in the past` : `${label} cannot be read`;
  return (issue?.message ?? otherwise).replace(/\.$/, '');
};

/** Derives the rules for reading records from their fields. */
export const recordRules = <const T extends Fields>(fields: T): RecordRules<CellsOf<T>> => ({
  columns: listColumns(fields),
  readCell: Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, cellReader(field)]),
  ) as RecordRules<CellsOf<T>>['readCell'],
  reason: (name, cell, days) => reasonOf(fields[name] as Field, cell, days),
});

const maxShownLength = 200;

/** Returns a cell as replies show it: cut, and without what JSON or a database cannot carry. */
export const shownCell = (cell: string): string =>
  (cell.length > maxShownLength ? `${cell.slice(0, maxShownLength)}…` : cell)
    .replaceAll('\0', '\uFFFD')
    .toWellFormed();

const raggedReason = (cells: number, columns: number): string =>
  `The row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, but the header has ${columns}. ${
    cells > columns
      ? 'Put quotes around a cell that holds the delimiter'
      : 'Fill in the missing ones'
  }`;

const nothing = <Values extends object>({ columns }: RecordRules<Values>): Values =>
  Object.fromEntries(columns.fields.map((field) => [field, null])) as Values;

/** How records are read, besides the header. */
export interface ReadingRules<F extends string> {
  readonly days?: DaysOfFile | undefined;
  /** Each row must have at least one of these; no other column is required. */
  readonly keys?: readonly F[] | undefined;
}

/**
 * Creates a reader of the records below a header. It returns null for a blank record and lists every
 * problem of any other. `today` is the current day on campus, before which people were born.
 */
export const createRecordReader = <Values extends object>(
  rules: RecordRules<Values>,
  header: ListHeader<keyof Values & string>,
  today: IsoDate,
  { days, keys }: ReadingRules<keyof Values & string> = {},
): ((cells: readonly string[], row: number) => ListRecord<Values> | null) => {
  const { names } = header;
  const columns = header.fields.map((field) =>
    // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- a generic key, no enum
    field === null ? null : { field, readCell: rules.readCell[field] },
  );
  const required = new Set<string>(keys ? [] : rules.columns.required);
  const empty = nothing(rules);

  return (cells, row) => {
    if (cells.every((cell) => cell.trim() === '')) return null;
    const values = { ...empty };
    const excess = cells.findLastIndex((cell) => cell.trim() !== '') >= columns.length;
    if (excess || cells.length < columns.length) {
      const reason = raggedReason(cells.length, columns.length);
      return { row, values, problems: [{ row, column: null, value: null, reason }] };
    }

    const problems: RowProblem[] = [];
    const refuse = (at: number, reason: string): void => {
      problems.push({ row, column: names[at] ?? null, value: shownCell(cells[at] ?? ''), reason });
    };
    columns.forEach((column, at) => {
      if (column === null) return;
      const { field, readCell } = column;
      const cell = withoutFormulaEscape((cells[at] ?? '').trim()).trim();
      if (cell === '' && !required.has(field)) return;
      const value = cell === '' ? undefined : readCell(cell, today, days);
      if (value === undefined) refuse(at, rules.reason(field, cell, days));
      else values[field] = value;
    });
    if (keys && problems.length === 0 && keys.every((key) => values[key] === null)) {
      const reason = `The row has no ${keys.map(rules.columns.label).join(' and no ')}`;
      problems.push({ row, column: null, value: null, reason });
    }
    return { row, values, problems };
  };
};

/** A record that could not be parsed at all. */
export const unreadableRecord = <Values extends object>(
  rules: RecordRules<Values>,
  row: number,
  reason: string,
): ListRecord<Values> => ({
  row,
  values: nothing(rules),
  problems: [{ row, column: null, value: null, reason }],
});
