import {
  addDays,
  type Exam,
  type ExamEntry,
  type ListedExam,
  type TermResults,
} from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { makeExam, type TestExam } from '../../testing/exams.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let ada: Person;
let ben: Person;
let term: string;
let subject: string;
let asTeacher: Caller;
let made = 0;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin({ name: 'Ruth Adeyemi' });
  teacher = await make.teacher({ name: 'Meera Nair' });
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: 'CS-2' });
  ben = await make.student({ name: 'Ben Okri' }, { roll_no: 'CS-10' });
  ({ id: term } = await make.term());
  ({ id: subject } = await make.subject(
    { term_id: term, teacher_id: teacher.id, name: 'Data Structures', code: 'CS201' },
    [ada, ben],
  ));
  asTeacher = campus.as(teacher);
});
afterAll(() => campus.close());

const create = async (more: Record<string, unknown> = {}): Promise<Exam> => {
  made += 1;
  const body = { subjectId: subject, title: `Test ${made}`, heldOn: campus.today, ...more };
  const answer = await asTeacher.post<Exam>('/api/exams', body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const save = (exam: string, results: [Person, number | null | 'A'][], who: Caller = asTeacher) =>
  who.post(`/api/exams/${exam}/results`, {
    results: results.map(([{ id }, marks]) =>
      marks === 'A' ? { studentId: id, marks: null, absent: true } : { studentId: id, marks },
    ),
  });
const resultsOf = async (student: Person): Promise<TermResults[]> =>
  (await campus.as(student).get(`/api/students/${student.email}/exam-results`)).body;
const remove = (exam: string) => asTeacher.send({ method: 'DELETE', path: `/api/exams/${exam}` });

describe('an exam', () => {
  test('starts as a draft out of 100, with everybody’s marks missing', async () => {
    const exam = await create({ title: '  Midterm ' });
    expect(exam).toEqual({
      id: expect.any(String),
      subjectId: subject,
      subjectName: 'Data Structures',
      subjectCode: 'CS201',
      title: 'Midterm',
      heldOn: campus.today,
      maxMarks: 100,
      publishedAt: null,
      publishedBy: null,
      marked: 0,
      absent: 0,
      missing: 2,
      average: null,
      sections: null,
      version: 1,
    });
    const { body } = await asTeacher.get<Exam[]>(`/api/exams?subjectId=${subject}&search=midt`);
    expect(body).toEqual([{ ...exam, group: 'marksToEnter' }]);
    const read = await asTeacher.get(`/api/exams/${exam.id}`);
    expect(read.body.added).toEqual({ by: teacher.name, at: expect.any(String) });
  });

  test('has a title of its own in its subject', async () => {
    const { title } = await create();
    const again = await asTeacher.post('/api/exams', {
      subjectId: subject,
      title: title.toUpperCase(),
      heldOn: campus.today,
    });
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('This subject has an exam with this title already.');
    expect(again.body.details).toEqual([{ field: 'title', message: again.body.message }]);
  });

  test('is held within the term of its subject', async () => {
    for (const [days, sentence] of [
      [-91, /begins on/],
      [91, /ends on/],
    ] as const) {
      const body = { subjectId: subject, title: 'Late', heldOn: addDays(campus.today, days) };
      const { status, body: refused } = await asTeacher.post('/api/exams', body);
      expect(status).toBe(422);
      expect(refused.details[0]).toMatchObject({ field: 'heldOn', message: sentence });
    }
    for (const days of [-90, 90]) {
      const { id } = await create({ heldOn: addDays(campus.today, days) });
      const removed = await asTeacher.send({ method: 'DELETE', path: `/api/exams/${id}` });
      expect(removed.status).toBe(204);
    }
  });

  test('keeps its day in the term when the dates of the term change', async () => {
    const exam = await create({ heldOn: addDays(campus.today, 80) });
    const { body: terms } = await asTeacher.get('/api/exam-terms');
    const { status, body } = await campus
      .as(admin)
      .patch(`/api/terms/${terms[0].id}`, { endsOn: addDays(campus.today, 79) });
    expect(status).toBe(422);
    expect(body.details[0].message).toBe(
      `An exam is held on ${exam.heldOn}. The term cannot end before that day.`,
    );
    await remove(exam.id);
    const moved = await campus
      .as(admin)
      .patch(`/api/terms/${terms[0].id}`, { endsOn: addDays(campus.today, 79) });
    expect(moved.status).toBe(200);
    await campus
      .as(admin)
      .patch(`/api/terms/${terms[0].id}`, { endsOn: addDays(campus.today, 90) });
  });

  test('takes no marks before its day', async () => {
    const exam = await create({ heldOn: addDays(campus.today, 1) });
    const { status, body } = await save(exam.id, [[ada, 1]]);
    expect(status).toBe(422);
    expect(body.message).toContain('can be entered from that day on');
  });

  test('refuses a maximum below existing marks, and names whose they are', async () => {
    const exam = await create();
    await save(exam.id, [[ada, 85]]);
    const refused = await asTeacher.patch(`/api/exams/${exam.id}`, { maxMarks: 84 });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe(
      'Ada Lovelace has 85 marks: the maximum cannot be below that.',
    );
    const changed = await asTeacher.patch<Exam>(`/api/exams/${exam.id}`, { maxMarks: 85 });
    expect(changed.body).toMatchObject({ maxMarks: 85, average: 100, version: 2 });
  });

  test('is not changed over what someone else has changed', async () => {
    const exam = await create();
    const asAdmin = campus.as(admin);
    await asAdmin.patch(`/api/exams/${exam.id}`, { maxMarks: 50 });
    const stale = await asTeacher.patch(
      `/api/exams/${exam.id}`,
      { maxMarks: 60 },
      { 'if-match': '"1"' },
    );
    expect(stale.status).toBe(409);
    expect(stale.body.details).toMatchObject([
      { field: 'maxMarks', before: '100', now: '50', changedBy: 'Ruth Adeyemi', version: 2 },
    ]);
    const seen = await asTeacher.patch<Exam>(
      `/api/exams/${exam.id}`,
      { maxMarks: 60 },
      { 'if-match': '"2"' },
    );
    expect(seen.body).toMatchObject({ maxMarks: 60, version: 3 });
  });

  test('disappears when it is deleted, and its title is free again', async () => {
    const exam = await create();
    await save(exam.id, [[ada, 1]]);
    expect((await remove(exam.id)).status).toBe(204);
    expect((await asTeacher.get(`/api/exams/${exam.id}`)).status).toBe(404);
    expect((await remove(exam.id)).status).toBe(404);
    await create({ title: exam.title });
  });

  test('has a maximum that is a whole number from 1 to 1000', async () => {
    for (const maxMarks of [0, -1, 1001, 1.5, '100']) {
      const body = { subjectId: subject, title: 'Odd', heldOn: campus.today, maxMarks };
      expect((await asTeacher.post('/api/exams', body)).status).toBe(422);
    }
  });
});

describe('students', () => {
  test('can see the day of a draft in their calendar, and its marks nowhere', async () => {
    const exam = await create({ maxMarks: 997, heldOn: addDays(campus.today, -2) });
    await save(exam.id, [[ada, 731]]);
    const asAda = campus.as(ada);
    const calendar = await asAda.get(`/api/events?from=${exam.heldOn}&to=${exam.heldOn}`);
    expect(calendar.body).toMatchObject({
      entries: [{ source: 'exam', title: `Data Structures: ${exam.title}`, startsOn: exam.heldOn }],
    });
    for (const path of [
      `/api/students/${ada.email}/exam-results`,
      `/api/performance/student/${ada.email}`,
      `/api/performance/student/${ada.email}/terms/${term}`,
    ]) {
      const { body } = await asAda.get(path);
      expect(JSON.stringify([calendar.body, body])).not.toMatch(/731|997/);
    }
  });

  test('are refused the results of a draft by every call', async () => {
    const exam = await create();
    await save(exam.id, [[ada, 42]]);
    expect(JSON.stringify(await resultsOf(ada))).not.toContain(exam.title);
    const asAda = campus.as(ada);
    for (const path of [
      `/api/exams/${exam.id}`,
      `/api/exams/${exam.id}/history`,
      `/api/exams/${exam.id}/results.csv`,
      `/api/exams?subjectId=${subject}`,
      `/api/students/${ben.email}/exam-results`,
    ])
      expect((await asAda.get(path)).status).toBe(403);
  });

  test('see a result when it is published, and no longer when it is withdrawn', async () => {
    const exam = await create({ maxMarks: 40 });
    await save(exam.id, [
      [ada, 30],
      [ben, 'A'],
    ]);
    const published = await asTeacher.post<Exam>(`/api/exams/${exam.id}/publish`);
    expect(published.body).toMatchObject({
      publishedBy: 'Meera Nair',
      marked: 1,
      absent: 1,
      missing: 0,
      average: 75,
    });
    expect(await resultsOf(ada)).toMatchObject([
      {
        term: { state: 'open' },
        subjects: [{ subjectName: 'Data Structures', marks: 30, maxMarks: 40, percent: 75 }],
        results: [{ examId: exam.id, title: exam.title, marks: 30, maxMarks: 40, absent: false }],
      },
    ]);
    expect(await resultsOf(ben)).toMatchObject([
      { subjects: [{ percent: null }], results: [{ marks: null, absent: true }] },
    ]);
    await asTeacher.post(`/api/exams/${exam.id}/withdraw`);
    expect(await resultsOf(ada)).toEqual([]);
  });

  test('see a corrected mark at once', async () => {
    const exam = await create();
    await save(exam.id, [[ada, 30]]);
    await asTeacher.post(`/api/exams/${exam.id}/publish`);
    await save(exam.id, [[ada, 31]]);
    expect(await resultsOf(ada)).toMatchObject([{ results: [{ marks: 31 }] }]);
    expect((await remove(exam.id)).body.message).toContain('Withdraw it first');
    await asTeacher.post(`/api/exams/${exam.id}/withdraw`);
  });
});

test('exams are listed by what is to be done: missing marks first, then upcoming ones, then finished ones', async () => {
  const { make, today } = campus;
  const { id } = await make.subject({ term_id: term, teacher_id: teacher.id }, [ada, ben]);
  const exam = (days: number, published: boolean, results: TestExam['results']) =>
    makeExam(campus, { subject: id, on: addDays(today, days), published, results });
  const whole = [
    [ada, 7],
    [ben, 'absent'],
  ] as const;
  const done = await exam(-3, true, whole);
  const tomorrow = await exam(1, false, []);
  const draft = await exam(-4, false, whole);
  const published = await exam(-2, true, [[ada, 7]]);
  const later = await exam(9, false, []);
  const held = await exam(0, false, []);
  const list = async (query = '') =>
    (await asTeacher.get<ListedExam[]>(`/api/exams?subjectId=${id}${query}`)).body;
  const expected = [
    ...[held, draft].map((one) => ({ id: one.id, group: 'marksToEnter' })),
    ...[tomorrow, later].map((one) => ({ id: one.id, group: 'coming' })),
    ...[published, done].map((one) => ({ id: one.id, group: 'done' })),
  ];
  expect(await list()).toMatchObject(expected);
  expect(await list('&limit=2&page=2')).toMatchObject(expected.slice(2, 4));
  const beyond = await asTeacher.get(`/api/exams?subjectId=${id}&limit=2&page=9`);
  expect([beyond.body, beyond.headers['x-total-count']]).toEqual([[], '6']);
});

test('exams of one day are listed once, the last one first, over several pages', async () => {
  const { id } = await campus.make.subject({ term_id: term, teacher_id: teacher.id });
  const ids: string[] = [];
  for (let at = 0; at < 6; at += 1) ids.push((await create({ subjectId: id })).id);
  const listed: string[] = [];
  for (const page of [1, 2, 3]) {
    const path = `/api/exams?subjectId=${id}&limit=2&page=${page}`;
    listed.push(...(await asTeacher.get<ListedExam[]>(path)).body.map((exam) => exam.id));
  }
  expect(listed).toEqual(ids.toReversed());
});

test('an exam without marks cannot be published', async () => {
  const exam = await create();
  const { status, body } = await asTeacher.post(`/api/exams/${exam.id}/publish`);
  expect(status).toBe(422);
  expect(body.message).toBe('This exam has no marks yet: there is nothing to publish.');
});

test('publishing twice keeps who published first and when', async () => {
  const exam = await create();
  await save(exam.id, [[ada, 1]]);
  const once = await asTeacher.post<Exam>(`/api/exams/${exam.id}/publish`);
  const twice = await campus.as(admin).post<Exam>(`/api/exams/${exam.id}/publish`);
  expect(twice.body).toEqual(once.body);
  const { body } = await asTeacher.get(`/api/exams/${exam.id}/history`);
  expect(body.exam).toMatchObject([{ field: 'published', from: 'no', to: 'yes' }]);
  await asTeacher.post(`/api/exams/${exam.id}/withdraw`);
});

describe('in a closed term', () => {
  test('a teacher changes nothing, and an administrator corrects', async () => {
    const { make } = campus;
    const closed = await make.term({
      is_open: false,
      closed_at: new Date(),
      closed_by: admin.id,
    });
    const { id: past } = await make.subject({ term_id: closed.id, teacher_id: teacher.id }, [ada], {
      from_on: addDays(campus.today, -200),
      to_on: addDays(campus.today, -100),
    });
    const exam = { subjectId: past, title: 'Final', heldOn: addDays(campus.today, -150) };
    expect((await asTeacher.post('/api/exams', exam)).status).toBe(403);
    const asAdmin = campus.as(admin);
    const { body: added } = await asAdmin.post<Exam>('/api/exams', exam);
    expect((await save(added.id, [[ada, 9]])).body.message).toContain(
      'term of this subject is closed',
    );
    expect((await save(added.id, [[ada, 9]], asAdmin)).status).toBe(200);
    expect((await asTeacher.get(`/api/exams/${added.id}`)).status).toBe(200);
    const { body: terms } = await asTeacher.get('/api/exam-terms');
    expect(terms).toMatchObject([{ state: 'open' }, { id: closed.id, state: 'closed' }]);
    const { body: subjects } = await asTeacher.get(`/api/exam-subjects?termId=${closed.id}`);
    expect(subjects).toMatchObject([{ id: past }]);
    const { body: exams } = await asTeacher.get(`/api/exams?termId=${closed.id}`);
    expect(exams).toMatchObject([{ id: added.id, marked: 1 }]);
  });
});

test('the class of an exam is everybody enrolled that day or with a result', async () => {
  const { make } = campus;
  const { body: terms } = await asTeacher.get('/api/exam-terms');
  const early = await make.student({ name: 'Early' }, { roll_no: 'E1' });
  const late = await make.student({ name: 'Late' }, { roll_no: 'E2' });
  const { id } = await make.subject({ term_id: terms[0].id, teacher_id: teacher.id }, [early], {
    to_on: addDays(campus.today, -10),
  });
  await campus.database
    .insertInto('enrolments')
    .values({ subject_id: id, student_id: late.id, from_on: addDays(campus.today, -5) })
    .execute();
  const classOf = async (exam: string): Promise<ExamEntry[]> =>
    (await asTeacher.get(`/api/exams/${exam}`)).body.entries;

  const exam = await create({ subjectId: id, heldOn: addDays(campus.today, -20) });
  expect((await classOf(exam.id)).map(({ studentName }) => studentName)).toEqual(['Early']);
  const refused = await save(exam.id, [[late, 5]]);
  expect(refused.status).toBe(422);
  expect(refused.body.message).toMatch(/^Not enrolled in this subject on 2026-02-19: Late\.$/);
  await save(exam.id, [[early, 50]]);
  const moved = await asTeacher.patch<Exam>(`/api/exams/${exam.id}`, { heldOn: campus.today });
  expect(moved.body).toMatchObject({ marked: 1, missing: 1 });
  expect(await classOf(exam.id)).toMatchObject([
    { studentName: 'Early', enrolled: false, marks: 50 },
    { studentName: 'Late', enrolled: true, marks: null },
  ]);
  const future = await asTeacher.patch(`/api/exams/${exam.id}`, {
    heldOn: addDays(campus.today, 3),
  });
  expect(future.body.message).toContain('has marks already');
});

test('odd addresses and values are refused and never cause a server error', async () => {
  for (const id of ['0', 'x', '99999999999999999999', '9223372036854775807', '%00', '%ED%A0%80']) {
    const answers = [
      await asTeacher.get(`/api/exams/${id}`),
      await asTeacher.get(`/api/exams?subjectId=${id}`),
      await asTeacher.get(`/api/exams?search=${id}`),
      await asTeacher.get(`/api/exams?termId=${id}`),
      await asTeacher.get(`/api/exam-subjects?termId=${id}`),
      await asTeacher.get(`/api/exam-students?registrationNumber=${id}`),
      await asTeacher.get(`/api/exam-students?registrationNumber=1&subjectId=${id}`),
      await asTeacher.get(`/api/exams/${id}/history`),
      await asTeacher.patch(`/api/exams/${id}`, { title: 'A' }),
      await asTeacher.post(`/api/exams/${id}/publish`),
      await asTeacher.post(`/api/exams/${id}/results`, { results: [{ studentId: id, marks: 1 }] }),
      await asTeacher.post('/api/exams', { subjectId: id, title: 'A', heldOn: campus.today }),
      await campus.as(admin).get(`/api/students/${id}/exam-results`),
    ];
    for (const { status } of answers) expect(status).toBeLessThan(500);
  }
});
