import type { ResultSheet, Term } from '@campus/contract';
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
