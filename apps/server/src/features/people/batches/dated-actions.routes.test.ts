import { addDays } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let asha: Person;
let ids: Record<'law' | 'art' | 'all' | 'hand', string>;

const day = (days: number) => addDays(campus.today, days);
const office = () => campus.as(admin);
const path = '/api/people/students/batches';
const preview = async (action: object) =>
  (await office().post(path, { students: [asha.id], action })).body;
const apply = async (action: object, leaveOut?: string[]) => {
  const shown = await preview(action);
  expect(shown).toMatchObject({ changed: 1 });
  const { id } = shown;
  const answer = await office().post(`${path}/${id}/apply`, leaveOut && { leaveOut });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const undo = ({ id }: { id: string }) => office().post(`${path}/${id}/undo`);
const record = async () => (await office().get(`/api/people/students/${asha.id}`)).body;
/** The periods as strings like "law -90 to -1": the code, then days relative to today. */
const periods = async (): Promise<string[]> => {
  const { rows } = await campus.database.pool.query(
    `select lower(code::text) || ' ' || (from_on - $2::date)
       || coalesce(' to ' || (to_on - $2::date), '') as period
     from enrolments join subjects on subjects.id = subject_id
     where student_id = $1 order by code, from_on`,
    [asha.id, campus.today],
  );
  return rows.map(({ period }) => period);
};
const everything = async () => {
  const stored = [];
  for (const table of ['enrolments', 'withdrawn_enrolments', 'students'])
    stored.push(
      (
        await campus.database.pool.query(
          `select to_jsonb(t) - 'created_at' as row from ${table} t order by 1`,
        )
      ).rows,
    );
  return stored;
};
/** Does it, undoes it, checks that everything is as before, and does it again. */
const doneTwice = async (action: object, leaveOut?: string[]) => {
  const before = await everything();
  const undone = await undo(await apply(action, leaveOut));
  expect(undone).toMatchObject({ status: 200 });
  expect(await everything()).toEqual(before);
  return apply(action, leaveOut);
};

beforeEach(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  asha = await make.student({ name: 'Asha' }, { course: 'Law', semester: 2 });
  const term_id = (await make.term({ name: 'Spring' })).id;
  const of = { term_id, teacher_id: teacher.id };
  const one = async (code: string, more: object, students: Person[] = [asha]) =>
    (await make.subject({ ...of, code, name: code, ...more }, students)).id;
  ids = {
    law: await one('LAW', { audience_course: 'Law' }),
    art: await one('ART', { audience_course: 'Art' }, []),
    all: await one('ALL', {}),
    hand: await one('HAND', { by_list: true }, []),
  };
  await office().post(`/api/subjects/${ids.hand}/enrolments`, {
    studentEmail: asha.email,
    fromOn: day(-90),
  });
});
afterEach(() => campus.close());

