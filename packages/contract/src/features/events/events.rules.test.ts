import { describe, expect, test } from 'vitest';
import { asDay } from '../../testing/dates.ts';
import { addDays, dayIn, instantIn, wallTimeIn } from '../../values/dates.ts';
import { isOnDay, lastDayOf } from './campus-clock.rules.ts';
import {
  type EventAudience,
  eventAudienceInWords,
  eventGroups,
  type EventReader,
  isEventFor,
} from './event-audience.rules.ts';
import fc from 'fast-check';

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
);
const minute = 60_000;
const instants = fc
  .integer({ min: Date.UTC(2015, 0, 1) / minute, max: Date.UTC(2040, 0, 1) / minute })
  .map((minutes) => new Date(minutes * minute));

describe('the clocks of the campus', () => {
  test('convert an instant to local time and back to the same local time', () => {
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const wall = wallTimeIn(zone, instant);
        expect(wall.day).toBe(dayIn(zone, instant));
        const back = instantIn(zone, wall);
        expect(wallTimeIn(zone, back)).toEqual(wall);
        // A time that clocks show twice means the first of the two.
        expect(back.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(instant.getTime() - back.getTime()).toBeLessThanOrEqual(60 * minute);
      }),
    );
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', '09:00', '2026-11-20T03:30:00.000Z'],
    ['America/Los_Angeles', '2026-03-08', '02:30', '2026-03-08T10:30:00.000Z'],
  ])('in %s on %s at %s it is %s', (zone, on, time, instant) => {
    expect(instantIn(zone, { day: asDay(on), time }).toISOString()).toBe(instant);
  });
});

describe('the days of an entry', () => {
  const days = fc
    .integer({ min: 0, max: 9000 })
    .map((count) => addDays(asDay('2020-01-01'), count));
  const ends = fc.option(fc.constantFrom('00:00', '00:01', '23:59'));

  test('run from the first to the last, not counting a last day that ends at midnight', () => {
    fc.assert(
      fc.property(days, fc.nat({ max: 20 }), ends, (startsOn, length, endTime) => {
        const entry = { startsOn, endsOn: addDays(startsOn, length), endTime };
        const around = Array.from({ length: 30 }, (_, at) => addDays(startsOn, at - 4));
        const expected = length > 0 && endTime === '00:00' ? length : length + 1;
        expect(around.filter((one) => isOnDay(entry, one))).toHaveLength(expected);
        expect(isOnDay(entry, startsOn)).toBe(true);
        expect(isOnDay(entry, lastDayOf(entry))).toBe(true);
      }),
    );
  });
});

const course = fc.option(fc.constantFrom('B.Tech', 'b.tech', 'MBA'));
const parts = fc.record({
  course,
  branch: fc.option(fc.constantFrom('civil', 'Civil', 'IT')),
  semester: fc.option(fc.integer({ min: 1, max: 3 })),
  year: fc.option(fc.integer({ min: 1, max: 2 })),
});
const none = { course: null, branch: null, semester: null, year: null };
const audiences: fc.Arbitrary<EventAudience> = fc.oneof(
  fc.constantFrom('everyone' as const, 'teachers' as const).map((group) => ({ group, ...none })),
  parts.map((narrow) => ({ group: 'students' as const, ...narrow })),
);
const readers: fc.Arbitrary<EventReader> = fc.oneof(
  fc.constantFrom('admin' as const, 'teacher' as const).map((role) => ({ role, ...none })),
  parts.map((own) => ({ role: 'student' as const, ...own })),
);

describe('the audience of an event', () => {
  test('administrators see every event, and everyone sees events for everyone', () => {
    fc.assert(
      fc.property(audiences, readers, (audience, reader) => {
        expect(isEventFor(audience, { ...reader, role: 'admin' })).toBe(true);
        expect(isEventFor({ group: 'everyone', ...none }, reader)).toBe(true);
      }),
    );
  });

  test('events for one group are not shown to another', () => {
    fc.assert(
      fc.property(audiences, readers, (audience, reader) => {
        const group = { admin: null, teacher: 'teachers', student: 'students' }[reader.role];
        if (group === null || audience.group === 'everyone') return;
        if (audience.group !== group) expect(isEventFor(audience, reader)).toBe(false);
      }),
    );
  });

  test('a narrower audience never includes more students, and letter case does not matter', () => {
    fc.assert(
      fc.property(audiences, readers, parts, (audience, reader, wider) => {
        const loose = { ...audience, course: null, semester: null };
        if (isEventFor(audience, reader)) expect(isEventFor(loose, reader)).toBe(true);
        const shouted = { ...reader, course: reader.course?.toUpperCase() ?? null };
        expect(isEventFor(audience, shouted)).toBe(isEventFor(audience, reader));
        expect(isEventFor({ group: 'students', ...wider }, { role: 'student', ...wider })).toBe(
          true,
        );
      }),
    );
  });

  test('is described in words', () => {
    const words = eventGroups.map((group) => eventAudienceInWords({ group, ...none }));
    expect(words).toEqual(['Everyone', 'Teachers', 'Students']);
    expect(
      eventAudienceInWords({ group: 'students', ...none, course: 'B.Tech', semester: 3 }),
    ).toBe('Students: B.Tech, semester 3');
  });
});
