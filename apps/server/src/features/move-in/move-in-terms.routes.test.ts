import type { IsoDate } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { waitsForLock } from '../../testing/locks.ts';

let campus: TestCampus;
let office: Caller;
let registrar: Person;
let dana: Person;
let ann: Person;
let term: string;
let algebra: string;

beforeEach(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  registrar = await make.admin({ duty: 'registrar' });
  office = campus.as(registrar);
  dana = await make.teacher({ email: 'dana@example.edu' });
  ann = await make.student({ email: 'ann@example.edu' });
  ({ id: term } = await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2026-12-20' as IsoDate,
  }));
  ({ id: algebra } = await make.subject(
    { term_id: term, teacher_id: dana.id, name: 'Algebra', code: 'AL' },
    [ann],
    { from_on: '2026-09-01' as IsoDate },
  ));
});
afterEach(() => campus.close());

const { send, preview, stored, refused, undo } = moveInFiles(() => office);

const days = (first: string, last: string): string =>
  `Term,First day,Last day\nAutumn 2026,${first},${last}\n`;
const move = (first: string, last: string) => stored('terms', days(first, last), '?confirm=1');

const markOn = async (day: string): Promise<void> => {
  const { status } = await campus.as(dana).post('/api/attendance/bulk', {
    facultyEmail: dana.email,
    subjectId: algebra,
    date: day,
    studentAttendances: [{ studentEmail: ann.email, present: true }],
  });
  expect(status).toBe(200);
};
const examOn = (day: string) =>
  makeExam(campus, { subject: algebra, on: day as IsoDate, results: [] });

const daysOfTerm = async (): Promise<string[]> => {
  const { body } = await office.get('/api/terms');
  const { startsOn, endsOn } = body.find(({ id }: { id: string }) => id === term);
  return [startsOn, endsOn];
};
const enrolled = async (): Promise<string[]> => {
  const { body } = await office.get(`/api/subjects/${algebra}/enrolments`);
  return body
    .map(({ fromOn, toOn }: Record<'fromOn' | 'toOn', string | null>) => `${fromOn} ${toOn ?? ''}`)
    .toSorted();
};

