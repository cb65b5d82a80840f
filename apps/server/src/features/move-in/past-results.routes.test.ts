import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IsoDate, MoveInKind } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let office: Caller;
let ann: Person;
let cid: Person;

beforeAll(async () => {
  campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  office = campus.as(await make.admin({ name: 'Office' }));
  await make.teacher({ name: 'Dana', email: 'dana@example.edu' });
  ann = await make.student(
    { name: 'Ann', email: 'ann@example.edu', univ_id: 'S-ANN' },
    { course: 'BTech', branch: 'Civil' },
  );
  await make.student(
    { name: 'Ben', email: 'ben@example.edu' },
    { course: 'btech', branch: 'CIVIL' },
  );
  cid = await make.student({ name: 'Cid', email: 'cid@example.edu', univ_id: 'S-CID' });
  await make.term({
    name: 'Autumn 2026',
    starts_on: '2026-09-01' as IsoDate,
    ends_on: '2027-01-31' as IsoDate,
  });
  await send('terms', 'Name,First day,Last day\nAutumn 2025,2025-09-01,2026-01-31\n');
  await send('subjects', 'Code,Name,Term,Teacher\nAL1,Algebra,Autumn 2025,dana@example.edu\n');
  await send(
    'enrolments',
    `Student Email,Subject,Term,To
ann@example.edu,AL1,Autumn 2025,
ben@example.edu,AL1,Autumn 2025,2025-10-01
cid@example.edu,AL1,Autumn 2025,
`,
  );
});
afterAll(() => campus.close());

const files = moveInFiles(() => office);
const { send, preview, undo } = files;
const refused = async (kind: MoveInKind, content: string) =>
  (await files.refused(kind, content)).map(([row, column, , reason]: any) => [row, column, reason]);
const resultsOf = async (person: Person) => {
  const { body } = await campus.as(person).get(`/api/students/${person.email}/exam-results`);
  return body;
};
const stored = async () => {
  const { rows } = await campus.database.pool.query(
    `select name || ' ' || title || ' ' || held_on || ' ' || coalesce(marks::text, 'A') || '/' || exams.max_marks
       || case when published_at is null then ' unpublished' else '' end as line
     from exam_results join exams on exams.id = exam_id join people on people.id = student_id order by 1`,
  );
  return rows.map(({ line }) => line);
};

const file = `Student Email,Subject,Term,Exam,Date,Maximum Marks,Marks,Outside Enrolment,sourcedId
ann@example.edu,AL1,Autumn 2025,Mid-term,2025-11-03,50,41,,r1
ben@example.edu,AL1,Autumn 2025,mid-term,,,12.0,yes,r2
cid@example.edu,AL1,Autumn 2025,Mid-term,2025-11-03,50,Absent,,r3
ann@example.edu,AL1,Autumn 2025,Final,2026-01-20,,88,,r4
`;

test('past results move in with their exams, published; the same file again changes nothing; undo removes the exams too', async () => {
  expect(await preview('past-results', file)).toMatchObject({ rows: 4, create: 4, problemRows: 0 });
  expect(await stored()).toEqual([]);
  expect((await send('past-results', file)).body).toBe(4);
  const moved = [
    'Ann Final 2026-01-20 88/100',
    'Ann Mid-term 2025-11-03 41/50',
    'Ben Mid-term 2025-11-03 12/50',
    'Cid Mid-term 2025-11-03 A/50',
  ];
  expect(await stored()).toEqual(moved);
  expect(JSON.stringify(await resultsOf(ann))).toContain('Mid-term');
  expect(await preview('past-results', file)).toMatchObject({
    unchanged: 4,
    create: 0,
    changes: [],
  });
  expect((await send('past-results', file)).body).toBe(0);

  const corrected = file.replace(',41,', ',43,').replace('Absent', '7');
  expect(await preview('past-results', corrected)).toMatchObject({
    update: 2,
    changes: [
      { row: 2, field: 'marks', from: '41', to: '43' },
      { row: 4, field: 'marks', from: 'A', to: '7' },
    ],
    confirm: 2,
  });
  expect((await send('past-results', corrected, '?confirm=2')).body).toBe(2);
  expect(await stored()).toContain('Cid Mid-term 2025-11-03 7/50');
  expect((await undo()).body).toMatchObject({ kind: 'past-results', changed: 2 });
  expect(await stored()).toEqual(moved);

  expect((await undo()).body).toMatchObject({ kind: 'past-results', created: 4 });
  expect(await stored()).toEqual([]);
  const { rows } = await campus.database.pool.query(
    `select (select count(*)::int from exams where deleted_at is null) as exams,
       (select count(*)::int from exam_result_changes) as changes`,
  );
  // The history keeps the results and their removal: 4, then 2, and the same again.
  expect(rows).toEqual([{ exams: 0, changes: 12 }]);
});

