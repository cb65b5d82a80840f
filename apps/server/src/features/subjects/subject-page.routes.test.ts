import { addDays } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Answer, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let colleague: Person;
let teacher: Person;
let ada: Person;
let termId: string;
let subjectId: string;

beforeEach(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin({ name: 'Ruth Adeyemi' });
  colleague = await make.admin({ name: 'Femi Cole' });
  teacher = await make.teacher({ name: 'Meera Nair' });
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: 'CS-2' });
  ({ id: termId } = await make.term({ name: 'Spring 2026' }));
  ({ id: subjectId } = await make.subject(
    { term_id: termId, teacher_id: teacher.id, name: 'Networks', code: 'CS305', credits: 4 },
    [ada],
  ));
});
afterEach(() => campus.close());

const path = (rest = ''): string => `/api/subjects/${subjectId}${rest}`;
const read = async (): Promise<any> => (await campus.as(admin).get(path())).body;
const change = (
  body: unknown,
  headers: Record<string, string> = {},
  who = admin,
): Promise<Answer<any>> =>
  campus.as(who).send({
    method: 'PATCH',
    path: path(),
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const add = (studentEmail: string, fromOn: string) =>
  campus.as(admin).post(path('/enrolments'), { studentEmail, fromOn });
const drop = (id: string, lastDay: string) =>
  campus.as(admin).post(`/api/enrolments/${id}/drop`, { lastDay });
const enrolments = async (query = ''): Promise<any[]> =>
  (await campus.as(admin).get(path(`/enrolments${query}`))).body;
const day = (days: number): string => addDays(campus.today, days);
const mark = (who: Person, date: string, student: Person) =>
  campus.as(who).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId,
    date,
    studentAttendances: [{ studentEmail: student.email, present: true }],
  });
const roster = async (date: string): Promise<string[]> =>
  (await campus.as(admin).get<any[]>(`/api/attendance/subject/${subjectId}/date/${date}`)).body.map(
    (entry) => entry.studentName,
  );
const closeTheTerm = () =>
  campus.database.pool.query(
    'update terms set is_open = false, closed_at = now(), closed_by = $1 where id = $2',
    [admin.id, termId],
  );

test('a subject says who added it and when, if that is known', async () => {
  const { body: created } = await campus.as(colleague).post('/api/enrollments/create-for-all', {
    subjectName: 'Optics',
    subjectCode: 'PH2',
    credits: 2,
    emailId: teacher.email,
  });
  const { body } = await campus.as(admin).get(`/api/subjects/${created.id}`);
  expect(body.added).toMatchObject({ by: 'Femi Cole' });
  expect(body.added.at).toMatch(/^\d{4}-.*Z$/);
  expect((await read()).added).toBeNull();
});

