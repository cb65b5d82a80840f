import { addDays } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../../testing/count-statements.ts';
import type { Person } from '../../../testing/make.ts';
import { moveInFiles } from '../../../testing/move-in-files.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let admin: Person;
let teacher: Person;
let subject: { id: string };

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  admin = await campus.make.admin({ name: 'Ruth Adeyemi' });
  teacher = await campus.make.teacher();
  const term = await campus.make.term();
  subject = await campus.make.subject({
    term_id: term.id,
    teacher_id: teacher.id,
    name: 'Physics',
    code: 'PHY1',
  });
});
afterAll(() => campus.close());

const path = '/api/people/students/batches';
const day = (offset: number) => addDays(campus.today, offset);
const office = () => campus.as(admin);
const idsOf = (students: readonly Person[]) => students.map(({ id }) => id);

const preview = async (students: unknown, action: object) =>
  (await office().post(path, { students, action })).body;
const apply = (batch: { id: string }) => office().post(`${path}/${batch.id}/apply`);
const undo = (batch: { id: string }) => office().post(`${path}/${batch.id}/undo`);
/** Previews the action and applies it. */
const done = async (students: readonly Person[], action: object) => {
  const { status, body } = await apply(await preview(idsOf(students), action));
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};

const make = (names: readonly string[], more = {}) =>
  Promise.all(names.map((name) => campus.make.student({ name }, more)));
const recordOf = async ({ id }: Person) => (await office().get(`/api/people/students/${id}`)).body;
const historyOf = async ({ id }: Person) => (await office().get(`/api/people/${id}/history`)).body;
const periodsOf = async ({ email }: Person) => {
  const { body } = await office().get(`/api/subjects/${subject.id}/enrolments?search=${email}`);
  return body.map(({ fromOn, toOn, addedBy, droppedBy }: Record<string, unknown>) => ({
    fromOn,
    toOn,
    addedBy,
    droppedBy,
  }));
};
const lastAct = async () => (await office().get('/api/trail?limit=1')).body[0];

describe('a preview', () => {
  test('names what changes, and who is left out and why; it changes nothing', async () => {
    const [asha, ben] = await make(['Asha', 'Ben'], { course: 'Physics', semester: 2 });
    const [cleo] = await make(['Cleo'], { course: 'Law', semester: 4 });
    const body = await preview(idsOf([ben!, cleo!, asha!]), {
      kind: 'change',
      values: { course: 'Law', semester: 4 },
    });
    const changes = [
      { field: 'course', from: 'Physics', to: 'Law' },
      { field: 'semester', from: '2', to: '4' },
    ];
    expect(body).toMatchObject({
      changed: 2,
      first: [
        { name: 'Asha', changes },
        { name: 'Ben', changes },
      ],
      skipped: 1,
      skippedStudents: [{ name: 'Cleo', reason: 'Has this already' }],
    });
    expect(await recordOf(asha!)).toMatchObject({ course: 'Physics', semester: 2 });
  });

  test('of all that match takes the filter and the search, and lists the first five', async () => {
    await make(['Fay 1', 'Fay 2', 'Fay 3', 'Fay 4', 'Fay 5', 'Fay 6'], { course: 'Fine arts' });
    await make(['Fay 7'], { course: 'Dance' });
    const { changed, first } = await preview(
      { search: 'fay', course: 'Fine arts' },
      { kind: 'withdraw', on: campus.today },
    );
    expect(changed).toBe(6);
    expect(first.map(({ name }: Person) => name)).toEqual([1, 2, 3, 4, 5].map((n) => `Fay ${n}`));
  });

  test('can be applied for a day; what was applied can be undone after it', async () => {
    const [asha, ben] = await make(['Asha', 'Ben']);
    const change = { kind: 'change', values: { course: 'Physics' } };
    const { id } = await done([asha!], change);
    const [recent, old] = [await preview(idsOf([ben!]), change), await preview([ben!.id], change)];
    for (const [batch, hours] of [
      [id, 25],
      [recent.id, 23],
      [old.id, 25],
    ] as const)
      await campus.database.pool.query(
        'update student_batches set made_at = now() - make_interval(hours => $2) where id = $1',
        [batch, hours],
      );
    await preview([ben!.id], change);
    expect(await apply(old)).toMatchObject({
      status: 404,
      body: { message: 'There is no such preview any more. Look at it again.' },
    });
    expect((await apply(recent)).status).toBe(200);
    expect((await undo({ id })).status).toBe(200);
    expect(await recordOf(asha!)).toMatchObject({ course: null });
  });

  test('fixes the set: students who match later are not changed', async () => {
    const [early] = await make(['Early'], { branch: 'Fixed' });
    const batch = await preview({ branch: 'Fixed' }, { kind: 'change', values: { year: 3 } });
    const [late] = await make(['Late'], { branch: 'Fixed' });
    expect((await apply(batch)).body).toMatchObject({ changed: 1 });
    expect([(await recordOf(early!)).year, (await recordOf(late!)).year]).toEqual([3, null]);
  });

  test('refuses with a sentence before any work if the action itself is invalid', async () => {
    const [student] = await make(['Asha']);
    const ask = async (action: object, students: unknown = idsOf([student!])) => {
      const { status, body } = await office().post(path, { students, action });
      return `${status} ${body.message}`;
    };
    expect(await ask({ kind: 'change', values: {} })).toBe(
      '422 Say what changes: course, branch, semester or year',
    );
    expect(await ask({ kind: 'invite' }, [])).toBe('422 Choose at least one student');
    expect(await ask({ kind: 'enrol', subjectId: subject.id, fromOn: day(300) })).toMatch(
      /^422 Term .* ends on .* Choose that day or earlier/,
    );
    expect(await ask({ kind: 'drop', subjectId: '999999', lastDay: campus.today })).toBe(
      '404 There is no such subject.',
    );
  });
});

