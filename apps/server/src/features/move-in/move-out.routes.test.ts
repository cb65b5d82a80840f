import { type IsoDate, type MoveInKind as Kind, moveInKinds as kinds } from '@campus/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { moveInFiles } from '../../testing/move-in-files.ts';
import { cellsOfCsv, cellsOfXlsx } from '../../testing/read-table.ts';
import { type Caller, testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

interface Office {
  readonly campus: TestCampus;
  readonly office: Caller;
  readonly teacher: Person;
  readonly students: readonly Person[];
}

const details = {
  dob: '1980-02-29' as IsoDate,
  gender: 'Female',
  contact_no: '5550100',
  contact_phone: '555 0100',
  address: 'Hill 1, "Old House"',
} as const;

const withPeople = async (): Promise<Office> => {
  const campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  const { make } = campus;
  const office = campus.as(await make.admin());
  const teacher = await make.teacher({
    name: 'Dana',
    email: 'dana@example.edu',
    univ_id: 'T-D',
    ...details,
  });
  await make.teacher({ name: 'Eve', email: 'eve@example.edu', univ_id: 'T-E', ...details });
  const students = [
    await make.student(
      { name: 'Ann', email: 'ann@example.edu', univ_id: 'S-A' },
      { roll_no: '007', course: 'btech', branch: 'civil', semester: 3 },
    ),
    await make.student(
      { name: 'Ben', email: 'ben@example.edu', univ_id: 'S-B' },
      { roll_no: '008' },
    ),
  ];
  return { campus, office, teacher, students };
};

/** A campus with nobody but the office. */
const withNobody = async (): Promise<Pick<Office, 'campus' | 'office'>> => {
  const campus = await testCampus({ now: new Date('2026-11-18T12:00:00Z') });
  return { campus, office: campus.as(await campus.make.admin()) };
};

let full: Office;
let empty: Pick<Office, 'campus' | 'office'>;
beforeAll(async () => {
  [full, empty] = await Promise.all([withPeople(), withNobody()]);
});
afterAll(() => Promise.all([full.campus.close(), empty.campus.close()]));

const fileOf = async ({ office }: Pick<Office, 'office'>, kind: Kind, format = 'csv') => {
  const { status, bytes } = await office.get(`/api/move-in/export?kind=${kind}&format=${format}`);
  expect(status).toBe(200);
  return bytes;
};
const moveIn = async (
  { office }: Pick<Office, 'office'>,
  kind: Kind,
  content: Uint8Array | string,
) => {
  const { status, body } = await sendForm(office, `/api/move-in/${kind}`, [
    { name: `${kind}.csv`, content },
  ]);
  expect({ kind, status, body }).toMatchObject({ status: 200 });
  return body;
};

test('a term arrives open if the file says so, and can be undone while nothing is in it', async () => {
  const { stored, undo } = moveInFiles(() => empty.office);
  const spring = 'Name,First day,Last day,State\nSpring 2030,2030-02-01,2030-06-30,open\n';
  expect(await stored('terms', spring)).toBe(1);
  expect(await stored('terms', spring)).toBe(0);
  expect((await empty.office.get('/api/terms')).body).toMatchObject([
    { name: 'Spring 2030', state: 'open' },
  ]);
  expect((await undo()).status).toBe(200);
  expect((await empty.office.get('/api/terms')).body).toEqual([]);
});

test('files exported from a campus, moved into an empty one and exported again are the same', async () => {
  const { campus, office, teacher, students } = full;
  await moveIn(
    full,
    'terms',
    `Name,First day,Last day,State,id
Spring 2025,2025-02-01,2025-06-30,,t1
Summer 2025,2025-07-01,2025-08-31,planned,
`,
  );
  await moveIn(
    full,
    'subjects',
    'Code,Name,Credits,Teacher,Term,Sections,id\nAL0,"=Algebra, first",4,dana@example.edu,t1,Night; morning,AL1\n',
  );
  const [ann] = students;
  const { id: term_id } = await campus.make.term({ name: 'Autumn 2026' });
  const { id } = await campus.make.subject(
    { term_id, teacher_id: teacher.id, name: 'Algebra', code: 'AL1' },
    students,
  );
  // The AL1 of the other system is a different subject, in another term.
  await moveIn(
    full,
    'enrolments',
    'Email,Subject,Term,From,Section,id\nann@example.edu,AL0,t1,2025-02-03,Morning,e1\n',
  );
  await moveIn(
    full,
    'past-marks',
    `Email,Subject,Term,Date,Mark,Remarks,Outside Enrolment
ann@example.edu,AL0,t1,2025-02-03,P,Early,
ben@example.edu,AL0,t1,2025-02-03,A,,yes
`,
  );
  // One that no programme is of, and one that the next file names, too.
  await moveIn(full, 'departments', 'Department,Code\nMusic,\nENGINEERING,EN\n');
  await moveIn(
    full,
    'programmes',
    `Programme,Code,Department,Semesters,Branches,Confirmed,Former Spellings
B.Tech,BT,Engineering,8,Civil; Electrical,,BEng; B. Tech
Alchemy,AL,Magic,,Gold,no,
`,
  );
  await moveIn(
    full,
    'opening-balances',
    'Email,Subject,Term,Classes,Present,Until,id\nann@example.edu,AL0,t1,40,34,2025-02-01,b1\n',
  );
  await moveIn(
    full,
    'past-results',
    `Email,Subject,Term,Exam,Date,Maximum Marks,Marks,Outside Enrolment
ann@example.edu,AL0,t1,Mid-term,2025-03-03,50,41,
ben@example.edu,AL0,t1,Mid-term,2025-03-03,50,AB,yes
`,
  );
  // Helpers of whole subjects and of sections, with various rights and last days.
  await moveIn(
    full,
    'helpers',
    `Teacher,Subject,Term,Kind,May Mark,May Grade,Section,From,To,id
eve@example.edu,AL0,t1,,,,,2025-02-01,,h1
eve@example.edu,AL0,t1,assistant,no,yes,,2025-03-01,2025-03-31,
eve@example.edu,AL0,t1,assistant,yes,,Morning,2025-03-01,,
eve@example.edu,AL0,t1,substitute,,,Evening,2025-03-04,2025-03-04,
eve@example.edu,AL1,Autumn 2026,,,,,,,
`,
  );
  // Audiences of a course, of everyone, and of a branch and a semester; and an unpublished result.
  await moveIn(
    full,
    'subjects',
    `Code,Name,Teacher,Term,Audience Course,Audience Branch,Audience Semester,Audience Year,Everyone
OPT,Optics,dana@example.edu,Autumn 2026,b.tech,,,,
ALL,Assembly,dana@example.edu,Autumn 2026,,,,,yes
MIN,Mining,dana@example.edu,Autumn 2026,B.Tech,civil,3,2,no
`,
  );
  await moveIn(
    full,
    'past-results',
    'Email,Subject,Term,Exam,Date,Marks,Published\nann@example.edu,AL0,t1,Final,2025-06-03,71,no\n',
  );
  // An exam that is still to come.
  await moveIn(
    full,
    'exams',
    'Subject,Term,Exam,Date,Maximum Marks\nAL1,Autumn 2026,Viva,2026-12-03,20\n',
  );
  await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: id,
    date: campus.today,
    studentAttendances: [{ studentEmail: ann?.email, present: true, remarks: '' }],
  });

  // Ben has graduated, and Ann leaves at the end of the month: their marks and results come along.
  const { body: preview } = await office.post('/api/people/students/batches', {
    students: [students[1]?.id],
    action: { kind: 'graduate', on: '2026-11-01' },
  });
  await office.post(`/api/people/students/batches/${preview.id}/apply`);
  const leaving = await office.post(`/api/people/students/${ann?.id}/withdraw`, {
    on: '2026-11-30',
  });
  expect(leaving).toMatchObject({ status: 200, body: { status: 'active' } });
  const everyone = '/api/people/students/export?show=all&format=csv';
  expect(
    cellsOfCsv((await office.get(everyone)).bytes).map((cells) => cells.slice(-6, -4)),
  ).toEqual([
    ['Status', 'Last Day'],
    ['Withdrawn', '2026-11-30'],
    ['Graduated', '2026-11-01'],
  ]);

  for (const [out, into] of [
    ['/api/people/faculty/export?format=csv', '/api/uploadFacultyDetails?invite=later'],
    [everyone, '/api/uploadStudentDetails?invite=later'],
  ] as const) {
    const { bytes: people } = await office.get(out);
    const sent = await sendForm(empty.office, into, [{ name: 'people.csv', content: people }]);
    expect({ into, body: sent.body }).toMatchObject({ body: cellsOfCsv(people).length - 1 });
    expect(cellsOfCsv((await empty.office.get(out)).bytes)).toEqual(cellsOfCsv(people));
  }

  for (const kind of kinds) {
    const moved = await fileOf(full, kind);
    const records = cellsOfCsv(moved).length - 1;
    expect([kind, records]).toEqual([
      kind,
      {
        // That of the teachers and, of the programmes, that of a student are imported along with them.
        departments: 4,
        programmes: 3,
        terms: 3,
        subjects: 5,
        enrolments: 3,
        helpers: 5,
        'past-marks': 3,
        'opening-balances': 1,
        exams: 3,
        'past-results': 3,
      }[kind],
    ]);
    expect(await moveIn(empty, kind, moved)).toBe(
      records - Number(['departments', 'programmes'].includes(kind)),
    );
    expect(cellsOfCsv(await fileOf(empty, kind))).toEqual(cellsOfCsv(moved));
    // Imported into the campus it comes from, it changes nothing.
    expect(await moveIn(full, kind, moved)).toBe(0);
    const cells = cellsOfXlsx(await fileOf(full, kind, 'xlsx'));
    expect(cells).toEqual(cellsOfCsv(moved));
  }
  const departments = async ({ office: of }: Pick<Office, 'office'>) =>
    (await of.get('/api/programmes')).body.departments.map(
      ({ name, code, confirmed }: any) => `${name} ${code} ${confirmed}`,
    );
  expect(await departments(full)).toContain('ENGINEERING EN true');
  expect(await departments(empty)).toEqual(await departments(full));
  expect(cellsOfCsv(await fileOf(full, 'enrolments')).slice(0, 2)).toEqual([
    [
      'Student Email',
      'University ID',
      'Roll Number',
      'Subject',
      'Term',
      'From',
      'To',
      'Section',
      'Source ID',
      'Outside Term',
    ],
    [
      'ann@example.edu',
      'S-A',
      '007',
      'AL0',
      'Spring 2025',
      '2025-02-03',
      '2025-06-30',
      'morning',
      'e1',
      '',
    ],
  ]);
  expect(cellsOfCsv(await fileOf(empty, 'subjects'))[2]?.at(-1)).toBe(`campus-subjects-${id}`);
  expect((await office.get('/api/move-in/export?kind=people')).status).toBe(400);
  expect(cellsOfCsv(await fileOf(empty, 'terms')).map((cells) => cells[3])).toEqual([
    'State',
    'closed',
    'planned',
    'open',
  ]);
  expect(cellsOfCsv(await fileOf(empty, 'subjects'))[1]).toContain('Evening; morning; Night');
  expect(cellsOfCsv(await fileOf(empty, 'programmes'))[2]).toContain('B. Tech; BEng');
  for (const one of students) await office.post(`/api/people/students/${one.id}/reinstate`, {});
});

