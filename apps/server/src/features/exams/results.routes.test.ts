import { addDays, type Exam, type ExamEntry } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let admin: Person;
let teacher: Person;
let ada: Person;
let ben: Person;
let outsider: Person;
let term: string;
let subject: string;
let exam: string;
let asTeacher: Caller;
let asAdmin: Caller;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  admin = await make.admin({ name: 'Ruth Adeyemi' });
  teacher = await make.teacher({ name: 'Meera Nair' });
  ada = await make.student({ name: 'Ada Lovelace', univ_id: 'S-1' }, { roll_no: 'CS-2' });
  ben = await make.student({ name: 'Ben Okri', univ_id: 'S-2' }, { roll_no: 'CS-10' });
  outsider = await make.student({ name: 'Otto', univ_id: 'CS-99' }, { roll_no: 'S-77' });
  ({ id: term } = await make.term());
  asTeacher = campus.as(teacher);
  asAdmin = campus.as(admin);
});
afterAll(() => campus.close());

beforeEach(async () => {
  ({ id: subject } = await campus.make.subject({ term_id: term, teacher_id: teacher.id }, [
    ada,
    ben,
  ]));
  const body = { subjectId: subject, title: 'Midterm', heldOn: addDays(campus.today, -3) };
  exam = (await asTeacher.post<Exam>('/api/exams', body)).body.id;
});

type Given = [Person, number | null | 'A'];
const save = (results: Given[], ifMatch?: string, who: Caller = asTeacher) =>
  who.post(
    `/api/exams/${exam}/results`,
    {
      results: results.map(([{ id }, marks]) => ({
        studentId: id,
        ...(marks === 'A' ? { marks: null, absent: true } : { marks }),
      })),
    },
    ifMatch === undefined ? {} : { 'if-match': ifMatch },
  );
const read = async (): Promise<{ entries: ExamEntry[]; exam: Exam; etag: string }> => {
  const { body, headers } = await asTeacher.get(`/api/exams/${exam}`);
  return { ...body, etag: String(headers['etag']) };
};
const marks = async (): Promise<(number | string | null)[]> =>
  (await read()).entries.map((entry) => (entry.absent ? 'A' : entry.marks));

