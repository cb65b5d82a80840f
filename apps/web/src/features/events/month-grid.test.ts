import { addDays } from '@campus/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  dayAfterKey,
  firstDayOf,
  lastDayOfMonth,
  monthInWords,
  monthOf,
  weeksOf,
} from './month-grid.ts';

const days = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count));

describe('the weeks of a month', () => {
  it('begin on Monday and have every day of it once, in order, and no week of others', () => {
    fc.assert(
      fc.property(days, (day) => {
        const month = monthOf(day);
        const weeks = weeksOf(month);
        const all = weeks.flat();
        expect(all).toEqual(all.map((_, at) => addDays(all[0] ?? '', at)));
        const own = all.filter((one) => monthOf(one) === month);
        expect([own[0], own.at(-1)]).toEqual([firstDayOf(month), lastDayOfMonth(month)]);
        expect(own).toContain(day);
        expect(addDays(lastDayOfMonth(month), 1)).toMatch(/-01$/);
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          expect(new Date(`${week[0]}T00:00:00Z`).getUTCDay()).toBe(1);
          expect(week.some((one) => monthOf(one) === month)).toBe(true);
        }
      }),
    );
  });
});

describe('the keys of the grid', () => {
  it('lead there and back, and Home and End stay in the week', () => {
    fc.assert(
      fc.property(days, (day) => {
        const go = (...keys: string[]) => keys.reduce((at, key) => dayAfterKey(at, key) ?? at, day);
        expect(go('ArrowLeft', 'ArrowRight')).toBe(day);
        expect(go('ArrowUp', 'ArrowDown')).toBe(day);
        expect(addDays(go('Home'), 6)).toBe(go('End'));
        expect(go('Home') <= day && day <= go('End')).toBe(true);
        expect(dayAfterKey(day, 'x')).toBeUndefined();
      }),
    );
  });

  it('turn whole months, to the last day where the month is shorter', () => {
    fc.assert(
      fc.property(days, (day) => {
        const next = addMonths(day, 1);
        expect(monthOf(next)).toBe(monthOf(addDays(lastDayOfMonth(monthOf(day)), 1)));
        expect(next.slice(8) <= day.slice(8)).toBe(true);
        expect(monthOf(addMonths(next, -1))).toBe(monthOf(day));
      }),
    );
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(monthInWords('2026-11')).toBe('November 2026');
  });
});
