import type { ClassOfDay } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { urlParams } from '../../../lib/use-url-state.ts';
import {
  type AttendanceView,
  classState,
  daySentence,
  defaultView,
  readAttendanceView,
} from './day-panel.tsx';

const view: fc.Arbitrary<AttendanceView> = fc.record({
  tab: fc.constantFrom('day', 'low'),
  date: fc.constantFrom(null, asDay('2026-11-20'), asDay('2024-02-29')),
  search: fc.constantFrom('', 'physics', 'Meera Nair'),
  open: fc.boolean(),
  below: fc.option(fc.integer({ min: 1, max: 100 })),
  by: fc.constantFrom('term', 'subject'),
  sort: fc.constantFrom('percentage', 'name', 'rollNo'),
  order: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 5000 }),
});

describe('what is on screen', () => {
  it('is restored from the address', () => {
    fc.assert(
      fc.property(view, (one) => {
        expect(readAttendanceView(urlParams(one, defaultView))).toEqual(one);
      }),
    );
  });

  it('is the default view for anything invalid in the address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.constant(null)), (rubbish) => {
        const address = {
          tab: rubbish,
          by: rubbish,
          sort: rubbish,
          order: rubbish,
          date: '2026-02-30',
          below: 'much',
          page: -1,
        };
        fc.pre(!['low', 'subject', 'name', 'rollNo', 'desc'].includes(String(rubbish)));
        expect(readAttendanceView(address)).toEqual(defaultView);
      }),
    );
    expect(defaultView).toEqual({
      tab: 'day',
      date: null,
      search: '',
      open: false,
      below: null,
      by: 'term',
      sort: 'percentage',
      order: 'asc',
      page: 1,
    });
    expect(urlParams(defaultView, defaultView)).toEqual({});
  });
});

const classOf = (
  students: number,
  present: number,
  absent: number,
  unmarked: number,
): ClassOfDay => ({
  id: '1',
  subjectName: 'Physics',
  subjectCode: 'PH1',
  teacherName: 'Meera Nair',
  teacherEmail: 'meera@example.edu',
  students,
  present,
  absent,
  unmarked,
  percentage: null,
});

it.each([
  [classOf(2, 1, 1, 0), 'taken'],
  [classOf(2, 1, 0, 1), 'partly'],
  [classOf(2, 0, 0, 2), 'open'],
  [classOf(0, 0, 0, 0), 'empty'],
  // Everybody was later dropped as of an earlier day: the class was still taken.
  [classOf(0, 2, 0, 0), 'taken'],
] as const)('tells whether the roll of a class is taken: %o', (one, state) => {
  expect(classState(one)).toBe(state);
});

it('the sentence about a day leaves out classes without students', () => {
  expect(daySentence([classOf(2, 1, 1, 0), classOf(2, 0, 0, 2), classOf(0, 0, 0, 0)])).toBe(
    'Of 2 subjects, 1 taken, 1 not taken',
  );
  expect(daySentence([classOf(2, 1, 0, 1)])).toBe('Of 1 subject, 0 taken, 1 partly, 0 not taken');
});
