import type { IsoDate, SubjectDetails } from '@campus/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { inTurn, waitsForLock } from '../../testing/locks.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let office: Caller;
let administrator: Person;
let dana: Person;
let term: string;
let algebra: string;

beforeEach(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  administrator = await make.admin();
  office = campus.as(administrator);
  dana = await make.teacher({ name: 'Dana', email: 'dana@example.edu' });
  await make.teacher({ name: 'Eve', email: 'eve@example.edu' });
  const ann = await make.student({ name: 'Ann', email: 'ann@example.edu' });
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

const { stored, batches, undo } = moveInFiles(() => office);
const remove = (path: string) => office.send({ method: 'DELETE', path });
/** A subject to be added to the open term. */
const subject = { subjectName: 'Alchemy', credits: 3, emailId: 'eve@example.edu' };
const read = async () => (await office.get<SubjectDetails>(`/api/subjects/${algebra}`)).body;

describe('undoing a file of programmes', () => {
  const departmentOf = async (programme: string) => {
    const { programmes, departments } = (await office.get('/api/programmes')).body;
    const { departmentId } = programmes.find(({ name }: any) => name === programme);
    return departments.find(({ id }: any) => id === departmentId)?.name;
  };
  const department = async (name: string): Promise<string> => {
    const { departments } = (await office.get('/api/programmes')).body;
    return departments.find((one: any) => one.name === name).id;
  };

  beforeEach(async () => {
    await stored('programmes', 'Programme,Department,id\nLaw,Arts,law\n');
    await stored('programmes', 'Programme,Department,id\nLaw,Humanities,law\n', '?confirm=1');
  });

  test('is refused once the former department is deleted, naming the programme', async () => {
    expect((await remove(`/api/departments/${await department('Arts')}`)).status).toBe(204);
    const { status, body } = await undo();
    expect([status, body.details]).toEqual([
      409,
      [{ name: 'Law', what: 'its former department was deleted' }],
    ]);
    expect(await departmentOf('Law')).toBe('Humanities');
  });

  test('puts the programme into the department that its former one was merged into', async () => {
    const { body } = await office.post('/api/departments', { name: 'Fine Arts' });
    const merged = { kind: 'department', into: body.id, others: [await department('Arts')] };
    expect((await office.post('/api/programmes/merge', merged)).status).toBe(200);
    expect((await undo()).status).toBe(200);
    expect(await departmentOf('Law')).toBe('Fine Arts');
  });
});

test('undoing a file of programmes leaves the departments that a file of departments brought', async () => {
  await stored('departments', 'Department,Confirmed\nMusic,no\n');
  await stored('programmes', 'Programme,Department\nSong,Music\nSculpture,Arts\n');
  const named = async () =>
    (await office.get('/api/programmes')).body.departments.map(({ name }: any) => name);
  expect(await named()).toEqual(expect.arrayContaining(['Arts', 'Music']));
  expect((await undo()).status).toBe(200);
  expect(await named()).toContain('Music');
  expect(await named()).not.toContain('Arts');
  expect((await undo()).body).toMatchObject({ kind: 'departments', created: 1 });
  expect(await named()).not.toContain('Music');
});

test('after its subjects and results, a file of teachers or students can be undone, too', async () => {
  const upload = async (of: string, content: string): Promise<void> => {
    const files = [{ name: 'people.csv', content }];
    const { body } = await sendForm(office, `/api/upload${of}Details?invite=later`, files);
    expect(body).toBe(1);
  };
  await upload(
    'Faculty',
    'Name,Email,Department,Contact Number,Gender,DOB,Address\nFinn,finn@example.edu,Physics,9845022114,Male,1980-01-01,Quad 1\n',
  );
  await upload('Student', 'Name,Email\nSam,sam@example.edu\n');
  await stored('exams', 'Subject,Exam,Date\nAL,Mid-term,2026-10-01\n');
  await stored('subjects', 'Code,Name,Teacher\nZO,Zoology,finn@example.edu\n');
  await stored(
    'past-results',
    'Email,Subject,Exam,Marks,Outside Enrolment\nsam@example.edu,AL,Mid-term,4,yes\n',
  );
  const path = '/api/people/students/batches';
  const undoPeople = async (of: string) => {
    const [batch] = (await office.get(`${path}?limit=1&of=${of}`)).body;
    const { status, body } = await office.post(`${path}/${batch.id}/undo`);
    return status === 200 ? '200' : body.details[0].what;
  };
  const both = async () => [await undoPeople('faculty'), await undoPeople('students')];
  expect(await both()).toEqual(['has a subject', 'has exam results']);
  for (let left = 2; left > 0; left -= 1) expect((await undo()).status).toBe(200);
  expect(await both()).toEqual(['200', '200']);
  const whole = campus.as(await campus.make.admin());
  const [exam] = (await whole.get('/api/exams')).body;
  expect((await whole.get(`/api/exams/${exam.id}/history`)).body.results).toMatchObject([
    { studentName: 'Sam', from: { marks: 4 }, to: { marks: null } },
    { studentName: 'Sam', from: { marks: null }, to: { marks: 4 } },
  ]);
});

test('undoing a file of programmes is refused once one was merged into another: its spelling stays known', async () => {
  await stored('programmes', 'Programme\nB.E.\n');
  const { body: other } = await office.post('/api/programmes', { name: 'B.Tech' });
  const { programmes } = (await office.get('/api/programmes')).body;
  const { id } = programmes.find(({ name }: any) => name === 'B.E.');
  const merged = { kind: 'programme', into: other.id, others: [id] };
  expect((await office.post('/api/programmes/merge', merged)).status).toBe(200);
  const { status, body } = await undo();
  expect([status, body.details]).toEqual([
    409,
    [{ name: 'A record', what: 'B.E. was merged into B.Tech' }],
  ]);
  expect((await office.get('/api/programmes')).body.programmes).toMatchObject([
    { name: 'B.Tech', formerly: ['B.E.'] },
  ]);
});

test('subjects can exchange their codes in one file, and have their own again when it is undone', async () => {
  await stored(
    'subjects',
    'Code,Name,Teacher,id\nAL,Algebra,dana@example.edu,1\nBO,Botany,dana@example.edu,2\n',
  );
  const exchanged =
    'Code,Name,Teacher,id\nBO,Algebra,dana@example.edu,1\nAL,Botany,dana@example.edu,2\n';
  expect(await stored('subjects', exchanged, '?confirm=2')).toBe(2);
  const codes = async () =>
    String((await office.get('/api/move-in/export?kind=subjects&format=csv')).body).match(
      /Algebra|Botany|\b(?:AL|BO)\b/g,
    );
  expect(await codes()).toEqual(['Botany', 'AL', 'Algebra', 'BO']);
  expect((await undo()).status).toBe(200);
  expect(await codes()).toEqual(['Algebra', 'AL', 'Botany', 'BO']);
  const { rows } = await campus.database.pool.query(
    `select before || ' ' || after as change from record_changes where subject_id = $1 order by id`,
    [algebra],
  );
  expect(rows.map(({ change }) => change)).toEqual(['AL BO', 'BO AL']);
});

describe('undoing a file is refused, naming what something else has since:', () => {
  const spring = 'Term,First day,Last day,id\n';
  test.each([
    [
      'the code of a subject',
      'subjects',
      'Code,Name,Teacher,id\nAL,Algebra,dana@example.edu,1\n',
      'Code,Name,Teacher,id\nNEW,Algebra,dana@example.edu,1\n',
      () => office.post('/api/enrollments/create-for-all', { ...subject, subjectCode: 'al' }),
      'another subject has one of the codes since.',
    ],
    [
      'the code of a programme',
      'programmes',
      'Programme,Code,id\nLaw,LA,law\n',
      'Programme,Code,id\nLaw,LW,law\n',
      () => office.post('/api/programmes', { name: 'Latin', code: 'la' }),
      'another programme has one of the codes since.',
    ],
    [
      'the name of a term',
      'terms',
      `${spring}Spring,2027-01-10,2027-05-31,s\n`,
      `${spring}Spring 2027,2027-01-10,2027-05-31,s\n`,
      () =>
        office.post('/api/terms', {
          name: 'Spring',
          startsOn: '2027-08-01',
          endsOn: '2027-12-20',
        }),
      'another term has one of the names since.',
    ],
    [
      'the days of a term',
      'terms',
      `${spring}Spring,2027-01-10,2027-05-31,s\n`,
      `${spring}Spring,2027-02-01,2027-05-31,s\n`,
      () =>
        office.post('/api/terms', {
          name: 'Winter',
          startsOn: '2027-01-01',
          endsOn: '2027-01-31',
        }),
      'another term has some of the days since.',
    ],
  ] as const)('%s', async (_what, kind, first, second, take, message) => {
    await stored(kind, first, '?confirm=1');
    expect(await stored(kind, second, '?confirm=1')).toBe(1);
    expect((await take()).status).toBe(201);
    const exported = async () =>
      (await office.get(`/api/move-in/export?kind=${kind}&format=csv`)).body;
    const before = await exported();
    expect(await undo()).toMatchObject({
      status: 409,
      body: { message: `This cannot be undone: ${message}` },
    });
    expect(await exported()).toBe(before);
  });
});

describe('undoing a file that hands a subject to another teacher', () => {
  const code = 'Code,Name,Teacher\n';
  beforeEach(() => stored('subjects', `${code}AL,Algebra,eve@example.edu\n`, '?confirm=1'));

  test('is refused once the former teacher is deactivated, unless the term is over', async () => {
    expect((await office.post(`/api/people/${dana.id}/deactivate`)).status).toBe(200);
    const { status, body } = await undo();
    expect([status, body.details]).toEqual([
      409,
      [{ name: 'Algebra (AL)', what: 'its former teacher Dana is not active' }],
    ]);
    expect((await read()).teacherName).toBe('Eve');
    await campus.database.pool.query(
      'update terms set is_open = false, closed_at = now(), closed_by = $1 where id = $2',
      [administrator.id, term],
    );
    expect((await undo()).status).toBe(200);
    expect((await read()).teacherName).toBe('Dana');
  });

  test('waits for a deactivation of the former teacher, and is refused', async () => {
    const deactivating = await campus.database.pool.connect();
    try {
      await deactivating.query('begin');
      await deactivating.query('update people set active = false where id = $1', [dana.id]);
      const undone = undo();
      expect(await waitsForLock(campus.database, undone)).toBe(true);
      await deactivating.query('commit');
      expect((await undone).status).toBe(409);
    } finally {
      deactivating.release(true);
    }
    expect((await read()).teacherName).toBe('Eve');
  });

  test('waits for a change of the subject, and does not overwrite it', async () => {
    const changing = await campus.database.pool.connect();
    try {
      await changing.query('begin');
      await changing.query(`update subjects set name = 'Algebra I' where id = $1`, [algebra]);
      const undone = undo();
      expect(await waitsForLock(campus.database, undone)).toBe(true);
      await changing.query('commit');
      expect((await undone).status).toBe(409);
    } finally {
      changing.release(true);
    }
    expect((await read()).subjectName).toBe('Algebra I');
  });
});

test('undoing a file takes back the Source IDs it gave to records that were there before', async () => {
  const head = 'Code,Name,Teacher,id\n';
  await stored('subjects', 'Code,Name,Teacher\nBO,Botany,dana@example.edu\n');
  const swapped = `${head}AL,Algebra I,dana@example.edu,2\nBO,Botany,dana@example.edu,1\n`;
  await stored('subjects', swapped, '?confirm=1');
  expect((await undo()).status).toBe(200);
  const right = `${head}AL,Algebra,dana@example.edu,1\nBO,Botany,dana@example.edu,2\n`;
  expect(await stored('subjects', right)).toBe(0);
  await campus.make.student({ email: 'ben@example.edu' });
  await stored('enrolments', 'Email,Subject\nben@example.edu,1\n');
  const { body } = await office.get(`/api/subjects/${algebra}/enrolments`);
  expect(body.map((one: any) => one.studentEmail)).toContain('ben@example.edu');
});

describe('undoing a file that moves somebody to another section', () => {
  test.each([
    ['enrolments', 'Email,Subject,Section,id\nann@example.edu,AL', 'Ann in Algebra'],
    ['helpers', 'Teacher,Subject,Section,id\neve@example.edu,AL', 'Eve in Algebra'],
  ] as const)('is refused once the former section is gone: %s', async (kind, row, name) => {
    const to = (section: string) => stored(kind, `${row},${section},x1\n`, '?confirm=1');
    await to('Morning');
    await to('Evening');
    const section = async (named: string) =>
      (await read()).sections.find((one) => one.name === named)?.id ?? '';
    const morning = `/api/subjects/${algebra}/sections/${await section('Morning')}`;
    // A spelling that differs in capitals is still the same section.
    expect((await office.patch(morning, { name: 'MORNING' })).status).toBe(200);
    expect((await undo()).status).toBe(200);
    await to('Evening');
    expect((await remove(morning)).status).toBe(200);
    const [last] = await batches();
    const { status, body } = await undo(last?.id);
    expect([status, body.details]).toEqual([409, [{ name, what: 'section MORNING is gone' }]]);
  });
});

describe('undoing a file while one of its records is being changed by hand', () => {
  const idIn = async (table: 'enrolments' | 'subject_teachers'): Promise<string> => {
    const { rows } = await campus.database.pool.query(
      `select id from ${table} where subject_id = $1 order by id desc limit 1`,
      [algebra],
    );
    return rows[0].id;
  };

  test.each([
    [
      'enrolments',
      'Email,Subject,Section,id\nann@example.edu,AL',
      async () => {
        const path = `/api/enrolments/${await idIn('enrolments')}/drop`;
        return () => office.post(path, { lastDay: '2026-12-01' });
      },
      'Ann in Algebra',
      'has another last day',
    ],
    [
      'helpers',
      'Teacher,Subject,Section,id\neve@example.edu,AL',
      async () => {
        const path = `/api/subjects/${algebra}/helpers/${await idIn('subject_teachers')}`;
        return () => remove(path);
      },
      'A record',
      'was deleted',
    ],
  ] as const)('waits, and is refused: %s', async (kind, row, change, name, what) => {
    await stored(kind, `${row},Morning,x1\n`, '?confirm=1');
    await stored(kind, `${row},Evening,x1\n`, '?confirm=1');
    const [changed, undone] = await inTurn<{ status: number; body: any }>(
      campus.database,
      ['select from subjects where id = $1 for update', [algebra]],
      [await change(), () => undo()],
      'rollback',
    );
    expect([changed?.status, undone?.status, undone?.body.details]).toEqual([
      200,
      409,
      [{ name, what }],
    ]);
  });
});

test('names with a semicolon, which separates names in a file, are in no file and stay when one is undone', async () => {
  const branches = ['AI; Robotics', 'Core'];
  const { body: tech } = await office.post('/api/programmes', { name: 'Tech', branches });
  const { body: former } = await office.post('/api/programmes', { name: 'Tech; new' });
  const merged = { kind: 'programme', into: tech.id, others: [former.id] };
  expect((await office.post('/api/programmes/merge', merged)).status).toBe(200);
  const known = async () => (await office.get('/api/programmes')).body.programmes[0].branches;
  const before = await known();
  const { bytes } = await office.get('/api/move-in/export?kind=programmes');
  const [head = [], ...rows] = cellsOfCsv(bytes);
  const row = rows.find((cells) => cells.includes('Tech')) ?? [];
  const cell = (column: string) => row[head.indexOf(column)];
  expect([cell('Branches'), cell('Former Spellings')]).toEqual(['Core', '']);
  expect(await stored('programmes', new TextDecoder().decode(bytes))).toBe(0);
  const file = 'Programme,Branches,Former Spellings\nTech,Mining; AI,new\n';
  expect(await stored('programmes', file, '?confirm=1')).toBe(1);
  expect((await undo()).status).toBe(200);
  expect(await known()).toEqual(before);
  const added = { name: 'Zed', email: 'zed@example.edu', course: 'tech; new' };
  expect((await office.post('/api/uploadStudent', added)).body.course).toBe('Tech');
  const other = { name: 'Yan', email: 'yan@example.edu', course: 'new' };
  expect((await office.post('/api/uploadStudent', other)).body.course).toBe('new');
});