describe('saving a class', () => {
  test('stores marks, absences and who gave them, by roll number', async () => {
    const { status, body } = await save([
      [ada, 0],
      [ben, 'A'],
    ]);
    expect({ status, body }).toEqual({ status: 200, body: { saved: 2, changed: 2 } });
    expect((await read()).entries).toEqual([
      {
        studentId: ada.id,
        studentName: 'Ada Lovelace',
        studentEmail: ada.email,
        univId: 'S-1',
        rollNo: 'CS-2',
        enrolled: true,
        marks: 0,
        absent: false,
        markedBy: 'Meera Nair',
        markedAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ studentName: 'Ben Okri', marks: null, absent: true }),
    ]);
  });

  test('the same again changes nothing, not even the version', async () => {
    await save([[ada, 80]]);
    const before = await read();
    expect((await save([[ada, 80]])).body).toEqual({ saved: 1, changed: 0 });
    expect((await read()).etag).toBe(before.etag);
  });

  test('does not touch students who are left out, and clears those sent without a result', async () => {
    await save([[ada, 80]]);
    await save([[ben, 70]]);
    expect(await marks()).toEqual([80, 70]);
    await save([[ada, null]]);
    expect(await marks()).toEqual([null, 70]);
    expect((await save([[ada, null]])).body.changed).toBe(0);
  });

  test('never overwrites silently what someone else has saved: 409 with the rows that differ', async () => {
    await save([[ada, 80]]);
    const { etag } = await read();
    await save(
      [
        [ada, 81],
        [ben, 60],
      ],
      undefined,
      asAdmin,
    );
    expect((await read()).entries.map(({ markedBy }) => markedBy)).toEqual([
      'Ruth Adeyemi',
      'Ruth Adeyemi',
    ]);
    const stale = await save(
      [
        [ada, 90],
        [ben, 60],
      ],
      etag,
    );
    expect(stale.status).toBe(409);
    expect(stale.body.details).toEqual([
      {
        studentId: ada.id,
        studentName: 'Ada Lovelace',
        marks: 81,
        absent: false,
        changedBy: 'Ruth Adeyemi',
        changedAt: expect.any(String),
      },
    ]);
    expect(await marks()).toEqual([81, 60]);
    // Sending what is stored already is no conflict.
    expect((await save([[ben, 60]], etag)).status).toBe(200);
    expect((await save([[ada, 90]], (await read()).etag)).status).toBe(200);
  });

  test('of two at the same moment, one is told about the other', async () => {
    const { etag } = await read();
    const answers = await Promise.all([save([[ada, 10]], etag), save([[ada, 20]], etag, asAdmin)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
  });

  test('shows a mark that someone else has cleared as empty', async () => {
    await save([[ada, 80]]);
    const { etag } = await read();
    await save([[ada, null]], undefined, asAdmin);
    const stale = await save([[ada, 85]], etag);
    expect(stale.body.details).toMatchObject([{ marks: null, absent: false }]);
  });

  test('accepts whole numbers from 0 to the maximum, and stores nothing of a list with a wrong one', async () => {
    for (const [wrong, field] of [
      [101, 'results.1.marks'],
      [-1, 'results.1.marks'],
      [79.5, 'results.1.marks'],
    ] as const) {
      const refused = await save([
        [ada, 50],
        [ben, wrong],
      ]);
      expect(refused.status).toBe(422);
      expect(refused.body.details[0].field).toBe(field);
    }
    const both = { results: [{ studentId: ada.id, marks: 5, absent: true }] };
    expect((await asTeacher.post(`/api/exams/${exam}/results`, both)).status).toBe(422);
    expect((await save([[outsider, 5]])).body.message).toContain('Otto');
    expect(
      (
        await save([
          [ada, 1],
          [ada, 2],
        ])
      ).body.message,
    ).toBe('A student is in the list more than once.');
    expect(await marks()).toEqual([null, null]);
  });
});

test('the history of a mark says who changed it, when, from what, to what, and whether students had seen it', async () => {
  await save([
    [ada, 80],
    [ben, 'A'],
  ]);
  await asTeacher.post(`/api/exams/${exam}/publish`);
  await save([[ada, 82]], undefined, asAdmin);
  await save([[ada, null]]);
  const { body } = await asTeacher.get(`/api/exams/${exam}/history?studentId=${ada.id}`);
  expect(body.results).toMatchObject([
    { from: { marks: 82 }, to: { marks: null, absent: false }, changedBy: 'Meera Nair' },
    { from: { marks: 80 }, to: { marks: 82 }, published: true, changedBy: 'Ruth Adeyemi' },
    { from: { marks: null }, to: { marks: 80 }, published: false, studentName: 'Ada Lovelace' },
  ]);
  const whole = await asTeacher.get(`/api/exams/${exam}/history`);
  expect(whole.body.results).toHaveLength(4);
  await expect(
    campus.database.asOwner('update exam_result_changes set marks = 100'),
  ).rejects.toThrow('append-only');
});

describe('entering one result by registration number', () => {
  const enter = (entry: Record<string, unknown>, who: Caller = asTeacher) =>
    who.post('/api/exam-entries', { subjectId: subject, examId: exam, ...entry });

  test('finds the student by university ID or roll number, in any case', async () => {
    const find = async (number: string) =>
      (
        await asTeacher.get(
          `/api/exam-students?registrationNumber=${encodeURIComponent(number)}&examId=${exam}`,
        )
      ).body;
    const found = {
      studentId: ada.id,
      studentName: 'Ada Lovelace',
      univId: 'S-1',
      rollNo: 'CS-2',
      enrolled: true,
    };
    expect(await find('S-1')).toEqual([found]);
    expect(await find('cs-2')).toEqual([found]);
    expect(await find('S-77')).toMatchObject([{ studentName: 'Otto', enrolled: false }]);
    expect(await find('S-3')).toEqual([]);
  });

  test('adds it to the exam, and replaces an existing one only when asked to', async () => {
    const added = await enter({ registrationNumber: ' cs-2 ', marks: 80 });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      exam: { id: exam, marked: 1 },
      entry: { studentName: 'Ada Lovelace', marks: 80 },
      before: { marks: null, absent: false },
    });
    expect((await enter({ registrationNumber: 'S-1', marks: 80 })).status).toBe(201);
    const other = await enter({ registrationNumber: 'S-1', marks: 81 });
    expect(other.status).toBe(409);
    expect(other.body.message).toBe(
      'Ada Lovelace has 80 marks in this exam already. Nothing was changed.',
    );
    const replaced = await enter({ registrationNumber: 'S-1', marks: 81, replace: true });
    expect(replaced.body.entry.marks).toBe(81);
    expect(replaced.body.before).toEqual({ marks: 80, absent: false });
    const away = await enter({ registrationNumber: 'S-2', marks: null, absent: true });
    expect(away.body.entry).toMatchObject({ studentName: 'Ben Okri', absent: true });
  });

  test('names the field that is wrong', async () => {
    for (const [entry, field] of [
      [{ registrationNumber: 'nobody', marks: 1 }, 'registrationNumber'],
      [{ registrationNumber: 'S-77', marks: 1 }, 'registrationNumber'],
      [{ registrationNumber: 'S-1', marks: null }, 'marks'],
      [{ registrationNumber: '  ', marks: 1 }, 'registrationNumber'],
    ] as const) {
      const { status, body } = await enter(entry);
      expect(status).toBe(422);
      expect(body.details[0].field).toBe(field);
    }
    expect((await enter({ registrationNumber: 'S-1', marks: 101 })).status).toBe(422);
    expect(await marks()).toEqual([null, null]);
  });

  test('creates one draft for today when no exam is named', async () => {
    const body = { examId: null, registrationNumber: 'S-1', marks: 77 };
    const [one, other] = [await enter(body), await enter({ ...body, registrationNumber: 'S-2' })];
    expect(one.body.exam).toMatchObject({
      title: 'Exam',
      heldOn: campus.today,
      maxMarks: 100,
      publishedAt: null,
    });
    expect(other.body.exam.id).toBe(one.body.exam.id);
  });

  test('creates another exam if the title belongs to another day', async () => {
    await asTeacher.patch(`/api/exams/${exam}`, { title: 'exam' });
    const body = { examId: null, registrationNumber: 'S-1', marks: 77 };
    const { body: added } = await enter(body);
    expect(added.exam).toMatchObject({ title: `Exam ${campus.today}`, heldOn: campus.today });
    expect((await enter(body)).body.exam.id).toBe(added.exam.id);
    await asTeacher.post(`/api/exams/${added.exam.id}/publish`);
    expect((await enter(body)).body.details[0].field).toBe('examId');
  });

  test('creates no exam when the student is not found', async () => {
    await enter({ examId: null, registrationNumber: 'nobody', marks: 1 });
    const { body } = await asTeacher.get(`/api/exams?subjectId=${subject}`);
    expect(body).toHaveLength(1);
  });

  test('does not mix up subjects', async () => {
    const other = await campus.make.subject({ term_id: term, teacher_id: teacher.id }, [ada]);
    const mixed = await enter({ subjectId: other.id, registrationNumber: 'S-1', marks: 1 });
    expect(mixed.body.message).toBe('This exam belongs to another subject.');
  });
});

test('the number of statements does not grow with the class', async () => {
  const counts: number[][] = [];
  for (const size of [2, 60]) {
    const students = await Promise.all(Array.from({ length: size }, () => campus.make.student()));
    const { id } = await campus.make.subject({ term_id: term, teacher_id: teacher.id }, students);
    const added = await asTeacher.post<Exam>('/api/exams', {
      subjectId: id,
      title: 'Large',
      heldOn: campus.today,
    });
    exam = added.body.id;
    counts.push([
      await statements.during(() => save(students.map((student): Given => [student, 50]))),
      await statements.during(() => read()),
      await statements.during(() => asTeacher.get('/api/exams')),
    ]);
  }
  expect(counts[0]).toEqual(counts[1]);
  expect(counts[0]).toEqual([6, 3, 2]);
});
