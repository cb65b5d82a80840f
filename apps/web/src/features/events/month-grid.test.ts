import { addDays, firstOfMonth, type IsoDate, lastOfMonth, weekdayOf } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAfterKey, monthInWords, weeksOf } from './month-grid.ts';

const days = fc
  .integer({ min: 0, max: 40_000 })
  .map((count) => addDays(asDay('1990-01-01'), count));

describe('the weeks of a month', () => {
  it('begin on Monday and have every day of it once, in order, and no week outside it', () => {
    fc.assert(
      fc.property(days, (day) => {
        const month = firstOfMonth(day);
        const weeks = weeksOf(day);
        const all = weeks.flat();
        expect(all).toEqual(all.map((_, at) => addDays(all[0] ?? day, at)));
        const own = all.filter((one) => firstOfMonth(one) === month);
        expect([own[0], own.at(-1)]).toEqual([month, lastOfMonth(day)]);
        expect(own).toContain(day);
        expect(addDays(lastOfMonth(day), 1)).toMatch(/-01$/);
        for (const week of weeks) {
          expect(week).toHaveLength(7);
          expect(weekdayOf(week[0] ?? day)).toBe(0);
          expect(week.some((one) => firstOfMonth(one) === month)).toBe(true);
        }
      }),
    );
  });
});

describe('the keys of the grid', () => {
  it('move there and back, and Home and End stay in the week', () => {
    fc.assert(
      fc.property(days, (day) => {
        const go = (...keys: string[]) =>
          keys.reduce<IsoDate>((at, key) => dayAfterKey(at, key) ?? at, day);
        expect(go('ArrowLeft', 'ArrowRight')).toBe(day);
        expect(go('ArrowUp', 'ArrowDown')).toBe(day);
        expect(addDays(go('Home'), 6)).toBe(go('End'));
        expect(go('Home') <= day && day <= go('End')).toBe(true);
        expect(dayAfterKey(day, 'x')).toBeUndefined();
      }),
    );
  });
});

it('a month is named with its year', () => {
  expect(monthInWords(asDay('2026-11-20'))).toBe('November 2026');
});
