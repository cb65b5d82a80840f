import { expect, it } from 'vitest';
import { makeFilter } from './roster-filter.ts';

const agnes = {
  id: '1',
  studentEmail: 'a.nagy@example.edu',
  studentName: 'Ágnes Nagy',
  studentRollNo: 'CS23-047',
  present: null,
  remarks: null,
  correctedBy: null,
};

it.each(['agnes', 'ÁGN', 'nagy agnes', '047', 'a.nagy@', '', '  '])(
  'finds Ágnes by %j',
  (search) => {
    expect(makeFilter([agnes])(search, null)).toEqual([true]);
  },
);

it.each(['agnes olsen', '048', 'z'])('does not find her by %j', (search) => {
  expect(makeFilter([agnes])(search, null)).toEqual([false]);
});
