import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine, withoutFormulaEscape } from '../../csv/csv-format.rules.ts';
import { listColumns } from '../../csv/list-header.rules.ts';
import { createRecordReader, recordRules } from '../../csv/list-record.rules.ts';
import { asDay } from '../../testing/dates.ts';
import { inputSchema } from '../../fields/field-schemas.ts';
import { type BookField, bookFields, writeIsbn } from './book.fields.ts';
import { checkDigit10, checkDigit13, readIsbn } from '../../values/isbn.ts';

const newBook = inputSchema(bookFields);
const bookRecordRules = recordRules(bookFields);
const bookColumns = listColumns(bookFields);
const { fields, label } = bookColumns;
const { header } = bookColumns.readHeader(fields.map(label));
const read = createRecordReader(bookRecordRules, header, asDay('2199-12-31'));

const emma: Record<BookField, string> = {
  title: 'Emma',
  author: 'Jane Austen',
  isbn: '978-0-14-143958-7',
  copies: '3',
  shelf: 'F 2.1',
  year: '1815',
};
const recordOf = (values: Partial<Record<BookField, string>>) =>
  read(
    fields.map((field) => ({ ...emma, ...values })[field]),
    7,
  );
/** The value that form and API send for a cell. */
const sentFor = (field: BookField, cell: string): unknown => {
  if (field !== 'copies' && field !== 'year') return cell;
  if (cell === '') return field === 'copies' ? null : '';
  return /^\d{1,15}$/.test(cell) ? Number(cell) : cell;
};

const anyCell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.nat(2500).map(String),
  fc.constantFrom('', ' ', 'a\0b', '080442957X', '9780306406158', '1e3', '-2', 'x'.repeat(301)),
);

describe('a row of a catalogue file', () => {
  test('is validated exactly as in the form and the API', () => {
    let [valid, refused] = [0, 0];
    for (const field of fields)
      fc.assert(
        fc.property(fc.oneof(anyCell, fc.constant(emma[field])), (cell) => {
          const record = recordOf({ [field]: cell });
          const meant = withoutFormulaEscape(cell.trim()).trim();
          const numbers = { copies: 3, year: 1815 };
          const sent = { ...emma, ...numbers, [field]: sentFor(field, meant) };
          const expected = newBook.safeParse(sent);
          if (expected.success) {
            valid += 1;
            expect(record?.problems).toEqual([]);
            expect(record?.values).toEqual(expected.data);
          } else {
            refused += 1;
            expect(record?.problems.map(({ column }) => column)).toEqual([label(field)]);
          }
        }),
        { numRuns: 300 },
      );
    expect(Math.min(valid, refused)).toBeGreaterThan(300);
  });

  test.each(['title', 'author'] as const)('needs its %s', (field) => {
    expect(recordOf({ [field]: ' ' })?.problems).toMatchObject([
      { row: 7, column: label(field), reason: `${label(field)} is missing` },
    ]);
  });

  test('needs no other columns, and accepts other names for them', () => {
    expect(bookColumns.readHeader(['Authors', 'BOOK_TITLE']).problems).toEqual([]);
    const { header: short } = bookColumns.readHeader(['Authors', 'BOOK_TITLE', 'Qty']);
    expect(short.fields).toEqual(['author', 'title', 'copies']);
  });

  test.each([
    ['9.78031E+12', 'A spreadsheet has shortened this ISBN'],
    ['9,78031E+12', 'A spreadsheet has shortened this ISBN'],
    ['306406152', 'a spreadsheet may have left out the zeros'],
    ['978-0-306-40615-8', 'This is no ISBN of 10 or 13 digits'],
  ])('says what is wrong with the ISBN %s', (isbn, reason) => {
    expect(recordOf({ isbn })?.problems[0]?.reason).toContain(reason);
  });
});

describe('an ISBN in a file', () => {
  const nine = fc.stringMatching(/^\d{9}$/);

  test('is the same number with 10 and with 13 digits', () => {
    fc.assert(
      fc.property(nine, (digits) => {
        const old = recordOf({ isbn: digits + checkDigit10(digits) });
        const now = recordOf({ isbn: `978${digits}${checkDigit13(`978${digits}`)}` });
        expect(old?.values.isbn).toBe(now?.values.isbn);
        expect(old?.problems).toEqual([]);
      }),
    );
  });

  test('is written so that spreadsheets do not treat it as a number, and read back', () => {
    fc.assert(
      fc.property(fc.constantFrom('978', '979'), nine, (prefix, digits) => {
        const isbn = `${prefix}${digits}${checkDigit13(prefix + digits)}`;
        const written = writeIsbn(isbn) ?? '';
        expect(Number(written)).toBeNaN();
        expect(csvLine([written]).trim()).toBe(written);
        expect(readIsbn(written)).toBe(isbn);
      }),
    );
    expect(writeIsbn(null)).toBeNull();
  });
});
