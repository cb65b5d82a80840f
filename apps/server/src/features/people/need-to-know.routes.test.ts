import { addDays, type Correction, type Settings } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpointOf } from '../../testing/access/call-row.ts';
import { prepareRecords } from '../../testing/access/records.ts';
import { rows } from '../../testing/access/rows.ts';
import { countStatements } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let colleague: Person;
let ada: Person;
let ben: Person;
let term: string;

const birth = '2003-07-19';
const home = 'Thistle Court 41';

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  teacher = await campus.make.teacher({ name: 'Meera Nair' });
  colleague = await campus.make.teacher({ name: 'Omar Farouk' });
  const known = { dob: birth as never, address: home, contact_no: '9845022114' };
  ada = await campus.make.student({ name: 'Ada', contact_phone: '98450 22114', ...known });
  ben = await campus.make.student({ name: 'Ben', contact_phone: '98450 22115', ...known });
  term = (await campus.make.term()).id;
  await campus.make.subject({ term_id: term, teacher_id: teacher.id }, [ada]);
  await campus.make.subject({ term_id: term, teacher_id: colleague.id }, [ben]);
});
beforeEach(() => narrow(true));
afterAll(() => campus.close());

const narrow = async (needToKnow: boolean) => {
  const { status } = await campus.as(admin).patch('/api/settings', { needToKnow });
  expect(status).toBe(200);
};
const profile = async (reader: Person, student: Person) =>
  (await campus.as(reader).get(`/api/students/by-email/${student.email}`)).body;
const ask = (by: Person, student: Person, body: object) =>
  campus.as(by).post<Correction>('/api/corrections', { studentEmail: student.email, ...body });

