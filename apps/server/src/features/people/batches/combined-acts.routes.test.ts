import { addDays } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let asha: Person;
let ids: Record<'law' | 'art', string>;
let termId: string;

const day = (days: number) => addDays(campus.today, days);
const office = () => campus.as(admin);
const path = '/api/people/students/batches';
const apply = async (action: object) => {
  const { body } = await office().post(path, { students: [asha.id], action });
  expect(body).toMatchObject({ changed: 1 });
  const answer = await office().post(`${path}/${body.id}/apply`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const undo = async ({ id }: { id: string }) => {
  const { status, body } = await office().post(`${path}/${id}/undo`);
  return status === 200 ? '200' : String(body.message);
};
const withdraw = (on: number) =>
  office().post(`/api/people/students/${asha.id}/withdraw`, { on: day(on) });
const reinstate = () => office().post(`/api/people/students/${asha.id}/reinstate`, {});
const enrol = (code: 'law' | 'art', from: number) =>
  office().post(`/api/subjects/${ids[code]}/enrolments`, {
    studentEmail: asha.email,
    fromOn: day(from),
  });
/** Gives the student's last period in a subject another last day. */
const drop = async (code: 'law' | 'art', lastDay: number, at = -1) => {
  const { body } = await office().get(`/api/subjects/${ids[code]}/enrolments`);
  return office().post(`/api/enrolments/${body.at(at).id}/drop`, { lastDay: day(lastDay) });
};
const audience = (body: object, code: 'law' | 'art' = 'law') =>
  office().send({
    method: 'PUT',
    path: `/api/subjects/${ids[code]}/audience`,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
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

beforeEach(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  asha = await make.student({ name: 'Asha' }, { course: 'Law', semester: 2 });
  termId = (await make.term({ name: 'Spring' })).id;
  const of = { term_id: termId, teacher_id: teacher.id };
  const one = async (code: string, more: object, students: Person[] = [asha]) =>
    (await make.subject({ ...of, code, name: code, ...more }, students)).id;
  ids = {
    law: await one('LAW', { audience_course: 'Law' }),
    art: await one('ART', { audience_course: 'Art' }, []),
  };
});
afterEach(() => campus.close());

const create = (of?: object) =>
  office().post('/api/enrollments/create-for-all', {
    subjectName: 'New',
    subjectCode: 'NEW',
    credits: 1,
    emailId: teacher.email,
    audience: of,
  });
const close = (query = '') =>
  office().post(`/api/terms/${termId}/close${query}`, {
    next: { name: 'Autumn', startsOn: day(200), endsOn: day(300) },
    promote: { semester: true, year: false },
    carrySubjects: 'all',
    reason: 'Early',
  });
const leave = (from: number, until: number | null) => ({
  kind: 'leave',
  from: day(from),
  until: until === null ? null : day(until),
  reason: 'Illness',
});
const transfer = (on: number, course = 'Art') => ({
  kind: 'transfer',
  on: day(on),
  values: { course },
});

describe('a student who returns from a leave', () => {
  test.each([null, 10])(
    'is in the subjects of a new programme, not the former (until %s)',
    async (until) => {
      await apply(leave(-3, until));
      await apply(transfer(0));
      await apply({ kind: 'return', on: day(1) });
      expect(await periods()).toEqual(['art 1', 'law -90 to -4']);
    },
  );

  test('is not in a subject whose audience has become another', async () => {
    await apply(leave(-3, null));
    expect((await audience({ course: 'Music' })).status).toBe(200);
    await apply({ kind: 'return', on: day(1) });
    expect(await periods()).toEqual(['law -90 to -4']);
  });

  test('is not in a subject from which they were dropped before it', async () => {
    await apply(leave(5, null));
    const { body } = await office().get(`/api/subjects/${ids.law}/enrolments`);
    await office().post(`/api/enrolments/${body[0].id}/drop`, { lastDay: day(-2) });
    await apply({ kind: 'return', on: day(6) });
    expect(await periods()).toEqual(['law -90 to -2']);
  });
});

describe('a student who returns early', () => {
  test('is in what was to begin after the leave, as it is by now', async () => {
    await apply(leave(-3, 10));
    expect((await enrol('art', 11)).status).toBe(201);
    expect((await drop('law', 40)).status).toBe(200);
    expect((await enrol('law', 60)).status).toBe(201);
    const before = await periods();
    const back = await apply({ kind: 'return', on: day(2) });
    expect(await periods()).toEqual(['art 11', 'law -90 to -4', 'law 2 to 40', 'law 60']);
    expect(await undo(back)).toBe('200');
    expect(await periods()).toEqual(before);
  });

  test('and then still earlier, is in what was to begin during the leave', async () => {
    await enrol('art', 8);
    await apply(leave(-3, 10));
    await apply({ kind: 'return', on: day(6) });
    await apply({ kind: 'return', on: day(2) });
    expect(await periods()).toEqual(['art 8', 'law -90 to -4', 'law 2']);
  });
});

describe('a reinstated student with a leave ahead', () => {
  test.each([
    ['covers the last day', 15, 25],
    ['begins after it', 30, 40],
  ])('that %s is on rosters before it and after it', async (_, from, until) => {
    await enrol('art', 22);
    await withdraw(20);
    const given = await apply(leave(from, until));
    expect((await reinstate()).status).toBe(200);
    expect(await periods()).toEqual([
      ...(from < 22 ? [] : [`art 22 to ${from - 1}`]),
      `art ${until + 1}`,
      `law -90 to ${from - 1}`,
      `law ${until + 1}`,
    ]);
    expect(await undo(given)).toContain('was enrolled elsewhere around the leave');
  });

  test('is not in a subject from which they were dropped before it', async () => {
    await withdraw(20);
    await apply(leave(15, 25));
    await drop('law', 10);
    expect((await reinstate()).status).toBe(200);
    expect(await periods()).toEqual(['law -90 to 10']);
  });
});

test('a student whose account was deactivated before a planned last day stays so when that is undone', async () => {
  const planned = await apply({ kind: 'withdraw', on: day(5) });
  await office().post(`/api/people/${asha.id}/deactivate`, {});
  expect(await undo(planned)).toBe('200');
  const account = await office().get(`/api/people/${asha.id}/account`);
  expect(account.body.state).toBe('deactivated');
  expect((await office().post(`/api/people/${asha.id}/reactivate`, {})).status).toBe(200);
});

describe('an act is not undone', () => {
  test.each([
    ['a leave', () => leave(-3, null)],
    ['a change of programme', () => transfer(0, 'Music')],
  ])(
    'that ended enrolments, after a withdrawal: the withdrawn are on no roster (%s)',
    async (_, action) => {
      const done = await apply(action());
      const before = await periods();
      await withdraw(0);
      expect(await undo(done)).toContain('since: Asha (was withdrawn).');
      expect(await periods()).toEqual(before);
    },
  );

  test('that ended enrolments, after the term was closed', async () => {
    const given = await apply(leave(-3, null));
    expect((await close()).status).toBe(200);
    expect(await undo(given)).toContain('since: Asha (was in the closing of a term).');
  });

  test('that gave leave, after a change of programme during it', async () => {
    const given = await apply(leave(-3, null));
    const moved = await apply(transfer(0));
    expect(await undo(given)).toContain('since: Asha (has changed programme).');
    expect(await undo(moved)).toBe('200');
    expect(await undo(given)).toBe('200');
    expect(await periods()).toEqual(['law -90']);
  });

  test('that readmitted, after a new subject: the withdrawn are on no roster', async () => {
    await withdraw(-5);
    const back = await apply({ kind: 'readmit', on: day(0) });
    expect((await create()).status).toBe(201);
    expect(await undo(back)).toContain('since: Asha (was enrolled since: withdraw them instead).');
  });

  test.each([
    ['a new subject', () => create()],
    ['another audience', () => audience({ semester: 2 })],
  ])('that let return, after %s: whoever is on leave is on no roster', async (_, act) => {
    expect((await audience({ course: 'Music' })).status).toBe(200);
    await apply(leave(-3, null));
    const back = await apply({ kind: 'return', on: day(0) });
    expect((await act()).status).toBeLessThan(202);
    const before = await periods();
    expect(await undo(back)).toContain('since: Asha (was enrolled since: give them leave).');
    expect(await periods()).toEqual(before);
  });

  test('that changed the programme, after a leave: whoever is on leave is on no roster', async () => {
    const moved = await apply(transfer(0, 'Music'));
    await apply(leave(0, null));
    const before = await periods();
    expect(await undo(moved)).toContain('since: Asha (was given leave).');
    expect(await periods()).toEqual(before);
  });

  const enrolledSince = (code: string, instead: string) =>
    `since: Asha (the audience of ${code} was enrolled since: ${instead}).`;

  test.each([
    ['the new programme: they would stay in it', { course: 'Art' }],
    ['the former programme: it would lack them', { course: 'Law' }],
  ])('that changed the programme, after a new subject for %s', async (_, of) => {
    const moved = await apply(transfer(0));
    expect((await create(of)).status).toBe(201);
    const before = await periods();
    expect(await undo(moved)).toContain(
      enrolledSince('New (NEW)', 'change their programme again instead'),
    );
    expect(await periods()).toEqual(before);
  });

  test('that changed the programme, after a subject they stayed in is for the new one only', async () => {
    expect((await audience({})).status).toBe(200);
    const moved = await apply(transfer(0));
    expect((await audience({ course: 'Art' })).status).toBe(200);
    const before = await periods();
    expect(await undo(moved)).toContain('the audience of LAW (LAW) was enrolled since');
    expect(await periods()).toEqual(before);
  });

  test('that gave leave for the whole term, after a subject whose students came from a file is for everyone', async () => {
    await campus.database.pool.query('delete from enrolments');
    await campus.database.pool.query('update subjects set by_list = true, audience_course = null');
    const given = await apply(leave(-100, 400));
    expect((await audience({})).status).toBe(200);
    const { body } = await office().get(`/api/subjects/${ids.law}`);
    expect(body.version).toBe(2);
    const told = await office().get('/api/trail?kind=subject_audience_changed');
    expect(told.body.at(-1).changes).toEqual([{ field: 'everyone', before: null, after: 'yes' }]);
    expect(await undo(given)).toContain(enrolledSince('LAW (LAW)', 'let them return instead'));
  });

  test('that changed the programme during a leave, after a return to the subjects of the new one', async () => {
    await apply(leave(-3, null));
    const moved = await apply(transfer(0));
    await apply({ kind: 'return', on: day(1) });
    expect(await undo(moved)).toContain('the audience of ART (ART) was enrolled since');
  });

  test('that gave leave, after a subject they were in has another audience', async () => {
    const given = await apply(leave(-7, null));
    expect((await audience({ course: 'Music' })).status).toBe(200);
    expect(await undo(given)).toContain(enrolledSince('LAW (LAW)', 'let them return instead'));
    expect(await periods()).toEqual(['law -90 to -8']);
  });

  test('that gave leave for the whole term, after a new subject: it would lack them', async () => {
    const given = await apply(leave(-100, 400));
    expect((await create()).status).toBe(201);
    expect(await undo(given)).toContain(enrolledSince('New (NEW)', 'let them return instead'));
  });

  test.each([
    ['gave leave', () => leave(200, null), 'LAW (LAW)'],
    ['changed the programme', () => transfer(200, 'Art'), 'ART (ART)'],
  ])(
    'that %s for the next term, after that was opened, though no enrolment ended',
    async (_, action, code) => {
      await campus.database.pool.query('update enrolments set to_on = $1', [day(90)]);
      const done = await apply(action());
      expect((await close()).status).toBe(200);
      const before = await periods();
      expect(await undo(done)).toContain(`the audience of ${code} was enrolled since`);
      expect(await periods()).toEqual(before);
    },
  );

  test('that gave leave, after the first term was opened', async () => {
    await campus.database.pool.query('delete from enrolments');
    await campus.database.pool.query('update terms set is_open = false');
    const given = await apply(leave(-100, 400));
    expect((await office().post(`/api/terms/${termId}/open`)).status).toBe(200);
    expect(await undo(given)).toContain(enrolledSince('LAW (LAW)', 'let them return instead'));
  });

  test('that let repeat the semester, after it was repeated, though it is again', async () => {
    const first = await apply({ kind: 'repeat' });
    expect((await close()).status).toBe(200);
    const second = await apply({ kind: 'repeat' });
    expect(await undo(first)).toContain('since: Asha (has repeated already).');
    expect(await undo(second)).toBe('200');
  });

  test.each([0, 7])(
    'that changed the programme, after they were enrolled in its subject again by hand (from day %s)',
    async (from) => {
      await office().patch(`/api/terms/${termId}`, { startsOn: day(0) });
      const moved = await apply(transfer(0));
      expect((await enrol('law', from)).status).toBe(201);
      expect(await undo(moved)).toContain('since: Asha (was enrolled again).');
      expect((await drop('law', from)).status).toBe(200);
      expect(await undo(moved)).toContain('since: Asha (was enrolled again).');
    },
  );

  test('that gave leave, after they were dropped during it', async () => {
    const given = await apply(leave(-3, null));
    expect((await drop('law', -4)).status).toBe(200);
    expect(await undo(given)).toContain('since: Asha (has other enrolments).');
  });

  test('that dropped from a subject, after a change to a programme without it', async () => {
    const dropped = await apply({ kind: 'drop', subjectId: ids.law, lastDay: day(-2) });
    const moved = await apply(transfer(0));
    expect(await undo(dropped)).toContain('since: Asha (has changed programme).');
    expect(await undo(moved)).toBe('200');
    expect(await undo(dropped)).toBe('200');
    expect(await periods()).toEqual(['law -90']);
  });
});

describe('an act is undone', () => {
  test('that changed the programme, after a new subject for both', async () => {
    const moved = await apply(transfer(0));
    expect((await create()).status).toBe(201);
    expect(await undo(moved)).toBe('200');
    expect(await periods()).toEqual(['law -90', 'new -90']);
  });

  test('that gave leave, after subjects for others, and a programme under another name', async () => {
    const given = await apply(leave(-3, null));
    expect((await create({ course: 'Music' })).status).toBe(201);
    const { body } = await office().get('/api/programmes');
    const law = body.programmes.find(({ name }: { name: string }) => name === 'Law');
    const renamed = await office().send({
      method: 'PUT',
      path: `/api/programmes/${law.id}`,
      body: JSON.stringify({ name: 'Laws' }),
      headers: { 'content-type': 'application/json' },
    });
    expect(renamed.status).toBe(200);
    expect(await undo(given)).toBe('200');
    expect(await periods()).toEqual(['law -90']);
  });

  test('that changed the programme, after a subject of theirs before and after it is for more', async () => {
    expect((await audience({ semester: 2 })).status).toBe(200);
    const moved = await apply(transfer(0));
    expect((await audience({})).status).toBe(200);
    expect(await undo(moved)).toBe('200');
    expect(await periods()).toEqual(['law -90']);
  });

  test.each([null, 10])(
    'that gave leave, after a subject they are in is for more (until %s)',
    async (until) => {
      const given = await apply(leave(-3, until));
      expect((await audience({})).status).toBe(200);
      expect(await undo(given)).toBe('200');
      expect(await periods()).toEqual(['law -90']);
    },
  );

  test('that gave leave, after the audience changed of a subject they were added to, or dropped from', async () => {
    expect((await enrol('art', -90)).status).toBe(201);
    expect((await drop('law', -5)).status).toBe(200);
    const given = await apply(leave(-3, null));
    for (const [code, of] of [
      ['law', {}],
      ['art', { course: 'Music' }],
    ] as const)
      expect((await audience(of, code)).status).toBe(200);
    expect(await undo(given)).toBe('200');
    expect(await periods()).toEqual(['art -90', 'law -90 to -5']);
  });

  test('that gave leave, after the term was opened of a subject whose students came from a file', async () => {
    const { pool } = campus.database;
    await pool.query('update subjects set by_list = true, audience_course = null');
    await pool.query('update terms set is_open = false');
    const given = await apply(leave(-3, null));
    expect((await office().post(`/api/terms/${termId}/open`)).status).toBe(200);
    expect(await undo(given)).toBe('200');
    expect(await periods()).toEqual(['law -90']);
  });

  test('that gave leave, once the closing of the term is undone as well', async () => {
    const given = await apply(leave(-3, null));
    expect((await close()).status).toBe(200);
    expect((await office().post(`/api/terms/${termId}/reopen`)).status).toBe(200);
    expect(await undo(given)).toBe('200');
    expect(await periods()).toEqual(['law -90']);
  });
});

const record = async () => (await office().get(`/api/people/students/${asha.id}`)).body;

describe('a student who returns on the first day of the leave', () => {
  const noLeave = { awayFrom: null, awayUntil: null, awayReason: null };

  test('is on rosters from that day on, also after a closing, and their record has no leave', async () => {
    const given = await apply(leave(200, null));
    expect((await close()).status).toBe(200);
    expect(await undo(given)).toContain('was in the closing of a term');
    const before = await periods();
    const back = await apply({ kind: 'return', on: day(200) });
    expect((await periods()).at(-1)).toBe('law 200');
    expect(await record()).toMatchObject(noLeave);
    expect(await undo(given)).toContain('has returned, or is on another leave');
    expect(await undo(back)).toBe('200');
    expect(await record()).toMatchObject({ awayFrom: day(200), awayUntil: null });
    expect(await periods()).toEqual(before);
  });

  test('is in everything that the leave paused, and that is undone unless another leave was given', async () => {
    await enrol('art', 8);
    await apply(leave(-3, 10));
    const before = await periods();
    const back = await apply({ kind: 'return', on: day(-3) });
    expect(await periods()).toEqual(['art 8', 'law -90 to -4', 'law -3']);
    expect(await record()).toMatchObject(noLeave);
    const other = await apply(leave(30, null));
    expect(await undo(back)).toContain('is on another leave');
    expect(await undo(other)).toBe('200');
    expect(await undo(back)).toBe('200');
    expect(await periods()).toEqual(before);
  });

  test('is, after another leave, in what that paused', async () => {
    await enrol('art', -90);
    await apply(leave(10, 20));
    await apply({ kind: 'return', on: day(10) });
    await apply(leave(5, 15));
    await apply({ kind: 'return', on: day(7) });
    expect(await periods()).toEqual(['art -90 to 4', 'art 7', 'law -90 to 4', 'law 7']);
  });

  test('and is dropped before another leave is not in that subject after it', async () => {
    await enrol('art', -90);
    await apply(leave(10, 20));
    await apply({ kind: 'return', on: day(10) });
    expect((await drop('art', 11)).status).toBe(200);
    await apply(leave(10, null));
    await apply({ kind: 'return', on: day(12) });
    expect(await periods()).toEqual(['art -90 to 9', 'law -90 to 9', 'law 12']);
  });

  test('or, before it, is told that it can be taken back', async () => {
    await apply(leave(5, 10));
    const action = { kind: 'return', on: day(4) };
    const { body } = await office().post(path, { students: [asha.id], action });
    expect(body.skippedStudents).toMatchObject([
      {
        reason: `On leave from ${day(5)} only: undo the leave, or let them return on its first day`,
      },
    ]);
  });
});

describe('a leave from the day after another extends that', () => {
  test('so that nothing enrols the student on a day of either; undone, the first remains', async () => {
    await apply(leave(-3, 10));
    const { body } = await office().post(path, { students: [asha.id], action: leave(11, 20) });
    expect(body.first[0].changes).toEqual([{ field: 'awayUntil', from: day(10), to: day(20) }]);
    const before = await periods();
    const more = await apply(leave(11, 20));
    expect(await record()).toMatchObject({ awayFrom: day(-3), awayUntil: day(20) });
    expect(await undo(more)).toBe('200');
    expect(await record()).toMatchObject({ awayFrom: day(-3), awayUntil: day(10) });
    expect(await periods()).toEqual(before);
    await apply(leave(11, 20));
    expect((await create()).status).toBe(201);
    expect(await periods()).toEqual(['law -90 to -4', 'law 21', 'new -90 to -4', 'new 21']);
  });

  test('and is not undone after a new subject: it would lack the days of the second', async () => {
    await apply(leave(-3, 10));
    const more = await apply(leave(11, null));
    expect((await create()).status).toBe(201);
    expect(await undo(more)).toContain('was enrolled elsewhere around the leave');
  });

  test.each([2, 15])('and is over on the day of their return (%s)', async (on) => {
    const first = await apply(leave(-3, 10));
    const more = await apply(leave(11, 20));
    expect(await undo(first)).toContain('is on another leave');
    const back = await apply({ kind: 'return', on: day(on) });
    expect(await periods()).toEqual(['law -90 to -4', `law ${on}`]);
    expect(await undo(back)).toBe('200');
    expect(await undo(more)).toBe('200');
    expect(await undo(first)).toBe('200');
    expect(await periods()).toEqual(['law -90']);
  });

  test('and whoever is dropped during it does not come back', async () => {
    await apply(leave(-3, 10));
    await apply(leave(11, 20));
    expect((await drop('law', -4, 0)).status).toBe(200);
    expect(await periods()).toEqual(['law -90 to -4']);
    await apply({ kind: 'return', on: day(2) });
    expect(await periods()).toEqual(['law -90 to -4']);
  });
});

test.each([
  ['goes on', -3, 10],
  ['is ahead', 5, 10],
])(
  'another leave is not given while one %s: Campus knows one at a time',
  async (_, from, until) => {
    await apply(leave(from, until));
    const { body } = await office().post(path, { students: [asha.id], action: leave(15, 20) });
    expect(body).toMatchObject({
      changed: 0,
      skippedStudents: [
        {
          reason: `On leave from ${day(from)} to ${day(until)}: extend it from the day after, or give another once it is over`,
        },
      ],
    });
    expect((await periods()).at(-1)).toBe('law 11');
  },
);

test('another leave is not given for days before one that is over: it is told what to do instead', async () => {
  const later = leave(-9, -5);
  const given = await apply(later);
  const earlier = leave(-20, -15);
  const { body } = await office().post(path, { students: [asha.id], action: earlier });
  expect(body.skippedStudents).toMatchObject([
    {
      reason: `On leave from ${day(-9)} to ${day(-5)}: extend it from the day after, or undo it and give it again after the earlier one`,
    },
  ]);
  expect(await undo(given)).toBe('200');
  await apply(earlier);
  await apply(later);
  expect(await periods()).toEqual(['law -90 to -21', 'law -14 to -10', 'law -4']);
});

test.each([
  ['undone', () => reinstate()],
  ['moved', () => withdraw(10)],
])(
  'a planned withdrawal before the first day of the term is %s, though changes of programme have enrolled them again',
  async (what, act) => {
    const { pool } = campus.database;
    await pool.query('update terms set starts_on = $1', [day(20)]);
    await pool.query('update enrolments set from_on = $1', [day(20)]);
    expect((await withdraw(5)).status).toBe(200);
    expect(await periods()).toEqual([]);
    await apply(transfer(0));
    await apply(transfer(0, 'Law'));
    expect(await periods()).toEqual(['law 20']);
    expect((await act()).status).toBe(200);
    expect(await periods()).toEqual(what === 'undone' ? ['law 20'] : []);
  },
);

test('a student dropped by hand who is then on leave from the first day is not enrolled again by the audience', async () => {
  expect((await drop('law', 40)).status).toBe(200);
  await apply(leave(-90, 10));
  for (const course of ['Music', 'Law']) expect((await audience({ course })).status).toBe(200);
  expect(await periods()).toEqual(['law 11 to 40']);
});

test('dropping a student by hand before a leave ahead, or during it, also drops them after it', async () => {
  await apply(leave(5, 10));
  expect((await drop('law', 0, 0)).status).toBe(200);
  expect(await periods()).toEqual(['law -90 to 0']);
});

describe.each([null, 10])('a student on leave (until %s)', (until) => {
  test('can be dropped from a subject, and is not in it when they return', async () => {
    await apply(leave(-3, until));
    expect((await drop('law', -4, 0)).status).toBe(200);
    expect(await periods()).toEqual(['law -90 to -4']);
    await apply({ kind: 'return', on: day(1) });
    expect(await periods()).toEqual(['law -90 to -4']);
  });

  test('can be dropped with others from the day before it, and that is undone', async () => {
    await apply(leave(-3, until));
    const before = await periods();
    const dropAll = (lastDay: number) => ({
      kind: 'drop',
      subjectId: ids.law,
      lastDay: day(lastDay),
    });
    const { body } = await office().post(path, { students: [asha.id], action: dropAll(0) });
    expect(body.skippedStudents).toMatchObject([
      { reason: expect.stringContaining(`On leave from ${day(-3)}`) },
    ]);
    const dropped = await apply(dropAll(-4));
    expect(await periods()).toEqual(['law -90 to -4']);
    expect(await undo(dropped)).toBe('200');
    expect(await periods()).toEqual(before);
    await apply({ kind: 'return', on: day(1) });
    expect(await periods()).toEqual(['law -90 to -4', 'law 1']);
  });
});

test('correcting the last day before a leave that is over leaves what follows it', async () => {
  await apply(leave(-20, -10));
  expect((await drop('law', -25, 0)).status).toBe(200);
  expect(await periods()).toEqual(['law -90 to -25', 'law -9']);
});

test('a bulk drop before a leave ahead is also one after it, and is undone', async () => {
  await apply(leave(5, 10));
  const before = await periods();
  const dropped = await apply({ kind: 'drop', subjectId: ids.law, lastDay: day(0) });
  expect(await periods()).toEqual(['law -90 to 0']);
  expect(await undo(dropped)).toBe('200');
  expect(await periods()).toEqual(before);
});

describe('a subject of which a student with a leave ahead is no longer the audience', () => {
  const preview = async () =>
    (await office().get(`/api/subjects/${ids.law}/audience?course=Music`)).body;

  test.each([null, 10])('has them no more before it nor after it (until %s)', async (until) => {
    await apply(leave(5, until));
    const would = { enrolled: 0, removed: 1, ended: 0, students: 0 };
    expect(await preview()).toEqual(would);
    expect(await audience({ course: 'Music' })).toMatchObject({ status: 200, body: would });
    expect(await periods()).toEqual([]);
  });

  test('keeps their marks, and has them again as its audience', async () => {
    await campus.as(teacher).post('/api/attendance/bulk', {
      facultyEmail: teacher.email,
      subjectId: ids.law,
      date: day(-2),
      studentAttendances: [{ studentEmail: asha.email, present: true }],
    });
    await apply(leave(5, 10));
    const would = { enrolled: 0, removed: 0, ended: 1, students: 0 };
    expect(await preview()).toEqual(would);
    expect(await audience({ course: 'Music' })).toMatchObject({ status: 200, body: would });
    expect(await periods()).toEqual(['law -90 to -1']);
    expect(await audience({ course: 'Law' })).toMatchObject({ body: { enrolled: 1, students: 1 } });
    expect(await periods()).toEqual(['law -90 to -1', 'law 0 to 4', 'law 11']);
  });
});

test.each([
  [-100, ['law -100 to -99', 'law -91']],
  [-95, ['law -91']],
])('a term that begins earlier has nobody on a roster during a leave (%s)', async (first, then) => {
  await apply(leave(-98, -92));
  const term = `/api/terms/${termId}`;
  expect((await office().patch(term, { startsOn: day(first) })).status).toBe(200);
  expect(await periods()).toEqual(then);
  expect((await office().patch(term, { startsOn: day(-90) })).status).toBe(200);
  expect((await periods()).at(-1)).toBe('law -90');
});

describe('a student on leave during a whole term', () => {
  test('is not enrolled in it, nor counted for it, though there is a day of return', async () => {
    await apply(leave(-100, 400));
    expect((await office().get('/api/enrollments/audience')).body).toEqual({ students: 0 });
    expect(await create()).toMatchObject({ status: 201, body: { students: 0 } });
    expect((await periods()).join()).not.toContain('new');
  });

  test('is not counted among those whom a closing enrols', async () => {
    await apply(leave(-3, null));
    const { body } = await close('?dryRun=true');
    expect(body).toMatchObject({
      enrolmentsOpened: 0,
      subjects: [{ students: 0 }, { students: 0 }],
    });
    expect((await close()).status).toBe(200);
    expect(await periods()).toEqual(['law -90 to -4']);
  });
});
