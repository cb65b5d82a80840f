import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { missedExamsInWords, percentOf, sumOfResults } from './percent.rules.ts';
import {
  type GivenResult,
  pastedColumn,
  readResult,
  sameResult,
  totalMarks,
  writeResult,
} from './result-cell.rules.ts';
import { createStudentFinder, type StudentIdentity } from './student-finder.rules.ts';

const maximum = fc.integer({ min: 1, max: 1000 });
const given = (max: number): fc.Arbitrary<GivenResult> =>
  fc.option(fc.integer({ min: 0, max })).map((marks) => ({ marks, absent: marks === null }));
const examAndResult = maximum.chain((max) => fc.tuple(fc.constant(max), given(max)));

describe('a result in a cell', () => {
  test('is read back as written, with surrounding spaces and a spreadsheet’s decimals', () => {
    fc.assert(
      fc.property(examAndResult, ([max, result]) => {
        const cell = writeResult(result);
        expect(readResult(cell, max)).toEqual(result);
        expect(readResult(`  ${cell.toLowerCase()}\t`, max)).toEqual(result);
        if (!result.absent) expect(readResult(`${cell}.00`, max)).toEqual(result);
      }),
    );
  });

  test('is never above the maximum, below 0 or a fraction', () => {
    fc.assert(
      fc.property(maximum, fc.string(), (max, text) => {
        const result = readResult(text, max);
        if (!result || result.marks === null) return;
        expect(Number.isInteger(result.marks)).toBe(true);
        expect(result.marks).toBeGreaterThanOrEqual(0);
        expect(result.marks).toBeLessThanOrEqual(max);
      }),
    );
    for (const wrong of ['101', '-1', '79.5', '8o', '1e2', 'B', '0x1', '٣', '80 81'])
      expect(readResult(wrong, 100)).toBeUndefined();
    for (const perhaps1000 of ['1,000', '1.000'])
      expect([readResult(perhaps1000, 1000), readResult(perhaps1000, 999)?.marks]).toEqual([
        undefined,
        1,
      ]);
    expect(readResult(' ', 100)).toBeNull();
    expect(sameResult(null, { marks: 0, absent: false })).toBe(false);
  });

  test('can be pasted as a column, one cell per line with any line endings', () => {
    const cells = fc.array(fc.stringMatching(/^[0-9A]{1,3}$/), { minLength: 1 });
    fc.assert(
      fc.property(cells, fc.constantFrom('\n', '\r\n', '\r'), (column, end) => {
        expect(pastedColumn(column.join(end) + end)).toEqual(column);
        expect(pastedColumn(column.map((cell) => `Name\t${cell}`).join(end))).toEqual(column);
      }),
    );
    expect(pastedColumn('1\n\n3\n')).toEqual(['1', '', '3']);
  });
});

describe('the total of results', () => {
  const results = fc.array(
    examAndResult.map(([maxMarks, { marks }]) => ({ maxMarks, marks })),
    { minLength: 0, maxLength: 30 },
  );

  test('is between 0 and 100 percent, and absences do not count', () => {
    fc.assert(
      fc.property(results, (all) => {
        const percent = percentOf(sumOfResults(all));
        const counted = all.filter(({ marks }) => marks !== null);
        expect(percent === null).toBe(counted.length === 0);
        expect(percent).toEqual(percentOf(sumOfResults(counted)));
        if (percent === null) return;
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
        expect(sumOfResults(all).marks).toBe(totalMarks(all));
      }),
    );
  });

  test('has one decimal, with halves rounded up', () => {
    expect(percentOf({ marks: 1, maxMarks: 3 })).toBe(33.3);
    expect(percentOf({ marks: 1, maxMarks: 16 })).toBe(6.3);
    expect(percentOf({ marks: 0, maxMarks: 0 })).toBeNull();
  });
});

describe('the student a row belongs to', () => {
  const student = (n: number): StudentIdentity => ({
    studentId: String(n),
    univId: `S-${n}`,
    rollNo: n % 3 === 0 ? null : `cs${n}`,
    studentEmail: `s${n}@example.edu`,
  });
  const none = { registrationNumber: null, rollNo: null, email: null };

  test('is found by any of their own identifiers, in any letter case', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 60 }), (size, n) => {
        const find = createStudentFinder(Array.from({ length: size }, (_, at) => student(at + 1)));
        const { univId, rollNo, studentEmail } = student(n);
        const there = n <= size;
        for (const row of [
          { ...none, registrationNumber: univId?.toLowerCase() ?? null },
          { ...none, registrationNumber: rollNo },
          { ...none, rollNo: rollNo?.toUpperCase() ?? null },
          { ...none, email: studentEmail.toUpperCase() },
          { registrationNumber: univId, rollNo, email: studentEmail },
        ]) {
          const found = find(row);
          if (Object.values(row).every((cell) => cell === null))
            expect(found).toEqual({ blank: true });
          else if (there) expect(found).toMatchObject({ student: { studentId: String(n) } });
          else expect(found).toHaveProperty('missing');
        }
      }),
    );
  });

  test('is contradictory if two cells name different students', () => {
    const find = createStudentFinder([student(1), student(2)]);
    expect(find({ ...none, registrationNumber: 'S-1', email: 's2@example.edu' })).toEqual({
      contradiction: 'email',
    });
  });

  test('is the one with the exact letter case if only case tells two apart', () => {
    const [one, other] = [student(1), { ...student(2), univId: 's-1' }];
    const find = createStudentFinder([one, other]);
    expect(find({ ...none, registrationNumber: 's-1' })).toEqual({ student: other });
    expect(find({ ...none, registrationNumber: 'S-1' })).toEqual({ student: one });
  });
});

test('how a missed exam counts is stated once, or term by term if terms differ', () => {
  const [spring, autumn] = [
    { name: 'Spring', absentCountsZero: true },
    { name: 'Autumn', absentCountsZero: false },
  ];
  expect(missedExamsInWords([spring])).toBe('An exam that was missed counts 0 of its marks.');
  expect(missedExamsInWords([autumn])).toBe('An exam that was missed counts in no total.');
  expect(missedExamsInWords([autumn, spring])).toBe(
    'An exam that was missed counts 0 of its marks in Spring, and in no total in Autumn.',
  );
});