describe('an administrator on the page of a subject', () => {
  test('sees its fields, who teaches it and how many attend', async () => {
    await mark(teacher, day(-3), ada);
    expect(await read()).toEqual({
      id: subjectId,
      subjectName: 'Networks',
      subjectCode: 'CS305',
      helpers: [],
      sections: [],
      credits: 4,
      emailId: teacher.email,
      teacherName: 'Meera Nair',
      teacherActive: true,
      audience: { course: null, branch: null, semester: null, year: null },
      term: {
        id: termId,
        name: 'Spring 2026',
        startsOn: day(-90),
        endsOn: day(90),
        state: 'open',
      },
      students: 1,
      totalClasses: 1,
      added: null,
      version: 1,
    });
  });

  test('changes name, code and credits, each alone or together', async () => {
    const { status, body } = await change({ subjectName: ' Computer Networks ', credits: 5 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ subjectName: 'Computer Networks', subjectCode: 'CS305' });
    expect((await change({ subjectCode: 'CS306' })).body).toMatchObject({
      subjectName: 'Computer Networks',
      subjectCode: 'CS306',
      credits: 5,
      version: 3,
    });
  });

  test('changes nothing by sending what is stored already', async () => {
    expect((await change({ subjectName: 'Networks', credits: 4 })).body.version).toBe(1);
    expect((await change({})).body.version).toBe(1);
  });

  test('hands the subject to another teacher; past marks keep who made them', async () => {
    await mark(teacher, day(-3), ada);
    const other = await campus.make.teacher({ name: 'Jon Bell' });
    const { body } = await change({ emailId: other.email.toUpperCase() });
    expect(body).toMatchObject({ teacherName: 'Jon Bell', emailId: other.email });
    const marks = await campus.database.pool.query('select marked_by from attendance_marks');
    expect(marks.rows).toEqual([{ marked_by: teacher.id }]);
    expect((await mark(teacher, day(-2), ada)).status).toBe(403);
    const taught = await campus.as(other).get(`/api/attendance/faculty/${other.email}/subjects`);
    expect(taught.body).toMatchObject([{ id: subjectId }]);
  });

  test.each([
    ['a blank name', { subjectName: ' ' }, 422, 'Subject Name'],
    ['half a credit', { credits: 0.5 }, 422, 'Credits'],
    ['nobody’s e-mail', { emailId: 'nobody@example.edu' }, 422, 'No teacher'],
    ['the code of another subject', { subjectCode: 'ma1' }, 409, 'ma1'],
    ['an unknown field', { colour: 'red' }, 422, 'colour'],
  ])('is told what is wrong: %s', async (_case, wrong, expected, sentence) => {
    await campus.make.subject({ term_id: termId, teacher_id: teacher.id, code: 'MA1' });
    const before = await read();
    const { status, body } = await change(wrong);
    expect(status).toBe(expected);
    expect(body.message).toContain(sentence);
    expect(await read()).toEqual(before);
  });

  test('cannot give it to a teacher who has left', async () => {
    const gone = await campus.make.teacher({ active: false });
    expect((await change({ emailId: gone.email })).status).toBe(422);
  });

  test('is told who changed what meanwhile, and nothing is overwritten', async () => {
    const { headers } = await campus.as(admin).get(path());
    const seen = { 'if-match': '"1"' };
    await change({ credits: 3 }, seen, colleague);
    await change({ credits: 6, subjectName: 'Nets' }, {}, colleague);
    const stale = await change({ credits: 5, subjectCode: 'CS1' }, seen);
    expect(stale).toMatchObject({
      status: 409,
      body: {
        error: 'conflict',
        details: [
          { field: 'credits', before: '4', now: '6', changedBy: 'Femi Cole', version: 3 },
          { field: 'subjectName', before: 'Networks', now: 'Nets', version: 3 },
        ],
      },
    });
    expect(await read()).toMatchObject({ credits: 6, subjectName: 'Nets', subjectCode: 'CS305' });
    expect((await change({ credits: 5 }, { 'if-match': '"3"' })).body).toMatchObject({
      credits: 5,
      subjectName: 'Nets',
    });
    expect((await change({ credits: 4 }, { 'if-match': 'newest' })).status).toBe(400);
    expect(headers['etag']).toBeDefined();
  });

  test('is not stopped when what a colleague changed has been changed back', async () => {
    await change({ credits: 3 }, {}, colleague);
    await change({ credits: 4 }, {}, colleague);
    expect((await change({ credits: 5 }, { 'if-match': '"1"' })).status).toBe(200);
  });

  test('is told when another one changes it at the same moment', async () => {
    const seen = { 'if-match': '"1"' };
    const answers = await Promise.all([
      change({ credits: 1 }, seen),
      change({ credits: 2 }, seen, colleague),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('of a closed term can read it and change nothing', async () => {
    const [row] = await enrolments();
    await closeTheTerm();
    expect((await read()).term.state).toBe('closed');
    for (const answer of [
      await change({ credits: 1 }),
      await add((await campus.make.student()).email, campus.today),
      await drop(row.id, campus.today),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.message).toContain('Spring 2026 is closed');
    }
  });
});

describe('the students of a subject:', () => {
  test('they are listed by name with their dates, searchable, page by page', async () => {
    for (const name of ['Émile Zola', 'Emil Berg', 'Zoë Ng'])
      await add((await campus.make.student({ name })).email, day(-10));
    expect((await enrolments()).map((row) => row.studentName)).toEqual([
      'Ada Lovelace',
      'Emil Berg',
      'Émile Zola',
      'Zoë Ng',
    ]);
    expect((await enrolments())[0]).toEqual({
      id: expect.any(String),
      studentId: ada.id,
      studentName: 'Ada Lovelace',
      studentEmail: ada.email,
      studentRollNo: 'CS-2',
      fromOn: day(-90),
      toOn: null,
      section: null,
      addedBy: null,
      droppedBy: null,
    });
    expect(await enrolments('?search=emil')).toMatchObject([
      { studentName: 'Emil Berg', addedBy: 'Ruth Adeyemi' },
      { studentName: 'Émile Zola' },
    ]);
    expect(await enrolments('?search=cs-2')).toHaveLength(1);
    expect(await enrolments('?search=%25')).toEqual([]);

    const first = await campus.as(admin).get(path('/enrolments?limit=3'));
    expect(first.headers['x-total-count']).toBe('4');
    const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
    expect((await campus.as(admin).get(next)).body).toMatchObject([{ studentName: 'Zoë Ng' }]);
    expect(await enrolments('?limit=3&page=2')).toMatchObject([{ studentName: 'Zoë Ng' }]);
  });

  test('one is added from a day: on the roster from then, not before', async () => {
    const late = await campus.make.student({ name: 'Late Joiner' });
    const { status, body } = await add(late.email.toUpperCase(), day(-10));
    expect(status).toBe(201);
    expect(body).toMatchObject({ studentName: 'Late Joiner', fromOn: day(-10), toOn: null });
    expect(await roster(day(-11))).toEqual(['Ada Lovelace']);
    expect(await roster(day(-10))).toContain('Late Joiner');
    expect((await read()).students).toBe(2);
  });

  test('one is dropped: gone from the day after, marks and the past stay', async () => {
    await mark(teacher, day(-20), ada);
    await mark(teacher, day(-3), ada);
    const [row] = await enrolments();
    const { status, body } = await drop(row.id, day(-10));
    expect(status).toBe(200);
    expect(body).toMatchObject({ toOn: day(-10), droppedBy: 'Ruth Adeyemi', marksAfter: 1 });
    expect(await roster(day(-10))).toEqual(['Ada Lovelace']);
    expect(await roster(day(-9))).toEqual([]);
    const records = await campus.as(ada).get(`/api/attendance/student/${ada.email}`);
    expect(records.body).toHaveLength(2);
    expect(await enrolments('?show=current')).toEqual([]);
    expect(await enrolments('?show=past')).toHaveLength(1);
    expect((await read()).students).toBe(0);
  });

  test('one who comes back gets a second row, and the first one stays', async () => {
    const [row] = await enrolments();
    await drop(row.id, day(-10));
    expect((await add(ada.email, day(5))).status).toBe(201);
    expect(await enrolments()).toMatchObject([
      { fromOn: day(-90), toOn: day(-10) },
      { fromOn: day(5), toOn: null },
    ]);
    expect(await roster(campus.today)).toEqual([]);
  });

  test('a last day given by mistake is corrected by dropping again', async () => {
    const [row] = await enrolments();
    await drop(row.id, day(-10));
    expect((await drop(row.id, day(-10))).status).toBe(200);
    expect((await drop(row.id, day(-5))).body).toMatchObject({ toOn: day(-5) });
    await add(ada.email, day(0));
    const refused = await drop(row.id, day(0));
    expect(refused.status).toBe(422);
    expect(refused.body.message).toContain(`enrolled again from ${day(0)}`);
  });

  test('refusals say what to do', async () => {
    const [row] = await enrolments();
    const other = await campus.make.student({ name: 'Ben Okri' });
    const gone = await campus.make.student({ name: 'Gone Away', active: false });
    const refusal = async (answer: Promise<Answer<any>>): Promise<string> => {
      const { status, body } = await answer;
      return `${status} ${body.message}`;
    };
    expect(await refusal(add(ada.email, day(0)))).toBe(
      `409 Ada Lovelace is enrolled from ${day(-90)} on already.`,
    );
    expect(await refusal(add(other.email, day(-91)))).toContain(`begins on ${day(-90)}`);
    expect(await refusal(add(other.email, day(91)))).toContain(`ends on ${day(90)}`);
    expect(await refusal(add('nobody@example.edu', day(0)))).toContain('No student has the e-mail');
    expect(await refusal(add(teacher.email, day(0)))).toContain('No student has the e-mail');
    expect(await refusal(add(gone.email, day(0)))).toContain('Gone Away is not an active student');
    expect(await refusal(drop(row.id, day(-91)))).toContain(`begins on ${day(-90)}`);
    expect(await refusal(drop(row.id, day(91)))).toContain(`ends on ${day(90)}`);
    const late = await add(other.email, day(-5));
    expect(await refusal(drop(late.body.id, day(-6)))).toContain(`enrolled from ${day(-5)}`);
    await drop(row.id, day(-10));
    expect(await refusal(add(ada.email, day(-10)))).toBe(
      `409 Ada Lovelace is enrolled from ${day(-90)} to ${day(-10)}. Choose a later day.`,
    );
  });

  test('two administrators who add the same student at the same moment add them once', async () => {
    const other = await campus.make.student();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => add(other.email, day(-index))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  test('the database itself refuses two enrolments on one day', async () => {
    const insert = (from: string, to: string | null) =>
      campus.database.pool.query(
        'insert into enrolments (subject_id, student_id, from_on, to_on) values ($1, $2, $3, $4)',
        [subjectId, ada.id, from, to],
      );
    await expect(insert(day(-100), day(-90))).rejects.toMatchObject({ code: '23P01' });
    await insert(day(-100), day(-91));
    await expect(
      campus.database.pool.query('update enrolments set to_on = $1 where to_on is not null', [
        day(-90),
      ]),
    ).rejects.toMatchObject({ constraint: 'enrolments_do_not_overlap' });
  });
});

test('a subject or an enrolment that does not exist is answered 404 whatever its id', async () => {
  for (const id of ['999999', 'x', '0', '9'.repeat(30), '%00']) {
    expect((await campus.as(admin).get(`/api/subjects/${id}`)).status).toBe(404);
    expect((await campus.as(admin).get(`/api/subjects/${id}/enrolments`)).status).toBe(404);
    expect((await drop(id, campus.today)).status).toBe(404);
  }
});

describe('an administrator deleting a subject', () => {
  const remove = () => campus.as(admin).send({ method: 'DELETE', path: path() });

  test('no longer finds it anywhere, its code is free, and the trail names it and its term', async () => {
    await change({ credits: 5 });
    expect((await remove()).status).toBe(204);
    const office = campus.as(admin);
    expect((await office.get(path())).status).toBe(404);
    expect((await remove()).status).toBe(404);
    expect((await office.get(path('/enrolments'))).status).toBe(404);
    expect((await office.get<any[]>('/api/enrollments')).body).toEqual([]);
    expect((await office.get<any[]>(`/api/terms/${termId}/subjects`)).body).toEqual([]);
    expect((await office.get<any[]>('/api/terms')).body[0]).toMatchObject({ subjects: 0 });
    expect((await office.get(`/api/attendance/day/${campus.today}`)).body).toMatchObject({
      classes: [],
    });
    expect((await mark(teacher, day(0), ada)).status).toBe(404);
    for (const rest of ['/stats', `/date/${day(0)}`, `/date/${day(0)}/history`])
      expect({
        rest,
        status: (await office.get(`/api/attendance/subject/${subjectId}${rest}`)).status,
      }).toEqual({ rest, status: 404 });
    const own = campus.as(teacher);
    const taught = `/api/attendance/faculty/${teacher.email}/subjects`;
    expect((await own.get<any[]>(taught)).body).toEqual([]);
    const exam = { subjectId, title: 'Midterm', heldOn: day(0) };
    expect((await own.post('/api/exams', exam)).status).toBe(404);
    expect(
      (await campus.as(ada).get(`/api/attendance/student/${ada.email}/subjects`)).body,
    ).toEqual([]);
    await campus.make.subject({ term_id: termId, teacher_id: teacher.id, code: 'cs305' });
    const [told] = (await office.get<any[]>('/api/trail?kind=subject_deleted')).body;
    expect(told).toMatchObject({
      who: 'Ruth Adeyemi',
      about: 'Networks',
      changes: [{ field: 'term', before: 'Spring 2026', after: null }],
    });
  });

  test('is told what depends on it', async () => {
    await mark(teacher, day(-3), ada);
    await mark(teacher, day(-2), ada);
    const exam = { subjectId, title: 'Midterm', heldOn: day(0) };
    await campus.as(teacher).post('/api/exams', exam);
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        message: 'Networks has 2 classes with marks and 1 exam: it cannot be deleted.',
      },
    });
    expect(await read()).toMatchObject({ students: 1 });
  });

  test('can do so once its only exam is deleted', async () => {
    const exam = { subjectId, title: 'Midterm', heldOn: day(0) };
    const { body } = await campus.as(teacher).post('/api/exams', exam);
    expect((await remove()).status).toBe(409);
    await campus.as(teacher).send({ method: 'DELETE', path: `/api/exams/${body.id}` });
    expect((await remove()).status).toBe(204);
  });

  test('while its class is being marked: either the marks are stored or it is gone', async () => {
    const [deleted, marked] = await Promise.all([remove(), mark(teacher, day(-3), ada)]);
    expect([`${deleted.status} ${marked.status}`]).toEqual([
      expect.stringMatching(/^(?:204 404|409 200)$/),
    ]);
  });

  test('of a closed term is refused', async () => {
    await closeTheTerm();
    expect((await remove()).status).toBe(409);
  });
});

describe('an administrator changing the audience of a subject', () => {
  const audience = (body: object, headers: Record<string, string> = {}) =>
    campus.as(admin).send({
      method: 'PUT',
      path: path('/audience'),
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const wouldBe = async (query: string): Promise<any> =>
    (await campus.as(admin).get(path(`/audience?${query}`))).body;
  const names = async (show = 'current') =>
    (await enrolments(`?show=${show}`)).map(({ studentName }) => studentName);

  test('sees the count first, then students are added and removed as if the audience had applied from the start', async () => {
    await campus.make.student({ name: 'Bo' }, { semester: 3 });
    await campus.make.student({ name: 'Cy' }, { semester: 4 });
    await campus.make.student({ name: 'Gone', active: false }, { semester: 3 });
    const would = { enrolled: 1, removed: 1, ended: 0, students: 1 };
    expect(await wouldBe('semester=3')).toEqual(would);
    expect(await names()).toEqual(['Ada Lovelace']);
    expect(await audience({ semester: 3 })).toMatchObject({ status: 200, body: would });
    expect(await enrolments()).toMatchObject([{ studentName: 'Bo', fromOn: day(-90) }]);
    expect(await read()).toMatchObject({ audience: { semester: 3 }, students: 1, version: 2 });
    expect(await audience({})).toMatchObject({ body: { enrolled: 2, students: 3 } });
    expect(await names()).toEqual(['Ada Lovelace', 'Bo', 'Cy']);
    const told = (await campus.as(admin).get<any[]>('/api/trail?kind=subject_audience_changed'))
      .body;
    expect(told.at(-1)).toMatchObject({
      about: 'Networks',
      count: 2,
      changes: [{ field: 'semester', before: null, after: '3' }],
    });
  });

  test('that has marked classes keeps marks and past rosters, and new students begin today', async () => {
    const bo = await campus.make.student({ name: 'Bo' }, { semester: 3 });
    await mark(teacher, day(-3), ada);
    expect(await audience({ semester: 3 })).toMatchObject({
      body: { enrolled: 1, removed: 0, ended: 1, students: 1 },
    });
    expect(await enrolments()).toMatchObject([
      { studentName: 'Ada Lovelace', toOn: day(-1), droppedBy: null },
      { studentName: 'Bo', fromOn: day(0), toOn: null },
    ]);
    expect(await roster(day(-3))).toEqual(['Ada Lovelace']);
    expect(await roster(day(0))).toEqual([bo.name]);
    // Changing the audience back on the same day works too.
    await audience({});
    expect(await roster(day(0))).toEqual(['Ada Lovelace', 'Bo']);
    expect(await names('past')).toEqual(['Ada Lovelace']);
  });

  test('keeps the enrolments in which opening balances have moved in', async () => {
    const balance = `Student Email,Subject,Classes,Present,Until\n${ada.email},CS305,40,34,${day(-3)}\n`;
    expect(await moveInFiles(() => campus.as(admin)).stored('opening-balances', balance)).toBe(1);
    expect(await audience({ semester: 3 })).toMatchObject({ body: { removed: 0, ended: 1 } });
    expect(await enrolments()).toMatchObject([{ studentName: 'Ada Lovelace', toOn: day(-1) }]);
  });

  test('does not affect students added or dropped by hand, or withdrawn', async () => {
    const bo = await campus.make.student({ name: 'Bo' }, { semester: 4 });
    const cy = await campus.make.student({ name: 'Cy' }, { semester: 3 });
    await campus.make.student(
      { name: 'Di' },
      { semester: 3, withdrawn_on: addDays(campus.today, 5) },
    );
    await add(bo.email, day(0));
    const { body } = await add(cy.email, day(-5));
    await drop(body.id, day(-2));
    expect(await audience({ semester: 3 })).toMatchObject({ body: { removed: 1, students: 1 } });
    expect(await names()).toEqual(['Bo']);
  });

  test('to the same one changes nothing and records nothing', async () => {
    expect(await audience({})).toMatchObject({
      body: { enrolled: 0, removed: 0, ended: 0, students: 1 },
    });
    expect((await read()).version).toBe(1);
    expect((await campus.as(admin).get('/api/trail?kind=subject_audience_changed')).body).toEqual(
      [],
    );
  });

  test('is refused in a closed term, and is told what a colleague has changed since', async () => {
    await change({ credits: 9 }, {}, colleague);
    expect(await audience({ semester: 3 }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { details: [{ field: 'credits', now: '9' }] },
    });
    await closeTheTerm();
    expect((await audience({ semester: 3 })).status).toBe(409);
  });
});
