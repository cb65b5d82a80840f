import { expect, it } from 'vitest';
import { formatDay } from './day.ts';
import { timeOnCampus, whenOnCampus } from './instant.ts';

it('formats the day of an instant like any other day', () => {
  expect(timeOnCampus('2026-09-03T10:05:00Z', 'UTC')).toBe(`${formatDay('2026-09-03')}, 10:05`);
  expect(formatDay('2026-09-03')).toBe('3 Sep 2026');
});

it('says today and yesterday by the campus’s time zone', () => {
  const now = '2026-09-03T22:30:00Z';
  expect(whenOnCampus('2026-09-03T23:30:00Z', 'Asia/Kolkata', now)).toBe('today, 05:00');
  expect(whenOnCampus('2026-09-03T10:00:00Z', 'Asia/Kolkata', now)).toBe('yesterday, 15:30');
});

it('says so on the days on which clocks change', () => {
  const zone = 'Europe/Berlin';
  const lateOnALongDay = '2026-10-25T22:30:00Z';
  expect(whenOnCampus('2026-10-25T12:00:00Z', zone, lateOnALongDay)).toBe('today, 13:00');
  const soonAfterAShortDay = '2026-03-29T22:30:00Z';
  expect(whenOnCampus('2026-03-29T12:00:00Z', zone, soonAfterAShortDay)).toBe('yesterday, 14:00');
});
