import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readStudents } from './parse-students.ts';

it('understands both names of roll number and course', () => {
  const ada = {
    id: '7',
    name: 'Ada',
    email: 'ada@example.edu',
    univId: 'S-41',
    rollNo: 'R1',
    course: 'B.Sc',
  };
  const { rollNo: rollNumber, course: courseName, ...rest } = ada;
  expect(readStudents([ada, { ...rest, rollNumber, courseName }], 0)).toEqual([ada, ada]);
});

it('accepts a single student as a list of one', () => {
  expect(readStudents({ id: 7, name: 'Ada' }, 0)).toEqual([
    { id: '7', name: 'Ada', email: null, univId: null, rollNo: null, course: null },
  ]);
});

it('uses the position in the whole list if there is no id', () => {
  expect(readStudents([{ name: 'Ada' }, { name: 'Eve' }], 20).map(({ id }) => id)).toEqual([
    '21',
    '22',
  ]);
});

it('makes rows from any reply', () => {
  fc.assert(
    fc.property(fc.anything(), (answer) => {
      for (const { id } of readStudents(answer, 0)) expect(id).not.toBe('');
    }),
  );
  expect(readStudents(null, 0)).toEqual([]);
  expect(readStudents('', 0)).toEqual([]);
});
