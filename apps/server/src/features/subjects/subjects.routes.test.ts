import { addDays } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;

beforeEach(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  teacher = await campus.make.teacher({ name: 'Meera Nair' });
});
afterEach(() => campus.close());

const networks = () => ({
  subjectName: ' Computer Networks ',
  subjectCode: 'CS305',
  credits: 4,
  emailId: teacher.email.toUpperCase(),
});
const create = (body: unknown) => campus.as(admin).post('/api/enrollments/create-for-all', body);
const students = async (subjectId: string, date = campus.today): Promise<string[]> =>
  (
    await campus
      .as(admin)
      .get<{ studentName: string }[]>(`/api/attendance/subject/${subjectId}/date/${date}`)
  ).body.map((entry) => entry.studentName);

describe('an administrator opening a subject for everyone', () => {
  test('sees it in the list with every active student enrolled from the first day of term', async () => {
    await campus.make.term();
    await campus.make.student({ name: 'Ada' });
    await campus.make.student({ name: 'Gone', active: false });
    const { status, body } = await create(networks());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      subjectName: 'Computer Networks',
      subjectCode: 'CS305',
      credits: 4,
      emailId: teacher.email,
      teacherName: 'Meera Nair',
      students: 1,
    });
    expect((await campus.as(admin).get('/api/enrollments')).body).toEqual([body]);
    expect(await students(body.id)).toEqual(['Ada']);
    expect(await students(body.id, addDays(campus.today, -90))).toEqual(['Ada']);
    expect(await students(body.id, addDays(campus.today, -91))).toEqual([]);
  });

  test('is told beforehand how many students an audience would enrol', async () => {
    await campus.make.term();
    for (const [course, semester] of [
      ['B.Tech', 3],
      ['B.Tech', 1],
      ['B.Com', 3],
    ] as const)
      await campus.make.student({}, { course, semester });
    await campus.make.student({ active: false }, { course: 'B.Tech', semester: 3 });
    const counted = async (query: string) =>
      (await campus.as(admin).get(`/api/enrollments/audience${query}`)).body;
    expect(await counted('')).toEqual({ students: 3 });
    expect(await counted('?course=b.tech')).toEqual({ students: 2 });
    expect(await counted('?course=b.tech&semester=3&branch=')).toEqual({ students: 1 });
    const { body } = await create({ ...networks(), audience: { course: 'b.tech' } });
    expect(body.students).toBe(2);
  });

  test('may narrow it to an audience, which later students join as well', async () => {
    await campus.make.term();
    await campus.make.student({ name: 'Third' }, { course: 'B.Tech', semester: 3 });
    await campus.make.student({ name: 'First' }, { course: 'B.Tech', semester: 1 });
    const { body } = await create({ ...networks(), audience: { course: 'b.tech', semester: 3 } });
    const add = (name: string, semester: number) =>
      campus.as(admin).post('/api/uploadStudent', {
        name,
        email: `${name}@example.edu`,
        course: 'B.Tech',
        semester,
      });
    expect((await add('Later', 3)).status).toBe(201);
    expect((await add('Elsewhere', 1)).status).toBe(201);
    expect(await students(body.id)).toEqual(['Later', 'Third']);
    // The student who came later is not on the roster of an earlier class.
    expect(await students(body.id, addDays(campus.today, -1))).toEqual(['Third']);
  });

  test('also enrols a student who is added at the same moment', async () => {
    await campus.make.term();
    const rounds = Array.from({ length: 6 }, (_, index) => index);
    const created = await Promise.all(
      rounds.flatMap((index) => [
        create({ ...networks(), subjectCode: `CS${index}` }),
        campus
          .as(admin)
          .post('/api/uploadStudent', { name: `S${index}`, email: `s${index}@example.edu` }),
      ]),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
    const { body } = await campus.as(admin).get<{ students: number }[]>('/api/enrollments');
    expect(body.map((subject) => subject.students)).toEqual(rounds.map(() => 6));
  });

  test('gets 0 credits when none are given', async () => {
    await campus.make.term();
    const { credits: _credits, ...rest } = networks();
    expect((await create(rest)).body.credits).toBe(0);
  });

  test('is told that the code already exists in this term, in upper or lower case', async () => {
    await campus.make.term();
    await create(networks());
    const { status, body } = await create({ ...networks(), subjectCode: 'cs305' });
    expect(status).toBe(409);
    expect(body.message).toContain('cs305');
  });

  test.each([
    ['a blank name', { subjectName: '  ' }, 'Subject Name'],
    ['a blank code', { subjectCode: '' }, 'Subject Code'],
    ['no e-mail', { emailId: '' }, 'Email ID'],
    ['an e-mail of no teacher', { emailId: 'nobody@example.edu' }, 'No teacher'],
    ['negative credits', { credits: -1 }, 'Credits'],
    ['half a credit', { credits: 1.5 }, 'Credits'],
    ['a name with a NUL', { subjectName: 'a\0b' }, 'characters'],
    ['an unknown field', { colour: 'red' }, 'colour'],
  ])('is told what is wrong: %s', async (_case, wrong, sentence) => {
    await campus.make.term();
    const { status, body } = await create({ ...networks(), ...wrong });
    expect(status).toBe(422);
    expect(body.message).toContain(sentence);
    expect((await campus.as(admin).get('/api/enrollments')).body).toEqual([]);
  });

  test('is told to open a term first', async () => {
    const { status, body } = await create(networks());
    expect(status).toBe(409);
    expect(body.message).toContain('No term is open');
  });
});
