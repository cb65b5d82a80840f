import {
  addDays,
  type AttendanceSheet,
  type SubjectDetails,
  type SubjectEnrolment,
} from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let teacher: Person;
let term: string;
let students: readonly Person[];
let subject: string;
let asAdmin: Caller;
let helper: Person;
let asHelper: Caller;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  ({ id: term } = await campus.make.term());
  asAdmin = campus.as(await campus.make.admin());
  students = await Promise.all(
    ['Ada', 'Ben', 'Cyd', 'Dan', 'Eve'].map((name, at) =>
      campus.make.student({ name }, { roll_no: `R${at}` }),
    ),
  );
});
afterAll(() => campus.close());

beforeEach(async () => {
  teacher = await campus.make.teacher({ name: 'Meera Nair' });
  helper = await campus.make.teacher({ name: 'Tomás Ruiz' });
  asHelper = campus.as(helper);
  ({ id: subject } = await campus.make.subject(
    { term_id: term, teacher_id: teacher.id, name: 'Optics' },
    students,
  ));
});

const at = (path = '') => `/api/subjects/${subject}/sections${path}`;
const read = async () => (await asAdmin.get<SubjectDetails>(`/api/subjects/${subject}`)).body;
const add = (name: string) => asAdmin.post<SubjectDetails>(at(), { name });
const divide = () => asAdmin.post<SubjectDetails>(at('/divide'), {});
const remove = (id: string) => asAdmin.send({ method: 'DELETE', path: at(`/${id}`) });
const inSections = async () =>
  (await read()).sections.map(({ name, students: count }) => [name, count]);
/** The ids of the sections, keyed by name. */
const ids = async () =>
  Object.fromEntries((await read()).sections.map(({ id, name }) => [name, id]));
const enrolments = async () =>
  (await asAdmin.get<SubjectEnrolment[]>(`/api/subjects/${subject}/enrolments`)).body;
const move = async (name: string, sectionId: string | null) => {
  const enrolment = (await enrolments()).find(({ studentName }) => studentName === name);
  return asAdmin.post(`/api/enrolments/${enrolment?.id}/section`, { sectionId });
};
/** Creates section A with Ada, Ben and Cyd, and B with Dan and Eve. */
const twoSections = async () => {
  await add('A');
  await add('B');
  await divide();
  return ids() as Promise<{ A: string; B: string }>;
};
const help = (sectionId: string, body: Record<string, unknown> = {}) =>
  asAdmin.post<SubjectDetails>(`/api/subjects/${subject}/helpers`, {
    email: helper.email,
    kind: 'co_teacher',
    fromOn: addDays(campus.today, -10),
    sectionId,
    ...body,
  });
const roster = async (who: Caller, section?: string) => {
  const path = `/api/attendance/subject/${subject}/date/${campus.today}`;
  const query = section ? `?section=${section}` : '';
  return who.get<{ studentName: string; present: boolean | null }[]>(`${path}${query}`);
};
const names = async (who: Caller, section?: string) =>
  (await roster(who, section)).body.map(({ studentName }) => studentName);
const mark = (
  who: Person,
  marked: readonly number[],
  present = true,
  headers: Record<string, string> = {},
  date = campus.today,
) => {
  const studentAttendances = marked.map((one) => ({ studentEmail: students[one]?.email, present }));
  const body = {
    facultyEmail: who.email,
    subjectId: subject,
    date,
    studentAttendances,
  };
  return campus.as(who).post('/api/attendance/bulk', body, headers);
};

