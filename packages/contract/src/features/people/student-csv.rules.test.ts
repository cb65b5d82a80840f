import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutFormulaEscape } from '../../csv/csv-format.rules.ts';
import { listColumns } from '../../csv/list-header.rules.ts';
import { createRecordReader, recordRules } from '../../csv/list-record.rules.ts';
import { asDay } from '../../testing/dates.ts';
import { inputSchema } from '../../fields/field-schemas.ts';
import * as students from './student.fields.ts';
import type { StudentField } from './student.fields.ts';

const studentColumns = listColumns(students.studentFields);
const studentInput = inputSchema(students.studentFields);
const studentRecordRules = recordRules(students.studentFields);
const { fields: studentFields, label: columnLabel, readHeader: readStudentHeader } = studentColumns;

const headerOf = (cells: readonly string[]) => readStudentHeader(cells).header;
const templateHeader = studentFields.map(columnLabel);
const read = createRecordReader(studentRecordRules, headerOf(templateHeader), asDay('2199-12-31'));

const spelling = (label: string) =>
  fc
    .tuple(fc.constantFrom('', '_', '-', ' ', '  '), fc.boolean(), fc.constantFrom('', ' *', ' '))
    .map(([gap, upper, end]) => {
      const name = label.replaceAll(' ', gap);
      return `${upper ? name.toUpperCase() : name.toLowerCase()}${end}`;
    });

describe('the header', () => {
  test('may name columns in any case, with spaces, underscores, dashes or the form’s asterisk', () => {
    fc.assert(
      fc.property(fc.tuple(...templateHeader.map(spelling)), (cells) => {
        const { header, problems } = readStudentHeader(cells);
        expect(problems).toEqual([]);
        expect(header.fields).toEqual(studentFields);
        expect(header.unknown).toEqual([]);
      }),
    );
  });

  test('may list the columns in any order', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...studentFields], { minLength: studentFields.length }),
        (fields) => {
          expect(headerOf(fields.map(columnLabel)).fields).toEqual(fields);
        },
      ),
    );
  });

  test.each([
    ['name', 'name'],
    ['Full Name', 'name'],
    ['Roll No.', 'rollNo'],
    ['rollNumber', 'rollNo'],
    ['univId', 'univId'],
    ['E-mail', 'email'],
    ['email_address', 'email'],
    ['contactPhone', 'contactNo'],
    ['date_of_birth', 'dob'],
    ['\uFEFFName', 'name'],
  ])('recognises %s', (name, field) => {
    expect(headerOf([name]).fields).toEqual([field]);
  });

  test.each([
    ['Student E-mail', 'email'],
    ['Adress', 'address'],
    ['Mobile Number', 'contactNo'],
    ['Hostel', null],
    ['Enrolment No', null],
    ['', null],
  ])('with “%s” suggests the field %s', (name, field) => {
    expect(studentColumns.guessOf(name)).toBe(field);
  });

  test('is reported as one clear problem if the name or e-mail column is missing', () => {
    expect(readStudentHeader(['Course', 'Email']).problems).toEqual([
      {
        row: 1,
        column: null,
        value: null,
        reason: 'The first row must name the columns, and there is no column “Full Name”',
      },
    ]);
    expect(readStudentHeader(['Ann', 'ann@x.edu']).problems.map(({ reason }) => reason)).toEqual([
      'The first row must name the columns, and there is no column “Full Name” and “Email”',
    ]);
  });

  test('is reported if two columns mean the same', () => {
    const { problems } = readStudentHeader(['Name', 'Email', 'Full Name', 'email']);
    expect(problems.map(({ column, reason }) => [column, reason])).toEqual([
      ['Full Name', 'The columns “Name” and “Full Name” both mean Full Name: remove one of them'],
      ['email', 'The columns “Email” and “email” both mean Email: remove one of them'],
    ]);
  });

  test('lists unknown columns and ignores blank ones at the end', () => {
    const { header, problems } = readStudentHeader(['Name', 'Hostel', '', 'Email', '', ' ']);
    expect(problems).toEqual([]);
    expect(header.unknown).toEqual(['Hostel', 'Column 3 (without a name)']);
    expect(header.fields).toEqual(['name', null, null, 'email']);
  });

  test('never throws, whatever the cells are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 })), (cells) => {
        expect(readStudentHeader(cells).problems.length).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\uD800', '\uFEFF', ' 007 ', '٣', '１２', 'Zoë\n2'),
  fc
    .constantFrom(20, 40, 100, 200, 254, 500)
    .chain((max) =>
      fc.constantFrom(
        'x'.repeat(max),
        'x'.repeat(max + 1),
        ` ${'x'.repeat(max)} `,
        '𝒳'.repeat(max),
      ),
    ),
);
const anyEmail = fc.oneof(
  fc.emailAddress(),
  fc.emailAddress().map((one) => ` ${one.toUpperCase()}\t`),
  fc.constantFrom(
    'daniel.osei@',
    '@x.edu',
    'a..b@x.edu',
    '.a@x.edu',
    'a@x',
    'a b@x.edu',
    'é@x.edu',
  ),
  fc.constant(`${'a'.repeat(250)}@x.edu`),
  fc.constant('\u212Aim@x.edu'),
  anyText,
);
const anyWhole = fc.oneof(
  fc.integer({ min: -3, max: 10_001 }).map(String),
  fc.constantFrom('third', '1.0', '1e1', '+1', ' 4 ', '007', '9'.repeat(15), '9'.repeat(40)),
  anyText,
);
const anyDay = fc.oneof(
  fc
    .date({
      min: new Date('1890-01-01'),
      // One day before the reader’s today, the last valid day: a date of birth must be in the past.
      max: new Date('2199-12-30'),
      noInvalidDate: true,
    })
    .map((day) => day.toISOString().slice(0, 10)),
  fc.constantFrom(
    '2200-01-01',
    '2026-02-30',
    '2024-02-29',
    '1.2.2004',
    '02/01/2004',
    '2004-1-2',
    ' 2004-01-02 ',
  ),
  anyText,
);
const anyContact = fc.oneof(
  fc.constantFrom('9876543210', '+91 98765-43210', '(040) 123.4567', '123456', '9.87654E+09', '+'),
  fc.string({ unit: fc.constantFrom('+', '0', '1', '9', ' ', '-', '(', ')'), maxLength: 45 }),
  anyText,
);
/** Without the genders that only files may write, which have a test of their own. */
const anyGender = fc.oneof(
  fc.constantFrom('Male', 'Female', 'Other', 'Mx', ' Other '),
  anyText.filter((text) => !(text.trim().toLowerCase() in students.writtenGenders)),
);

