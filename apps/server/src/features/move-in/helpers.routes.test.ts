import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IsoDate, SubjectDetails } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let statements: StatementCounter;
let office: Caller;
let dana: Person;
let eve: Person;
let term: string;

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  office = campus.as(await make.admin({ name: 'Office', duty: 'registrar' }));
  dana = await make.teacher({ name: 'Dana', email: 'dana@example.edu' });
  eve = await make.teacher({ name: 'Eve', email: 'eve@example.edu' });
  await make.teacher({ name: 'Gone', email: 'gone@example.edu', active: false });
  ({ id: term } = await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  }));
});
afterAll(() => campus.close());

const { send, preview, stored, refused, undo } = moveInFiles(() => office);
const read = async (subject: string) =>
  (await office.get<SubjectDetails>(`/api/subjects/${subject}`)).body;
const subjectOfFile = async (code: string) => {
  const { body } = await office.get<SubjectDetails[]>(`/api/terms/${term}/subjects`);
  return read(body.find(({ subjectCode }) => subjectCode === code)?.id ?? '');
};

let subject: string;
/** Each test has its own subject codes. */
let at = 0;
beforeEach(async () => {
  ({ id: subject } = await campus.make.subject(
    { term_id: term, teacher_id: dana.id, name: 'Algebra', code: `AL${(at += 1)}` },
    [],
  ));
});
const code = async () => (await read(subject)).subjectCode;
const helping = async () =>
  (await read(subject)).helpers.map(({ name, kind, mayMark, mayGrade, section, fromOn, toOn }) =>
    [name, kind, mayMark && 'marks', mayGrade && 'grades', section, fromOn, toOn]
      .filter(Boolean)
      .join(' '),
  );

