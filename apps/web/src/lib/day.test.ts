import { expect, it } from 'vitest';
import { formatDay, localToday, relativeDay, withDays } from './day.ts';

it('writes a day in words, the same in every time zone', () => {
  expect(formatDay('2026-11-20')).toBe('20 Nov 2026');
  expect(formatDay('2026-01-01')).toBe('1 Jan 2026');
});

it('leaves unchanged what is not a day', () => {
  expect(formatDay('N/A')).toBe('N/A');
  expect(formatDay('2026-13-01')).toBe('2026-13-01');
});

it('writes the days in a sentence in words, and leaves what somebody typed', () => {
  expect(withDays('It is held from 2026-11-20 to 2026-12-01.')).toBe(
    'It is held from 20 Nov 2026 to 1 Dec 2026.',
  );
  for (const typed of [
    '“2026-11-20” is no name.',
    '“Essay 2026-11-20.pdf” is empty.',
    'Copy LIB-2026-11-20 is lent.',
    '12026-11-20',
  ])
    expect(withDays(typed)).toBe(typed);
});

it('takes today from the local clock', () => {
  expect(localToday(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});

it('shortens September as the other dates do', () => {
  const [day, today] = [localToday(new Date(2026, 8, 1)), localToday(new Date(2026, 10, 20))];
  expect(relativeDay(day, today)).toMatch(/^Tue,? 1 Sep$/);
});