test('a result for an existing exam is added to it; undo names what was changed since', async () => {
  const examOffice = campus.as(await campus.make.admin());
  expect((await send('past-results', file)).body).toBe(4);
  const { rows } = await campus.database.pool.query(
    `select id from exams where title = 'Final' and deleted_at is null`,
  );
  const late = `Student Email,Subject,Term,Exam,Marks\ncid@example.edu,AL1,Autumn 2025,FINAL,60\n`;
  expect((await send('past-results', late)).body).toBe(1);
  expect(await stored()).toContain('Cid Final 2026-01-20 60/100');
  const saved = await examOffice.post(`/api/exams/${rows[0].id}/results`, {
    results: [{ studentId: cid.id, marks: 61, absent: false }],
  });
  expect(saved.status).toBe(200);
  const refusal = await undo();
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    'This cannot be undone: something was written since: Cid, Final of Algebra (has another result). Nothing was changed.',
  ]);
});

test('an exam that came with results and was edited since is named when they are undone, until it is as it was', async () => {
  const content =
    'Student Email,Subject,Term,Exam,Date,Marks\nann@example.edu,AL1,Autumn 2025,Thesis,2025-11-05,7\n';
  expect((await send('past-results', content)).body).toBe(1);
  const { rows } = await campus.database.pool.query(`select id from exams where title = 'Thesis'`);
  const exams = campus.as(await campus.make.admin());
  const rename = (title: string) => exams.patch(`/api/exams/${rows[0].id}`, { title });
  expect((await rename('Dissertation')).status).toBe(200);
  const { status, body } = await undo();
  expect([status, body.details]).toEqual([
    409,
    [{ name: 'Ann, Dissertation of Algebra', what: 'came with an exam that was edited' }],
  ]);
  expect((await rename('Thesis')).status).toBe(200);

  // A file of exams that was undone leaves no edit either.
  const moved = 'Subject,Term,Exam,Date\nAL1,Autumn 2025,Thesis,2025-11-06\n';
  expect((await send('exams', moved, '?confirm=1')).body).toBe(1);
  expect((await undo()).body).toMatchObject({ kind: 'exams', changed: 1 });
  expect((await undo()).body).toMatchObject({ kind: 'past-results', created: 1 });
  expect((await exams.get(`/api/exams/${rows[0].id}`)).status).toBe(404);
});

test('an edited exam that came with results stays, also when nobody has a result in it any more', async () => {
  const content =
    'Student Email,Subject,Term,Exam,Date,Marks\nann@example.edu,AL1,Autumn 2025,Report,2025-11-05,7\n';
  expect((await send('past-results', content)).body).toBe(1);
  const { rows } = await campus.database.pool.query(`select id from exams where title = 'Report'`);
  const exams = campus.as(await campus.make.admin());
  const path = `/api/exams/${rows[0].id}`;
  expect((await exams.patch(path, { maxMarks: 60 })).status).toBe(200);
  const none = { results: [{ studentId: ann.id, marks: null, absent: false }] };
  expect((await exams.post(`${path}/results`, none)).status).toBe(200);
  expect((await undo()).status).toBe(200);
  expect((await exams.get(path)).status).toBe(200);
});

test('a result whose exam was deleted is gone with it, and the same file adds both again', async () => {
  const content =
    'Student Email,Subject,Term,Exam,Date,Marks,id\nann@example.edu,AL1,Autumn 2025,Gone,2025-11-05,7,gone-1\n';
  expect((await send('past-results', content)).body).toBe(1);
  const { rows } = await campus.database.pool.query(`select id from exams where title = 'Gone'`);
  const exams = campus.as(await campus.make.admin());
  const address = `/api/exams/${rows[0].id}`;
  expect((await exams.post(`${address}/withdraw`, {})).status).toBe(200);
  expect((await exams.send({ method: 'DELETE', path: address })).status).toBe(204);
  expect(await preview('past-results', content)).toMatchObject({ create: 1, unchanged: 0 });
  expect((await send('past-results', content)).body).toBe(1);
  expect((await send('past-results', content)).body).toBe(0);
});