test('impossible states of terms, sections and former spellings are named; spellings can be undone', async () => {
  const { stored, refused, undo } = moveInFiles(() => full.office);
  const reasons = async (kind: Kind, content: string) =>
    (await refused(kind, content)).map(([row, , , reason]: unknown[]) => [row, reason]);
  expect(
    await reasons(
      'terms',
      `Name,First day,Last day,State
Spring 2025,2025-02-01,2025-06-30,open
Winter 2020,2020-01-01,2020-02-01,open
Winter 2021,2021-01-01,2021-02-01,ajar
`,
    ),
  ).toEqual([
    [2, 'Spring 2025 is closed: it is opened and closed on its page'],
    [3, 'The term of row 2 is open, and only one term is'],
    [3, 'Autumn 2026 is open, and only one term is'],
    [4, 'The state must be open, closed or planned'],
  ]);
  const tooLong = 'x'.repeat(51);
  expect(
    await reasons(
      'subjects',
      `Code,Name,Teacher,Sections\nZO1,Zoology,dana@example.edu,A; ${tooLong}\n`,
    ),
  ).toEqual([[2, 'The name of a section has at most 50 letters']]);
  expect(
    await reasons(
      'programmes',
      `Programme,Former Spellings
B.A.,Alchemy
M.A.,beng
M.Sc.,MSc; Master
Master,
`,
    ),
  ).toEqual([
    [2, 'Alchemy is a programme: merge the two on the page Programmes'],
    [3, 'beng is a former spelling of another programme'],
    [4, 'Master is in row 5, too'],
  ]);

  const spellings = async () => {
    const cells = cellsOfCsv(await fileOf(full, 'programmes'));
    return cells.find(([name]) => name === 'Law')?.[cells[0]?.indexOf('Former Spellings') ?? 0];
  };
  const law = (names: string): string => `Programme,Former Spellings\nLaw,${names}\n`;
  expect(await stored('programmes', law('LLB; Law; L.L.B.'))).toBe(1);
  expect(await stored('programmes', law('llb'))).toBe(0);
  expect(await stored('programmes', law('Jura'), '?confirm=1')).toBe(1);
  expect(await spellings()).toBe('Jura; L.L.B.; LLB');
  expect((await undo()).status).toBe(200);
  expect(await spellings()).toBe('L.L.B.; LLB');
  expect((await undo()).status).toBe(200);
  expect(await stored('programmes', 'Programme\nLLB\n')).toBe(1);
});

