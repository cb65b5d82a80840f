import type { Exam, ResultsReport } from '@campus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { cellsOfCsv } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let teacher: Person;
let students: Person[];
let term: string;
let exam: string;
let asTeacher: Caller;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  teacher = await make.teacher();
  const named = (name: string, univ_id: string, roll_no: string) =>
    make.student({ name, univ_id, email: `${name.toLowerCase()}@uni.edu` }, { roll_no });
  students = [
    await named('Ada', 'S-1', '007'),
    await named('Ben', 'S-2', '=8'),
    await named('Cem', 'S-3', '009'),
  ];
  await named('Otto', 'S-9', '999');
  ({ id: term } = await make.term());
  asTeacher = campus.as(teacher);
});
afterAll(() => campus.close());

beforeEach(async () => {
  const { id } = await campus.make.subject({ term_id: term, teacher_id: teacher.id }, students);
  const body = { subjectId: id, title: 'Midterm', heldOn: campus.today, maxMarks: 50 };
  exam = (await asTeacher.post<Exam>('/api/exams', body)).body.id;
});

const path = (): string => `/api/exams/${exam}/results.csv`;
const upload = (content: string | Uint8Array, query = '', name = 'marks.csv') =>
  sendForm(asTeacher, `${path()}${query}`, [{ name, content }]);
const dryRun = async (content: string): Promise<ResultsReport> =>
  (await upload(content, '?dryRun=true')).body;
const marks = async (): Promise<unknown[]> =>
  (await asTeacher.get(`/api/exams/${exam}`)).body.entries.map(
    (entry: { absent: boolean; marks: number | null }) => (entry.absent ? 'A' : entry.marks),
  );
const exported = async (): Promise<string> => (await asTeacher.get<string>(path())).body;

