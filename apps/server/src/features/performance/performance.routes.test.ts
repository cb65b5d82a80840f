import type { DecliningStudents, SchoolPerformance, StudentScore } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: ReturnType<typeof countStatements>;
let admin: Person;
let teacher: Person;
let colleague: Person;
let ada: Person;
let ben: Person;
let cleo: Person;
let spring: { id: string };
let autumn: { id: string };
let physics: string;
let algebra: string;
let history: string;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher({ name: 'Meera Nair' });
  colleague = await make.teacher();
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: 'CS-2' });
  ben = await make.student({ name: 'Ben Okri' }, { roll_no: 'CS-10' });
  cleo = await make.student({ name: 'Cleo Ptak' });
  const closed = { is_open: false, closed_at: new Date(), closed_by: teacher.id };
  autumn = await make.term({ name: 'Autumn 2025', ...closed });
  spring = await make.term({ name: 'Spring 2026' });
  const everybody = [ada, ben, cleo];
  const subject = async (term: { id: string }, by: Person, name: string, code: string) =>
    (await make.subject({ term_id: term.id, teacher_id: by.id, name, code }, everybody)).id;
  physics = await subject(spring, teacher, 'Physics', 'PH1');
  algebra = await subject(spring, colleague, 'Algebra', 'MA1');
  history = await subject(autumn, colleague, 'History', 'HI1');
  await makeExam(campus, {
    subject: physics,
    on: asDay('2026-01-20'),
    maxMarks: 50,
    results: [
      [ada, 45],
      [ben, 30],
      [cleo, 'absent'],
    ],
  });
  await makeExam(campus, {
    subject: physics,
    on: asDay('2026-02-20'),
    results: [
      [ada, 80],
      [ben, 62],
      [cleo, 71],
    ],
  });
  await makeExam(campus, {
    subject: algebra,
    on: asDay('2026-02-24'),
    maxMarks: 30,
    results: [
      [ada, 10],
      [ben, 'absent'],
    ],
  });
  await makeExam(campus, {
    subject: history,
    on: asDay('2025-10-01'),
    results: [
      [ada, 99],
      [ben, 20],
    ],
  });
  await makeExam(campus, {
    subject: physics,
    on: asDay('2026-03-01'),
    published: false,
    results: [
      [ada, 0],
      [ben, 0],
      [cleo, 0],
    ],
  });
});
afterAll(() => campus.close());

const school = async (person: Person, query = ''): Promise<SchoolPerformance> =>
  (await campus.as(person).get<SchoolPerformance>(`/api/performance${query}`)).body;
const students = (person: Person, query = '') =>
  campus.as(person).get<StudentScore[]>(`/api/performance/students${query}`);
const fallen = async (person: Person, query = ''): Promise<DecliningStudents> =>
  (await campus.as(person).get<DecliningStudents>(`/api/performance/fallen${query}`)).body;