test('problems in a file of results are named row by row', async () => {
  expect(
    await refused(
      'past-results',
      `Student Email,Subject,Term,Exam,Date,Maximum Marks,Marks
ben@example.edu,AL1,Autumn 2025,Final,,,12
ann@example.edu,AL1,Autumn 2025,Quiz,,,12
ann@example.edu,AL1,Autumn 2025,Oral,2025-11-03,20,21
ann@example.edu,AL1,Autumn 2025,Oral,2025-11-03,20,19
ann@example.edu,AL1,Autumn 2025,Essay,2026-03-03,20,19.5
ann@example.edu,AL2,Autumn 2025,Oral,2025-11-03,20,2
cid@example.edu,AL1,Autumn 2025,Oral,2025-11-04,25,2
ann@example.edu,AL1,Autumn 2025,Final,2026-01-21,,3
`,
    ),
  ).toEqual([
    [
      2,
      null,
      'Ben was not enrolled in Algebra on 2026-01-20, but from 2025-09-01 to 2025-10-01. If it is right, say yes as Outside Enrolment',
    ],
    [3, null, 'This exam is not in Campus yet: a row of it must say its date'],
    [4, 'Marks', 'The maximum of this exam is 20'],
    [4, null, 'This is the same record as in row 5'],
    [5, null, 'This is the same record as in row 4'],
    [6, 'Date', 'Autumn 2025 is from 2025-09-01 to 2026-01-31: this day is outside of it'],
    [6, 'Marks', 'Marks must be a whole number from 0 to 1000, or A for absent'],
    [6, null, expect.stringContaining('Ann was not enrolled')],
    [7, 'Subject', expect.stringContaining('There is no such subject in the term')],
    [8, 'Date', 'This exam was held on 2025-11-03'],
    [8, 'Maximum Marks', 'The maximum of this exam is 20'],
    [9, 'Date', 'This exam was held on 2026-01-20'],
  ]);
});

test('an unpublished result stays unpublished, and students cannot see it', async () => {
  const viva = (published: string, title = 'Viva') =>
    `Student Email,Subject,Term,Exam,Date,Marks,Published\nann@example.edu,AL1,Autumn 2025,${title},2025-12-01,9,${published}\n`;
  const read = await resultsOf(ann);
  expect((await send('past-results', viva('no'))).body).toBe(1);
  expect(await stored()).toContain('Ann Viva 2025-12-01 9/100 unpublished');
  expect(await resultsOf(ann)).toEqual(read);
  expect(await preview('past-results', viva('no'))).toMatchObject({ unchanged: 1 });
  expect(await refused('past-results', viva('yes'))).toEqual([
    [2, 'Published', 'This exam is not published'],
  ]);
  const disagreeing = `${viva('no', 'Oral')}ben@example.edu,AL1,Autumn 2025,Oral,2025-12-01,9,yes\n`;
  expect(await refused('past-results', disagreeing)).toEqual([
    [3, 'Published', 'This exam is not published'],
    [3, null, expect.stringMatching(/was not enrolled/)],
  ]);
  expect((await undo()).status).toBe(200);
});