describe('a leave of absence', () => {
  test('prevents undoing a drop made before it: they would be on rosters during their leave', async () => {
    const dropped = await apply({ kind: 'drop', subjectId: ids.law, lastDay: day(-20) });
    const leave = await apply({ kind: 'leave', from: day(-3), until: day(10), reason: 'Illness' });
    expect((await undo(dropped)).body.message).toContain('since: Asha (was given leave).');
    await undo(leave);
    expect((await undo(dropped)).status).toBe(200);
    expect(await periods()).toContain('law -90');
  });

  test('pauses enrolments, keeps the student off rosters, and ends by itself or by a return', async () => {
    const leave = { kind: 'leave', from: day(-3), until: day(10), reason: 'Illness' };
    expect(await preview(leave)).toMatchObject({
      changed: 1,
      enrolments: (['all', 'hand', 'law'] as const).map((code) => ({
        subjectId: ids[code],
        subject: `${code} (${code})`.toUpperCase(),
        ends: 1,
        begins: 1,
        beginsOn: day(11),
        optional: false,
      })),
    });
    expect((await preview({ ...leave, reason: ' ' })).details).toMatchObject([
      { field: expect.stringContaining('reason') },
    ]);
    const batch = await doneTwice(leave);
    expect(batch.what).toBe(`Gave leave to 1 student from ${day(-3)} to ${day(10)}`);
    expect(await periods()).toEqual([
      'all -90 to -4',
      'all 11',
      'hand -90 to -4',
      'hand 11',
      'law -90 to -4',
      'law 11',
    ]);
    expect(await record()).toMatchObject({
      awayFrom: day(-3),
      awayUntil: day(10),
      awayReason: 'Illness',
      status: 'active',
    });
    const roster = (date: string) =>
      campus.as(teacher).get(`/api/attendance/subject/${ids.law}/date/${date}`);
    for (const [date, there] of [
      [day(-4), true],
      [day(0), false],
    ] as const)
      expect(JSON.stringify((await roster(date)).body).includes(asha.email)).toBe(there);

    // A new subject enrols the student around the leave, not during it.
    const made = await office().post('/api/enrollments/create-for-all', {
      subjectName: 'New',
      subjectCode: 'NEW',
      credits: 1,
      emailId: teacher.email,
    });
    expect(made.status).toBe(201);
    expect((await periods()).slice(-2)).toEqual(['new -90 to -4', 'new 11']);
    const taken = await office().post(`/api/subjects/${ids.art}/enrolments`, {
      studentEmail: asha.email,
      fromOn: day(0),
    });
    expect(taken.body.message).toContain(`on leave from ${day(-3)} to ${day(10)}`);

    const back = await doneTwice({ kind: 'return', on: day(2) });
    expect(await periods()).toEqual([
      'all -90 to -4',
      'all 2',
      'hand -90 to -4',
      'hand 2',
      'law -90 to -4',
      'law 2',
      'new -90 to -4',
      'new 2',
    ]);
    expect((await undo(batch)).body.message).toContain('has returned, or is on another leave');
    expect((await undo(back)).status).toBe(200);
    expect((await undo(batch)).body.message).toContain('was enrolled elsewhere around the leave');
  });

  test('without a last day ends with a return', async () => {
    await doneTwice({ kind: 'leave', from: day(-3), until: null, reason: 'Service' });
    expect(await periods()).toEqual(['all -90 to -4', 'hand -90 to -4', 'law -90 to -4']);
    await doneTwice({ kind: 'return', on: day(0) });
    expect((await periods()).filter((one) => one.endsWith(' 0'))).toEqual([
      'all 0',
      'hand 0',
      'law 0',
    ]);
    expect((await preview({ kind: 'return', on: day(5) })).skippedStudents).toMatchObject([
      { reason: `Not on leave on ${day(5)}` },
    ]);
  });
});

test('a change of programme ends and begins enrolments by audience from its day, and is undone', async () => {
  const transfer = { kind: 'transfer', on: day(0), values: { course: 'Art' } };
  expect((await preview(transfer)).enrolments).toEqual([
    {
      subjectId: ids.art,
      subject: 'ART (ART)',
      ends: 0,
      begins: 1,
      beginsOn: day(0),
      optional: true,
    },
    {
      subjectId: ids.law,
      subject: 'LAW (LAW)',
      ends: 1,
      begins: 0,
      beginsOn: null,
      optional: true,
    },
  ]);
  const batch = await doneTwice(transfer);
  expect(await periods()).toEqual(['all -90', 'art 0', 'hand -90', 'law -90 to -1']);
  expect(await record()).toMatchObject({ course: 'Art', semester: 2 });
  await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: ids.art,
    date: day(0),
    studentAttendances: [{ studentEmail: asha.email, present: true }],
  });
  expect((await undo(batch)).body.message).toContain('has marks or work handed in');
});

test('a student on leave without an end does not return after their planned last day', async () => {
  const leaving = { on: day(5) };
  const { status } = await office().post(`/api/people/students/${asha.id}/withdraw`, leaving);
  expect(status).toBe(200);
  await apply({ kind: 'leave', from: day(-3), until: null, reason: 'Service' });
  const away = await periods();
  expect(await preview({ kind: 'return', on: day(6) })).toMatchObject({
    changed: 0,
    skippedStudents: [{ reason: `Has the last day ${day(5)}` }],
  });
  expect(await periods()).toEqual(away);
  // On the last day itself they are enrolled once more.
  await doneTwice({ kind: 'return', on: day(5) });
});