describe('a file with other days of a term', () => {
  test('is refused while it leaves a marked class or an exam outside, as on the page of the term', async () => {
    await markOn('2026-11-02');
    await examOn('2026-11-10');
    const reasons = [
      'Attendance is marked on 2026-11-02. The term cannot end before that day.',
      'An exam is held on 2026-11-10. The term cannot end before that day.',
    ];
    const short = days('2026-09-01', '2026-10-01');
    expect(await preview('terms', short)).toMatchObject({ problemRows: 1, update: 0 });
    expect(await refused('terms', short, '?confirm=1')).toEqual(
      reasons
        .toSorted()
        .map((reason) => [2, 'Last day', '2026-10-01', reason])
        .toReversed(),
    );
    expect(await refused('terms', days('2026-11-03', '2026-12-20'), '?confirm=1')).toEqual([
      [
        2,
        'First day',
        '2026-11-03',
        'Attendance is marked on 2026-11-02. The term cannot begin after that day.',
      ],
    ]);
    expect(await office.patch(`/api/terms/${term}`, { endsOn: '2026-10-01' })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'endsOn', message: reasons[0] }] },
    });
    expect(await daysOfTerm()).toEqual(['2026-09-01', '2026-12-20']);
    expect(await move('2026-11-02', '2026-11-10')).toBe(1);
  });

  test('waits for an exam that is being added, and is refused', async () => {
    const adding = await campus.database.pool.connect();
    try {
      await adding.query('begin');
      await adding.query('select from terms where id = $1 for share', [term]);
      await adding.query(
        `insert into exams (subject_id, title, held_on, max_marks, created_by)
         values ($1, 'Final', '2026-12-20', 100, $2)`,
        [algebra, dana.id],
      );
      const sent = send('terms', days('2026-09-01', '2026-12-19'), '?confirm=1');
      expect(await waitsForLock(campus.database, sent)).toBe(true);
      await adding.query('commit');
      expect((await sent).status).toBe(422);
    } finally {
      adding.release(true);
    }
  });

  test('moves the first day of enrolments along, and so does its undo', async () => {
    const ben = await campus.make.student({ email: 'ben@example.edu' });
    await campus.database.pool.query(
      `insert into enrolments (subject_id, student_id, from_on, to_on)
       values ($1, $2, '2026-09-01', '2026-09-03'), ($1, $2, '2026-10-01', null)`,
      [algebra, ben.id],
    );
    await move('2026-09-07', '2026-12-20');
    const moved = ['2026-09-01 2026-09-03', '2026-09-07 ', '2026-10-01 '];
    expect(await enrolled()).toEqual(moved);
    expect((await undo()).status).toBe(200);
    expect(await daysOfTerm()).toEqual(['2026-09-01', '2026-12-20']);
    expect(await enrolled()).toEqual(['2026-09-01 ', '2026-09-01 2026-09-03', '2026-10-01 ']);
  });

  test('is refused with a reason if a student would be enrolled twice on some days, and so is its undo', async () => {
    const ben = await campus.make.student({ email: 'ben@example.edu' });
    await campus.database.pool.query(
      `insert into enrolments (subject_id, student_id, from_on, to_on)
       values ($1, $2, '2026-09-01', '2026-09-03')`,
      [algebra, ben.id],
    );
    await move('2026-09-07', '2026-12-20');
    await campus.database.pool.query(
      `insert into enrolments (subject_id, student_id, from_on) values ($1, $2, '2026-09-07')`,
      [algebra, ben.id],
    );
    for (const first of ['2026-09-01', '2026-09-02'])
      expect(await send('terms', days(first, '2026-12-20'), '?confirm=1')).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('would be enrolled twice on some days') },
      });
    expect(await undo()).toMatchObject({
      status: 409,
      body: { message: 'This cannot be undone: a student was enrolled on these days since.' },
    });
    expect(await daysOfTerm()).toEqual(['2026-09-07', '2026-12-20']);
  });

  test('moves two terms that follow each other at once, and back', async () => {
    await stored('terms', 'Term,First day,Last day\nSpring 2027,2026-12-21,2027-05-31\n');
    const file =
      'Term,First day,Last day\nAutumn 2026,2026-09-01,2027-01-31\nSpring 2027,2027-02-01,2027-06-30\n';
    expect(await stored('terms', file, '?confirm=2')).toBe(2);
    expect(await daysOfTerm()).toEqual(['2026-09-01', '2027-01-31']);
    expect((await undo()).status).toBe(200);
    expect(await daysOfTerm()).toEqual(['2026-09-01', '2026-12-20']);
  });

  test('is not undone once attendance is marked or an exam is held outside the former days', async () => {
    await move('2026-08-01', '2027-01-31');
    await markOn('2026-08-31');
    await examOn('2027-01-10');
    const { status, body } = await undo();
    expect([status, body.message]).toEqual([
      409,
      'This cannot be undone: something was written since: Autumn 2026 (attendance is marked on 2026-08-31 and an exam is held on 2027-01-10, outside its former days). Nothing was changed.',
    ]);
    expect(await daysOfTerm()).toEqual(['2026-08-01', '2027-01-31']);
  });

  test('is not undone once the term is closed; its name alone is', async () => {
    const planned = await campus.make.term({
      name: 'Spring 2027',
      is_open: false,
      starts_on: '2027-02-01' as IsoDate,
      ends_on: '2027-06-30' as IsoDate,
    });
    await stored(
      'terms',
      'Term,First day,Last day,id\nSpring 2027,2027-02-02,2027-06-30,s27\n',
      '?confirm=1',
    );
    await stored(
      'terms',
      'Term,First day,Last day,id\nSpring term,2027-02-02,2027-06-30,s27\n',
      '?confirm=1',
    );
    await campus.database.pool.query(
      'update terms set closed_at = now(), closed_by = $1 where id = $2',
      [registrar.id, planned.id],
    );
    expect((await undo()).status).toBe(200);
    const { status, body } = await undo();
    expect([status, body.details]).toEqual([409, [{ name: 'Spring 2027', what: 'is closed' }]]);
  });

  test('leaves a file of opening balances that ended before as it is: it can be moved in again', async () => {
    const balance = (until: string) =>
      `Student Email,Subject,Classes,Present,Until\nann@example.edu,AL,10,8,${until}\n`;
    await stored('opening-balances', balance('2026-09-03'));
    await move('2026-09-05', '2026-12-20');
    const { body } = await office.get<string>('/api/move-in/export?kind=opening-balances');
    expect([body.includes('2026-09-03'), await stored('opening-balances', body)]).toEqual([
      true,
      0,
    ]);
    expect(await refused('opening-balances', balance('2026-09-04'))).toEqual([
      [2, 'Until', '2026-09-04', expect.stringContaining('this day is outside of it')],
    ]);
  });
});

test('a term from a file is not undone once it was opened and closed, although nothing is in it', async () => {
  await stored(
    'terms',
    'Term,First day,Last day,State\nSpring 2027,2027-01-10,2027-05-31,planned\n',
  );
  const { body: terms } = await office.get('/api/terms');
  const spring = terms.find(({ name }: any) => name === 'Spring 2027').id;
  const close = (id: string, next: object) =>
    office.post(`/api/terms/${id}/close`, {
      next,
      promote: { semester: false, year: false },
      carrySubjects: [],
      reason: 'Nobody comes',
    });
  expect((await close(term, { termId: spring })).status).toBe(200);
  const next = { name: 'Autumn 2027', startsOn: '2027-09-01', endsOn: '2027-12-20' };
  expect((await close(spring, next)).status).toBe(200);
  const { status, body } = await undo();
  expect([status, body.details]).toEqual([409, [{ name: 'Spring 2027', what: 'was closed' }]]);
  expect((await office.post(`/api/terms/${spring}/reopen`)).status).toBe(200);
});
