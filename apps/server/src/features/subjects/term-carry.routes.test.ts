import { addDays } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handIn, makeAssignment } from '../../testing/assignments.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let third: Person;
let fourth: Person;
let open: string;
let planned: string;
const subject = { PH4: '', CH4: '', SE1: '' };

const day = (days: number) => addDays(campus.today, days);
const office = () => campus.as(admin);
const carry = (subjects: 'all' | readonly string[], query = '', into = planned) =>
  office().post(`/api/terms/${into}/carry${query}`, { subjects });
const closeInto = (query: string) =>
  office().post(`/api/terms/${open}/close${query}`, {
    next: { termId: planned },
    promote: { semester: true, year: true },
    carrySubjects: 'all',
  });
const inPlanned = async (): Promise<any[]> =>
  (await office().get<any[]>(`/api/terms/${planned}/subjects`)).body;
const codes = async () => (await inPlanned()).map(({ subjectCode }) => subjectCode);

beforeEach(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher({ name: 'Meera Nair' });
  third = await make.student({ name: 'Third' }, { course: 'B.Tech', semester: 3, year: 2 });
  fourth = await make.student({ name: 'Fourth' }, { course: 'B.Tech', semester: 4, year: 2 });
  ({ id: open } = await make.term({ name: 'Spring 2026', ends_on: day(-2) }));
  const of = { term_id: open, teacher_id: teacher.id };
  for (const code of ['PH4', 'CH4'] as const)
    ({ id: subject[code] } = await make.subject({
      ...of,
      name: code,
      code,
      credits: 5,
      audience_semester: 4,
    }));
  ({ id: subject.SE1 } = await make.subject({ ...of, name: 'Seminar', code: 'SE1' }));
  const next = { name: 'Autumn 2026', startsOn: day(-1), endsOn: day(140) };
  planned = (await office().post('/api/terms', next)).body.id;
});
afterEach(() => campus.close());

