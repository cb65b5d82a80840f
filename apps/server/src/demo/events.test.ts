import { addDays } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { academicDates } from './events.ts';
import { generateDemo } from './generate.ts';
import { calendarPdf } from './documents.ts';

const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays(asDay('2025-01-01'), days));

test('academic dates are in order within the term, and days without classes are in the future', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const { term } = generateDemo(today);
      const dates = academicDates(term);
      const days = dates.flatMap(({ from, to }) => [from, to]);
      expect(days).toEqual(days.toSorted());
      expect(days.every((day) => term.startsOn <= day && day <= term.endsOn)).toBe(true);
      const stops = dates.filter(({ kind }) => kind !== 'event');
      expect(stops.length).toBeGreaterThan(2);
      expect(stops.every(({ from }) => from > today)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('the calendar file is the same each time it is generated', async () => {
  const demo = generateDemo(asDay('2026-11-20'));
  expect((await calendarPdf(demo)).equals(await calendarPdf(demo))).toBe(true);
});