describe('an applied batch', () => {
  test('that changes programme or semester is in each history and once in the trail', async () => {
    const students = await make(['Asha', 'Ben'], { semester: 3 });
    const batch = await done(students, {
      kind: 'change',
      values: { semester: 4, branch: 'Optics' },
    });
    expect(batch).toMatchObject({
      what: 'Changed 2 students: branch Optics, semester 4',
      madeBy: 'Ruth Adeyemi',
      canUndo: true,
    });
    // First: looking at a history is an act, too, told a moment later.
    expect(await lastAct()).toMatchObject({ kind: 'students_changed', count: 2 });
    for (const student of students)
      expect(await historyOf(student)).toMatchObject([
        { field: 'semester', before: '3', after: '4', changedBy: 'Ruth Adeyemi' },
        { field: 'branch', before: null, after: 'Optics', changedBy: 'Ruth Adeyemi' },
      ]);
    expect((await office().get(path)).body[0]).toEqual(batch);
  });

  test('that withdraws ends enrolments and access, and skips those already withdrawn', async () => {
    const [asha, ben, cleo] = await make(['Asha', 'Ben', 'Cleo']);
    await done([asha!, ben!], { kind: 'enrol', subjectId: subject.id, fromOn: day(-10) });
    await office().post(`/api/people/students/${cleo!.id}/withdraw`, { on: day(-1) });
    const batch = await preview(idsOf([asha!, ben!, cleo!]), {
      kind: 'withdraw',
      on: campus.today,
    });
    expect(batch).toMatchObject({
      changed: 2,
      skippedStudents: [{ name: 'Cleo', reason: `Withdrawn on ${day(-1)}` }],
    });
    expect((await apply(batch)).status).toBe(200);
    expect(await recordOf(asha!)).toMatchObject({
      status: 'withdrawn',
      withdrawnOn: campus.today,
    });
    expect(await periodsOf(asha!)).toMatchObject([{ toOn: campus.today }]);
    expect((await campus.as(asha!).get(`/api/students/by-email/${asha!.email}`)).status).toBe(401);
    expect((await undo(batch)).status).toBe(200);
    expect(await recordOf(asha!)).toMatchObject({ status: 'active', withdrawnOn: null });
    expect(await periodsOf(asha!)).toMatchObject([{ fromOn: day(-10), toOn: null }]);
    expect(await recordOf(cleo!)).toMatchObject({ status: 'withdrawn', withdrawnOn: day(-1) });
  });

  test('that enrols leaves out a student whose last day comes before it', async () => {
    const [asha, ben] = await make(['Asha', 'Ben']);
    await office().post(`/api/people/students/${asha!.id}/withdraw`, { on: day(5) });
    const enrolFrom = (fromOn: string) =>
      preview(idsOf([asha!, ben!]), { kind: 'enrol', subjectId: subject.id, fromOn });
    expect(await enrolFrom(day(6))).toMatchObject({
      changed: 1,
      skippedStudents: [{ name: 'Asha', reason: `Has the last day ${day(5)}` }],
    });
    expect(await enrolFrom(day(5))).toMatchObject({ changed: 2, skipped: 0 });
  });

  test('that enrols leaves out a student who is enrolled until that day, but not until the day before', async () => {
    const [asha, ben] = await make(['Asha', 'Ben']);
    const enrol = { kind: 'enrol', subjectId: subject.id };
    for (const [student, lastDay] of [
      [asha!, day(-5)],
      [ben!, day(-6)],
    ] as const) {
      await done([student], { ...enrol, fromOn: day(-20) });
      await done([student], { kind: 'drop', subjectId: subject.id, lastDay });
    }
    const batch = await preview(idsOf([asha!, ben!]), { ...enrol, fromOn: day(-5) });
    expect(batch).toMatchObject({
      changed: 1,
      skippedStudents: [{ name: 'Asha', reason: `Enrolled from ${day(-20)} to ${day(-5)}` }],
    });
    expect((await apply(batch)).status).toBe(200);
    expect(await periodsOf(ben!)).toMatchObject([{ toOn: day(-6) }, { fromOn: day(-5) }]);
  });

  test.each(['withdraw', 'graduate'])(
    'that is to %s leaves out a student who has a last day already, which stays',
    async (kind) => {
      const [asha, ben] = await make(['Asha', 'Ben']);
      await done([asha!, ben!], { kind: 'enrol', subjectId: subject.id, fromOn: day(-10) });
      await office().post(`/api/people/students/${asha!.id}/withdraw`, { on: day(10) });
      const batch = await preview(idsOf([asha!, ben!]), { kind, on: day(5) });
      expect(batch).toMatchObject({
        changed: 1,
        skippedStudents: [{ name: 'Asha', reason: `Has the last day ${day(10)} already` }],
      });
      expect((await apply(batch)).status).toBe(200);
      expect((await undo(batch)).status).toBe(200);
      expect(await recordOf(asha!)).toMatchObject({ status: 'active', withdrawnOn: day(10) });
      expect(await periodsOf(asha!)).toMatchObject([{ fromOn: day(-10), toOn: day(10) }]);
      await office().post(`/api/people/students/${asha!.id}/reinstate`, {});
      expect(await periodsOf(asha!)).toMatchObject([{ fromOn: day(-10), toOn: null }]);
    },
  );

  test('enrols in a subject or drops from it, by name and day; undone it is as before', async () => {
    const [asha, ben, cleo] = await make(['Asha', 'Ben', 'Cleo']);
    await done([cleo!], { kind: 'enrol', subjectId: subject.id, fromOn: day(-20) });
    const enrolled = await preview(idsOf([asha!, ben!, cleo!]), {
      kind: 'enrol',
      subjectId: subject.id,
      fromOn: day(-5),
    });
    expect(enrolled).toMatchObject({
      changed: 2,
      skippedStudents: [{ name: 'Cleo', reason: `Enrolled from ${day(-20)} on already` }],
    });
    expect((await apply(enrolled)).body.what).toBe(
      `Enrolled 2 students in Physics (PHY1) from ${day(-5)}`,
    );
    expect(await lastAct()).toMatchObject({ kind: 'students_enrolled', count: 2 });
    const as = { addedBy: 'Ruth Adeyemi', droppedBy: null };
    expect(await periodsOf(asha!)).toEqual([{ fromOn: day(-5), toOn: null, ...as }]);

    const [dora] = await make(['Dora']);
    const dropped = await preview(idsOf([asha!, cleo!, dora!]), {
      kind: 'drop',
      subjectId: subject.id,
      lastDay: day(-10),
    });
    expect(dropped).toMatchObject({
      changed: 1,
      first: [{ name: 'Cleo', changes: [{ field: 'toOn', from: null, to: day(-10) }] }],
      skippedStudents: [
        { name: 'Asha', reason: `Enrolled from ${day(-5)} only` },
        { name: 'Dora', reason: `Not enrolled after ${day(-10)}` },
      ],
    });
    await apply(dropped);
    expect(await periodsOf(cleo!)).toMatchObject([{ toOn: day(-10), droppedBy: 'Ruth Adeyemi' }]);
    expect((await undo(dropped)).body).toMatchObject({
      undoneBy: 'Ruth Adeyemi',
      canUndo: false,
    });
    expect(await periodsOf(cleo!)).toEqual([{ fromOn: day(-20), toOn: null, ...as }]);
    expect((await undo(enrolled)).status).toBe(200);
    expect([await periodsOf(asha!), await periodsOf(ben!)]).toEqual([[], []]);
    expect(await lastAct()).toMatchObject({ kind: 'students_batch_undone', count: 2 });
  });

  test('invites those who have not signed in yet, which cannot be undone', async () => {
    const students = await make(['Asha', 'Ben']);
    const cleo = await campus.make.student({ name: 'Cleo', came_in_at: new Date() });
    expect(await preview(idsOf([...students, cleo]), { kind: 'invite' })).toMatchObject({
      changed: 2,
      skippedStudents: [{ name: 'Cleo', reason: 'Has signed in already' }],
    });
    const batch = await done(students, { kind: 'invite' });
    expect(batch).toMatchObject({ what: 'Invited 2 students', canUndo: false });
    const again = await preview(idsOf(students), { kind: 'invite' });
    expect(again).toMatchObject({
      changed: 0,
      skippedStudents: [
        { name: 'Asha', reason: 'An invitation is waiting to be sent' },
        { name: 'Ben' },
      ],
    });
    expect((await undo(batch)).body.message).toBe('Mails cannot be recalled.');
    expect((await apply(again)).body.message).toBe('None of these students changes.');
  });

  test('exports the students in the preview, and nobody else', async () => {
    const [asha, ben] = await make(['Asha', 'Ben'], { course: 'Export' });
    await make(['Cleo'], { course: 'Export' });
    const batch = await preview(idsOf([ben!, asha!]), { kind: 'export' });
    const { body } = await office().get<string>(`${path}/${batch.id}/export`);
    const [head, ...rows] = body.trim().split('\r\n');
    expect(head).toContain('Full Name,Email');
    expect(rows.map((row) => row.split(',')[1])).toEqual([asha!.email, ben!.email]);
    expect(await lastAct()).toMatchObject({ kind: 'students_exported', count: 2 });
    expect((await apply(batch)).status).toBe(409);
  });

  test('is refused as a whole if students have changed since the preview, who are named', async () => {
    const [asha, ben] = await make(['Asha', 'Ben']);
    const batch = await preview(idsOf([asha!, ben!]), { kind: 'change', values: { year: 2 } });
    await office().patch(`/api/people/students/${ben!.id}`, { course: 'Law' });
    const { status, body } = await apply(batch);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        message:
          'Something has changed since this was shown: Ben (the record has changed). Nothing was changed.',
        details: [{ name: 'Ben' }],
      },
    });
    expect((await recordOf(asha!)).year).toBeNull();
  });

  test('is applied only once', async () => {
    const batch = await done(await make(['Asha']), { kind: 'change', values: { year: 2 } });
    expect((await apply(batch)).body.message).toBe('This was done already.');
    expect((await undo(batch)).status).toBe(200);
    expect((await undo(batch)).body.message).toBe('This has been undone already.');
    expect((await apply({ id: '999999' })).status).toBe(404);
  });
});

