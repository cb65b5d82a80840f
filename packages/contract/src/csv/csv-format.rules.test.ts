import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  csvLine,
  detectCsvDelimiter,
  detectCsvEncoding,
  notCsvBecause,
  withoutFormulaEscape,
} from './csv-format.rules.ts';
import { listColumns } from './list-header.rules.ts';
import { studentFields } from '../features/people/student.fields.ts';

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const isKnown = (name: string): boolean => listColumns(studentFields).fieldOf(name) !== null;
const delimiterOf = (text: string): string => detectCsvDelimiter(text, isKnown).delimiter;

describe('the encoding', () => {
  test('is determined by the byte order mark, and UTF-8 without one', () => {
    expect(detectCsvEncoding(utf8('Name,Email'))).toBe('utf-8');
    expect(detectCsvEncoding(utf8('\uFEFFName'))).toBe('utf-8');
    expect(detectCsvEncoding(bytes(0xff, 0xfe, 0x4e, 0))).toBe('utf-16le');
    expect(detectCsvEncoding(bytes(0xfe, 0xff, 0, 0x4e))).toBe('utf-16be');
    expect(detectCsvEncoding(bytes())).toBe('utf-8');
  });

  test('is not guessed for UTF-16 without a mark, nor for UTF-32', () => {
    expect(detectCsvEncoding(bytes(0x4e, 0, 0x61, 0))).toBeNull();
    expect(detectCsvEncoding(bytes(0, 0x4e, 0, 0x61))).toBeNull();
    expect(detectCsvEncoding(bytes(0xff, 0xfe, 0, 0, 0x4e, 0, 0, 0))).toBeNull();
  });
});

describe('other kinds of file', () => {
  test.each([
    ['a PDF', utf8('%PDF-1.7\n…'), 'PDF document'],
    ['an Excel workbook', bytes(0x50, 0x4b, 3, 4, 20, 0), 'workbook'],
    ['an old Excel workbook', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'workbook'],
    ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 13, 10), 'picture'],
    ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), 'picture'],
    ['a web page', utf8('\uFEFF\n<!DOCTYPE html><html>'), 'web page'],
    ['a gzip file', bytes(0x1f, 0x8b, 8), 'compressed'],
  ])('%s is recognised', (_name, start, word) => {
    expect(notCsvBecause(start)).toContain(word);
  });

  test('a CSV file is not one of them', () => {
    expect(notCsvBecause(utf8('Name,Email\nAnn,ann@x.edu'))).toBeNull();
    expect(notCsvBecause(utf8(''))).toBeNull();
  });
});

describe('the delimiter', () => {
  test.each([
    ['Name,Email\nAnn;Lee,ann@x.edu', ','],
    ['Name;Email\nAnn,Lee;ann@x.edu', ';'],
    ['Name\tEmail\nAnn\tann@x.edu', '\t'],
    ['"Name";"Email, if any, in full, please"', ';'],
    ['Full Name;Email;Address (street, city, zip, country)\n', ';'],
    ['\n\r\n;;\nName;Email', ';'],
    ['Name', ','],
    ['', ','],
    ['foo;bar;baz', ';'],
  ])('of %j is detected', (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter);
  });

  test('is taken from a first line such as sep=; as Excel writes it', () => {
    expect(detectCsvDelimiter('sep=;\r\nName,Email', isKnown)).toEqual({ delimiter: ';', skip: 7 });
    expect(detectCsvDelimiter('"sep=,"\nName', isKnown)).toEqual({ delimiter: ',', skip: 8 });
    expect(detectCsvDelimiter('SEP=\t\rName', isKnown)).toEqual({ delimiter: '\t', skip: 6 });
    expect(detectCsvDelimiter('separate,Email\n', isKnown).skip).toBe(0);
  });

  test('is detected whatever else the header contains', () => {
    const name = fc.string({ maxLength: 20 }).filter((one) => !/[",;\t\r\n]/.test(one));
    fc.assert(
      fc.property(
        fc.constantFrom(',', ';', '\t'),
        fc.array(name, { maxLength: 8 }),
        (delimiter, others) => {
          expect(delimiterOf(['Name', 'Email', ...others].join(delimiter))).toBe(delimiter);
        },
      ),
    );
  });

  test('is always a comma, semicolon or tab', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect([',', ';', '\t']).toContain(delimiterOf(text));
      }),
    );
  });
});

describe('a CSV line we write', () => {
  test('cannot be read as a formula, and quotes the cells that need it', () => {
    expect(csvLine(['=1+1', '+49 40', '@x', '-1', 7, null])).toBe("'=1+1,'+49 40,'@x,'-1,7,\r\n");
    expect(csvLine(['a "b"', 'c, d', 'e\nf', ' g'])).toBe('"a ""b""","c, d","e\nf"," g"\r\n');
  });

  test('is read back exactly, even with apostrophes of the author’s own', () => {
    const mark = fc.constantFrom("'", '=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', 'a', '7');
    fc.assert(
      fc.property(fc.string({ unit: mark }), fc.string(), (front, rest) => {
        const cell = front + rest.replaceAll('"', '');
        const written = csvLine([cell]).slice(0, -2).replaceAll('"', '');
        expect(written).not.toMatch(/^[=+\-@＝＠\t\r\n]/);
        expect(withoutFormulaEscape(written)).toBe(cell);
      }),
    );
  });
});
