import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { sendForm } from '../../../testing/upload.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';

let campus: TestCampus;
let ruth: Person;
let ben: Person;

beforeAll(async () => {
  campus = await testCampus();
  ruth = await campus.make.admin({ name: 'Ruth Adeyemi' });
  ben = await campus.make.admin({ name: 'Ben Ito' });
});
afterAll(() => campus.close());

const pathOf = ({ id }: { id: string }) => `/api/people/students/${id}`;
const read = async (student: Person) => (await campus.as(ruth).get(pathOf(student))).body;
const change = (who: Person, student: { id: string }, body: object, version?: number) =>
  campus
    .as(who)
    .patch(pathOf(student), body, version === undefined ? {} : { 'if-match': `"${version}"` });
const history = async (student: Person) =>
  (await campus.as(ruth).get(`/api/people/${student.id}/history`)).body;

const everyField = {
  name: 'Zoë Ångström',
  email: 'zoe@example.edu',
  univId: 'Z-0042',
  rollNo: '007',
  course: 'B.Tech',
  branch: 'CS',
  semester: 3,
  year: 2,
  dob: '2005-02-28',
  gender: 'Female',
  contactNo: '+91 98450 22114',
  address: '1 Quad',
  nationality: 'Swedish',
  bloodGroup: 'B+',
  parentName: 'Åsa',
  parentContactNo: '0049 170 1234567',
  parentOccupation: 'Smith',
};

describe('a registrar editing a student', () => {
  test('changes every field, and finds each change in the history', async () => {
    const student = await campus.make.student();
    const { status, body } = await change(ruth, student, everyField);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...everyField,
      contactNo: 919845022114,
      contactPhone: '+91 98450 22114',
      parentContactNo: 491701234567,
      parentContactPhone: '0049 170 1234567',
    });
    expect(await read(student)).toEqual(body);
    const changes = await history(student);
    const fields = changes.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual(Object.keys(everyField).toSorted());
    expect(changes.find(({ field }: { field: string }) => field === 'semester')).toMatchObject({
      before: null,
      after: '3',
      changedBy: 'Ruth Adeyemi',
    });
  });

  test('changes only what is sent; blank clears a field', async () => {
    const student = await campus.make.student({ address: '1 Quad' }, { course: 'BSc', year: 2 });
    await change(ruth, student, { year: 3, address: '' });
    expect(await read(student)).toMatchObject({ course: 'BSc', year: 3, address: null });
    expect(await history(student)).toHaveLength(2);
  });

  test('changes nothing by sending what is stored already', async () => {
    const student = await campus.make.student({}, { course: 'BSc' });
    const { version } = await read(student);
    expect((await change(ruth, student, { course: 'BSc' }, version)).body.version).toBe(version);
    expect((await change(ruth, student, {}, version)).status).toBe(200);
    expect(await history(student)).toEqual([]);
  });

  test.each([
    ['a name that is blank', { name: ' ' }, 'name'],
    ['a university ID that is blank', { univId: '' }, 'univId'],
    ['semester 0', { semester: 0 }, 'semester'],
    ['a birthday to come', { dob: '2026-03-11' }, 'dob'],
    ['a contact number in words', { contactNo: 'call me' }, 'contactNo'],
    ['an unknown field', { active: false }, 'active'],
  ])('is told at the field: %s', async (_case, body, field) => {
    const student = await campus.make.student();
    const answer = await change(ruth, student, body);
    expect(answer.status).toBe(422);
    expect(answer.body.details).toMatchObject([{ field }]);
    expect(await history(student)).toEqual([]);
  });

  test.each(['email', 'univId', 'rollNo'] as const)(
    'is told at the field that the %s belongs to someone',
    async (field) => {
      const taken = { email: 'owner@example.edu', univId: 'OWN-1', rollNo: 'OWN-2' }[field];
      const columns =
        field === 'email' ? { email: taken } : field === 'univId' ? { univ_id: taken } : {};
      await campus.make.student(columns, field === 'rollNo' ? { roll_no: taken } : {});
      const student = await campus.make.student();
      const { status, body } = await change(ruth, student, { [field]: taken });
      expect(status).toBe(409);
      expect(body.details).toEqual([{ field, message: body.message }]);
    },
  );

  test.each(['0', '999999', 'nobody', '%00', '1e3'])('finds nobody at id %s', async (id) => {
    const path = `/api/people/students/${id}`;
    expect((await campus.as(ruth).get(path)).status).toBe(404);
    expect((await change(ruth, { id }, { name: 'X' })).status).toBe(404);
  });

  test('does not find a teacher among the students', async () => {
    const teacher = await campus.make.teacher();
    expect((await campus.as(ruth).get(pathOf(teacher))).status).toBe(404);
    expect((await change(ruth, teacher, { name: 'X' })).status).toBe(404);
  });
});