describe('if teachers see date of birth and address only of their own students, a teacher', () => {
  test('sees both of their own students, and everything else of others', async () => {
    const whole = await profile(teacher, ada);
    expect(whole).toMatchObject({ dob: birth, address: home });
    const narrowed = await profile(teacher, ben);
    expect(Object.keys(whole).filter((key) => !Object.keys(narrowed).includes(key))).toEqual([
      'dob',
      'address',
    ]);
    expect(narrowed).toMatchObject({ name: 'Ben', contactPhone: '98450 22115', gender: null });
  });

  test.each([
    ['has left the subject', { to_on: -1 }, false],
    ['leaves it today', { to_on: 0 }, true],
    ['joins it next week', { from_on: 7 }, true],
  ])('of a student who %s', async (_case, days, shown) => {
    const student = await campus.make.student({ address: home });
    const dates = Object.entries(days).map(([column, day]) => [column, addDays(campus.today, day)]);
    await campus.make.subject(
      { term_id: term, teacher_id: teacher.id },
      [student],
      Object.fromEntries(dates),
    );
    expect('address' in (await profile(teacher, student))).toBe(shown);
  });

  test('sees neither of students they taught in a term that is not open', async () => {
    const earlier = await campus.make.term({ is_open: false });
    await campus.make.subject({ term_id: earlier.id, teacher_id: teacher.id }, [ben]);
    expect(await profile(teacher, ben)).not.toHaveProperty('address');
  });

  test('can neither ask to correct what is hidden, nor see it in requests', async () => {
    const before = await ask(colleague, ben, { address: 'Quad 2', contactNo: 1_234_567 });
    expect(before.status).toBe(201);
    const refused = await ask(teacher, ben, { address: home });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      message: 'The address of students whom you do not teach is not shown to you.',
    });
    const byId = await campus.as(teacher).post('/api/corrections', {
      studentId: ben.id,
      address: home,
    });
    expect(byId.status).toBe(403);
    const path = `/api/corrections/student/${ben.email}`;
    const [seen] = (await campus.as(teacher).get<Correction[]>(path)).body;
    expect(seen?.changes).toEqual([
      { field: 'contactNo', was: '98450 22115', now: '98450 22115', proposed: '1234567' },
      { field: 'address' },
    ]);
    const [own] = (await campus.as(colleague).get<Correction[]>('/api/corrections/mine')).body;
    expect(own?.changes[1]).toEqual({
      field: 'address',
      was: home,
      now: home,
      proposed: 'Quad 2',
    });
    const [office] = (await campus.as(admin).get<Correction[]>(path)).body;
    expect(office?.changes[1]).toMatchObject({ was: home });
  });

  test('no longer sees in their own requests what was visible while they taught the student', async () => {
    const student = await campus.make.student({ address: home });
    const { id } = await campus.make.subject({ term_id: term, teacher_id: teacher.id }, [student]);
    expect((await ask(teacher, student, { address: 'Quad 3' })).status).toBe(201);
    await campus.database
      .updateTable('enrolments')
      .where('subject_id', '=', id)
      .set({ to_on: addDays(campus.today, -1) })
      .execute();
    const mine = await campus.as(teacher).get<Correction[]>('/api/corrections/mine');
    expect(mine.body.find((one) => one.student.email === student.email)?.changes).toEqual([
      { field: 'address' },
    ]);
  });

  test('cannot search by them, or see them in any list or file', async () => {
    for (const search of [home, 'thistle', birth]) {
      const found = await campus
        .as(teacher)
        .get(`/api/faculty/students/all?search=${encodeURIComponent(search)}`);
      expect(found.body).toEqual([]);
    }
    const open = campus.endpoints.filter(
      ({ method, access, path }) =>
        method === 'GET' && access !== 'public' && access.teacher !== 'none' && !path.includes(':'),
    );
    expect(open.length).toBeGreaterThan(20);
    for (const { path } of open) {
      const { bytes } = await campus.as(teacher).get(`/api${path}`);
      const said = bytes.toString();
      expect([path, said.includes(home), said.includes(birth)]).toEqual([path, false, false]);
    }
  });

  test('reads them nowhere else: of a student whom they no longer teach, or never did', async () => {
    const mine = await prepareRecords(campus, { id: term });
    const foreign = await prepareRecords(campus, { id: term });
    const { database } = campus;
    for (const { student } of [mine, foreign])
      await database
        .updateTable('people')
        .where('id', '=', student.id)
        .set({ address: home, dob: birth as never })
        .execute();
    await database
      .updateTable('enrolments')
      .where('id', '=', mine.enrolment)
      .set({ to_on: addDays(campus.today, -1) })
      .execute();
    let read = 0;
    for (const row of rows)
      for (const about of [mine, foreign]) {
        if (endpointOf(campus, row)?.method !== 'GET') continue;
        const { path } = row.request(about);
        const { status, bytes } = await campus.as(mine.teacher).get(path);
        if (status === 200) read += 1;
        const said = bytes.toString();
        expect([path, said.includes(home), said.includes(birth)]).toEqual([path, false, false]);
      }
    expect(read).toBeGreaterThan(80);
  });
});

test.each([
  ['an administrator', () => admin],
  ['the student', () => ben],
])('%s still sees the whole profile', async (_who, reader) => {
  expect(await profile(reader(), ben)).toMatchObject({ dob: birth, address: home });
});

test('by default teachers see both of everybody, and no further statements are needed', async () => {
  const counted = await testCampus();
  const statements = countStatements(counted.database.pool);
  try {
    const [office, reader, one] = [
      await counted.make.admin(),
      await counted.make.teacher(),
      await counted.make.student({ address: home }),
    ];
    const read = () => counted.as(reader).get(`/api/students/by-email/${one.email}`);
    expect((await read()).body).toMatchObject({ address: home });
    const off = await statements.during(read);
    await counted.as(office).patch('/api/settings', { needToKnow: true });
    expect(await statements.during(read)).toBe(off + 1);
    expect((await read()).body).not.toHaveProperty('address');
  } finally {
    await counted.close();
  }
});

test('a change of the setting is kept in words with who made it', async () => {
  await narrow(false);
  expect((await campus.as(admin).get<Settings>('/api/settings')).body.needToKnow).toBe(false);
  const [last] = (await campus.as(admin).get('/api/settings/history')).body;
  expect(last).toMatchObject({
    field: 'needToKnow',
    changedBy: admin.name,
    before: 'Students they teach',
    after: 'All students',
  });
});