test('a record that moved in under the number of another campus shares its Source ID with none of this one', async () => {
  const { stored, preview } = moveInFiles(() => full.office);
  const { id } = await full.campus.make.term({
    name: 'Spring 2031',
    is_open: false,
    starts_on: '2031-02-01' as IsoDate,
    ends_on: '2031-06-30' as IsoDate,
  });
  await stored(
    'terms',
    `Name,First day,Last day,id\nSpring 2030,2030-02-01,2030-06-30,campus-terms-${id}\n`,
  );
  const terms = await fileOf(full, 'terms');
  const ids = cellsOfCsv(terms).map((cells) => cells.at(-1));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((one) => one?.startsWith(`campus-terms-${id}`))).toHaveLength(2);
  expect(await preview('terms', Buffer.from(terms).toString())).toMatchObject({
    problemRows: 0,
    unchanged: ids.length - 1,
  });
  expect(await moveIn(full, 'terms', terms)).toBe(0);
  expect(await fileOf(full, 'terms')).toEqual(terms);
});

test('a code that is another subject’s Source ID is exported so that it is read as it was meant', async () => {
  const { stored } = moveInFiles(() => full.office);
  await stored(
    'terms',
    'Name,First day,Last day,id\n2032,2032-02-01,2032-06-30,2033\n2033,2033-02-01,2033-06-30,2032\n',
  );
  await stored(
    'subjects',
    `Code,Name,Teacher,Term,id
101,Optics,dana@example.edu,2033,102
102,Logic,dana@example.edu,2033,101
`,
  );
  await stored('exams', 'Subject,Term,Exam,Date,id\n102,2033,Viva,2032-03-01,\n');
  await stored('helpers', 'Teacher,Subject,Term\neve@example.edu,102,2033\n');
  await stored('enrolments', 'Email,Subject,Term,To\nben@example.edu,102,2033,2032-06-01\n');
  for (const kind of ['exams', 'helpers', 'enrolments'] as const) {
    const file = await fileOf(full, kind);
    expect([kind, await moveIn(full, kind, file)]).toEqual([kind, 0]);
    expect(cellsOfCsv(file).find((cells) => cells.includes('2033'))).toContain('102');
  }
});
