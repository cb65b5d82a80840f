import { addDays } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let teacher: Person;
let admin: Person;
const classes: { id: string; students: Person[] }[] = [];

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  teacher = await make.teacher();
  admin = await make.admin();
  const term = await make.term();
  for (const size of [2, 60]) {
    const students = await Promise.all(Array.from({ length: size }, () => make.student()));
    const { id } = await make.subject({ term_id: term.id, teacher_id: teacher.id }, students);
    classes.push({ id, students });
  }
  // A person's first request binds them to their identity, which takes an extra statement.
  for (const person of [teacher, admin]) await campus.as(person).get('/api/campus');
});
afterAll(() => campus.close());

/** Counts the statements of one request, for a class of 2 and for a class of 60. */
const forEachClass = async (
  request: (one: (typeof classes)[number]) => Promise<{ status: number }>,
): Promise<number[]> => {
  const counts = [];
  for (const one of classes)
    counts.push(
      await statements.during(async () => {
        expect((await request(one)).status).toBe(200);
      }),
    );
  return counts;
};

const submit = (one: (typeof classes)[number], date: string, present: boolean) =>
  campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: one.id,
    date,
    studentAttendances: one.students.map(({ email }) => ({
      studentEmail: email,
      present,
      remarks: null,
    })),
  });

describe('however large the class, the number of statements is', () => {
  test('two for a roster: the person, and the roster', async () => {
    const path = ({ id }: { id: string }) => `/api/attendance/subject/${id}/date/${campus.today}`;
    expect(await forEachClass((one) => campus.as(teacher).get(path(one)))).toEqual([2, 2]);
  });

  test('six for a submission: the person, and a transaction of two statements with its entry in the trail', async () => {
    expect(await forEachClass((one) => submit(one, campus.today, true))).toEqual([6, 6]);
    expect(await forEachClass((one) => submit(one, campus.today, false))).toEqual([6, 6]);
    const stored = await campus.database
      .selectFrom('attendance_mark_changes')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(stored.count).toBe(String(2 * (2 + 60)));
  });

  test.each([
    [
      'three times for the history of a class',
      3,
      (id: string) => `subject/${id}/date/2026-03-11/history`,
    ],
    ['twice for the statistics of a subject', 2, (id: string) => `stats/subject/${id}`],
    ['three times for a sheet', 3, (id: string) => `subject/${id}/sheet`],
    ['five times for those below a percentage', 5, (id: string) => `low?subjectId=${id}&below=90`],
  ])('%s', async (_what, times, path) => {
    for (const back of [0, 1, 2])
      await forEachClass((one) => submit(one, addDays(campus.today, -back), back === 0));
    const ask = ({ id }: { id: string }) => campus.as(admin).get(`/api/attendance/${path(id)}`);
    // The first list of those below a percentage counts the new marks.
    await forEachClass(ask);
    expect(await forEachClass(ask)).toEqual([times, times]);
  });

  test('nine for the first list of those below a percentage after new marks, which it counts in a transaction', async () => {
    const counts = [];
    for (const one of classes) {
      await submit(one, addDays(campus.today, -3), false);
      const path = `/api/attendance/low?subjectId=${one.id}&below=90`;
      counts.push(await statements.during(() => campus.as(admin).get(path)));
    }
    expect(counts).toEqual([9, 9]);
  });

  test('three for a day, few subjects or many', async () => {
    const ask = () => campus.as(admin).get(`/api/attendance/day/${campus.today}`);
    const few = await statements.during(ask);
    const { term_id } = await campus.database
      .selectFrom('subjects')
      .select('term_id')
      .$narrowType<{ term_id: string }>()
      .executeTakeFirstOrThrow();
    for (let more = 0; more < 20; more += 1)
      await campus.make.subject({ term_id, teacher_id: teacher.id }, classes[0]?.students);
    expect([few, await statements.during(ask)]).toEqual([3, 3]);
  });

  test('two for a student’s percentages, and two for the summary', async () => {
    const student = classes[1]?.students[1];
    if (!student) throw new Error('The class is empty.');
    const asStudent = campus.as(student);
    await asStudent.get('/api/campus');
    for (const path of [
      `attendance/student/${student.email}/percentages`,
      `students/${student.email}/attendance-summary`,
    ])
      expect(await statements.during(() => asStudent.get(`/api/${path}`))).toBe(2);
  });

  test('two for a student’s records, few or many', async () => {
    const student = classes[1]?.students[0];
    if (!student) throw new Error('The class is empty.');
    const asStudent = campus.as(student);
    await asStudent.get('/api/campus');
    const records = `/api/attendance/student/${student.email}`;
    const few = await statements.during(() => asStudent.get(records));
    for (let day = 1; day <= 20; day += 1)
      for (const one of classes) await submit(one, addDays(campus.today, -day), true);
    let answered = 0;
    const many = await statements.during(async () => {
      answered = (await asStudent.get(records)).body.length;
    });
    expect(answered).toBe(21);
    expect([few, many]).toEqual([2, 2]);
  });
});

describe('people who make the same request at the same moment', () => {
  test('each get their own reply, with fewer statements than requests', async () => {
    const newcomer = await campus.make.student();
    const students = [...classes.flatMap((one) => one.students), newcomer];
    const asked = students.flatMap((student) => [
      { student, path: `/api/students/${student.email}/attendance-summary` },
      { student, path: `/api/attendance/student/${student.email}` },
    ]);
    const ask = async ({ student, path }: (typeof asked)[number]) => {
      const { status, body } = await campus.as(student).get(path);
      return { status, body: body as unknown };
    };
    for (const [at, one] of classes.entries())
      await campus.as(teacher).post('/api/attendance/bulk', {
        facultyEmail: teacher.email,
        subjectId: one.id,
        date: addDays(campus.today, -30 - at),
        studentAttendances: one.students.map(({ email }, index) => ({
          studentEmail: email,
          present: index % 3 === at,
          remarks: `Number ${index}`,
        })),
      });
    const alone = [];
    for (const one of asked) alone.push(await ask(one));
    let together: typeof alone = [];
    const sent = await statements.during(async () => {
      together = await Promise.all(asked.map(ask));
    });
    expect(together).toEqual(alone);
    expect(together.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(alone.map(({ body }) => JSON.stringify(body))).size).toBeGreaterThan(60);
    expect(sent).toBeLessThan(asked.length);
  });

  test('do not share a refusal', async () => {
    const [small, large] = classes.map(({ id }) => id);
    const stats = (person: Person, id = '') =>
      campus.as(person).get(`/api/attendance/stats/subject/${id}`);
    const other = await campus.make.teacher();
    await campus.as(other).get('/api/campus');
    const answers = await Promise.all([
      stats(teacher, small),
      stats(other, small),
      stats(teacher, '999999999'),
      stats(teacher, '0x1'),
      stats(teacher, small),
      stats(admin, large),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 404, 404, 200, 200]);
    expect(answers[4]?.body).toEqual(answers[0]?.body);
  });
});