describe('a student on leave, or with a leave ahead, is on no roster during it', () => {
  const leave = (from: number) => ({
    kind: 'leave',
    from: day(from),
    until: day(10),
    reason: 'Illness',
  });
  const transfer = () => ({ kind: 'transfer', on: day(0), values: { course: 'Art' } });

  test('after a change of programme during the leave', async () => {
    await apply(leave(-3));
    expect((await preview(transfer())).enrolments).toMatchObject([
      { subjectId: ids.art, begins: 1, beginsOn: day(11) },
      { subjectId: ids.law, ends: 1 },
    ]);
    await doneTwice(transfer());
    expect(await periods()).toEqual([
      'all -90 to -4',
      'all 11',
      'art 11',
      'hand -90 to -4',
      'hand 11',
      'law -90 to -4',
    ]);
    const roster = await campus
      .as(teacher)
      .get(`/api/attendance/subject/${ids.art}/date/${campus.today}`);
    expect(JSON.stringify(roster.body)).not.toContain(asha.email);
  });

  test('after a change of programme before the leave', async () => {
    await apply(leave(5));
    await doneTwice(transfer());
    expect((await periods()).filter((one) => !one.startsWith('hand'))).toEqual([
      'all -90 to 4',
      'all 11',
      'art 0 to 4',
      'art 11',
      'law -90 to -1',
    ]);
  });

  test('after a readmission', async () => {
    await apply(leave(5));
    await office().post(`/api/people/students/${asha.id}/withdraw`, { on: day(-5) });
    await doneTwice({ kind: 'readmit', on: day(1) });
    expect(await periods()).toEqual(
      ['all', 'hand', 'law'].flatMap((code) => [
        `${code} -90 to -5`,
        `${code} 1 to 4`,
        `${code} 11`,
      ]),
    );
  });
});

test('a return resumes every period that the leave paused in a subject', async () => {
  const enrolments = `/api/subjects/${ids.hand}/enrolments`;
  const [{ id }] = (await office().get(enrolments)).body;
  await office().post(`/api/enrolments/${id}/drop`, { lastDay: day(5) });
  await office().post(enrolments, { studentEmail: asha.email, fromOn: day(8) });
  await apply({ kind: 'leave', from: day(-3), until: day(10), reason: 'Illness' });
  await doneTwice({ kind: 'return', on: day(2) });
  expect((await periods()).filter((one) => one.startsWith('hand'))).toEqual([
    'hand -90 to -4',
    'hand 2 to 5',
    'hand 8',
  ]);
});

test('a withdrawn student returns on a day to their former subjects and to those of their audience', async () => {
  await office().post(`/api/people/students/${asha.id}/withdraw`, { on: day(-5) });
  expect((await preview({ kind: 'readmit', on: day(-6) })).skippedStudents).toMatchObject([
    { reason: `Withdrawn on ${day(-5)} only` },
  ]);
  await doneTwice({ kind: 'readmit', on: day(1) });
  expect(await periods()).toEqual([
    'all -90 to -5',
    'all 1',
    'hand -90 to -5',
    'hand 1',
    'law -90 to -5',
    'law 1',
  ]);
  expect(await record()).toMatchObject({ status: 'active', withdrawnOn: null });
});

test('a student whose last day is yet to come stays active when the readmission is undone', async () => {
  await office().post(`/api/people/students/${asha.id}/withdraw`, { on: day(10) });
  await undo(await doneTwice({ kind: 'readmit', on: day(20) }));
  expect(await record()).toMatchObject({ status: 'active', withdrawnOn: day(10) });
  expect((await campus.as(asha).get(`/api/students/by-email/${asha.email}`)).status).toBe(200);
});