describe('sections of a subject:', () => {
  test('students without a section are divided evenly, in order of roll number', async () => {
    expect((await divide()).body).toMatchObject({
      message: 'Optics has no sections yet. Add them first.',
    });
    await twoSections();
    expect((await enrolments()).map(({ studentName, section }) => [studentName, section])).toEqual([
      ['Ada', 'A'],
      ['Ben', 'A'],
      ['Cyd', 'A'],
      ['Dan', 'B'],
      ['Eve', 'B'],
    ]);
    await move('Ada', null);
    await move('Ben', null);
    expect((await divide()).body.sections).toMatchObject([{ students: 3 }, { students: 2 }]);
  });

  test('a student with a leave ahead is in one section before and after it', async () => {
    const batches = '/api/people/students/batches';
    const [from, until] = [addDays(campus.today, 5), addDays(campus.today, 9)];
    const action = { kind: 'leave', from, until, reason: 'Illness' };
    const { make } = campus;
    const flo = await make.student({ name: 'Flo' }, { roll_no: 'R2a' });
    const about = { term_id: term, teacher_id: teacher.id };
    ({ id: subject } = await make.subject(about, [...students, flo]));
    const { body } = await asAdmin.post(batches, { students: [flo.id], action });
    expect((await asAdmin.post(`${batches}/${body.id}/apply`)).status).toBe(200);
    const { A } = await twoSections();
    const listed = (await enrolments()).map(({ studentName, section }) => [studentName, section]);
    expect(listed.filter(([name]) => name === 'Flo')).toEqual([
      ['Flo', 'B'],
      ['Flo', 'B'],
    ]);
    await move('Flo', A);
    const flos = (await enrolments()).filter(({ studentName }) => studentName === 'Flo');
    expect(flos.map(({ section }) => section)).toEqual(['A', 'A']);
    expect(listed.filter(([, section]) => section === 'A')).toHaveLength(3);
  });

  test('a student moves to a section of the subject, or to none, and the roster follows', async () => {
    const { A, B } = await twoSections();
    const asTeacher = campus.as(teacher);
    expect(await names(asTeacher, B)).toEqual(['Dan', 'Eve']);
    expect((await move('Ada', B)).body).toMatchObject({ studentName: 'Ada', section: 'B' });
    expect(await names(asTeacher, B)).toEqual(['Ada', 'Dan', 'Eve']);
    expect((await move('Ada', null)).body.section).toBe(null);
    expect(await names(asTeacher, A)).toEqual(['Ben', 'Cyd']);
    expect(await names(asTeacher)).toHaveLength(5);
    ({ id: subject } = await campus.make.subject(
      { term_id: term, teacher_id: teacher.id },
      students,
    ));
    expect((await move('Ada', A)).status).toBe(422);
  });

  test('a section has a unique name, and can be deleted while nobody is to teach it', async () => {
    const { A } = await twoSections();
    expect((await add('a')).body).toMatchObject({
      message: 'This subject has a section of this name already.',
    });
    const rename = (name: string) => asAdmin.patch<SubjectDetails>(at(`/${A}`), { name });
    expect((await rename('b')).status).toBe(409);
    expect((await rename('Morning')).body.sections).toMatchObject([
      { name: 'B' },
      { name: 'Morning' },
    ]);
    const added = await help(A);
    expect(added.body.helpers).toMatchObject([{ section: 'Morning', mayGrade: true }]);
    expect((await remove(A)).body.message).toBe(
      'Tomás Ruiz teaches section Morning. Remove that first.',
    );
    await asAdmin.send({
      method: 'DELETE',
      path: `/api/subjects/${subject}/helpers/${added.body.helpers[0]?.id}`,
    });
    expect((await remove(A)).status).toBe(200);
    expect(await inSections()).toEqual([['B', 2]]);
    expect((await remove(A)).status).toBe(404);
  });
});