describe('preparing the next term beside the open one', () => {
  test('carries over the sections of a subject, and helpers without a last day', async () => {
    const at = `/api/subjects/${subject.PH4}`;
    const { body } = await office().post(`${at}/sections`, { name: 'Morning' });
    const helpers = await Promise.all(
      ['Ines Pohl', 'Omar Ali', 'Noa Levi'].map((name) => campus.make.teacher({ name })),
    );
    const help = (who: number, more: object) =>
      office().post(`${at}/helpers`, { email: helpers[who]?.email, fromOn: day(-9), ...more });
    await help(0, { kind: 'co_teacher', sectionId: body.sections[0].id });
    await help(1, { kind: 'assistant', mayGrade: true });
    await help(2, { kind: 'substitute', toOn: day(-2) });
    await carry('all');
    const [carried] = await inPlanned();
    expect((await office().get(`/api/subjects/${carried.id}`)).body).toMatchObject({
      sections: [{ name: 'Morning', students: 0 }],
      helpers: [
        { name: 'Ines Pohl', kind: 'co_teacher', section: 'Morning', fromOn: day(-1), toOn: null },
        { name: 'Omar Ali', kind: 'assistant', section: null, mayGrade: true },
      ],
    });
  });

  test('carries over what is ticked and later the rest, and closing the open term enrols its students', async () => {
    const look = await carry('all', '?dryRun=true');
    expect(look.body).toMatchObject({ dryRun: true, carried: 3, from: { name: 'Spring 2026' } });
    expect(look.body.subjects[0]).toMatchObject({
      subjectCode: 'PH4',
      teacherName: 'Meera Nair',
      credits: 5,
      audience: 'Semester 4',
      students: 1,
      there: false,
    });
    expect(await codes()).toEqual([]);
    expect((await carry([subject.PH4])).body.carried).toBe(1);
    // A subject whose code already exists in the planned term is not carried over.
    await campus.make.subject({
      term_id: planned,
      teacher_id: teacher.id,
      code: 'CH4',
      name: 'New',
    });
    expect((await carry('all')).body.carried).toBe(1);
    expect((await carry('all')).body).toMatchObject({ carried: 0 });
    expect(await codes()).toEqual(['PH4', 'CH4', 'SE1']);

    // Changing an audience enrols nobody before the term opens; adding a student by hand does.
    const [physics, , seminar] = await inPlanned();
    const audience = await campus.as(admin).send({
      method: 'PUT',
      path: `/api/subjects/${physics.id}/audience`,
      body: JSON.stringify({ course: 'B.Tech', branch: null, semester: 4, year: null }),
      headers: { 'content-type': 'application/json' },
    });
    expect(audience).toMatchObject({ status: 200, body: { enrolled: 0, students: 0 } });
    await office().post(`/api/subjects/${seminar.id}/enrolments`, {
      studentEmail: third.email,
      fromOn: day(-1),
    });
    expect((await campus.as(teacher).get<any[]>('/api/exam-terms')).body).not.toContainEqual(
      expect.objectContaining({ name: 'Autumn 2026' }),
    );

    const plan = (await closeInto('?dryRun=true')).body;
    expect(plan).toMatchObject({ prepared: 3, leftBehind: 0, enrolmentsOpened: 1 + 1 + 2 });
    expect((await closeInto('')).status).toBe(200);
    const { rows } = await campus.database.pool.query(
      `select code::text, people.name from enrolments join subjects on subjects.id = subject_id
       join people on people.id = student_id where term_id = $1 order by 1, 2`,
      [planned],
    );
    // The subject created under the code CH4 has no audience, so it enrols everyone.
    expect(rows.map(({ code, name }) => `${code} ${name}`)).toEqual([
      'CH4 Fourth',
      'CH4 Third',
      'PH4 Third',
      'SE1 Fourth',
      'SE1 Third',
    ]);
    expect((await carry('all')).status).toBe(409);
  });

  test('is not said to have nobody in a subject whose students were added by hand', async () => {
    const { make } = campus;
    const of = { term_id: planned, teacher_id: teacher.id, by_list: true };
    const { id } = await make.subject({ ...of, name: 'Choir', code: 'CHO' });
    await make.subject({ ...of, name: 'Chess', code: 'CHE' });
    const added = { studentEmail: third.email, fromOn: day(1) };
    expect((await office().post(`/api/subjects/${id}/enrolments`, added)).status).toBe(201);
    const { warnings } = (await closeInto('?dryRun=true')).body;
    expect(warnings.join(' ')).toContain('Nobody would be enrolled in Chess (CHE):');
  });

  test('leaves out a subject whose code is already there in other letters', async () => {
    const of = { term_id: planned, teacher_id: teacher.id };
    await campus.make.subject({ ...of, code: 'ch4', name: 'New' });
    expect((await carry('all', '?dryRun=true')).body).toMatchObject({ carried: 2 });
    expect(await carry([subject.PH4])).toMatchObject({ status: 200, body: { carried: 1 } });
    expect(await closeInto('')).toMatchObject({ status: 200 });
    expect(await codes()).toEqual(['ch4', 'PH4', 'SE1']);
  });

  test.each(['closing into it', 'opening it'])(
    'does not enrol those twice who were added by hand and dropped again: %s',
    async (way) => {
      await carry('all');
      const at = `/api/subjects/${(await inPlanned())[2].id}/enrolments`;
      for (const { email } of [third, fourth]) {
        const { body } = await office().post(at, { studentEmail: email, fromOn: day(4) });
        await office().post(`/api/enrolments/${body.id}/drop`, { lastDay: day(7) });
      }
      await office().post(at, { studentEmail: fourth.email, fromOn: day(9) });
      if (way === 'opening it') {
        await campus.database.pool.query(
          `update terms set is_open = false, closed_at = now(), closed_by = $1 where id = $2`,
          [admin.id, open],
        );
        expect(await office().post(`/api/terms/${planned}/open`)).toMatchObject({ status: 200 });
      } else {
        expect((await closeInto('?dryRun=true')).body).toMatchObject({
          enrolmentsOpened: 1 + 1 + 0,
        });
        expect(await closeInto('')).toMatchObject({ status: 200 });
      }
      expect((await office().get(at)).body).toMatchObject([
        { studentName: 'Fourth', fromOn: day(4), toOn: day(7) },
        { studentName: 'Fourth', fromOn: day(9), toOn: null },
        { studentName: 'Third', fromOn: day(4), toOn: day(7) },
      ]);
    },
  );

  test('shows teachers and students nothing of it before it opens', async () => {
    await carry([subject.SE1]);
    const [{ id }] = await inPlanned();
    const renamed = await office().patch(`/api/subjects/${id}`, { subjectName: 'Rhetoric' });
    expect(renamed.status).toBe(200);
    const student = { studentEmail: third.email, fromOn: day(-1) };
    expect((await office().post(`/api/subjects/${id}/enrolments`, student)).status).toBe(201);
    const exam = { subjectId: id, title: 'Debate', heldOn: day(5), maxMarks: 10 };
    expect((await office().post('/api/exams', exam)).status).toBe(201);
    const assignment = await makeAssignment(campus, admin, id);

    const everyone = ['search?search=rhetoric', `events?from=${day(0)}&to=${day(30)}`];
    const lists = ['exams', 'assignments'].flatMap((list) => [
      `${list}?termId=${planned}`,
      `${list}?subjectId=${id}`,
    ]);
    const staff = [...everyone, ...lists, 'exam-terms', `exam-subjects?termId=${planned}`];
    const own = ['enrolments', 'assignment-terms', `assignments?termId=${planned}`].map(
      (list) => `students/${third.email}/${list}`,
    );
    /** The lists in which a person finds the subject or the term. */
    const finds = async (by: Person, paths: readonly string[], ofSubject = 200) => {
      const found = await Promise.all(
        paths.map(async (path) => {
          const { status, body } = await campus.as(by).get(`/api/${path}`);
          expect([path, status]).toEqual([path, path.includes('subjectId') ? ofSubject : 200]);
          return /Rhetoric|Autumn 2026/.test(JSON.stringify(body)) ? [path] : [];
        }),
      );
      return found.flat();
    };
    const offered = [...staff, `students/${third.email}/enrolments`];
    expect(await finds(admin, offered)).toEqual(offered);
    expect(await finds(teacher, staff, 404)).toEqual([]);
    expect(await finds(third, [...everyone, ...own])).toEqual([]);
    expect((await handIn(campus, third, assignment.id)).status).toBe(403);

    expect((await closeInto('')).status).toBe(200);
    expect(await finds(teacher, staff)).toEqual(staff);
    expect(await finds(third, [...everyone, ...own])).toEqual([...everyone, ...own]);
    expect((await handIn(campus, third, assignment.id)).status).toBe(201);
  });

  test('is undone by deleting the term, and opening the term without closing another enrols students too', async () => {
    await carry('all');
    await office().post(`/api/subjects/${(await inPlanned())[2].id}/enrolments`, {
      studentEmail: third.email,
      fromOn: day(0),
    });
    const balances = moveInFiles(office);
    await balances.stored(
      'opening-balances',
      `Student Email,Term,Subject,Classes,Present,Until,Outside Enrolment\n${fourth.email},Autumn 2026,CH4,9,8,${day(-1)},yes\n`,
    );
    const remove = () => office().send({ method: 'DELETE', path: `/api/terms/${planned}` });
    const refused = await remove();
    expect(refused.body.message).toContain('CH4 (CH4) (has opening balances)');
    expect((await balances.undo()).status).toBe(200);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body).toMatchObject({
      message: expect.stringContaining('Seminar (SE1) (has students)'),
    });
    await campus.database.pool.query('update enrolments set added_by = null');
    expect((await remove()).status).toBe(204);
    expect((await carry('all', '', open)).body.message).toContain('Spring 2026 is open.');

    const next = { name: 'Winter 2026', startsOn: day(-1), endsOn: day(140) };
    planned = (await office().post('/api/terms', next)).body.id;
    expect((await carry([subject.SE1])).body).toMatchObject({ carried: 1 });
    await campus.database.pool.query(
      `update terms set is_open = false, closed_at = now(), closed_by = $1 where id = $2`,
      [admin.id, open],
    );
    expect((await carry('all')).body.message).toContain('No term is open');
    expect((await office().post(`/api/terms/${planned}/open`)).status).toBe(200);
    expect(await inPlanned()).toMatchObject([{ subjectCode: 'SE1', students: 2 }]);
  });
});
