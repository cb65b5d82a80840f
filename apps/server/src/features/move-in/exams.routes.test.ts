import type { IsoDate } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { inTurn } from '../../testing/locks.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let office: Caller;
/** Holds all duties. */
let admin: Caller;
let ann: Person;

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  admin = campus.as(await make.admin({ name: 'Ruth' }));
  office = campus.as(await make.admin({ name: 'Office' }));
  const teacher = await make.teacher({ name: 'Dana' });
  ann = await make.student({ name: 'Ann', email: 'ann@example.edu' });
  const { id: term_id } = await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  const given = { term_id, teacher_id: teacher.id };
  await make.subject({ ...given, name: 'Algebra', code: 'AL1' }, [ann]);
  await make.subject({ ...given, name: 'Botany', code: 'BO1' }, [ann]);
});
afterAll(() => campus.close());

const { send, preview, stored, refused, undo } = moveInFiles(() => office);

const exams = async (): Promise<any[]> => (await admin.get('/api/exams')).body;
const listed = async (): Promise<string[]> =>
  (await exams())
    .map(
      ({ subjectCode, title, heldOn, maxMarks, publishedAt }) =>
        `${subjectCode} ${title} ${heldOn} /${maxMarks}${publishedAt ? ' published' : ''}`,
    )
    .toSorted();
const pathOf = async (subjectCode: string, title: string): Promise<string> => {
  const found = (await exams()).find(
    (exam) => exam.title === title && exam.subjectCode === subjectCode,
  );
  return `/api/exams/${found.id}`;
};
const changesOf = async (path: string): Promise<unknown[]> => {
  const { exam } = (await admin.get(`${path}/history`)).body;
  return exam.map(({ field, from, to }: any) => [field, from, to]);
};
const enter = async (path: string, marks: number): Promise<void> => {
  const results = [{ studentId: ann.id, marks }];
  expect((await admin.post(`${path}/results`, { results })).status).toBe(200);
};
const problems = async (content: string): Promise<unknown[]> =>
  (await refused('exams', content)).map(([row, column, , reason]: unknown[]) => [
    row,
    column,
    reason,
  ]);

const file = `Subject,Exam,Date,Maximum Marks,Published,sourcedId
AL1,Mid-term,2026-10-12,50,yes,x1
al1,Final,2027-01-15,,,x2
Botany,Final,2027-01-18,,no,x3
`;
const moved = [
  'AL1 Final 2027-01-15 /100',
  'AL1 Mid-term 2026-10-12 /50 published',
  'BO1 Final 2027-01-18 /100',
];

test('the exams of a term, planned ones too, move in; the same file again changes nothing; undo removes them', async () => {
  expect(await preview('exams', file)).toMatchObject({ rows: 3, create: 3, problemRows: 0 });
  expect(await listed()).toEqual([]);
  expect(await stored('exams', file)).toBe(3);
  expect(await listed()).toEqual(moved);
  expect(await preview('exams', file)).toMatchObject({ create: 0, update: 0, unchanged: 3 });
  expect(await stored('exams', file)).toBe(0);
  expect((await office.get('/api/move-in')).body).toContainEqual({ kind: 'exams', stored: 3 });
  expect((await undo()).body).toMatchObject({ kind: 'exams', created: 3 });
  expect(await listed()).toEqual([]);
});

test('the next file moves exams to other days, with their history, until that is undone', async () => {
  expect(await stored('exams', file)).toBe(3);
  const later = file.replace('2027-01-15,', '2027-01-20,80').replace('Botany,Final', 'BO1,FINAL');
  expect(await preview('exams', later)).toMatchObject({
    update: 1,
    unchanged: 2,
    changes: [
      { row: 3, field: 'heldOn', from: '2027-01-15', to: '2027-01-20' },
      { row: 3, field: 'maxMarks', from: '100', to: '80' },
    ],
    confirm: 1,
  });
  expect(await stored('exams', later, '?confirm=1')).toBe(1);
  const there = [
    ['heldOn', '2027-01-15', '2027-01-20'],
    ['maxMarks', '100', '80'],
  ];
  const back = there.map(([field, before, after]) => [field, after, before]);
  const path = await pathOf('AL1', 'Final');
  expect(await listed()).toContain('AL1 Final 2027-01-20 /80');
  expect(await changesOf(path)).toHaveLength(2);
  expect(await changesOf(path)).toEqual(expect.arrayContaining(there));
  expect((await undo()).body).toMatchObject({ kind: 'exams', changed: 1 });
  expect(await listed()).toEqual(moved);
  expect(await changesOf(path)).toHaveLength(4);
  expect(await changesOf(path)).toEqual(expect.arrayContaining([...there, ...back]));
});

test('an exam that has marks by then stays when its file is undone, and is named', async () => {
  const path = await pathOf('AL1', 'Mid-term');
  await enter(path, 41);
  const answer = await undo();
  expect([answer.status, answer.body.details]).toMatchObject([
    409,
    [{ name: 'Mid-term of Algebra', what: 'has results' }],
  ]);
  expect(await listed()).toEqual(moved);

  // A former maximum that has been exceeded since, and a former day that is to come.
  const wider = 'Subject,Exam,Date,Maximum Marks\nAL1,Mid-term,2026-10-12,60\n';
  expect(await stored('exams', wider, '?confirm=1')).toBe(1);
  await enter(path, 55);
  expect((await undo()).body.details).toMatchObject([
    { what: 'has more marks than its former maximum' },
  ]);
  await enter(path, 41);
  expect((await undo()).status).toBe(200);
  const earlier = 'Subject,Exam,Date\nBO1,Final,2026-11-01\n';
  expect(await stored('exams', earlier, '?confirm=1')).toBe(1);
  await enter(await pathOf('BO1', 'Final'), 7);
  expect((await undo()).body.details).toMatchObject([
    { what: 'has marks, and would be held later' },
  ]);
});

