import type { Grade, GradingScale, ResultSheet } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let student: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin({ name: 'Ruth Adeyemi' });
  student = await campus.make.student();
});
afterAll(() => campus.close());

const read = async (): Promise<GradingScale> =>
  (await campus.as(admin).get<GradingScale>('/api/grading-scale')).body;
const set = (grades: unknown, headers: Record<string, string> = {}) =>
  campus.as(admin).send({
    method: 'PUT',
    path: '/api/grading-scale',
    body: JSON.stringify({ grades }),
    headers: { 'content-type': 'application/json', ...headers },
  });
const past = async (): Promise<GradingScale[]> =>
  (await campus.as(admin).get<GradingScale[]>('/api/grading-scale/history')).body;

const american: Grade[] = [
  { letter: 'A', fromPercent: 89.5, points: 4 },
  { letter: 'B', fromPercent: 79.5, points: 3.33 },
  { letter: 'F', fromPercent: 0, points: 0 },
];

test('Campus comes with a scale that everybody can read', async () => {
  const { status, body } = await campus.as(student).get<GradingScale>('/api/grading-scale');
  expect(status).toBe(200);
  expect(body.setBy).toBeNull();
  expect(body.grades.map(({ letter }) => letter)).toEqual(['A+', 'A', 'B+', 'B', 'C', 'D', 'F']);
});

test('an administrator sets another scale, in any order; the old one is kept with who set it and when', async () => {
  const before = await past();
  const { status, body } = await set(american.toReversed());
  expect(status).toBe(200);
  expect(body).toMatchObject({ grades: american, setBy: 'Ruth Adeyemi' });
  expect(await read()).toEqual(body);
  expect(await past()).toEqual([body, ...before]);
});

test('setting the same scale again adds none', async () => {
  const before = await past();
  expect((await set(american)).status).toBe(200);
  expect(await past()).toEqual(before);
});

test('of two administrators at once, the second is told of the first one’s change', async () => {
  const { version } = await read();
  const mine = american.map((grade) => ({ ...grade, letter: `${grade.letter}1` }));
  const other = american.map((grade) => ({ ...grade, letter: `${grade.letter}2` }));
  const seen = { 'if-match': `"${version}"` };
  const answers = await Promise.all([set(mine, seen), set(other, seen)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toMatch(/^Ruth Adeyemi has set another grading scale/);
  expect(refused?.body.details).toEqual([await read()]);
});

test.each([
  ['begins above 0', [{ letter: 'A', fromPercent: 50, points: 4 }, american[0]]],
  ['has one percent twice', [...american, { letter: 'E', fromPercent: 0, points: 0 }]],
  ['has one letter twice', [...american, { letter: 'a', fromPercent: 40, points: 1 }]],
  ['rewards less', [...american, { letter: 'E', fromPercent: 40, points: 5 }]],
  ['has one grade', [american[2]]],
  ['has a percent above 100', [...american, { letter: 'E', fromPercent: 101, points: 5 }]],
  ['is finer than a tenth', [...american, { letter: 'E', fromPercent: 40.55, points: 1 }]],
  ['has a blank letter', [...american, { letter: ' ', fromPercent: 40, points: 1 }]],
  [
    'has a letter that cannot be stored',
    [...american, { letter: '\0', fromPercent: 4, points: 1 }],
  ],
  ['has endless points', [...american, { letter: 'E', fromPercent: 40, points: 1e308 }]],
  ['has an unknown field', [...american, { letter: 'E', fromPercent: 4, points: 1, colour: 1 }]],
  ['is no list', 'A'],
])('a scale that %s is refused with the reason', async (_why, grades) => {
  const before = await read();
  const { status, body } = await set(grades);
  expect(status).toBe(422);
  expect(body.details[0].field).toMatch(/^grades/);
  expect(await read()).toEqual(before);
});

test('a closed term keeps the letters it was closed with', async () => {
  const { make } = campus;
  const teacher = await make.teacher();
  const closed = await make.term({
    is_open: false,
    closed_at: new Date('2025-12-31T12:00:00Z'),
    closed_by: admin.id,
  });
  const open = await make.term();
  await set(american);
  for (const term of [closed, open]) {
    const subject = await make.subject({ term_id: term.id, teacher_id: teacher.id }, [student]);
    await makeExam(campus, {
      subject: subject.id,
      on: asDay('2025-10-01'),
      results: [[student, 90]],
    });
  }
  const letter = async (termId: string) => {
    const path = `/api/performance/student/${student.email}/terms/${termId}`;
    const sheet = await campus.as(student).get<ResultSheet>(path);
    const list = await campus.as(admin).get(`/api/performance/students?termId=${termId}`);
    return [sheet.body.subjects[0]?.letter, list.body[0].letter];
  };
  expect(await letter(closed.id)).toEqual(['A+', 'A+']);
  expect(await letter(open.id)).toEqual(['A', 'A']);
});

test('the database accepts only scales that begin at 0, and never changes one', async () => {
  const query = (text: string) => campus.database.pool.query(text);
  await expect(query('insert into grading_scales default values')).rejects.toThrow(/begin at 0/);
  await expect(query('delete from grading_scales')).rejects.toThrow();
  await expect(query('update grading_scale_grades set points = 1')).rejects.toThrow();
});