describe('a new e-mail address', () => {
  test('belongs to the same person: they sign in as before, and their account follows', async () => {
    const student = await campus.make.student();
    const caller = campus.as(student);
    expect((await caller.get(`/api/students/by-email/${student.email}`)).status).toBe(200);
    await change(ruth, student, { email: 'Renamed@example.edu' });
    const mine = await caller.get('/api/students/by-email/renamed@example.edu');
    expect(mine.body).toMatchObject({ id: student.id, email: 'renamed@example.edu' });
    const waiting = await campus.database
      .selectFrom('account_outbox')
      .where('person_id', '=', student.id)
      .select(['kind', 'email'])
      .orderBy('id')
      .execute();
    expect(waiting).toEqual([
      { kind: 'email_change', email: null },
      { kind: 'email_changed', email: student.email },
      { kind: 'email_changed', email: 'renamed@example.edu' },
    ]);
  });
});

describe('two registrars editing the same record', () => {
  test('the second is told what the first changed, by whom, from what to what', async () => {
    const student = await campus.make.student({ address: 'Old' }, { course: 'BSc', semester: 1 });
    const { version } = await read(student);
    await change(ben, student, { course: 'BA', semester: 2 }, version);
    await change(ben, student, { course: 'MA', semester: 1 });
    const { status, body } = await change(ruth, student, { course: 'MSc' }, version);
    expect(status).toBe(409);
    expect(body.error).toBe('conflict');
    // The semester was changed and changed back: it is no conflict.
    expect(body.details).toEqual([
      {
        field: 'course',
        before: 'BSc',
        now: 'MA',
        changedBy: 'Ben Ito',
        changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        version: (await read(student)).version,
      },
    ]);
    expect(await read(student)).toMatchObject({ course: 'MA' });
    const seen = body.details[0].version;
    expect((await change(ruth, student, { course: 'MSc' }, seen)).body.course).toBe('MSc');
  });

  test('at the same moment: one is stored, the other is told', async () => {
    const student = await campus.make.student({}, { course: 'BSc' });
    const { version } = await read(student);
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((course) => change(ruth, student, { course }, version)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    expect(await history(student)).toHaveLength(1);
  });

  test('can send the ETag of the record instead of its version', async () => {
    const student = await campus.make.student();
    await change(ben, student, { course: 'BA' });
    const { headers } = await campus.as(ruth).get(pathOf(student));
    const etag = String(headers['etag']);
    await change(ben, student, { course: 'MA' });
    const answer = await campus.as(ruth).patch(pathOf(student), { year: 1 }, { 'if-match': etag });
    expect(answer.status).toBe(409);
    const nonsense = { 'if-match': 'yesterday' };
    expect((await campus.as(ruth).patch(pathOf(student), { year: 1 }, nonsense)).status).toBe(400);
  });
});

describe('the history of a record', () => {
  test('comes page by page, the latest change first, and cannot itself be changed', async () => {
    const student = await campus.make.student();
    for (const year of [1, 2, 3]) await change(ruth, student, { year });
    const path = `/api/people/${student.id}/history`;
    const first = await campus.as(ruth).get(`${path}?limit=2`);
    expect(first.body.map(({ after }: { after: string }) => after)).toEqual(['3', '2']);
    expect(first.headers['x-total-count']).toBe('3');
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1];
    const rest = await campus.as(ruth).get(String(next));
    expect(rest.body.map(({ after }: { after: string }) => after)).toEqual(['1']);
    await expect(campus.database.asOwner('delete from person_changes')).rejects.toThrow(
      'append-only',
    );
  });

  test('also says who changed it by uploading a file', async () => {
    const student = await campus.make.student({}, { course: 'BSc' });
    const file = `Name,Email,Course\n${student.name},${student.email},MSc\n`;
    await sendForm(campus.as(ben), '/api/uploadStudentDetails?existing=update', [
      { name: 'changes.csv', content: file },
    ]);
    expect(await history(student)).toMatchObject([
      { field: 'course', before: 'BSc', after: 'MSc', changedBy: 'Ben Ito' },
    ]);
  });

  test('is 404 for someone who does not exist', async () => {
    for (const id of ['0', '999999', 'x'])
      expect((await campus.as(ruth).get(`/api/people/${id}/history`)).status).toBe(404);
  });
});
