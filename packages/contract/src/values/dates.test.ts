import { describe, expect, test } from 'vitest';
import { asDay } from '../testing/dates.ts';
import {
  addDays,
  addMonths,
  dayIn,
  firstOfMonth,
  isIsoDate,
  isWeekday,
  lastOfMonth,
} from './dates.ts';
import { isoDate } from './replies.ts';
import fc from 'fast-check';

const days = fc
  .integer({ min: 0, max: 73_000 })
  .map((count) => addDays(asDay('1990-01-01'), count));
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Australia/Lord_Howe',
);

describe('a date in the API', () => {
  test('is accepted if the day exists', () => {
    fc.assert(fc.property(days, (day) => isIsoDate(day) && isoDate().parse(` ${day} `) === day));
  });

  test.each([
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '26-01-01',
    '1899-12-31',
    '2200-01-01',
    '',
  ])('is refused if it is no existing day: “%s”', (text) => {
    expect(isIsoDate(text)).toBe(false);
    expect(isoDate('Day').safeParse(text).error?.issues[0]?.message).toContain('Day must be');
  });

  test('cannot be an arbitrary text', () => {
    // @ts-expect-error -- text that nobody has checked is no day
    expect(() => addDays('ann@example.edu', 1)).toThrow();
  });

  test('is accepted exactly if the day is in the calendar', () => {
    const written = fc.tuple(
      fc.integer({ min: 1900, max: 2199 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    );
    fc.assert(
      fc.property(written, ([year, month, day]) => {
        const two = (part: number): string => String(part).padStart(2, '0');
        const at = new Date(Date.UTC(year, month - 1, day));
        const exists = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
        expect(isIsoDate(`${year}-${two(month)}-${two(day)}`)).toBe(exists);
      }),
    );
  });
});

describe('counting days', () => {
  test('forwards and back again gives the same day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -5000, max: 5000 }), (day, by) => {
        expect(addDays(addDays(day, by), -by)).toBe(day);
      }),
    );
  });

  test('forwards gives a later day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 5000 }), (day, by) => addDays(day, by) > day),
    );
  });

  test('by whole months ends on the last day of a shorter month', () => {
    fc.assert(
      fc.property(days, (day) => {
        const next = addMonths(day, 1);
        expect(firstOfMonth(next)).toBe(addDays(lastOfMonth(day), 1));
        expect(next.slice(8) <= day.slice(8)).toBe(true);
        expect(firstOfMonth(addMonths(next, -1))).toBe(firstOfMonth(day));
      }),
    );
    expect(addMonths(asDay('2024-01-31'), 1)).toBe('2024-02-29');
    expect(addMonths(asDay('2026-03-31'), -1)).toBe('2026-02-28');
  });

  test('finds five weekdays in any seven days', () => {
    fc.assert(
      fc.property(days, (day) => {
        const week = Array.from({ length: 7 }, (_, index) => addDays(day, index));
        expect(week.filter((one) => isWeekday(one))).toHaveLength(5);
      }),
    );
  });
});

describe('today', () => {
  test('differs by at most one day within an hour, even when clocks change', () => {
    fc.assert(
      fc.property(
        zones,
        fc.date({ min: new Date('2012-01-01'), max: new Date('2035-01-01') }),
        (zone, at) => {
          fc.pre(!Number.isNaN(at.getTime()));
          const now = dayIn(zone, at);
          const next = dayIn(zone, new Date(at.getTime() + 3_600_000));
          expect([now, addDays(now, 1)]).toContain(next);
        },
      ),
    );
  });

  test.each([
    ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-25'],
    ['Asia/Kolkata', '2026-01-01T18:29:59Z', '2026-01-01'],
    ['Asia/Kolkata', '2026-01-01T18:30:00Z', '2026-01-02'],
    ['America/St_Johns', '2026-01-01T03:29:59Z', '2025-12-31'],
  ])('in %s at %s is %s', (zone, instant, day) => {
    expect(dayIn(zone, new Date(instant))).toBe(day);
  });
});
