import { addDays, type MarkChange } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let colleague: Person;
let ada: Person;
let ben: Person;
let subject: string;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin({ name: 'Ruth Adeyemi' });
  teacher = await make.teacher({ name: 'Meera Nair' });
  colleague = await make.teacher();
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: '1' });
  ben = await make.student({ name: 'Ben Okri' }, { roll_no: '2' });
  const term = await make.term();
  ({ id: subject } = await make.subject({ term_id: term.id, teacher_id: teacher.id }, [ada, ben]));
});
afterAll(() => campus.close());

const mark = (who: Person, date: string, marks: [Person, boolean, string | null][]) =>
  campus.as(who).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: subject,
    date,
    studentAttendances: marks.map(([student, present, remarks]) => ({
      studentEmail: student.email,
      present,
      remarks,
    })),
  });
const history = (who: Person, date: string) =>
  campus.as(who).get<MarkChange[]>(`/api/attendance/subject/${subject}/date/${date}/history`);
const corrections = async (date: string): Promise<unknown[]> =>
  (
    await campus
      .as(teacher)
      .get<{ correctedBy: string | null }[]>(`/api/attendance/subject/${subject}/date/${date}`)
  ).body.map(({ correctedBy }) => correctedBy);

describe('the history of a class', () => {
  test('is empty before anybody is marked', async () => {
    expect(await history(teacher, campus.today)).toMatchObject({ status: 200, body: [] });
  });

  test('shows each change, the latest first: who, when, from what, to what', async () => {
    const day = addDays(campus.today, -1);
    await mark(teacher, day, [
      [ada, true, null],
      [ben, false, 'ill'],
    ]);
    await mark(admin, day, [
      [ada, true, null],
      [ben, true, 'had a letter'],
    ]);
    const { status, body } = await history(teacher, day);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(String),
        studentId: ben.id,
        studentEmail: ben.email,
        studentName: 'Ben Okri',
        from: { present: false, remarks: 'ill' },
        to: { present: true, remarks: 'had a letter' },
        correction: true,
        changedBy: 'Ruth Adeyemi',
        changedAt: expect.any(String),
      },
      expect.objectContaining({
        studentId: ada.id,
        from: null,
        to: { present: true, remarks: null },
        correction: false,
        changedBy: 'Meera Nair',
      }),
      expect.objectContaining({ studentId: ben.id, from: null, correction: false }),
    ]);
    for (const { changedAt } of body) {
      const age = Date.now() - Date.parse(changedAt);
      expect(age).toBeGreaterThanOrEqual(-5_000);
      expect(age).toBeLessThan(600_000);
      expect(changedAt).toMatch(/Z$/);
    }
  });

  test('is separate for each day', async () => {
    const day = addDays(campus.today, -2);
    await mark(teacher, day, [[ada, false, null]]);
    expect((await history(teacher, day)).body).toHaveLength(1);
    expect((await history(teacher, addDays(day, -1))).body).toEqual([]);
  });

  test('is open to its teacher and to administrators, and 404 for an unknown subject', async () => {
    expect((await history(admin, campus.today)).status).toBe(200);
    expect((await history(colleague, campus.today)).status).toBe(403);
    expect((await history(ada, campus.today)).status).toBe(403);
    for (const id of ['424242', 'x']) {
      const path = `/api/attendance/subject/${id}/date/${campus.today}/history`;
      expect((await campus.as(admin).get(path)).status).toBe(404);
    }
    const path = `/api/attendance/subject/${subject}/date/2026-02-30/history`;
    expect((await campus.as(admin).get(path)).status).toBe(400);
  });
});

describe('in the roster, a teacher', () => {
  test('sees who corrected a mark, until marking it again', async () => {
    const day = addDays(campus.today, -3);
    await mark(teacher, day, [
      [ada, true, null],
      [ben, true, null],
    ]);
    expect(await corrections(day)).toEqual([null, null]);
    await mark(admin, day, [
      [ada, false, null],
      [ben, true, null],
    ]);
    // Ben’s mark was sent again unchanged, so nothing was corrected.
    expect(await corrections(day)).toEqual(['Ruth Adeyemi', null]);
    await mark(teacher, day, [[ada, false, null]]);
    expect(await corrections(day)).toEqual(['Ruth Adeyemi', null]);
    await mark(teacher, day, [[ada, true, null]]);
    expect(await corrections(day)).toEqual([null, null]);
  });
});