test('an exam that was renamed or withdrawn since its file is named when that is undone, and stays', async () => {
  const content = 'Subject,Exam,Date,Published\nBO1,Essay,2026-10-20,yes\nBO1,Oral,2026-10-21,\n';
  expect(await stored('exams', content)).toBe(2);
  const [essay, oral] = [await pathOf('BO1', 'Essay'), await pathOf('BO1', 'Oral')];
  expect((await admin.post(`${essay}/withdraw`, {})).status).toBe(200);
  expect((await admin.patch(oral, { title: 'Viva' })).status).toBe(200);
  const { status, body } = await undo();
  expect([status, body.details]).toEqual([
    409,
    [
      { name: 'Essay of Botany', what: 'has another publication' },
      { name: 'Viva of Botany', what: 'has another title' },
    ],
  ]);
  expect(await listed()).toContain('BO1 Viva 2026-10-21 /100');
  expect((await admin.patch(oral, { title: 'Oral' })).status).toBe(200);
  expect((await admin.send({ method: 'DELETE', path: essay })).status).toBe(204);
  expect((await undo()).status).toBe(200);
});

test('an exam that was only moved by a file is moved back, though renamed and published since', async () => {
  const on = (day: string) => `Subject,Exam,Date\nBO1,Recital,${day}\n`;
  expect(await stored('exams', on('2026-10-20'))).toBe(1);
  expect(await stored('exams', on('2026-10-27'), '?confirm=1')).toBe(1);
  const path = await pathOf('BO1', 'Recital');
  expect((await admin.patch(path, { title: 'Concert' })).status).toBe(200);
  await enter(path, 7);
  expect((await admin.post(`${path}/publish`, {})).status).toBe(200);
  expect((await undo()).status).toBe(200);
  expect(await listed()).toContain('BO1 Concert 2026-10-20 /100 published');
});

test('a file of exams that came before titles were kept can still be undone', async () => {
  expect(await stored('exams', 'Subject,Exam,Date\nBO1,Oral,2026-10-21\n')).toBe(1);
  await campus.database.pool.query(
    `update move_in_records set after = after - '{exam,published}'::text[]`,
  );
  expect((await undo()).status).toBe(200);
});

test('rows that contradict an exam, its marks or its term are named', async () => {
  expect(
    await problems(`Subject,Exam,Date,Maximum Marks,Published,sourcedId
AL1,Mid-term,2026-12-01,40,,
AL1,Mid-Term,2026-10-12,,no,
AL1,Oral,2027-02-01,,,
AL1,Viva,2026-12-01,0,,
AL2,Oral,2026-12-01,,,
BO1,Oral,2026-12-01,,yes,
BO1,Final,2026-11-01,,,x1
AL1,Test,,,,
,Test,2026-12-01,,,
AL1,Quiz,2026-12-01,,,
AL1,quiz,2026-12-02,,,
`),
  ).toEqual([
    [2, 'Date', 'This exam has marks already: its date cannot be after today'],
    [2, 'Maximum Marks', 'Somebody has 41 marks: the maximum cannot be below that'],
    [2, null, 'This is the same record as in row 3'],
    [3, 'Published', 'This exam is published: that is changed on its page'],
    [3, null, 'This is the same record as in row 2'],
    [4, 'Date', 'Autumn 2026 is from 2026-09-01 to 2027-01-31: this day is outside of it'],
    [5, 'Maximum Marks', 'Maximum Marks must be at least 1'],
    [6, 'Subject', 'There is no such subject in the term. Most like it: AL1'],
    [7, 'Published', 'This exam is held on 2026-12-01: there are no marks of it to publish yet'],
    [8, 'sourcedId', 'This Source ID is of Mid-term of Algebra: an exam is renamed on its page'],
    [8, null, 'This is the same record as in row 2'],
    [9, 'Date', 'Date is missing'],
    [10, 'Subject', 'Subject is missing'],
    [11, null, 'This is the same record as in row 12'],
    [12, null, 'This is the same record as in row 11'],
  ]);
});

test('marks that a teacher enters while a file is being stored are seen: the file is refused', async () => {
  const path = await pathOf('AL1', 'Final');
  const earlier = 'Subject,Exam,Date\nAL1,Final,2026-11-02\n';
  expect(await stored('exams', earlier, '?confirm=1')).toBe(1);
  const later = 'Subject,Exam,Date\nAL1,Final,2027-01-15\n';
  const [, sent] = await inTurn<{ status: number }>(
    campus.database,
    ['select from exams where id = $1 for update', [path.split('/').at(-1)]],
    [
      () => admin.post(`${path}/results`, { results: [{ studentId: ann.id, marks: 9 }] }),
      () => send('exams', later, '?confirm=1'),
    ],
    'rollback',
  );
  expect(sent?.status).toBe(422);
  expect(await listed()).toContain('AL1 Final 2026-11-02 /100');
});

test('a thousand exams take as many statements as two', async () => {
  const content = (count: number) =>
    ['Subject,Exam,Date', ...Array.from({ length: count }, (_, at) => `AL1,Test ${at},2026-11-03`)]
      .join('\n')
      .concat('\n');
  const few = await statements.during(() => preview('exams', content(2)));
  const many = await statements.during(() => preview('exams', content(1000)));
  expect(many).toBe(few);
});