describe('an administrator', () => {
  test('sees for the latest term the average score, the number of students with marks and their distribution', async () => {
    // Ada 135 of 180 is 75.0, Ben 92 of 150 is 61.3, Cleo 71 of 100.
    expect(await school(admin)).toEqual({
      term: { id: spring.id, name: 'Spring 2026' },
      subject: null,
      averageScore: 69.1,
      totalStudents: 3,
      distribution: [0, 0, 0, 0, 0, 0, 1, 2, 0, 0],
    });
  });

  test('sees every student with their score, letter, results and absences', async () => {
    const { body, headers } = await students(admin);
    expect(headers['x-total-count']).toBe('3');
    expect(body).toEqual([
      {
        studentId: ada.id,
        studentName: 'Ada Lovelace',
        studentEmail: ada.email,
        studentRollNo: 'CS-2',
        score: 75,
        letter: 'B+',
        results: 3,
        absent: 0,
      },
      expect.objectContaining({ studentId: ben.id, score: 61.3, letter: 'B', absent: 1 }),
      expect.objectContaining({ studentId: cleo.id, score: 71, results: 1, absent: 1 }),
    ]);
  });

  test('sees one subject, one term, or every term together', async () => {
    expect(await school(admin, `?subjectId=${algebra}`)).toMatchObject({
      subject: { id: algebra, subjectName: 'Algebra', subjectCode: 'MA1' },
      averageScore: 33.3,
      totalStudents: 1,
    });
    expect(await school(admin, `?termId=${autumn.id}`)).toMatchObject({
      averageScore: 59.5,
      totalStudents: 2,
    });
    // Ada 234 of 280, Ben 112 of 250, Cleo 71.
    expect(await school(admin, '?termId=all')).toMatchObject({
      term: null,
      averageScore: 66.5,
      totalStudents: 3,
    });
  });

  test('chooses among the terms that have results, and the subjects of one term that have them', async () => {
    const get = async (path: string) =>
      (await campus.as(admin).get(`/api/performance/${path}`)).body;
    const terms = [
      { id: spring.id, name: 'Spring 2026', absentCountsZero: false },
      { id: autumn.id, name: 'Autumn 2025', absentCountsZero: false },
    ];
    expect(await get('terms')).toEqual(terms);
    const subjects = [
      { id: algebra, subjectName: 'Algebra', subjectCode: 'MA1' },
      { id: physics, subjectName: 'Physics', subjectCode: 'PH1' },
    ];
    expect(await get(`subjects?termId=${spring.id}`)).toEqual(subjects);
    expect(await get('subjects?termId=424242')).toEqual([]);
    expect(await get('choices')).toEqual([
      { ...terms[0], subjects },
      { ...terms[1], subjects: await get(`subjects?termId=${autumn.id}`) },
    ]);
  });

  test('searches, sorts and pages through the individual list', async () => {
    const names = async (query: string) =>
      (await students(admin, query)).body.map(({ studentName }) => studentName.split(' ')[0]);
    expect(await names('?search=okri')).toEqual(['Ben']);
    expect(await names('?search=cs-')).toEqual(['Ada', 'Ben']);
    expect(await names('?search=%25')).toEqual([]);
    expect(await names('?sort=score')).toEqual(['Ben', 'Cleo', 'Ada']);
    expect(await names('?sort=score&order=desc&limit=2')).toEqual(['Ada', 'Cleo']);
    expect(await names('?sort=rollNo')).toEqual(['Ada', 'Ben', 'Cleo']);
    const second = await students(admin, '?limit=2&page=2');
    expect(second.body.map(({ studentId }) => studentId)).toEqual([cleo.id]);
    expect(second.headers['x-total-count']).toBe('3');
    const beyond = await students(admin, '?limit=2&page=9');
    expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], '3']);
  });

  test('sees who fell most between the last two months of a term, the largest fall first', async () => {
    // From January to February: Ada from 90 to 90 of 130, Ben from 60 to 62; Cleo has no marks in January.
    expect(await fallen(admin)).toEqual({
      by: 'month',
      before: '2026-01',
      now: '2026-02',
      compared: 2,
      fallen: 1,
      students: [
        {
          studentId: ada.id,
          studentName: 'Ada Lovelace',
          studentEmail: ada.email,
          studentRollNo: 'CS-2',
          before: 90,
          now: 69.2,
          fall: 20.8,
        },
      ],
    });
  });

  test('sees who fell most between the last two terms', async () => {
    expect(await fallen(admin, '?termId=all')).toMatchObject({
      by: 'term',
      before: 'Autumn 2025',
      now: 'Spring 2026',
      compared: 2,
      students: [{ studentId: ada.id, before: 99, now: 75, fall: 24 }],
    });
  });

  test('sees no comparison when there is only one month', async () => {
    expect(await fallen(admin, `?subjectId=${algebra}`)).toEqual({
      by: 'month',
      before: null,
      now: null,
      compared: 0,
      fallen: 0,
      students: [],
    });
  });

  test('asks for a term or a subject that does not exist', async () => {
    for (const query of ['termId=999999', 'termId=x', 'subjectId=999999', 'subjectId=%20'])
      for (const path of ['', '/students', '/fallen']) {
        const { status } = await campus.as(admin).get(`/api/performance${path}?${query}`);
        expect([path, query, status]).toEqual([path, query, 404]);
      }
    const other = `/api/performance?subjectId=${physics}&termId=${autumn.id}`;
    expect((await campus.as(admin).get(other)).status).toBe(404);
  });

  test.each(['limit=0', 'limit=x', 'page=0', 'sort=x', 'cursor=x', 'search=%00'])(
    'sends %s and is refused with a sentence',
    async (query) => {
      const { status, body } = await campus.as(admin).get(`/api/performance/students?${query}`);
      expect([400, 422]).toContain(status);
      expect(body.message).toEqual(expect.any(String));
    },
  );
});