describe('a helper of a subject', () => {
  const head = 'Teacher,Subject,Kind,May Mark,May Grade,Section,From,To,id';

  test('comes from a file with their rights, section and days, is changed by the next file, and removed by undoing it', async () => {
    const al = await code();
    const file = `${head}
eve@example.edu,${al},,,,,,,h1
eve@example.edu,${al},assistant,yes,,Morning,2026-10-01,,h2
eve@example.edu,${al},substitute,,,,2026-11-18,2026-11-18,
`;
    expect(await preview('helpers', file)).toMatchObject({ create: 3, problemRows: 0 });
    expect(await helping()).toEqual([]);
    expect(await stored('helpers', file)).toBe(3);
    const moved = [
      'Eve co_teacher marks grades 2026-09-01',
      'Eve assistant marks Morning 2026-10-01',
      'Eve substitute marks 2026-11-18 2026-11-18',
    ];
    expect(await helping()).toEqual(moved);
    expect(await stored('helpers', file)).toBe(0);
    expect((await campus.as(eve).get(`/api/exams?subjectId=${subject}`)).status).toBe(200);

    const changed = `${head}\neve@example.edu,${al},assistant,,yes,,2026-09-07,2026-12-01,h1\n`;
    expect(await preview('helpers', changed)).toMatchObject({
      changes: [
        { subject: 'Eve in Algebra', field: 'kind', from: 'co-teacher', to: 'assistant' },
        { field: 'mayMark', from: null, to: 'yes' },
        { field: 'mayGrade', from: null, to: 'yes' },
        { field: 'fromOn', from: '2026-09-01', to: '2026-09-07' },
        { field: 'toOn', from: null, to: '2026-12-01' },
      ],
      absent: { count: 2, first: ['Eve, Algebra', 'Eve, Algebra'] },
    });
    expect(await stored('helpers', changed, '?confirm=1')).toBe(1);
    expect((await helping())[0]).toBe('Eve assistant marks grades 2026-09-07 2026-12-01');
    const { rows } = await campus.database.pool.query(
      `select before, after from record_changes where subject_id = $1 and field = 'helper' order by id`,
      [subject],
    );
    expect(rows.slice(-2)).toEqual([
      { before: 'eve@example.edu, co-teacher from 2026-09-01', after: null },
      { before: null, after: 'eve@example.edu, assistant from 2026-09-07 to 2026-12-01' },
    ]);

    const [first] = (await read(subject)).helpers;
    expect((await undo()).status).toBe(200);
    expect(await helping()).toEqual(moved);
    await office.send({
      method: 'DELETE',
      path: `/api/subjects/${subject}/helpers/${first?.id}`,
    });
    // A helper who was removed since does not prevent the undo.
    expect((await undo()).status).toBe(200);
    expect(await helping()).toEqual([]);
    expect(rows).toHaveLength(5);
  });

  test('who has been deactivated since stays as they are in the file, and no row brings them back unless it says so', async () => {
    const fay = await campus.make.teacher({ name: 'Fay', email: 'fay@example.edu' });
    const al = await code();
    const row = (days: string) => `${head}\nfay@example.edu,${al},,,,,${days},\n`;
    await stored('helpers', row('2026-10-01,2026-11-30'));
    expect((await office.post(`/api/people/${fay.id}/deactivate`)).status).toBe(200);
    const { body: exported } = await office.get<string>('/api/move-in/export?kind=helpers');
    expect(await stored('helpers', exported)).toBe(0);
    expect(await stored('helpers', row('2026-10-01,2026-11-17'), '?confirm=1')).toBe(1);
    expect(await refused('helpers', row('2026-10-01,2026-11-30'))).toEqual([
      [2, 'Teacher', 'fay@example.edu', expect.stringContaining('Fay is not an active teacher')],
    ]);
    const said = `Teacher,Subject,From,To,Deactivated\nfay@example.edu,${al},2026-10-01,2026-11-30,yes\n`;
    expect(await stored('helpers', said, '?confirm=1')).toBe(1);
  });

  test('is refused row by row, saying what is allowed', async () => {
    const al = await code();
    await stored('helpers', `${head}\neve@example.edu,${al},,,,,,,\n`);
    expect(
      await refused(
        'helpers',
        `${head}
dana@example.edu,${al},,,,,,,
ewe@example.edu,${al},,,,,,,
gone@example.edu,${al},,,,,,,
eve@example.edu,${al}X,,,,,2026-10-01,,
eve@example.edu,${al},assistant,,,,2026-10-02,,
eve@example.edu,${al},substitute,,yes,,2026-10-04,2026-10-05,
eve@example.edu,${al},substitute,,,,2026-10-06,,
eve@example.edu,${al},,,,,2026-08-01,2026-07-01,
eve@example.edu,${al},guest,,,,2026-10-07,,
eve@example.edu,${al},,,,A,2026-10-08,,
eve@example.edu,${al},,,,a,2026-10-08,,
`,
      ),
    ).toEqual([
      [2, 'Teacher', 'dana@example.edu', 'This is the teacher of the subject'],
      [3, 'Teacher', 'ewe@example.edu', expect.stringMatching(/Most like it: .*eve@example\.edu/)],
      [4, 'Teacher', 'gone@example.edu', expect.stringMatching(/^Gone is not an active teacher/)],
      [5, 'Subject', `${al}X`, expect.stringMatching(`Most like it: .*${al}`)],
      [6, null, null, 'An assistant may mark or grade: say yes for one of them'],
      [7, 'May Grade', 'yes', 'A substitute may not do this: it is said of assistants alone'],
      [8, null, null, 'A substitute has a last day'],
      [9, 'From', '2026-08-01', expect.stringMatching(/this day is outside of it/)],
      [9, 'To', '2026-07-01', 'The last day is before the first, 2026-08-01'],
      [9, 'To', '2026-07-01', expect.stringMatching(/this day is outside of it/)],
      [10, 'Kind', 'guest', 'The kind must be co-teacher, assistant or substitute'],
      [11, null, null, 'This is the same record as in row 12'],
      [12, null, null, 'This is the same record as in row 11'],
    ]);
    expect(await helping()).toHaveLength(1);
  });

  test('can be in a file as another system writes it, together with its terms', async () => {
    const fixture = (name: string) =>
      readFileSync(join(import.meta.dirname, 'fixtures', `${name}.csv`), 'utf8');
    expect(await preview('terms', fixture('gibbon-terms'))).toMatchObject({ create: 2 });
    const staff = fixture('gibbon-class-staff').replace('AL1', await code());
    expect(await stored('helpers', staff, '?columns=4.emailId')).toBe(1);
    expect(await helping()).toEqual(['Eve assistant marks 2026-09-01']);
  });

  test('takes no more statements for many rows', async () => {
    const al = await code();
    const many = await Promise.all(Array.from({ length: 30 }, () => campus.make.teacher()));
    const fileOf = (people: readonly Person[]) =>
      [head, ...people.map(({ email }) => `${email},${al},,,,,,,`), ''].join('\n');
    const during = (people: readonly Person[]) =>
      statements.during(() => stored('helpers', fileOf(people)));
    expect(await during(many.slice(2))).toBe(await during(many.slice(0, 2)));
  });
});

