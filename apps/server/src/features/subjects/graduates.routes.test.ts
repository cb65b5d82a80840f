import { addDays } from '@campus/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let ada: Person;
let ben: Person;
let cleo: Person;
let dan: Person;
let termId: string;

const day = (days: number) => addDays(campus.today, days);
const office = () => campus.as(admin);
const wishes = (on: string, students: readonly Person[]) => ({
  next: { name: 'Autumn 2026', startsOn: day(-1), endsOn: day(140) },
  promote: { semester: true, year: false },
  carrySubjects: 'all',
  graduates: { on, students: students.map(({ id }) => id) },
});
const close = (body: unknown) => office().post(`/api/terms/${termId}/close`, body);
const read = async ({ id }: Person) => (await office().get(`/api/people/students/${id}`)).body;
const batch = async (action: unknown, people: readonly Person[]) => {
  const students = people.map(({ id }) => id);
  const { body } = await office().post('/api/people/students/batches', { students, action });
  await office().post(`/api/people/students/batches/${body.id}/apply`, {});
  return body;
};

beforeEach(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  const teacher = await make.teacher();
  const standing = { course: 'M.Tech', semester: 4 };
  ada = await make.student({ name: 'Ada', univ_id: 'S-41' }, standing);
  ben = await make.student({ name: 'Ben' }, standing);
  cleo = await make.student({ name: 'Cleo' }, { ...standing, semester: 3 });
  // The programme of Dan does not say how many semesters it has.
  dan = await make.student({ name: 'Dan' }, { course: 'B.A', semester: 8 });
  await campus.database.pool.query(`update programmes set semesters = 4 where name = 'M.Tech'`);
  ({ id: termId } = await make.term({ name: 'Spring 2026', ends_on: day(-2) }));
  await make.subject({ term_id: termId, teacher_id: teacher.id, code: 'SE1' }, [ada, ben, cleo]);
});
afterEach(() => campus.close());

test('students who have finished leave when ticked at the closing; others stay or move up by programme', async () => {
  const { body: leavers } = await office().get(`/api/terms/${termId}/leavers`);
  expect(leavers).toMatchObject([
    { name: 'Ada', email: ada.email, univId: 'S-41', course: 'M.Tech', semester: 4, loans: 0 },
    { name: 'Ben' },
  ]);
  const body = wishes(day(-2), [ada]);
  const { body: report } = await office().post(`/api/terms/${termId}/close?dryRun=true`, body);
  expect(report).toMatchObject({
    graduates: 1,
    promotion: {
      promoted: 1,
      unchanged: 2,
      steps: [{ from: { semester: 3 }, examples: ['Cleo'] }],
    },
    enrolmentsOpened: 3,
  });
  const was = await read(ada);
  expect((await close(body)).status).toBe(200);

  expect(await read(ada)).toMatchObject({ status: 'graduated', withdrawnOn: day(-2), semester: 4 });
  expect([await read(ben), await read(cleo), await read(dan)]).toMatchObject([
    { status: 'active', semester: 4 },
    { status: 'active', semester: 4 },
    { status: 'active', semester: 8 },
  ]);
  expect((await campus.as(ada).get(`/api/students/by-email/${ada.email}`)).status).toBe(401);
  expect((await office().get('/api/AdminDashboard/students/count')).body).toBe(3);
  const shown = await office().get('/api/faculty/students/all?show=graduated');
  expect(shown.body).toMatchObject([{ name: 'Ada', status: 'graduated' }]);

  expect((await office().post(`/api/terms/${termId}/reopen`, {})).status).toBe(200);
  const { version: _version, ...again } = await read(ada);
  expect(was).toMatchObject(again);
  expect((await office().get('/api/enrollments')).body).toMatchObject([{ students: 3 }]);
});

test('leavers are exported as they are searched and filtered', async () => {
  const names = async (query: string) => {
    const { bytes } = await office().get(`/api/terms/${termId}/leavers/export?${query}`);
    return cellsOfCsv(bytes)
      .slice(1)
      .map(([name]) => name);
  };
  expect(await names('')).toEqual(['Ada', 'Ben']);
  expect(await names('search=ben')).toEqual(['Ben']);
  expect(await names('open=true')).toEqual([]);
});

test('a student on leave on the last day of the term has not finished, and stays in the last semester', async () => {
  await batch({ kind: 'leave', from: day(-10), until: day(60), reason: 'Illness' }, [ada]);
  await batch({ kind: 'leave', from: day(-10), until: day(-3), reason: 'Illness' }, [ben]);
  expect((await office().get(`/api/terms/${termId}/leavers`)).body).toMatchObject([
    { name: 'Ben' },
  ]);
  expect(await close(wishes(day(-2), [ada]))).toMatchObject({ status: 422 });
  expect((await close(wishes(day(-2), [ben]))).status).toBe(200);
  expect(await read(ada)).toMatchObject({ status: 'active', semester: 4 });
});

test('a closing cannot be undone once one of its graduates has been reinstated', async () => {
  await close(wishes(day(-2), [ada, ben]));
  const { body } = await office().post(`/api/people/students/${ada.id}/reinstate`, {});
  expect(body).toMatchObject({ status: 'active', graduated: false, withdrawnOn: null });
  const refused = await office().post(`/api/terms/${termId}/reopen`, {});
  expect(refused.body.message).toContain(`Ada (has not graduated on ${day(-2)})`);
});

test('a graduation day outside the term, and a student who is not at the end of the programme, are refused', async () => {
  expect(await close(wishes(day(-1), [ada]))).toMatchObject({
    status: 422,
    body: { details: [{ field: 'graduates.on' }] },
  });
  expect(await close(wishes(day(-2), [cleo]))).toMatchObject({
    status: 422,
    body: { details: [{ field: 'graduates.students' }] },
  });
});

test('many students can be graduated and reinstated together, and repeaters stay in their semester once', async () => {
  const { id } = await batch({ kind: 'graduate', on: campus.today }, [ada, dan]);
  expect(await read(dan)).toMatchObject({ status: 'graduated', withdrawnOn: campus.today });
  const { body: undone } = await office().post(`/api/people/students/batches/${id}/undo`, {});
  expect(undone.what).toBe(`Graduated 2 students on ${campus.today}`);
  expect(await read(dan)).toMatchObject({ status: 'active', graduated: false });

  expect(await batch({ kind: 'repeat' }, [ada, cleo])).toMatchObject({ changed: 2 });
  expect((await office().get(`/api/terms/${termId}/leavers`)).body).toMatchObject([
    { name: 'Ben' },
  ]);
  expect((await close({ ...wishes(day(-2), [ben]) })).status).toBe(200);
  expect(await read(cleo)).toMatchObject({ semester: 3, repeats: false });
  expect((await office().post(`/api/terms/${termId}/reopen`, {})).status).toBe(200);
  expect(await read(cleo)).toMatchObject({ semester: 3, repeats: true });
  expect(await read(ben)).toMatchObject({ status: 'active', semester: 4 });
});