test('results are accepted as other systems write them', async () => {
  const fixture = (name: string) =>
    readFileSync(join(import.meta.dirname, 'fixtures', `${name}.csv`), 'utf8');
  const rows = [
    ['Essay', 41, 38],
    ['Semester 1', 82, 76],
  ] as const;
  const linesOf = ([exam, ofAnn, ofCid]: (typeof rows)[number]) =>
    [ofAnn, ofCid].map((marks, at) => `${['Ann', 'Cid'][at]} ${exam} ${marks}`);
  const ofExam = async (exam: string) =>
    (await stored()).flatMap((line) => {
      const [, who, marks] = new RegExp(`^(\\w+) ${exam} \\S+ (\\d+)/`).exec(line) ?? [];
      return marks ? [`${who} ${exam} ${marks}`] : [];
    });

  // Day and exam are chosen along with the columns, and so is the column of the marks.
  const gibbon = fixture('gibbon-markbook');
  const mapped = '?columns=4.exam,5.univId,7.marks';
  expect((await send('past-results', gibbon, mapped)).body).toBe(2);
  expect(await ofExam('Essay')).toEqual(linesOf(rows[0]));
  expect((await send('past-results', gibbon, mapped)).body).toBe(0);

  const moodle = fixture('moodle-grades');
  expect((await files.refused('past-results', moodle, '?columns=7.marks')).slice(0, 1)).toEqual([
    [3, 'Quiz: Oral (Real)', '-', expect.stringMatching(/must be a whole number/)],
  ]);
  const graded = moodle.split('\n').filter((line) => !line.includes(',-,'));
  expect((await send('past-results', graded.join('\n'), '?columns=7.marks')).body).toBe(1);
  expect(await ofExam('Oral')).toEqual(['Ann Oral 41']);

  for (const name of ['rosariosis-final-grades', 'opensis-final-grades']) {
    const grades = fixture(name);
    expect(await refused('past-results', grades)).toEqual([
      [1, null, expect.stringMatching(/there is no column “Marks”/)],
    ]);
    expect((await files.refused('past-results', grades, '?columns=4.marks'))[0]).toEqual([
      2,
      '%',
      '82%',
      expect.stringMatching(/must be a whole number/),
    ]);
    const whole = grades.replaceAll(/(\d)%/g, '$1');
    expect(await preview('past-results', whole, '&columns=4.marks')).toMatchObject({
      problemRows: 0,
    });
    await send('past-results', whole, '?columns=4.marks');
    expect(await ofExam('Semester 1')).toEqual(linesOf(rows[1]));
  }
});

test('a thousand results take as many statements as two', async () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `ann@example.edu,AL1,Autumn 2025,Test ${at},2025-11-03,5`,
    );
  const content = (count: number) =>
    ['Student Email,Subject,Term,Exam,Date,Marks', ...rows(count), ''].join('\n');
  const few = await statements.during(() => preview('past-results', content(2)));
  const many = await statements.during(() => preview('past-results', content(1000)));
  expect(many).toBe(few);
});

test('programmes move in, confirm those known from records, and can be undone', async () => {
  const content = `Name,Code,Department,Semesters,Branches,sourcedId
BTECH,BT,Engineering,8,Civil; Mechanical,p1
Bachelor of Arts,BA,Arts,6,,p2
`;
  const programmesNow = async () => {
    const { body } = await office.get('/api/programmes');
    return body.programmes.map((one: any) => [
      one.name,
      one.confirmed,
      one.code,
      one.semesters,
      one.branches.map(({ name }: any) => name),
      one.people,
    ]);
  };
  const spelled = async () => {
    const { rows } = await campus.database.pool.query(
      `select split_part(email, '@', 1) || ' ' || course || ' ' || branch as line
       from students join people on people.id = person_id where course is not null order by 1`,
    );
    return rows.map(({ line }) => line);
  };
  const departments = async () => (await office.get('/api/programmes')).body.departments;
  const written = ['ann BTech Civil', 'ben btech CIVIL'];
  const none = await departments();
  expect(await spelled()).toEqual(written);
  const before = [['BTech', false, null, null, ['Civil'], 2]];
  expect((await programmesNow()).filter(([name]: any) => name === 'BTech')).toEqual(before);
  expect(await preview('programmes', content)).toMatchObject({ create: 1, update: 1 });
  expect((await send('programmes', content, '?confirm=1')).body).toBe(2);
  const moved = [
    ['Bachelor of Arts', true, 'BA', 6, [], 0],
    ['BTech', true, 'BT', 8, ['Civil', 'Mechanical'], 2],
  ];
  const ofFile = async () =>
    (await programmesNow()).filter(([name]: any) => /^b(tech|achelor)/i.test(name));
  expect(await ofFile()).toEqual(moved);
  expect(await preview('programmes', content)).toMatchObject({ unchanged: 2, changes: [] });
  const more = 'Name,Branches\nBTech,civil;Electrical\n';
  expect((await send('programmes', more, '?confirm=1')).body).toBe(1);
  expect((await ofFile())[1][4]).toEqual(['Civil', 'Electrical', 'Mechanical']);
  expect(await spelled()).toEqual(['ann BTech Civil', 'ben BTech Civil']);
  await undo();
  expect(await ofFile()).toEqual(moved);
  expect((await undo()).status).toBe(200);
  expect(await ofFile()).toEqual(before);
  expect([await spelled(), await departments()]).toEqual([written, none]);

  // An unconfirmed programme does not change the students' spellings, and a file never withdraws a confirmation.
  const unconfirmed = content
    .replace('sourcedId', 'sourcedId,Confirmed')
    .replaceAll(/(p\d)/g, '$1,no');
  expect((await send('programmes', unconfirmed, '?confirm=1')).body).toBe(2);
  expect((await ofFile()).map(([name, confirmed, code]: any) => [name, confirmed, code])).toEqual([
    ['Bachelor of Arts', false, 'BA'],
    ['BTech', false, 'BT'],
  ]);
  expect(await spelled()).toEqual(['ann BTech Civil', 'ben btech Civil']);
  expect((await send('programmes', content, '?confirm=2')).body).toBe(2);
  expect(await preview('programmes', unconfirmed)).toMatchObject({ unchanged: 2 });
  await undo();
  await undo();
  expect([await ofFile(), await spelled(), await departments()]).toEqual([before, written, none]);
  expect(await refused('programmes', 'Name,Code,Semesters\nLaw,LL,0\nlaw,ll,3\n')).toEqual([
    [2, 'Name', 'This Programme is the same as in row 3'],
    [2, 'Code', 'This Code is the same as in row 3'],
    [2, 'Semesters', expect.any(String)],
    [3, 'Name', 'This Programme is the same as in row 2'],
    [3, 'Code', 'This Code is the same as in row 2'],
  ]);
});