describe('a teacher', () => {
  test('sees their own subjects alone, whatever they ask for', async () => {
    expect(await school(teacher)).toMatchObject({ averageScore: 71.9, totalStudents: 3 });
    expect(await school(teacher, '?termId=all')).toMatchObject({ averageScore: 71.9 });
    expect(await school(teacher, `?termId=${autumn.id}`)).toMatchObject({
      averageScore: null,
      totalStudents: 0,
    });
    const { body } = await students(teacher, '?termId=all');
    expect(body.find(({ studentId }) => studentId === ada.id)).toMatchObject({ score: 83.3 });
    const choices = await campus.as(teacher).get('/api/performance/choices');
    expect(choices.body).toMatchObject([{ id: spring.id, subjects: [{ id: physics }] }]);
    const terms = await campus.as(teacher).get('/api/performance/terms');
    expect(terms.body).toMatchObject([{ id: spring.id }]);
    const own = await campus.as(teacher).get(`/api/performance/subjects?termId=${spring.id}`);
    expect(own.body).toMatchObject([{ id: physics }]);
  });

  test('is not shown the subject of a colleague', async () => {
    for (const path of ['', '/students', '/fallen']) {
      const answer = await campus.as(teacher).get(`/api/performance${path}?subjectId=${algebra}`);
      expect(answer.status).toBe(403);
    }
  });
});

test('without published results there is no average, and nobody on the list', async () => {
  const nobody = await campus.make.teacher();
  const none = { term: null, averageScore: null, totalStudents: 0 };
  expect(await school(nobody)).toMatchObject(none);
  expect((await students(nobody)).body).toEqual([]);
  expect(await fallen(nobody)).toMatchObject({ before: null, now: null, students: [] });
});

test('drafts, exams withdrawn again and students without marks are not counted', async () => {
  const before = [await school(admin), (await students(admin)).body, await fallen(admin)];
  const late = await campus.make.student();
  const exam = await makeExam(campus, {
    subject: physics,
    on: asDay('2026-03-05'),
    results: [
      [ada, 1],
      [late, 'absent'],
    ],
  });
  expect((await school(admin)).averageScore).not.toBe(
    (before[0] as SchoolPerformance).averageScore,
  );
  expect((await students(admin)).body.map(({ studentId }) => studentId)).not.toContain(late.id);
  await campus.database
    .updateTable('exams')
    .set({ published_at: null, published_by: null })
    .where('id', '=', exam.id)
    .execute();
  expect([await school(admin), (await students(admin)).body, await fallen(admin)]).toEqual(before);
});

test('many students take as many statements as one', async () => {
  const paths = [
    '',
    '/students?limit=10',
    '/fallen',
    '/choices',
    '/terms',
    `/subjects?termId=${spring.id}`,
  ];
  const counts = (person: Person) =>
    statements.during(async () => {
      for (const path of paths) await campus.as(person).get(`/api/performance${path}`);
    });
  // The actor, the scope, and the list with its grades.
  expect(await counts(admin)).toBe(3 + 4 + 3 + 2 + 2 + 2);
  const more = await Promise.all(Array.from({ length: 30 }, () => campus.make.student()));
  await makeExam(campus, {
    subject: physics,
    on: asDay('2026-03-09'),
    results: more.map((student, index) => [student, index]),
  });
  expect((await school(admin)).totalStudents).toBe(33);
  expect(await counts(admin)).toBe(3 + 4 + 3 + 2 + 2 + 2);
});

test('students of one name and score are listed once, in one order, over several pages', async () => {
  const { make } = campus;
  const closed = { is_open: false, closed_at: new Date(), closed_by: teacher.id };
  const days = { starts_on: asDay('2023-01-01'), ends_on: asDay('2023-05-31') };
  const term = await make.term({ ...closed, ...days });
  const same: Person[] = [];
  while (same.length < 6) same.push(await make.student({ name: 'Same Name' }));
  const { id } = await make.subject({ term_id: term.id, teacher_id: teacher.id }, same);
  await makeExam(campus, {
    subject: id,
    on: asDay('2023-03-01'),
    results: same.map((student) => [student, 50]),
  });
  for (const sort of ['name', 'score', 'rollNo']) {
    const listed: string[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await students(
        admin,
        `?termId=${term.id}&sort=${sort}&limit=2&page=${page}`,
      );
      listed.push(...body.map(({ studentId }) => studentId));
    }
    expect(listed).toEqual(same.map((student) => student.id));
  }
});