const cellFor: Partial<Record<StudentField, fc.Arbitrary<string>>> = {
  email: anyEmail,
  semester: anyWhole,
  year: anyWhole,
  dob: anyDay,
  gender: anyGender,
  contactNo: anyContact,
  parentContactNo: anyContact,
};
const anyRecord = fc.tuple(...studentFields.map((field) => cellFor[field] ?? anyText));

/** The cells as a client of the JSON endpoint would send them. */
const asInput = (cells: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    studentFields.map((field, at) => {
      const cell = withoutFormulaEscape((cells[at] ?? '').trim()).trim();
      const isNumber = (field === 'semester' || field === 'year') && /^-?\d{1,15}$/.test(cell);
      return [field, isNumber ? Number(cell) : cell];
    }),
  );

const ann: Partial<Record<StudentField, string>> = { name: 'Ann', email: 'ann@x.edu' };

describe('a row of a list of students', () => {
  test('is validated exactly as in the form and the API', () => {
    let valid = 0;
    fc.assert(
      fc.property(anyRecord, (cells) => {
        const record = read(cells, 2);
        const expected = studentInput.safeParse(asInput(cells));
        if (cells.every((cell) => cell.trim() === '')) {
          expect(record).toBeNull();
        } else if (expected.success) {
          valid += 1;
          expect(record?.problems).toEqual([]);
          expect(record?.values).toEqual(expected.data);
        } else {
          const bad = new Set(expected.error.issues.map(({ path }) => path[0]));
          expect(record?.problems.map(({ column }) => column)).toEqual(
            studentFields.filter((field) => bad.has(field)).map(columnLabel),
          );
        }
      }),
      { numRuns: 2000 },
    );
    // One field at a time, so that the valid half is tested as well.
    studentFields.forEach((field, at) => {
      fc.assert(
        fc.property(cellFor[field] ?? anyText, (cell) => {
          const cells: string[] = studentFields.map((other) => ann[other] ?? '');
          cells[at] = cell;
          const record = read(cells, 2);
          const expected = studentInput.safeParse(asInput(cells));
          if (expected.success) valid += 1;
          expect(record?.problems.length === 0).toBe(expected.success);
          if (expected.success) expect(record?.values).toEqual(expected.data);
        }),
        { numRuns: 300 },
      );
    });
    expect(valid).toBeGreaterThan(500);
  });

  const problemsOf = (values: Partial<Record<StudentField, string>>) =>
    read(
      studentFields.map((field) => ({ ...ann, ...values })[field] ?? ''),
      7,
    )?.problems.map(({ row, column, value, reason }) => [row, column, value, reason]);

  test.each<[Partial<Record<StudentField, string>>, string, string]>([
    [{ email: 'daniel.osei@' }, 'Email', 'Email is not a valid address'],
    [{ name: ' ' }, 'Full Name', 'Name is missing'],
    [{ email: '' }, 'Email', 'Email is missing'],
    [{ semester: 'third' }, 'Semester', 'Semester must be a whole number'],
    [{ semester: '0' }, 'Semester', 'Semester must be at least 1'],
    [{ semester: '-1' }, 'Semester', 'Semester must be at least 1'],
    [{ year: '10000' }, 'Year', 'Year cannot be above 9999'],
    [{ gender: 'X' }, 'Gender', 'Gender must be one of Male, Female, Other'],
    [
      { dob: '31/12/2004' },
      'Date of Birth',
      'Date of Birth must be a day that exists, written YYYY-MM-DD',
    ],
    [
      { dob: '2200-01-01' },
      'Date of Birth',
      'Date of Birth must be a day that exists, written YYYY-MM-DD',
    ],
    [
      { contactNo: '9.87654E+09' },
      'Contact Number',
      'Contact Number must be a number of 7 to 15 digits',
    ],
    [{ bloodGroup: 'x'.repeat(21) }, 'Blood Group', 'Blood Group is longer than 20 characters'],
  ])('is reported with what is wrong: %j', (values, column, reason) => {
    const [first, ...others] = problemsOf(values) ?? [];
    expect([first?.[0], first?.[1], first?.[3]]).toEqual([7, column, reason]);
    expect(others).toEqual([]);
  });

  test('is refused if the date of birth is today or later', () => {
    const reader = createRecordReader(
      studentRecordRules,
      headerOf(['Name', 'Email', 'DOB']),
      asDay('2026-03-11'),
    );
    expect(reader(['Ann', 'ann@x.edu', '2026-03-10'], 2)?.problems).toEqual([]);
    expect(reader(['Ann', 'ann@x.edu', '2026-03-11'], 2)?.problems[0]?.reason).toBe(
      'Date of Birth must be in the past',
    );
  });

  test('may give the gender in any letter case, and keeps identifiers as text', () => {
    const reader = createRecordReader(
      studentRecordRules,
      headerOf(['Name', 'Email', 'Gender', 'Roll Number', 'University ID']),
      asDay('2026-03-11'),
    );
    expect(reader(['Ann', 'ANN@X.edu', 'FEMALE', '00042', 'ß-007'], 2)?.values).toMatchObject({
      email: 'ann@x.edu',
      gender: 'Female',
      rollNo: '00042',
      univId: 'ß-007',
    });
  });

  test.each([
    ['M', 'Male'],
    ['f', 'Female'],
    ['W', 'Female'],
    ['Diverse', 'Other'],
  ])('may give the gender as %s, as other systems do', (written, gender) => {
    const header = headerOf(['Name', 'Email', 'Gender']);
    const reader = createRecordReader(studentRecordRules, header, asDay('2026-03-11'));
    expect(reader(['Ann', 'ann@x.edu', written], 2)).toMatchObject({
      values: { gender },
      problems: [],
    });
  });

  test('is reported as one problem if it has too few or too many cells', () => {
    const reader = createRecordReader(
      studentRecordRules,
      headerOf(['Name', 'Email', 'Course']),
      asDay('2026-03-11'),
    );
    expect(reader(['Ann', 'ann@x.edu'], 3)?.problems).toEqual([
      {
        row: 3,
        column: null,
        value: null,
        reason: 'The row has 2 cells, but the header has 3. Fill in the missing ones',
      },
    ]);
    expect(reader(['Ann', 'ann@x.edu', 'B', 'A'], 3)?.problems[0]?.reason).toBe(
      'The row has 4 cells, but the header has 3. Put quotes around a cell that holds the delimiter',
    );
    expect(reader(['Ann', 'ann@x.edu', 'B', '', ' '], 3)?.problems).toEqual([]);
    expect(reader(['', ' ', '', '', '', ''], 3)).toBeNull();
  });

  test('is reported with only the beginning of a long cell', () => {
    const [problem] = read(['x'.repeat(1_000_000), ...templateHeader.slice(1)], 2)?.problems ?? [];
    expect(problem?.value).toBe(`${'x'.repeat(200)}…`);
  });
});