test('the audience of a subject moves in with it, enrols students added from then on, and can only be changed on its page', async () => {
  const head = 'Code,Name,Teacher,Audience Course,Audience Semester,Everyone';
  at += 1;
  const row = (name: string, audience: string) =>
    `${name}${at},${name},dana@example.edu,${audience}`;
  const file = (...rows: readonly string[]) => [head, ...rows, ''].join('\n');
  await campus.make.student({}, { course: 'Law', semester: 3 });
  const content = file(row('LAW', 'law,3,'), row('ALL', ',,yes'), row('LIST', ',,'));
  expect(await stored('subjects', content)).toBe(3);
  const audiences = async () =>
    Promise.all(
      ['LAW', 'ALL', 'LIST'].map(async (name) => {
        const { audience, students } = await subjectOfFile(`${name}${at}`);
        return [audience.course, audience.semester, students];
      }),
    );
  expect(await audiences()).toEqual([
    ['law', 3, 0],
    [null, null, 0],
    [null, null, 0],
  ]);
  const late = [
    {
      name: 'late.csv',
      content: `Name,Email,Course,Semester\nLate,late${at}@example.edu,Law,3\n`,
    },
  ];
  expect((await sendForm(office, '/api/uploadStudentDetails', late)).body).toBe(1);
  expect((await audiences()).map(([, , students]) => students)).toEqual([1, 1, 0]);

  expect(await preview('subjects', content)).toMatchObject({ unchanged: 3 });
  const page = 'change it on its page, which shows first who comes and goes';
  expect(
    await refused(
      'subjects',
      file(row('LAW', 'Law,4,'), row('LIST', ',,yes'), row('NEW', 'Law,,yes'), row('ALL', ',,no')),
    ),
  ).toEqual([
    [2, null, null, `LAW has another audience: ${page}`],
    [3, null, null, `LIST has another audience: ${page}`],
    [4, 'Everyone', 'yes', 'Everyone is no audience beside a course, branch, semester or year'],
  ]);

  // An audience changed since is named when undoing the import.
  const other = file(row('MED', 'Medicine,,'));
  await stored('subjects', other);
  const { id, version } = await subjectOfFile(`MED${at}`);
  await office.send({
    method: 'PUT',
    path: `/api/subjects/${id}/audience`,
    body: Buffer.from(JSON.stringify({ course: 'Medicine', semester: 1 })),
    headers: { 'content-type': 'application/json', 'if-match': `"${version}"` },
  });
  expect((await subjectOfFile(`MED${at}`)).audience).toMatchObject({ semester: 1 });
  expect((await undo()).body.details).toEqual([
    { name: `MED (MED${at})`, what: 'has another audience' },
  ]);
  expect((await send('subjects', other)).body).toMatchObject({ error: 'rows_invalid' });
});
