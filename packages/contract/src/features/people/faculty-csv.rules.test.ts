import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutFormulaEscape } from '../../csv/csv-format.rules.ts';
import { listColumns } from '../../csv/list-header.rules.ts';
import { createRecordReader, recordRules } from '../../csv/list-record.rules.ts';
import { asDay } from '../../testing/dates.ts';
import { inputSchema } from '../../fields/field-schemas.ts';
import { type FacultyField, facultyFields } from './faculty.fields.ts';

const facultyInput = inputSchema(facultyFields);
const facultyRecordRules = recordRules(facultyFields);
const facultyColumns = listColumns(facultyFields);
const { fields, label } = facultyColumns;
const { header } = facultyColumns.readHeader(fields.map(label));
const read = createRecordReader(facultyRecordRules, header, asDay('2199-12-31'));

const meera: Record<FacultyField, string> = {
  name: 'Meera Nair',
  department: 'Physics',
  email: 'meera@x.edu',
  dob: '1980-05-17',
  contactNo: '+91 98450 22114',
  address: '1 Quad',
  gender: 'Female',
  univId: '',
};
const recordOf = (values: Partial<Record<FacultyField, string>>) =>
  read(
    fields.map((field) => ({ ...meera, ...values })[field]),
    7,
  );

const anyCell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.emailAddress(),
  fc.constantFrom('', ' ', 'a\0b', 'Male', '1984-02-30', '9845022114', 'x'.repeat(501)),
);

describe('a row of a list of teachers', () => {
  test('is validated exactly as in the form and the API', () => {
    let [valid, refused] = [0, 0];
    for (const field of fields)
      fc.assert(
        fc.property(fc.oneof(anyCell, fc.constant(meera[field])), (cell) => {
          const record = recordOf({ [field]: cell });
          const meant = withoutFormulaEscape(cell.trim()).trim();
          const expected = facultyInput.safeParse({ ...meera, [field]: meant });
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

  test.each(fields.filter((field) => field !== 'univId'))('needs its %s', (field) => {
    expect(recordOf({ [field]: ' ' })?.problems).toEqual([
      { row: 7, column: label(field), value: ' ', reason: `${label(field)} is missing` },
    ]);
    const without = fields.filter((other) => other !== field).map(label);
    expect(facultyColumns.readHeader(without).problems).toEqual([
      {
        row: 1,
        column: null,
        value: null,
        reason: `The first row must name the columns, and there is no column “${label(field)}”`,
      },
    ]);
  });

  test('may omit the University ID', () => {
    expect(recordOf({})?.values.univId).toBeNull();
    expect(facultyColumns.readHeader(fields.slice(0, -1).map(label)).problems).toEqual([]);
  });
});
