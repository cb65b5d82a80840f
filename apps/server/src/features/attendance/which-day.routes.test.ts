import { addDays, type IsoDate } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

interface Class {
  readonly campus: TestCampus;
  readonly admin: Person;
  /** Marks the class on this day. */
  readonly mark: (date: string) => Promise<{ status: number; sentence: string }>;
}

/** Runs `work` in a campus with one class, at a moment in a time zone. */
const inClass = async (
  at: { now: string; timezone: string; startsOn?: IsoDate; endsOn?: IsoDate },
  work: (one: Class) => Promise<void>,
): Promise<void> => {
  const campus = await testCampus({ now: new Date(at.now), timezone: at.timezone });
  try {
    const { make, today } = campus;
    const admin = await make.admin();
    const teacher = await make.teacher();
    const student = await make.student();
    const term = await make.term({
      starts_on: at.startsOn ?? addDays(today, -30),
      ends_on: at.endsOn ?? addDays(today, 30),
    });
    const { id } = await make.subject({ term_id: term.id, teacher_id: teacher.id }, [student]);
    await work({
      campus,
      admin,
      mark: async (date) => {
        const { status, body } = await campus.as(teacher).post('/api/attendance/bulk', {
          facultyEmail: teacher.email,
          subjectId: id,
          date,
          studentAttendances: [{ studentEmail: student.email, present: true }],
        });
        return { status, sentence: body.message };
      },
    });
  } finally {
    await campus.close();
  }
};

describe('a class is marked on the day by the campus’s time zone', () => {
  test.each([
    // The second before midnight and midnight itself, on either side of Greenwich.
    ['Asia/Kolkata', '2026-03-10T18:29:59Z', '2026-03-10'],
    ['Asia/Kolkata', '2026-03-10T18:30:00Z', '2026-03-11'],
    ['America/St_Johns', '2026-03-11T02:29:59Z', '2026-03-10'],
    ['America/St_Johns', '2026-03-11T02:30:00Z', '2026-03-11'],
    ['Pacific/Kiritimati', '2026-03-10T10:00:00Z', '2026-03-11'],
    ['Pacific/Pago_Pago', '2026-03-11T10:59:59Z', '2026-03-10'],
    // The clocks go forward during the night, so the day has 23 hours …
    ['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    // … and back, so it has 25.
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
    // Where the clock skips midnight, the day begins at one.
    ['Africa/Cairo', '2026-04-23T21:59:59Z', '2026-04-23'],
    ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24'],
    ['America/Santiago', '2026-09-06T03:59:59Z', '2026-09-05'],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06'],
  ])('in %s at %s that is %s', async (timezone, now, today) => {
    await inClass({ now, timezone }, async ({ campus, admin, mark }) => {
      expect((await campus.as(admin).get('/api/campus')).body.today).toBe(today);
      expect(await mark(addDays(asDay(today), 1))).toEqual({
        status: 422,
        sentence: `Attendance cannot be marked for a day after today (${today}).`,
      });
      expect((await mark(today)).status).toBe(200);
      const shown = await campus.as(admin).get(`/api/attendance/day/${today}`);
      expect(shown.body.classes).toMatchObject([{ present: 1, unmarked: 0 }]);
    });
  });
});

describe('a class is marked within its term', () => {
  const now = '2026-03-11T14:00:00Z';
  const timezone = 'Europe/Berlin';

  test('from its first day on', async () => {
    await inClass({ now, timezone, startsOn: asDay('2026-03-02') }, async ({ mark }) => {
      expect((await mark('2026-03-01')).status).toBe(422);
      expect((await mark('2026-03-01')).sentence).toContain('begins on 2026-03-02');
      expect((await mark('2026-03-02')).status).toBe(200);
    });
  });

  test('until its last day', async () => {
    await inClass({ now, timezone, endsOn: asDay('2026-03-06') }, async ({ mark }) => {
      expect((await mark('2026-03-07')).status).toBe(422);
      expect((await mark('2026-03-07')).sentence).toContain('ended on 2026-03-06');
      expect((await mark('2026-03-06')).status).toBe(200);
    });
  });
});