test('a file that changed a result is not undone once the maximum of the exam is below the former marks', async () => {
  const viva = (marks: string): string =>
    `Student Email,Subject,Term,Exam,Date,Marks\nann@example.edu,AL1,Autumn 2025,Practical,2025-12-03,${marks}\n`;
  expect((await send('past-results', viva('90'))).status).toBe(200);
  expect((await send('past-results', viva('40'), '?confirm=1')).status).toBe(200);
  const { rows } = await campus.database.pool.query(
    `select id from exams where title = 'Practical'`,
  );
  const admin = campus.as(await campus.make.admin());
  const exam = (maxMarks: number) => admin.patch(`/api/exams/${rows[0].id}`, { maxMarks });
  expect((await exam(50)).status).toBe(200);
  const { status, body } = await undo();
  expect([status, body.details]).toEqual([
    409,
    [{ name: 'Ann, Practical of Algebra', what: 'had more marks than the exam gives now' }],
  ]);
  expect((await exam(90)).status).toBe(200);
  expect((await undo()).status).toBe(200);
});

test('results belong to the exam office, everything else to the registrar', async () => {
  const registrar = campus.as(await campus.make.admin({ duty: 'registrar' }));
  const exams = campus.as(await campus.make.admin({ duty: 'exam_office' }));
  const statuses = async (caller: Caller): Promise<number[]> => {
    const own = moveInFiles(() => caller);
    const quiz = `Student Email,Subject,Term,Exam,Date,Marks\nann@example.edu,AL1,Autumn 2025,Quiz,2025-12-04,9\n`;
    const calls = [
      await own.send('past-results', quiz, '?dryRun=true'),
      await own.send('past-results', quiz),
      await own.undo(),
      await caller.get('/api/move-in/export?kind=past-results'),
      await own.send(
        'subjects',
        'Code,Name,Teacher\nBO1,Botany,dana@example.edu\n',
        '?dryRun=true',
      ),
      await caller.get('/api/move-in/export?kind=subjects'),
    ];
    return calls.map(({ status }) => status);
  };
  expect(await statuses(exams)).toEqual([200, 200, 200, 200, 403, 403]);
  await send('past-results', file);
  expect(await statuses(registrar)).toEqual([403, 403, 403, 403, 200, 200]);
});

test('a dry run that shows stored results is recorded as a read', async () => {
  const changed = file.replace(',41,', ',40,');
  await send('past-results', file);
  await preview('past-results', changed);
  await expect
    .poll(async () => (await office.get('/api/trail?kind=move_in_compared')).body[0])
    .toMatchObject({ count: 1 });
});
