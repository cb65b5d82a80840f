import type { IsoDate } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let office: Caller;
let ann: Person;
let algebra: string;

const day = (text: string): IsoDate => text as IsoDate;
const leave = { away_from: day('2026-10-01'), away_until: day('2026-10-31'), away_reason: 'Ill' };

beforeEach(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  office = campus.as(await make.admin({ duty: 'registrar' }));
  const dana = await make.teacher({ name: 'Dana', email: 'dana@example.edu' });
  ann = await make.student({ name: 'Ann', email: 'ann@example.edu' });
  const term = await make.term({
    name: 'Autumn 2026',
    starts_on: day('2026-09-01'),
    ends_on: day('2027-01-31'),
  });
  ({ id: algebra } = await make.subject({
    term_id: term.id,
    teacher_id: dana.id,
    name: 'Algebra',
    code: 'AL',
  }));
});
afterEach(() => campus.close());

const { send, stored, refused, undo } = moveInFiles(() => office);

const head = 'Student Email,Subject,From,To\n';
const enrolled = async (): Promise<string[]> => {
  const { body } = await office.get(`/api/subjects/${algebra}/enrolments`);
  return body
    .map(({ fromOn, toOn }: Record<'fromOn' | 'toOn', string | null>) => `${fromOn} ${toOn ?? ''}`)
    .toSorted();
};
const batch = async (action: object) => {
  const path = '/api/people/students/batches';
  const { body } = await office.post(path, { action, students: [ann.id] });
  const applied = await office.post(`${path}/${body.id}/apply`);
  expect(applied).toMatchObject({ status: 200 });
};