describe('undoing', () => {
  test('restores what each student had, and is in the history', async () => {
    const [asha] = await make(['Asha'], { course: 'Physics', semester: 2 });
    const [ben] = await make(['Ben'], { semester: 5 });
    const batch = await done([asha!, ben!], {
      kind: 'change',
      values: { course: 'Law', semester: 1 },
    });
    await undo(batch);
    expect(await recordOf(asha!)).toMatchObject({ course: 'Physics', semester: 2 });
    expect(await recordOf(ben!)).toMatchObject({ course: null, semester: 5 });
    expect(await historyOf(ben!)).toHaveLength(4);
  });

  test('is refused with the names of students whose records have changed since', async () => {
    const [asha, ben] = await make(['Asha', 'Ben']);
    const batch = await done([asha!, ben!], { kind: 'change', values: { course: 'Law' } });
    await office().patch(`/api/people/students/${ben!.id}`, { address: 'Quad 1' });
    await office().patch(`/api/people/students/${asha!.id}`, { course: 'Art' });
    expect((await undo(batch)).body.message).toBe(
      'This cannot be undone: something was written since: Asha (has another course). Nothing was changed.',
    );
    expect((await recordOf(ben!)).course).toBe('Law');
  });

  test('is refused once an opening balance has moved in', async () => {
    const [asha] = await make(['Asha']);
    const enrolled = await done([asha!], {
      kind: 'enrol',
      subjectId: subject.id,
      fromOn: day(-9),
    });
    const balance = `Student Email,Subject,Classes,Present,Until\n${asha!.email},PHY1,4,3,${day(-5)}\n`;
    expect(await moveInFiles(office).stored('opening-balances', balance)).toBe(1);
    expect((await undo(enrolled)).body.message).toContain('Asha (has an opening balance)');
  });

  test('is refused once there are marks, another last day, or a new enrolment', async () => {
    const [asha, ben, cleo] = await make(['Asha', 'Ben', 'Cleo']);
    const on = { subjectId: subject.id };
    const all = [asha!, ben!, cleo!];
    const enrolled = await done(all, { kind: 'enrol', ...on, fromOn: day(-3) });
    await campus.as(teacher).post('/api/attendance/bulk', {
      facultyEmail: teacher.email,
      ...on,
      date: day(-2),
      studentAttendances: [{ studentEmail: asha!.email, present: true }],
    });
    const dropped = await done([ben!, cleo!], { kind: 'drop', ...on, lastDay: day(-1) });
    expect((await undo(enrolled)).body.message).toContain(
      'Asha (has marks or work handed in), Ben (was dropped), Cleo (was dropped).',
    );
    const [again] = [{ studentEmail: cleo!.email, fromOn: campus.today }];
    expect((await office().post(`/api/subjects/${subject.id}/enrolments`, again)).status).toBe(201);
    expect((await undo(dropped)).body.message).toContain('since: Cleo (was enrolled again).');

    const withdrawn = await done([asha!, ben!], { kind: 'withdraw', on: campus.today });
    await office().post(`/api/people/students/${asha!.id}/withdraw`, { on: day(-1) });
    expect((await undo(withdrawn)).body.message).toContain('since: Asha (has another last day).');
  });
});

