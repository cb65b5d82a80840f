import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let term: { id: string };

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin({ name: 'Ruth Adeyemi' });
  term = await campus.make.term();
});
afterAll(() => campus.close());

const pathOf = ({ id }: { id: string }) => `/api/people/faculty/${id}`;
const subjectOf = (teacher: Person) =>
  campus.make.subject({ term_id: term.id, teacher_id: teacher.id });
const taught = async (teacher: Person): Promise<string[]> => {
  const { body } = await campus.as(admin).get(`${pathOf(teacher)}/subjects`);
  return body.map(({ id }: { id: string }) => id);
};
const handOver = (from: Person, toEmail: string, subjectIds: unknown) =>
  campus.as(admin).post(`${pathOf(from)}/hand-over`, { toEmail, subjectIds });

describe('a registrar editing a teacher', () => {
  test('changes every field, and is told what someone else changed meanwhile', async () => {
    const teacher = await campus.make.teacher();
    const fields = {
      name: 'Dr. Grace Hopper',
      department: 'Computing',
      email: 'grace@example.edu',
      univId: 'F-42',
      dob: '1966-12-09',
      contactNo: '9845022114',
      address: 'Arlington',
      gender: 'Female',
    };
    const { version } = (await campus.as(admin).get(pathOf(teacher))).body;
    const first = await campus
      .as(admin)
      .patch(pathOf(teacher), fields, { 'if-match': `"${version}"` });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ ...fields, contactNo: 9845022114, active: true });
    const second = await campus
      .as(admin)
      .patch(pathOf(teacher), { department: 'Physics' }, { 'if-match': `"${version}"` });
    expect(second.status).toBe(409);
    expect(second.body.details).toHaveLength(Object.keys(fields).length);
    expect(second.body.details).toContainEqual(
      expect.objectContaining({
        field: 'department',
        before: 'Computer Science',
        now: 'Computing',
        changedBy: 'Ruth Adeyemi',
      }),
    );
  });

  test.each(['name', 'department', 'email', 'dob', 'contactNo', 'address', 'gender', 'univId'])(
    'is told when %s is left blank',
    async (field) => {
      const teacher = await campus.make.teacher();
      const { status, body } = await campus.as(admin).patch(pathOf(teacher), { [field]: '' });
      expect({ status, details: body.details }).toMatchObject({
        status: 422,
        details: [{ field }],
      });
    },
  );

  test('finds no student among the teachers', async () => {
    const student = await campus.make.student();
    for (const path of [pathOf(student), pathOf({ id: '0' }), `${pathOf(student)}/subjects`])
      expect((await campus.as(admin).get(path)).status).toBe(404);
  });
});

