import { type IsoDate, type ResultSheet, type Term, addDays } from '@campus/contract';
import { beforeEach, afterEach, expect, test } from 'vitest';
import { createClock } from '../../clock.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;
let ann: Person;

beforeEach(async () => {
  campus = await testCampus({ clock: createClock() });
  const { make } = campus;
  office = campus.as(await make.admin());
  const dana = await make.teacher({ email: 'dana@example.edu' });
  ann = await make.student({ email: 'ann@example.edu' }, { semester: 6 });
  const term = await make.term({ name: 'Now' });
  await make.subject({ term_id: term.id, teacher_id: dana.id, code: 'PH1', name: 'Physics' }, [
    ann,
  ]);
});
afterEach(() => campus.close());

const { stored, undo } = moveInFiles(() => office);

const moveInTerm = async (name: string, year: number): Promise<void> => {
  await stored('terms', `Name,First day,Last day\n${name},${year}-01-10,${year}-05-31\n`);
  await stored('subjects', `Code,Name,Term,Teacher\nAL1,Algebra,${name},dana@example.edu\n`);
  await stored('enrolments', `Student Email,Subject,Term\nann@example.edu,AL1,${name}\n`);
  await stored(
    'past-results',
    `Student Email,Subject,Term,Exam,Date,Marks
ann@example.edu,AL1,${name},Mid-term,${year}-03-01,62
ann@example.edu,AL1,${name},Final,${year}-05-20,A\n`,
  );
};
const termIdOf = async (name: string): Promise<string> => {
  const { body } = await office.get<Term[]>('/api/terms');
  return body.find((term) => term.name === name)!.id;
};
const sheet = async (name: string): Promise<ResultSheet> => {
  const path = `/api/performance/student/${ann.email}/terms/${await termIdOf(name)}`;
  return (await office.get<ResultSheet>(path)).body;
};
const setMissedExams = (absentCountsZero: boolean) =>
  office.patch('/api/settings', { absentCountsZero });

test('a term moved in as closed keeps what a missed exam counted when it arrived', async () => {
  await moveInTerm('Spring 2023', 2023);
  await setMissedExams(true);
  await moveInTerm('Spring 2024', 2024);
  const scores = async () => [
    (await sheet('Spring 2023')).score,
    (await sheet('Spring 2024')).score,
  ];
  expect(await scores()).toEqual([62, 31]);
  await setMissedExams(false);
  expect(await scores()).toEqual([62, 31]);
});

test('a file of closed terms that is undone and moved in again takes what a missed exam counts now', async () => {
  const file = 'Name,First day,Last day\nSpring 2023,2023-01-10,2023-05-31\n';
  await stored('terms', file);
  await undo();
  await setMissedExams(true);
  await moveInTerm('Spring 2023', 2023);
  await setMissedExams(false);
  expect((await sheet('Spring 2023')).score).toBe(31);
});

test('no semester is on the sheet of a term moved in as closed, since nobody knows which it was', async () => {
  await moveInTerm('Spring 2023', 2023);
  const { student, subjects } = await sheet('Spring 2023');
  expect(student).toMatchObject({ name: ann.name, semester: null });
  const path = `/api/performance/subjects/${subjects[0]?.id}/sheets`;
  expect((await office.get<ResultSheet[]>(path)).body).toMatchObject([
    { student: { name: ann.name, semester: null } },
  ]);
  expect((await sheet('Now')).student.semester).toBe(6);
});

const setScale = async (letter: string, passesFrom: number): Promise<void> => {
  const grades = [
    { letter, fromPercent: passesFrom, points: 4 },
    { letter: 'Fail', fromPercent: 0, points: 0 },
  ];
  const { status } = await office.send({
    method: 'PUT',
    path: '/api/grading-scale',
    body: JSON.stringify({ grades }),
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
};
/** The letter on the sheet and in the list of scores, and whether the report counts the student as passed. */
const graded = async (name: string) => {
  const termId = await termIdOf(name);
  const listed = await office.get(`/api/performance/students?termId=${termId}`);
  const report = await office.get(`/api/reports/pass-and-fail?termId=${termId}`);
  const [row] = report.body.rows;
  return [(await sheet(name)).subjects[0]?.letter, listed.body[0].letter, row[3]];
};
const closeTerm = async (name: string): Promise<void> => {
  const { status } = await office.post(`/api/terms/${await termIdOf(name)}/close`, {
    next: {
      name: `After ${name}`,
      startsOn: addDays(campus.today, 100),
      endsOn: addDays(campus.today, 200) satisfies IsoDate,
    },
    promote: { semester: true, year: false },
    carrySubjects: [],
    reason: 'The term is over',
  });
  expect(status).toBe(200);
};

test('a term moved in as closed before a grading scale was set has the one set then, also corrected, until a term is closed', async () => {
  await moveInTerm('Spring 2023', 2023);
  expect(await graded('Spring 2023')).toEqual(['B', 'B', 1]);
  await setScale('Pass', 65);
  expect(await graded('Spring 2023')).toEqual(['Fail', 'Fail', 0]);
  await setScale('Good', 60);
  expect(await graded('Spring 2023')).toEqual(['Good', 'Good', 1]);
  await closeTerm('Now');
  await setScale('Other', 65);
  expect(await graded('Spring 2023')).toEqual(['Good', 'Good', 1]);
  await moveInTerm('Spring 2022', 2022);
  expect(await graded('Spring 2022')).toEqual(['Fail', 'Fail', 0]);
});

test('a term moved in as closed after a grading scale was set keeps that one', async () => {
  await setScale('Pass', 60);
  await moveInTerm('Spring 2023', 2023);
  await setScale('Other', 65);
  expect(await graded('Spring 2023')).toEqual(['Pass', 'Pass', 1]);
});
