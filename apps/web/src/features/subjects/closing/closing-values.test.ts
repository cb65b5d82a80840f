import type { Term } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { expect, it } from 'vitest';
import { closingOptionsOf, initialValues, missingFrom, successorsOf } from './closing-values.ts';

const term = (id: string, startsOn: string, endsOn: string, state: Term['state']): Term => ({
  id,
  name: `Term ${id}`,
  startsOn: asDay(startsOn),
  endsOn: asDay(endsOn),
  state,
  closedAt: null,
  closedBy: null,
  closingReason: null,
  canReopen: false,
  subjects: 0,
  firstClassOn: null,
  lastClassOn: null,
  version: 1,
});
const open = term('2', '2026-02-01', '2026-06-30', 'open');
const autumn = term('3', '2026-09-01', '2026-12-20', 'planned');
const later = term('4', '2027-02-01', '2027-06-30', 'planned');
const past = term('1', '2025-09-01', '2025-12-20', 'planned');

it('offers the planned terms that can follow, the nearest first', () => {
  expect(successorsOf(open, [later, autumn, open, past])).toEqual([autumn, later]);
  expect(initialValues(open, [later, autumn, open]).planned).toBe('3');
});

it('without a planned term suggests the day after the last day, and asks for the rest', () => {
  const values = initialValues(open, [open]);
  expect(values.startsOn).toBe('2026-07-01');
  expect(Object.keys(missingFrom(values))).toEqual(['name', 'endsOn']);
  expect(missingFrom(initialValues(open, [autumn, open]))).toEqual({});
});

it('sends all subjects unless some stay behind, and never moves up only the year', () => {
  const values = initialValues(open, [autumn, open]);
  expect(closingOptionsOf(values, ['7', '8'], [])).toEqual({
    next: { termId: '3' },
    promote: { semester: true, year: true },
    carrySubjects: 'all',
  });
  expect(
    closingOptionsOf(
      { ...values, semester: 'no', left: '7', staying: '3' },
      ['7', '8'],
      ['3', '4'],
    ),
  ).toMatchObject({
    promote: { semester: false, year: false },
    carrySubjects: ['8'],
    graduates: { students: ['4'] },
  });
});