test('a student who returns is in their former section, if it still exists', async () => {
  const [evening, gone] = await Promise.all(
    [ids.law, ids.hand].map(async (subject) => {
      const added = await office().post(`/api/subjects/${subject}/sections`, { name: 'Evening' });
      await office().post(`/api/subjects/${subject}/sections/divide`, {});
      return { subject, id: added.body.sections[0].id };
    }),
  );
  const sections = async () =>
    (
      await campus.database
        .selectFrom('enrolments')
        .innerJoin('subjects', 'subjects.id', 'subject_id')
        .leftJoin('sections', 'sections.id', 'section_id')
        .where('student_id', '=', asha.id)
        .select(['code', 'sections.name as section'])
        .orderBy('code')
        .orderBy('from_on')
        .execute()
    ).map(({ code, section }) => `${code} ${section}`);
  const remove = () =>
    office().send({
      method: 'DELETE',
      path: `/api/subjects/${gone?.subject}/sections/${gone?.id}`,
    });
  // A leave from the first day deletes the enrolments; undoing or returning restores them.
  const leave = await doneTwice({ kind: 'leave', from: day(-90), until: null, reason: 'Service' });
  expect(await sections()).toEqual([]);
  expect((await undo(leave)).status).toBe(200);
  expect(await sections()).toEqual(['ALL null', 'HAND Evening', 'LAW Evening']);
  await doneTwice({ kind: 'leave', from: day(-90), until: null, reason: 'Service' });
  await doneTwice({ kind: 'return', on: day(-20) });
  expect(await sections()).toEqual(['ALL null', 'HAND Evening', 'LAW Evening']);

  await office().post(`/api/people/students/${asha.id}/withdraw`, { on: day(-5) });
  expect((await remove()).status).toBe(200);
  await doneTwice({ kind: 'readmit', on: day(1) });
  expect(await sections()).toEqual([
    'ALL null',
    'ALL null',
    'HAND null',
    'HAND null',
    'LAW Evening',
    'LAW Evening',
  ]);
  const student = { studentEmail: asha.email, fromOn: day(4) };
  const enrolments = await office().get(`/api/subjects/${evening?.subject}/enrolments`);
  await office().post(`/api/enrolments/${enrolments.body.at(-1).id}/drop`, { lastDay: day(2) });
  const added = await office().post(`/api/subjects/${evening?.subject}/enrolments`, student);
  expect(added.body).toMatchObject({ section: 'Evening' });
  await office().post(`/api/enrolments/${added.body.id}/drop`, { lastDay: day(6) });
  await doneTwice({ kind: 'enrol', subjectId: evening?.subject, fromOn: day(8) });
  expect((await sections()).at(-1)).toBe('LAW Evening');
});

describe('subjects are chosen one by one', () => {
  test('for a return: a student who is not enrolled in one is not enrolled on the chosen day either', async () => {
    const leave = { kind: 'leave', from: day(-3), until: day(10), reason: 'Illness' };
    const { body } = await office().post(path, { students: [asha.id], action: leave });
    expect(await office().post(`${path}/${body.id}/apply`, { leaveOut: [ids.all] })).toMatchObject({
      status: 422,
      body: { message: 'This act has no subjects to choose from.' },
    });
    await apply(leave);
    await doneTwice({ kind: 'return', on: day(2) }, [ids.all, ids.hand]);
    expect(await periods()).toEqual(['all -90 to -4', 'hand -90 to -4', 'law -90 to -4', 'law 2']);
  });

  test('for a readmission', async () => {
    await office().post(`/api/people/students/${asha.id}/withdraw`, { on: day(-5) });
    await doneTwice({ kind: 'readmit', on: day(1) }, [ids.law]);
    expect((await periods()).filter((one) => one.endsWith(' 1'))).toEqual(['all 1', 'hand 1']);
  });

  test('for a change of programme, for all its students: one subject stays, one does not begin', async () => {
    const transfer = { kind: 'transfer', on: day(0), values: { course: 'Art' } };
    await doneTwice(transfer, [ids.law, ids.art]);
    expect(await periods()).toEqual(['all -90', 'hand -90', 'law -90']);
    expect(await record()).toMatchObject({ course: 'Art' });
  });
});