describe('a file of enrolments', () => {
  test('puts nobody on rosters during a leave, after their last day, or while they are deactivated', async () => {
    const { make } = campus;
    for (const name of ['Lea', 'Lou'])
      await make.student({ name, email: `${name.toLowerCase()}@example.edu` }, leave);
    await make.student(
      { name: 'Max', email: 'max@example.edu' },
      { withdrawn_on: day('2026-12-01') },
    );
    await make.student({ name: 'Gone', email: 'gone@example.edu', active: false });
    const file = `${head}lea@example.edu,AL,,
lou@example.edu,AL,2026-10-31,2026-11-30
max@example.edu,AL,2026-12-02,
gone@example.edu,AL,,2026-11-19
`;
    const away =
      'is on leave from 2026-10-01 to 2026-10-31: the days must end before it or begin after it';
    expect(await refused('enrolments', file)).toEqual([
      [2, null, null, `Lea ${away}`],
      [3, null, null, `Lou ${away}`],
      [4, null, null, 'The last day of Max is 2026-12-01: the enrolment must begin by then'],
      [5, null, null, 'Gone is not an active student: the last day cannot be after today'],
    ]);
    const around = `${head}lea@example.edu,AL,,2026-09-30
lea@example.edu,AL,2026-11-01,
max@example.edu,AL,2026-12-01,
gone@example.edu,AL,,2026-11-18
`;
    expect(await stored('enrolments', around)).toBe(4);
    expect(await stored('enrolments', around)).toBe(0);
  });

  test('without a first day means the period from the first day of the term on, however often it is sent', async () => {
    const file = `${head}ann@example.edu,AL,,2026-09-30\nann@example.edu,AL,2026-11-02,\n`;
    expect(await stored('enrolments', file)).toBe(2);
    expect(await stored('enrolments', file)).toBe(0);
    await campus.make.teacher({ email: 'eve@example.edu' });
    const helpers =
      'Teacher,Subject,From,To\neve@example.edu,AL,,2026-09-30\neve@example.edu,AL,2026-11-02,\n';
    expect(await stored('helpers', helpers)).toBe(2);
    expect(await stored('helpers', helpers)).toBe(0);
  });

  test('or of helpers can be moved in again as it is after the days of the term have changed', async () => {
    await campus.make.teacher({ email: 'eve@example.edu' });
    await stored('enrolments', `${head}ann@example.edu,AL,2026-09-01,2027-01-20\n`);
    await stored('helpers', 'Teacher,Subject,To\neve@example.edu,AL,2027-01-20\n');
    const { body: terms } = await office.get('/api/terms');
    const path = `/api/terms/${terms[0].id}`;
    expect((await office.patch(path, { endsOn: '2026-12-20' })).status).toBe(200);
    for (const kind of ['enrolments', 'helpers'] as const) {
      const { body } = await office.get<string>(`/api/move-in/export?kind=${kind}`);
      expect([kind, body.includes('2027-01-20'), await stored(kind, body)]).toEqual([
        kind,
        true,
        0,
      ]);
    }
    expect(
      await refused('enrolments', `${head}ann@example.edu,AL,2026-09-01,2027-01-19\n`),
    ).toEqual([[2, 'To', '2027-01-19', expect.stringContaining('this day is outside of it')]]);
  });

  test('that mistypes a student is refused with whom it may mean: two digits swapped come first', async () => {
    for (const number of ['S2026012', 'S2026021', 'S2026013'])
      await campus.make.student({ univ_id: number }, { roll_no: `R-${number}` });
    const file = `Email,University ID,Roll Number,Subject
,S2062012,,AL
,S202601,,AL
,,R-S202021,AL
amn@example.edu,,,AL
nobody@example.edu,,,AL
`;
    const reasons = (await refused('enrolments', file)).map((one: unknown[]) => one[3]);
    expect(reasons).toEqual([
      'No student has this University ID. Most like it: S2026012',
      'No student has this University ID. Most like it: S2026012, S2026013, S2026021',
      'No student has this Roll Number. Most like it: R-S2026021',
      'No student has this e-mail. Most like it: ann@example.edu',
      'No student has this e-mail',
    ]);
    await campus.make.student({ univ_id: 'S2026099' });
    await campus.make.student({ univ_id: 'S2026900' });
    const swapped = 'University ID,Subject\nS2026090,AL\n';
    expect(await refused('enrolments', swapped)).toEqual([
      [
        2,
        'University ID',
        'S2026090',
        'No student has this University ID. Most like it: S2026900, S2026099',
      ],
    ]);
  });

  test('that names subjects by Source ID needs no term, whether one is open or not', async () => {
    await stored(
      'terms',
      'Name,First day,Last day,State\nSpring 2025,2025-02-01,2025-06-30,closed\n',
    );
    const eve = await campus.make.teacher({ email: 'eve@example.edu', active: false });
    await stored(
      'subjects',
      'Code,Name,Teacher,Term,id\nBO,Botany,dana@example.edu,Spring 2025,c1\n',
    );
    expect(await stored('helpers', `Teacher,Subject\n${eve.email},c1\n`)).toBe(1);
    await campus.database.pool.query('update terms set is_open = false where is_open');
    expect(await stored('enrolments', 'Student Email,Subject\nann@example.edu,c1\n')).toBe(1);
    expect(await refused('enrolments', 'Student Email,Subject\nann@example.edu,BO\n')).toEqual([
      [2, null, null, 'No term is open: the row must say which term it is about'],
    ]);
  });

  test('or of helpers names one section, not several: their names separate files of subjects by semicolons', async () => {
    await campus.make.teacher({ email: 'eve@example.edu' });
    const reason = 'This is the name of one section: it has no semicolon';
    const files = [
      ['enrolments', 'Student Email,Subject,Section\nann@example.edu,AL,A; B\n'],
      ['helpers', 'Teacher,Subject,Section\neve@example.edu,AL,A; B\n'],
    ] as const;
    for (const [kind, file] of files)
      expect(await refused(kind, file)).toEqual([[2, 'Section', 'A; B', reason]]);
    const byHand = await office.post(`/api/subjects/${algebra}/sections`, { name: 'A; B' });
    expect(byHand).toMatchObject({
      status: 422,
      body: { details: [{ field: 'name', message: 'The name of a section has no semicolon' }] },
    });
  });

  test('drops whom it gives a last day before that of the term: no audience enrols them again', async () => {
    await campus.make.student({ name: 'Ben', email: 'ben@example.edu' });
    const everyone = () =>
      office.send({
        method: 'PUT',
        path: `/api/subjects/${algebra}/audience`,
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
    await stored('enrolments', `${head}ann@example.edu,AL,,\nben@example.edu,AL,,2026-10-15\n`);
    const left = ['2026-09-01 2026-10-15', '2026-09-01 2026-10-15'];
    await stored('enrolments', `${head}ann@example.edu,AL,,2026-10-15\n`, '?confirm=1');
    expect((await everyone()).body).toMatchObject({ enrolled: 0 });
    expect(await enrolled()).toEqual(left);
    expect((await undo()).status).toBe(200);
    const { body } = await office.get(`/api/subjects/${algebra}/enrolments`);
    expect(body.map(({ toOn, droppedBy }: any) => [toOn, droppedBy !== null])).toEqual([
      [null, false],
      ['2026-10-15', true],
    ]);
  });

  test('that arrives while its student is being given leave waits, and names the student', async () => {
    const [answer] = await inTurn(
      campus.database,
      [
        `update students set away_from = '2026-10-01', away_reason = 'Ill' where person_id = $1`,
        [ann.id],
      ],
      [() => send<any>('enrolments', `${head}ann@example.edu,AL,,\n`)],
      'commit',
    );
    expect(answer).toMatchObject({
      status: 422,
      body: { details: [{ row: 2, reason: expect.stringContaining('Ann is on leave') }] },
    });
  });
});

describe('undoing a file that added an enrolment still to begin', () => {
  beforeEach(() => stored('enrolments', `${head}ann@example.edu,AL,2026-12-01,\n`));
  const undone = async () => {
    const { status, body } = await undo();
    return status === 200
      ? '200'
      : body.details.map(({ name, what }: any) => `${name}: ${what}`).join();
  };

  test('is refused while it begins after a leave instead', async () => {
    const path = '/api/people/students/batches';
    await batch({ kind: 'leave', from: '2026-11-25', until: '2026-12-05', reason: 'Ill' });
    expect(await undone()).toEqual('A record: Ann has another enrolment in Algebra');
    const [{ id }] = (await office.get(path)).body;
    expect((await office.post(`${path}/${id}/undo`)).status).toBe(200);
    expect(await undone()).toBe('200');
    expect(await enrolled()).toEqual([]);
  });

  test('is refused while the end of a leave would begin it', async () => {
    await batch({ kind: 'leave', from: '2026-11-25', reason: 'Ill' });
    expect(await undone()).toEqual('A record: Ann is on leave from Algebra');
    await batch({ kind: 'return', on: '2026-12-05' });
    expect(await enrolled()).toEqual(['2026-12-05 ']);
    expect(await undone()).toEqual('A record: Ann has another enrolment in Algebra');
  });

  test('is refused while reinstating the student would begin it', async () => {
    await batch({ kind: 'withdraw', on: '2026-11-18' });
    expect(await undone()).toEqual('A record: Ann was withdrawn from Algebra');
  });

  test('is not, once its subject was deleted', async () => {
    const path = `/api/subjects/${algebra}`;
    expect((await office.send({ method: 'DELETE', path })).status).toBe(204);
    expect(await undone()).toBe('200');
  });
});

describe('undoing a file that ended an enrolment', () => {
  beforeEach(async () => {
    await stored('enrolments', `${head}ann@example.edu,AL,,\n`);
    await stored('enrolments', `${head}ann@example.edu,AL,,2026-10-15\n`, '?confirm=1');
  });

  test.each([
    [
      'was given leave',
      () => batch({ kind: 'leave', from: '2026-11-01', until: '2026-11-30', reason: 'Ill' }),
    ],
    ['was withdrawn', () => batch({ kind: 'withdraw', on: '2026-11-10' })],
  ])('is refused once the student %s', async (what, act) => {
    await act();
    const { status, body } = await undo();
    expect([status, body.details]).toEqual([409, [{ name: 'Ann in Algebra', what }]]);
    expect(await enrolled()).toEqual(['2026-09-01 2026-10-15']);
  });

  test('is refused once the student has changed programme, where the audience enrolled them', async () => {
    await campus.database.pool.query('update enrolments set added_by = null');
    await batch({ kind: 'transfer', on: '2026-11-18', values: { course: 'Physics' } });
    const { status, body } = await undo();
    expect([status, body.details]).toEqual([
      409,
      [{ name: 'Ann in Algebra', what: 'is of somebody who has changed programme' }],
    ]);
    expect(await enrolled()).toEqual(['2026-09-01 2026-10-15']);
  });

  test('is refused once its term is closed', async () => {
    const { body: terms } = await office.get('/api/terms');
    const closed = await office.post(`/api/terms/${terms[0].id}/close`, {
      next: { name: 'Spring 2027', startsOn: '2027-02-01', endsOn: '2027-06-30' },
      promote: { semester: false, year: false },
      carrySubjects: [],
      reason: 'Moved in early',
    });
    expect(closed.status).toBe(200);
    const { status, body } = await undo();
    expect([status, body.details]).toEqual([
      409,
      [{ name: 'Ann in Algebra', what: 'is in a term that is closed' }],
    ]);
    expect(await enrolled()).toEqual(['2026-09-01 2026-10-15']);
  });

  test('is refused once the student was enrolled again', async () => {
    const again = { studentEmail: ann.email, fromOn: '2026-11-02' };
    expect((await office.post(`/api/subjects/${algebra}/enrolments`, again)).status).toBe(201);
    expect(await undo()).toMatchObject({
      status: 409,
      body: { message: 'This cannot be undone: a student was enrolled on these days since.' },
    });
  });

  test('puts the student back otherwise', async () => {
    expect((await undo()).status).toBe(200);
    expect(await enrolled()).toEqual(['2026-09-01 ']);
  });
});