describe('the teacher of a section', () => {
  test('marks its students under their own name, beside the teacher of another one', async () => {
    const { A, B } = await twoSections();
    await help(A);
    const other = await campus.make.teacher({ name: 'Ines Pohl' });
    await help(B, { email: other.email });
    const told = async (place: number) => {
      const student = students[place] as Person;
      const { body } = await campus.as(student).get(`/api/students/${student.email}/enrolments`);
      return body.find((one: { subject: { id: string } }) => one.subject.id === subject);
    };
    expect(await told(0)).toMatchObject({ section: 'A', alsoTeaching: ['Tomás Ruiz'] });
    expect(await told(3)).toMatchObject({ section: 'B', alsoTeaching: ['Ines Pohl'] });
    expect(await names(asHelper)).toEqual(['Ada', 'Ben', 'Cyd']);
    const version = (await roster(campus.as(other))).headers['etag'];
    expect((await mark(helper, [0, 1, 2])).status).toBe(200);
    const submitted = await mark(other, [3], false, { 'if-match': String(version) });
    expect(submitted.status).toBe(200);
    const whole = await roster(campus.as(teacher));
    expect(whole.body.map(({ present }) => present)).toEqual([true, true, true, false, null]);
    const history = (who: Caller) =>
      who.get<{ studentName: string }[]>(
        `/api/attendance/subject/${subject}/date/${campus.today}/history`,
      );
    expect((await history(asHelper)).body).toHaveLength(3);
    expect((await history(campus.as(other))).body).toMatchObject([
      { studentName: 'Dan', changedBy: 'Ines Pohl' },
    ]);
    const sheet = await asHelper.get(`/api/attendance/subject/${subject}/sheet`);
    expect(sheet.body.rows).toHaveLength(3);
    expect((await asHelper.get(`/api/attendance/stats/subject/${subject}`)).body).toEqual({
      totalClasses: 1,
      attendancePercentage: 75,
    });
  });

  test('has no access to students of another section, or to the whole subject', async () => {
    const { A, B } = await twoSections();
    await help(A);
    expect((await roster(asHelper, B)).body).toMatchObject({
      message: 'This section belongs to another teacher.',
    });
    const refused = await mark(helper, [0, 3]);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(
      `Not enrolled in a section of yours on ${campus.today}: ${students[3]?.email}`,
    );
    expect((await roster(asHelper)).body.every(({ present }) => present === null)).toBe(true);
    const exam = await asHelper.post('/api/exams', {
      subjectId: subject,
      title: 'Midterm',
      heldOn: campus.today,
    });
    expect(exam.body.message).toBe(
      'This is for all students of the subject. You grade those of a section.',
    );
  });

  test('learns nothing about marks of another section from a class that has changed since', async () => {
    const { A } = await twoSections();
    await help(A);
    await mark(teacher, [0, 3]);
    const refused = await mark(helper, [3], false, { 'if-match': '"0"' });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).not.toContain('Dan');
    const changed = await mark(helper, [0, 3], false, { 'if-match': '"0"' });
    expect(changed).toMatchObject({ status: 409, body: { details: [{ studentName: 'Ada' }] } });
    expect(changed.body.details).toHaveLength(1);
  });

  test('is offered the classes they may mark: of all students, or of sections', async () => {
    const { A, B } = await twoSections();
    await help(B);
    const taught = async (who: Person) =>
      (await campus.as(who).get(`/api/attendance/faculty/${who.email}/subjects`)).body.find(
        ({ id }: { id: string }) => id === subject,
      );
    const [ofA, ofB] = [
      { sectionId: A, name: 'A', students: 3 },
      { sectionId: B, name: 'B', students: 2 },
    ];
    expect(await taught(helper)).toMatchObject({ students: 2, parts: [ofB] });
    expect(await taught(teacher)).toMatchObject({
      students: 5,
      parts: [{ sectionId: null, name: null, students: 5 }, ofA, ofB],
    });
    await help(A, { kind: 'assistant', mayMark: true });
    expect(await taught(helper)).toMatchObject({ students: 5, parts: [ofA, ofB] });
    expect(await names(asHelper)).toEqual(['Ada', 'Ben', 'Cyd']);
    expect((await help('999999')).status).toBe(422);
  });

  test('of two sections starts with the first by name, the roster too, whichever was added first', async () => {
    for (const name of ['B', 'A']) await add(name);
    await divide();
    for (const id of Object.values(await ids())) await help(id);
    const { body } = await asHelper.get(`/api/attendance/faculty/${helper.email}/subjects`);
    expect(body[0].parts).toMatchObject([{ name: 'A' }, { name: 'B' }]);
    expect(await names(asHelper)).toEqual(['Ada', 'Ben', 'Cyd']);
  });

  test('is reminded of the roll of their section even if that of another one is taken', async () => {
    ({ id: subject } = await campus.make.subject(
      { term_id: term, teacher_id: teacher.id, name: 'Acoustics' },
      students,
    ));
    const { A, B } = await twoSections();
    await help(B);
    const missing = async (who: Person, as: Caller = campus.as(who)) => {
      const { body } = await as.get(`/api/faculty/${who.email}/overview`);
      return body.classes
        .filter(({ subjectId }: { subjectId: string }) => subjectId === subject)
        .map(({ section, date }: { section: string; date: string }) => [section, date]);
    };
    const [ofA, ofB] = [
      ['A', campus.today],
      ['B', campus.today],
    ];
    expect(await missing(helper)).toEqual([ofB]);
    expect(await missing(teacher)).toEqual([ofA, ofB]);
    await mark(teacher, [0, 1]);
    expect(await missing(teacher)).toEqual([ofB]);
    expect(await missing(helper, asAdmin)).toEqual([ofB]);
    const office = await asAdmin.get('/api/overview');
    expect(office.body.classes).toContainEqual(
      expect.objectContaining({ subjectId: subject, sectionId: B, section: 'B' }),
    );
    const report = async () =>
      (await asAdmin.get(`/api/reports/rolls-not-taken?to=${campus.today}`)).body.rows.filter(
        (row: readonly unknown[]) => row[2] === code,
      );
    const { subjectCode: code } = await read();
    expect(await report()).toEqual([[null, 'Acoustics', code, 'B', 'Meera Nair', 2]]);
    await mark(helper, [4]);
    expect(await missing(teacher)).toEqual([]);
    expect(await missing(helper)).toEqual([]);
    expect(await report()).toEqual([]);
    expect(
      (await asAdmin.get(`/api/attendance/stats/subject/${subject}?section=${A}`)).body,
    ).toEqual({ totalClasses: 1, attendancePercentage: 100 });
  });

  test('is expected to take the roll on the weekdays of the section’s own classes', async () => {
    await twoSections();
    const sections = async () =>
      (await campus.as(teacher).get(`/api/faculty/${teacher.email}/overview`)).body.classes
        .filter(({ subjectId }: { subjectId: string }) => subjectId === subject)
        .map(({ section, date }: { section: string; date: string }) => [section, date]);
    await mark(teacher, [0, 1], true, {}, addDays(campus.today, -7));
    await mark(teacher, [3, 4], true, {}, addDays(campus.today, -8));
    expect(await sections()).toEqual([
      ['A', campus.today],
      ['B', addDays(campus.today, -1)],
    ]);
  });

  test('sees the figures of their section, and not those of another one', async () => {
    const { A, B } = await twoSections();
    await help(A);
    await mark(teacher, [0, 1, 2], true, {}, addDays(campus.today, -7));
    await mark(teacher, [0, 3, 4], false);
    const stats = (who: Caller, section: string) =>
      who.get(`/api/attendance/stats/subject/${subject}?section=${section}`);
    expect((await stats(asHelper, A)).body).toEqual({
      totalClasses: 2,
      attendancePercentage: 75,
    });
    expect((await stats(campus.as(teacher), B)).body).toEqual({
      totalClasses: 1,
      attendancePercentage: 0,
    });
    expect((await stats(asHelper, B)).body).toMatchObject({
      message: 'This section belongs to another teacher.',
    });
    expect((await stats(asAdmin, '999999')).status).toBe(404);
  });

  test('sees in the sheet the days of their section’s classes, the teacher of the subject all days', async () => {
    const { A, B } = await twoSections();
    await help(A);
    const days = [-9, -8, -7].map((back) => addDays(campus.today, back));
    const [ofA, ofB, ofBoth] = days;
    await mark(teacher, [0, 1, 2], true, {}, ofA);
    await mark(teacher, [3, 4], true, {}, ofB);
    await mark(teacher, [0, 3], true, {}, ofBoth);
    const path = `/api/attendance/subject/${subject}/sheet`;
    const sheet = async (who: Caller) => {
      const { body } = await who.get<AttendanceSheet>(path);
      return [body.days, body.rows.map(({ marks }) => marks)];
    };
    expect(await sheet(asHelper)).toEqual([
      [ofA, ofBoth],
      ['PP', 'P.', 'P.'],
    ]);
    const stats = await asHelper.get(`/api/attendance/stats/subject/${subject}?section=${A}`);
    expect(stats.body).toMatchObject({ totalClasses: 2 });
    const [head] = cellsOfCsv((await asHelper.get(`${path}/export?format=csv`)).bytes);
    expect(head?.slice(2, -3)).toEqual([ofA, ofBoth]);
    const whole = [days, ['P.P', 'P..', 'P..', '.PP', '.P.']];
    expect(await sheet(campus.as(teacher))).toEqual(whole);
    expect(await sheet(asAdmin)).toEqual(whole);
    await help(B);
    expect((await sheet(asHelper))[0]).toEqual(days);
  });

  test('is joined by a substitute of the whole subject, who marks everybody on that day', async () => {
    const { A } = await twoSections();
    await help(A);
    await help('', {
      sectionId: null,
      kind: 'substitute',
      toOn: campus.today,
      fromOn: campus.today,
    });
    expect(await names(asHelper)).toHaveLength(5);
    expect((await mark(helper, [0, 3])).status).toBe(200);
  });

  test('reads a roster with no more statements than for a whole subject', async () => {
    const { A } = await twoSections();
    await help(A);
    await roster(asHelper);
    const ofSection = await statements.during(() => roster(asHelper));
    await roster(campus.as(teacher));
    expect(ofSection).toBe(await statements.during(() => roster(campus.as(teacher))));
  });

  test('whoever helps in two sections marks each from their own first day there', async () => {
    const { A, B } = await twoSections();
    const before = addDays(campus.today, -2);
    await help(A);
    await help(B, { fromOn: campus.today });
    expect((await mark(helper, [0], true, {}, before)).status).toBe(200);
    expect((await mark(helper, [3], true, {}, before)).body.message).toContain(
      'Not enrolled in a section of yours',
    );
    expect((await mark(helper, [3])).status).toBe(200);
    await mark(teacher, [0, 3], true, {}, addDays(campus.today, -8));
    const { body } = await asHelper.get(`/api/faculty/${helper.email}/overview`);
    expect(body.classes).toMatchObject([{ section: 'A', date: addDays(campus.today, -1) }]);
    // The whole subject from today on does not open the days before it either.
    await asAdmin.post(`/api/subjects/${subject}/helpers`, {
      email: helper.email,
      kind: 'substitute',
      fromOn: campus.today,
      toOn: addDays(campus.today, 1),
    });
    expect((await mark(helper, [4], true, {}, before)).status).toBe(422);
    expect((await mark(helper, [4])).status).toBe(200);
  });
});