describe('handing subjects over', () => {
  test('gives them to the other teacher, who marks from now on, and records it', async () => {
    const [from, to] = [await campus.make.teacher(), await campus.make.teacher()];
    const [first, second] = [await subjectOf(from), await subjectOf(from)];
    const { status, body } = await handOver(from, to.email.toUpperCase(), [first.id]);
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    expect(await taught(to)).toEqual([first.id]);
    const roster = `/api/attendance/subject/${first.id}/date/${campus.today}`;
    expect((await campus.as(to).get(roster)).status).toBe(200);
    expect((await campus.as(from).get(roster)).status).toBe(403);
    const stale = await campus
      .as(admin)
      .patch(`/api/subjects/${first.id}`, { credits: 4 }, { 'if-match': '"1"' });
    expect(stale.body.details).toMatchObject([
      { field: 'emailId', before: from.email, now: to.email, changedBy: 'Ruth Adeyemi' },
    ]);
  });

  test('can be done for all of them at once, but not for those of closed terms', async () => {
    const [from, to] = [await campus.make.teacher(), await campus.make.teacher()];
    const closed = await campus.make.term({
      is_open: false,
      closed_at: new Date(),
      closed_by: admin.id,
    });
    await campus.make.subject({ term_id: closed.id, teacher_id: from.id });
    const ids = [(await subjectOf(from)).id, (await subjectOf(from)).id];
    expect((await handOver(from, to.email, 'all')).body).toEqual([]);
    expect(await taught(to)).toEqual(ids);
    const [act] = (await campus.as(admin).get('/api/trail?kind=subjects_handed_over&limit=1')).body;
    expect(act).toMatchObject({ about: from.name, count: 2 });
    expect((await handOver(from, to.email, 'all')).status).toBe(409);
  });

  test('fails as a whole when one of them is not theirs', async () => {
    const [from, to] = [await campus.make.teacher(), await campus.make.teacher()];
    const mine = await subjectOf(from);
    const foreign = await subjectOf(to);
    const { status } = await handOver(from, to.email, [mine.id, foreign.id]);
    expect(status).toBe(409);
    expect(await taught(from)).toEqual([mine.id]);
  });

  test('is refused at the field for a teacher who does not exist, or the same one', async () => {
    const from = await campus.make.teacher();
    const gone = await campus.make.teacher({ active: false });
    await subjectOf(from);
    for (const email of ['nobody@example.edu', gone.email, from.email, admin.email]) {
      const { status, body } = await handOver(from, email, 'all');
      expect({ status, details: body.details }).toMatchObject({
        status: 422,
        details: [{ field: 'toEmail' }],
      });
    }
    expect((await handOver(from, gone.email, [])).status).toBe(422);
  });
});

describe('deactivating a teacher', () => {
  test('is refused with every term in which they teach', async () => {
    const teacher = await campus.make.teacher();
    const next = { name: 'Prepared', startsOn: '2099-01-01', endsOn: '2099-05-31' };
    const { id: term_id } = (await campus.as(admin).post('/api/terms', next)).body;
    await subjectOf(teacher);
    await campus.make.subject({ term_id, teacher_id: teacher.id });
    const { body } = await campus.as(admin).post(`/api/people/${teacher.id}/deactivate`, {});
    expect(body.message).toMatch(/still teaches 2 subjects in .+ and Prepared\./);
  });

  test('waits until the subjects are handed over', async () => {
    const [from, to] = [await campus.make.teacher(), await campus.make.teacher()];
    await subjectOf(from);
    const deactivate = () => campus.as(admin).post(`/api/people/${from.id}/deactivate`, {});
    const { status, body } = await deactivate();
    expect(status).toBe(409);
    expect(body.message).toContain('still teaches');
    const bound = async () =>
      (await campus.as(admin).get(`/api/people/${from.id}/account`)).body.bound;
    expect(await bound()).toBe(body.message);
    await handOver(from, to.email, 'all');
    expect(await bound()).toBeNull();
    expect((await deactivate()).status).toBe(200);
    expect((await campus.as(admin).get(pathOf(from))).body.active).toBe(false);
    const history = await campus.as(admin).get(`/api/people/${from.id}/history`);
    expect(history.body).toMatchObject([{ field: 'active', changedBy: 'Ruth Adeyemi' }]);
  });

  test('removes them from the directory, where only administrators can still find them', async () => {
    const teacher = await campus.make.teacher({ name: 'Ingrid Vél', active: false });
    const find = async (show: string) =>
      (await campus.as(admin).get(`/api/faculty/all?search=ingrid%20vel&show=${show}`)).body;
    expect(await find('active')).toEqual([]);
    expect(await find('deactivated')).toMatchObject([{ id: teacher.id, active: false }]);
    expect(await find('all')).toHaveLength(1);
    const other = await campus.make.teacher();
    for (const list of ['/api/faculty/all', '/api/faculty/students/all']) {
      for (const show of ['all', 'deactivated', 'never_invited', 'invitation_expired'])
        expect([show, (await campus.as(other).get(`${list}?show=${show}`)).status]).toEqual([
          show,
          403,
        ]);
      expect((await campus.as(other).get(`${list}?show=active`)).status).toBe(200);
    }
  });
});
