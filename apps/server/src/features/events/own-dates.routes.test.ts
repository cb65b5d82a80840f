import { addDays, type CalendarEntry, type IsoDate } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handInPath, makeAssignment, setDeadline } from '../../testing/assignments.ts';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

/** Whose dates a calendar has, and which of them are the first. */

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let ada: Person;
let term: { id: string };

const day = (days: number): IsoDate => addDays(campus.today, days);

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-10-14T10:00:00Z') });
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  ada = await make.student();
  term = await make.term();
});
afterAll(() => campus.close());

const subjectOf = (students: readonly Person[], fields = {}) =>
  campus.make.subject({ term_id: term.id, teacher_id: teacher.id, ...fields }, students);
const exam = (subject: string, on: IsoDate) =>
  makeExam(campus, { subject, on, published: false, results: [] });
const read = async (by: Person, more = ''): Promise<CalendarEntry[]> => {
  const path = `/api/events?from=${campus.today}&to=${day(60)}${more}`;
  const { status, body } = await campus.as(by).get(path);
  expect(status).toBe(200);
  return body.entries;
};
const ofSubject = async (by: Person, title: string) =>
  (await read(by)).filter((one) => one.title === title).map(({ startsOn }) => startsOn);

const extend = async (id: string, student: Person, deadline: string) => {
  const { status } = await campus.as(teacher).send({
    method: 'PUT',
    path: `${handInPath(id, student)}/extension`,
    body: JSON.stringify({ deadline, reason: 'Ill' }),
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
};
const dropped = (subject: string, student: Person, lastDay: IsoDate) =>
  campus.database
    .updateTable('enrolments')
    .set({ to_on: lastDay })
    .where('subject_id', '=', subject)
    .where('student_id', '=', student.id)
    .execute();

test('a deadline that was moved for one student is in their calendar alone, until they are dropped', async () => {
  const ben = await campus.make.student();
  const { id: subject } = await subjectOf([ada, ben], { name: 'Optics' });
  const { id } = await makeAssignment(campus, teacher, subject, { title: 'Lenses' });
  await extend(id, ada, `${day(9)}T12:00`);
  await setDeadline(campus, id, '2026-09-01T10:00:00Z');
  const lenses = (by: Person) => ofSubject(by, 'Optics: Lenses');
  expect(await lenses(ada)).toEqual([day(9)]);
  for (const other of [ben, teacher, admin]) expect(await lenses(other)).toEqual([]);
  await dropped(subject, ada, day(-1));
  expect(await lenses(ada)).toEqual([]);
});

test('whose enrolment has an end has the exams until then, and the deadlines as long as they are enrolled', async () => {
  const cleo = await campus.make.student();
  const { id: subject } = await subjectOf([cleo], { name: 'Logic' });
  const { id: exams } = await exam(subject, day(2));
  await exam(subject, day(3));
  await makeAssignment(campus, teacher, subject, { title: 'Proofs' });
  const dates = async () => (await read(cleo)).map(({ source, id }) => `${source} ${id}`);
  await dropped(subject, cleo, day(2));
  expect(await dates()).toEqual([`exam ${exams}`, expect.stringMatching(/^assignment/)]);
  await dropped(subject, cleo, day(-1));
  expect(await dates()).toEqual([]);
});

test('the first entries are those of the whole calendar, for everybody, at the same time as well', async () => {
  const [dan, other] = [await campus.make.student(), await campus.make.teacher()];
  const { id: own } = await subjectOf([dan]);
  const { id: second } = await subjectOf([dan]);
  const { id: foreign } = await subjectOf([], { teacher_id: other.id });
  const by = { closed_at: campus.campus.now(), closed_by: admin.id };
  const closed = await campus.make.term({ is_open: false, ...by });
  const { id: past } = await subjectOf([dan], { term_id: closed.id });
  for (const subject of [second, own, foreign, past])
    for (const days of [1, 1, 2, 5]) await exam(subject, day(days));
  // They were to come when the term was closed.
  await campus.database
    .updateTable('exams')
    .set({ created_at: new Date('2026-05-01T10:00:00Z') })
    .where('subject_id', '=', past)
    .execute();
  const times = ['T18:00', 'T18:00', 'T09:00'].map((time) => `${day(1)}${time}`);
  for (const [subject, at] of [
    [second, teacher],
    [own, teacher],
    [foreign, other],
  ] as const)
    for (const deadline of [...times, `${day(5)}T23:59`])
      await makeAssignment(campus, at, subject, { deadline });
  const { id: moved } = await makeAssignment(campus, teacher, own, { deadline: `${day(1)}T08:00` });
  await extend(moved, dan, `${day(2)}T18:00`);
  const event = { kind: 'event', title: 'Fair', audience: { group: 'everyone' } };
  for (const when of [
    { startsOn: day(1) },
    { startsOn: day(-1), endsOn: day(2), kind: 'exam' },
    { startsOn: day(1), startTime: '18:00', endTime: '19:00', kind: 'exam' },
  ])
    expect((await campus.as(admin).post('/api/events', { ...event, ...when })).status).toBe(201);
  for (const person of [dan, teacher, admin])
    for (const kind of ['', '&kind=exam', '&kind=deadline']) {
      const all = await read(person, kind);
      expect(all.length).toBeGreaterThan(0);
      const first = all.map((_, at) => read(person, `${kind}&limit=${at + 1}`));
      for (const [at, entries] of (await Promise.all(first)).entries())
        expect(entries).toEqual(all.slice(0, at + 1));
    }
});

test('of two deadlines in the hour that occurs twice the earlier comes first', async () => {
  const eve = await campus.make.student();
  const { id: subject } = await subjectOf([eve]);
  // Clocks go back from 3:00 to 2:00.
  for (const [title, at] of [
    ['After', '2026-10-25T01:15:00Z'],
    ['Before', '2026-10-25T00:45:00Z'],
  ] as const)
    await setDeadline(campus, (await makeAssignment(campus, teacher, subject, { title })).id, at);
  const entries = await read(eve, '&kind=deadline');
  expect(entries.map(({ title, startTime }) => [title.split(': ')[1], startTime])).toEqual([
    ['Before', '02:45'],
    ['After', '02:15'],
  ]);
  expect(await read(eve, '&kind=deadline&limit=1')).toEqual(entries.slice(0, 1));
});