describe('a file of marks', () => {
  test('lists the class for filling in, and changes nothing when uploaded as it was', async () => {
    const empty = await exported();
    expect(empty).toBe(
      '\uFEFFRegistration Number,Roll Number,Full Name,Email,Marks\r\n' +
        "S-2,'=8,Ben,ben@uni.edu,\r\nS-1,007,Ada,ada@uni.edu,\r\nS-3,009,Cem,cem@uni.edu,\r\n",
    );
    await upload(
      empty.replace('ada@uni.edu,', 'ada@uni.edu,41').replace('cem@uni.edu,', 'cem@uni.edu,a'),
    );
    expect(await marks()).toEqual([null, 41, 'A']);
    const again = await exported();
    const report = await dryRun(again);
    expect(report).toMatchObject({ rows: 3, blank: 1, unchanged: 2, changes: [], problems: [] });
    const before = (await asTeacher.get(`/api/exams/${exam}`)).headers['etag'];
    expect((await upload(again)).status).toBe(200);
    expect((await asTeacher.get(`/api/exams/${exam}`)).headers['etag']).toBe(before);
  });

  test('holds the students whom the search and “Missing only” show', async () => {
    await upload('Roll No;Marks\r\n007;10\r\n');
    const names = async (query: string) =>
      cellsOfCsv((await asTeacher.get(`${path()}?${query}`)).bytes)
        .slice(1)
        .map((row) => row[2]);
    expect(await names('missing=true')).toEqual(['Ben', 'Cem']);
    expect(await names('search=CEM')).toEqual(['Cem']);
    expect(await names('search=ada&missing=true')).toEqual([]);
  });

  test('shows what it would change before it is stored', async () => {
    await upload('Roll No;Marks\r\n007;10\r\n009;20\r\n');
    const report = await dryRun(
      'Reg No\tScore\tRemark\r\ns-1\t11\tx\r\nS-3\t20\t\r\nS-2\tabsent\t\r\n',
    );
    expect(report).toEqual({
      rows: 3,
      blank: 0,
      unchanged: 1,
      problemRows: 0,
      problems: [],
      unknownColumns: ['Remark'],
      changes: [
        {
          row: 2,
          studentName: 'Ada',
          registrationNumber: 'S-1',
          from: { marks: 10, absent: false },
          to: { marks: 11, absent: false },
        },
        {
          row: 4,
          studentName: 'Ben',
          registrationNumber: 'S-2',
          from: { marks: null, absent: false },
          to: { marks: null, absent: true },
        },
      ],
    });
    expect(await marks()).toEqual([null, 10, 20]);
  });

  test('with bad rows stores nothing and names every one with its row, column and reason', async () => {
    const content =
      'Registration Number,Email,Marks\r\n' +
      'S-1,,51\r\n' +
      '\r\n' +
      'S-2,,half\r\n' +
      'nobody,,1\r\n' +
      'S-9,,1\r\n' +
      'S-3,ada@uni.edu,1\r\n' +
      ',,5\r\n' +
      '007,,6\r\n' +
      'S-1,,7\r\n' +
      'S-3,,1,2\r\n';
    const expected = [
      [2, 'Marks', '51', 'Marks must be a whole number from 0 to 50, or A for absent'],
      [4, 'Marks', 'half', 'Marks must be a whole number from 0 to 50, or A for absent'],
      [5, 'Registration Number', 'nobody', 'No student has this Registration Number'],
      [6, 'Registration Number', 'S-9', 'Otto was not enrolled in this class on 2026-03-11'],
      [7, 'Email', 'ada@uni.edu', 'This belongs to another student than the cell before it'],
      [8, null, null, 'The row does not say whose marks these are'],
      [9, null, null, 'Ada is in row 2 already'],
      [10, null, null, 'Ada is in row 2 already'],
      [11, null, null, expect.stringContaining('The row has 4 cells, but the header has 3')],
    ].map(([row, column, value, reason]) => ({ row, column, value, reason }));
    const report = await dryRun(content);
    expect(report.problems).toEqual(expected);
    expect(report).toMatchObject({ rows: 9, problemRows: 9 });
    const { status, body } = await upload(content);
    expect(status).toBe(422);
    expect(body.message).toBe('9 rows need a fix. Nothing was stored.');
    expect(body.details).toEqual(expected);
    expect(await marks()).toEqual([null, null, null]);
  });

  test('whose header lacks the marks or the student is refused with a sentence', async () => {
    for (const [header, sentence] of [
      ['Email', /there is no column “Marks”/],
      ['Name,Marks', /none says whose marks they are/],
      ['Email,Marks,Score', /The columns “Marks” and “Score” both mean Marks/],
    ] as const) {
      const { status, body } = await upload(`${header}\r\nx,1\r\n`);
      expect(status).toBe(422);
      expect(body.message).toMatch(sentence);
    }
    expect((await upload('')).body.message).toBe('The file is empty.');
    expect((await upload('Email,Marks\r\n')).body.message).toContain('no results below');
    expect((await upload('Email,Marks\r\n"ada@uni.edu,1\r\n')).body.details[0].reason).toMatch(
      /never closed/,
    );
    expect((await upload('%PDF-1.4')).status).toBe(415);
    expect((await upload('Email,Marks', '', 'marks.xlsx')).status).toBe(415);
    expect((await upload(Buffer.from('Email,Marks\r\nad\xe4,1', 'latin1'))).status).toBe(415);
  });

  test('is not stored over what someone else has saved since', async () => {
    const { headers } = await asTeacher.get(`/api/exams/${exam}`);
    await upload('Email,Marks\r\nada@uni.edu,10\r\n');
    const { body, status } = await asTeacher.send({
      method: 'POST',
      path: path(),
      headers: {
        'content-type': 'multipart/form-data; boundary=b',
        'if-match': String(headers['etag']),
      },
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="m.csv"\r\n\r\nEmail,Marks\r\nada@uni.edu,12\r\n--b--\r\n',
    });
    expect(status).toBe(409);
    expect(body.details).toMatchObject([{ studentName: 'Ada', marks: 10 }]);
    expect(await marks()).toEqual([null, 10, null]);
  });
});