test('a batch of thousands takes as many statements as one of two, even after single changes', async () => {
  const many = 3000;
  await campus.database.query(
    `with added as (
       insert into people (role, name, email, univ_id)
       select 'student', 'Crowd ' || n, 'crowd' || n || '@example.edu', 'C' || n
       from generate_series(1, $1) n returning id
     )
     insert into students (person_id, course) select id, 'Crowd' from added`,
    [many],
  );
  const few = await make(['Few 1', 'Few 2'], { course: 'Few' });
  const acts = [
    { kind: 'change', values: { semester: 1 } },
    { kind: 'enrol', subjectId: subject.id, fromOn: campus.today },
    { kind: 'drop', subjectId: subject.id, lastDay: campus.today },
    { kind: 'withdraw', on: campus.today },
  ];
  const taken = async (students: unknown, size: number): Promise<number[]> => {
    const counts: number[] = [];
    const batches: { id: string }[] = [];
    for (const action of acts)
      counts.push(
        await statements.during(async () => {
          const batch = await preview(students, action);
          expect((await apply(batch)).body).toMatchObject({ changed: size });
          batches.push(batch);
        }),
      );
    for (const batch of batches.toReversed())
      counts.push(
        await statements.during(async () => {
          const { status, body } = await undo(batch);
          expect({ status, body }).toMatchObject({ status: 200 });
        }),
      );
    return counts;
  };
  await taken(idsOf(few), few.length);
  expect(await taken({ course: 'Crowd' }, many)).toEqual(await taken(idsOf(few), few.length));
});
