import type { ImportReport } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { type Caller, testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

const path = '/api/uploadStudentDetails';

let t: TestCampus;
let admin: Person;
let asAdmin: Caller;
let lists = 0;

beforeAll(async () => {
  t = await testCampus();
  admin = await t.make.admin();
  asAdmin = t.as(admin);
});
afterAll(() => t.close());

/** A separate mail domain per test: all tests share one campus. */
let at = '';
beforeEach(() => {
  lists += 1;
  at = `list${lists}.edu`;
});

const upload = (content: string | Uint8Array, query = '', caller: Caller = asAdmin) =>
  sendForm(caller, `${path}${query}`, [{ name: 'students.csv', content }]);

const preview = async (content: string, query = ''): Promise<ImportReport> => {
  const { status, body } = await upload(content, `?dryRun=true${query}`);
  expect(status).toBe(200);
  return body as ImportReport;
};

const profile = async (email: string) =>
  (await asAdmin.get(`/api/students/by-email/${email}`)).body as Record<string, unknown>;

const studentsHere = async (): Promise<number> => {
  const { body } = await asAdmin.get<unknown[]>(`/api/faculty/students/all?search=@${at}`);
  return body.length;
};

describe('who may upload', () => {
  test('administrators may, teachers and students may not, others are asked to sign in', async () => {
    const file = () => `Name,Email\nAnn,ann@${at}\n`;
    const teacher = t.as(await t.make.teacher());
    const student = t.as(await t.make.student());
    for (const url of ['', '?dryRun=true']) {
      expect((await upload(file(), url, teacher)).status).toBe(403);
      expect((await upload(file(), url, student)).status).toBe(403);
      expect((await upload(file(), url, t.nobody)).status).toBe(401);
    }
    const problems = (caller: Caller) =>
      sendForm(caller, `${path}/problems`, [{ name: 'a.csv', content: file() }]);
    expect((await problems(teacher)).status).toBe(403);
    expect((await problems(student)).status).toBe(403);
    expect((await problems(t.nobody)).status).toBe(401);
    expect((await teacher.get(`${path}/template`)).status).toBe(403);
    expect((await student.get(`${path}/template`)).status).toBe(403);
    expect((await t.nobody.get(`${path}/template`)).status).toBe(401);
    expect(await studentsHere()).toBe(0);
    expect((await upload(file())).body).toBe(1);
    expect((await problems(asAdmin)).status).toBe(200);
    expect((await asAdmin.get(`${path}/template`)).status).toBe(200);
  });
});

describe('a class list', () => {
  test('is stored as it stands in the file, and the reply is a plain count', async () => {
    const { status, body } = await upload(
      [
        'Full Name *,EMAIL,roll_number,University ID,Course,Branch,Semester,Year,Date of Birth,Gender,Contact Number,Address,Nationality,Blood Group,Parent Name,Parent Contact Number,Parent Occupation',
        `"Żółć, Émile",Emile@${at.toUpperCase()},00042,ß-007,B.Tech,CSE,3,2,2004-02-29,female,+91 98765-43210,"1 Long Street\n2nd floor",Indian,O+,Zoë,040 1234567,Engineer`,
        `李小龙,li@${at},,,,,,,,,,,,,,,`,
      ].join('\r\n'),
    );
    expect({ status, body }).toEqual({ status: 200, body: 2 });
    expect(await profile(`emile@${at}`)).toMatchObject({
      name: 'Żółć, Émile',
      email: `emile@${at}`,
      rollNo: '00042',
      univId: 'ß-007',
      course: 'B.Tech',
      branch: 'CSE',
      semester: 3,
      year: 2,
      dob: '2004-02-29',
      gender: 'Female',
      contactNo: 919876543210,
      contactPhone: '+91 98765-43210',
      address: '1 Long Street\n2nd floor',
      nationality: 'Indian',
      bloodGroup: 'O+',
      parentName: 'Zoë',
      parentContactPhone: '040 1234567',
      parentOccupation: 'Engineer',
    });
    const li = await profile(`li@${at}`);
    expect(li).toMatchObject({ name: '李小龙', rollNo: null, course: null, semester: null });
    expect(li['univId']).toMatch(/^S2026-\d{6}$/);
  });

  test('stored with text that looks like SQL, COPY or a formula comes back letter by letter', async () => {
    const name = String.raw`\N "Robert'); drop table people;-- \t=1+1`;
    const { body } = await upload(`Name,Email\n"${name.replaceAll('"', '""')}",bob@${at}\n`);
    expect(body).toBe(1);
    expect((await profile(`bob@${at}`))['name']).toBe(name);
  });

  test('generates no university ID that the same file gives to someone else', async () => {
    await upload(`Name,Email\nA,a@${at}\n`);
    const last = Number(String((await profile(`a@${at}`))['univId']).slice(-6));
    const next = `S2026-${String(last + 1).padStart(6, '0')}`;
    const { body } = await upload(
      `Name,Email,University ID\nB,b@${at},\nC,c@${at},${next}\nD,d@${at},\n`,
    );
    expect(body).toBe(3);
    expect((await profile(`c@${at}`))['univId']).toBe(next);
  });

  test('enrols its students in the open subjects whose audience matches, from today', async () => {
    const teacher = await t.make.teacher();
    const term = await t.make.term();
    const other = await t.make.term({
      is_open: false,
      starts_on: asDay('2025-04-01'),
      ends_on: asDay('2025-09-30'),
    });
    const subject = (term_id: string, more = {}) =>
      t.make.subject({ term_id, teacher_id: teacher.id, ...more });
    const all = await subject(term.id);
    const third = await subject(term.id, { audience_course: 'b.TECH', audience_semester: 3 });
    await subject(term.id, { audience_course: 'MBA' });
    await subject(other.id);
    await upload(`Name,Email,Course,Semester\nA,a@${at},B.Tech,3\nB,b@${at},B.Tech,4\n`);
    const enrolments = await t.database
      .selectFrom('enrolments')
      .innerJoin('people', 'people.id', 'enrolments.student_id')
      .where('people.email', 'like', `%@${at}`)
      .select(['people.email', 'subject_id', 'from_on', 'to_on'])
      .orderBy('people.email')
      .orderBy('subject_id')
      .execute();
    const row = (email: string, subject_id: string) => ({
      email: `${email}@${at}`,
      subject_id,
      from_on: t.today,
      to_on: null,
    });
    expect(enrolments).toEqual([row('a', all.id), row('a', third.id), row('b', all.id)]);
  });
});

describe('a class list with bad rows', () => {
  const file = () =>
    [
      'Full Name,Email,Semester,Roll Number',
      `Ann,ann@${at},1,R1-${at}`,
      'Daniel Osei,daniel.osei@,1,',
      '',
      `,kavya@${at},1,`,
      `Priya,priya@${at},third,R1-${at}`,
      `Ann again,ANN@${at},0,`,
    ].join('\n');

  test('stores nothing and names every bad row with its number, column, cell and reason', async () => {
    const { status, body } = await upload(file());
    expect(status).toBe(422);
    expect(body).toEqual({
      message: '5 rows need a fix. Nothing was stored.',
      error: 'rows_invalid',
      details: [
        [2, 'Email', `ann@${at}`, 'This email is the same as in row 7'],
        [2, 'Roll Number', `R1-${at}`, 'This Roll Number is the same as in row 6'],
        [3, 'Email', 'daniel.osei@', 'Email is not a valid address'],
        [5, 'Full Name', '', 'Name is missing'],
        [6, 'Semester', 'third', 'Semester must be a whole number'],
        [6, 'Roll Number', `R1-${at}`, 'This Roll Number is the same as in row 2'],
        [7, 'Email', `ann@${at}`, 'This email is the same as in row 2'],
        [7, 'Semester', '0', 'Semester must be at least 1'],
      ].map(([row, column, value, reason]) => ({ row, column, value, reason })),
    });
    expect(await studentsHere()).toBe(0);
  });

  test('is previewed with its problems first and in the file’s own words', async () => {
    const report = await preview(file());
    expect(report).toMatchObject({
      rows: 5,
      ready: 0,
      problemRows: 5,
      create: 0,
      update: 0,
      skip: 0,
      moreProblems: 0,
    });
    const good = await preview(`Name,Email,Semester,Hostel\nB,b@${at},1,x\nC,c@,third,y\n`);
    expect(good).toMatchObject({ rows: 2, ready: 1, problemRows: 1, create: 1 });
    expect(good.unknownColumns).toEqual(['Hostel']);
    expect(good.preview).toEqual([
      {
        row: 3,
        name: 'C',
        email: 'c@',
        rollNo: '',
        course: '',
        semester: 'third',
        outcome: 'problem',
      },
      {
        row: 2,
        name: 'B',
        email: `b@${at}`,
        rollNo: '',
        course: '',
        semester: '1',
        outcome: 'create',
      },
    ]);
    expect(await studentsHere()).toBe(0);
  });

  test('lists 200 problems, says how many more there are, and offers all of them as a file', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => `=S${n},bad@,x`);
    const content = `Name,Email,Semester\n${rows.join('\n')}\n`;
    const { status, body } = await upload(content);
    expect(status).toBe(422);
    expect(body.message).toBe(
      '250 rows need a fix. Nothing was stored. 300 more problems are not listed here.',
    );
    expect(body.details).toHaveLength(200);
    expect((await preview(content)).moreProblems).toBe(300);

    const answer = await sendForm<string>(asAdmin, `${path}/problems`, [
      { name: 'students.csv', content },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="student-problems.csv"',
    );
    const lines = answer.body.split('\r\n');
    expect(lines).toHaveLength(502);
    expect(lines[0]).toBe('\uFEFFRow,Column,Value,Problem');
    expect(lines[500]).toBe('251,Semester,x,Semester must be a whole number');
  });

  test('downloads problems in which no cell is a formula', async () => {
    const { body } = await sendForm<string>(asAdmin, `${path}/problems`, [
      { name: 'students.csv', content: `Name,Email\nA,"=HYPERLINK(""x"")"\n` },
    ]);
    expect(body).toContain(`2,Email,"'=HYPERLINK(""x"")",Email is not a valid address\r\n`);
  });

  test('of 1 row is described in the singular', async () => {
    const { body } = await upload(`Name,Email\nA,a@\n`);
    expect(body.message).toBe('1 row needs a fix. Nothing was stored.');
  });
});

describe('people who exist', () => {
  test('are bad rows unless the upload says otherwise', async () => {
    const teacher = await t.make.teacher({ email: `teacher@${at}` });
    await upload(`Name,Email,Roll No,University ID\nA,a@${at},R-${at},U-${at}\n`);
    const { status, body } = await upload(
      `Name,Email,Roll No,University ID\nA,A@${at},R-${at},\nT,${teacher.email},,\nB,b@${at},R-${at},U-${at}\n`,
    );
    expect(status).toBe(422);
    expect(body.details).toEqual(
      [
        [2, 'Email', `a@${at}`, 'A student has this email already'],
        [2, 'Roll No', `R-${at}`, 'This Roll Number is the same as in row 4'],
        [3, 'Email', `teacher@${at}`, 'A member of staff has this email already'],
        [4, 'Roll No', `R-${at}`, 'This Roll Number is the same as in row 2'],
        [4, 'Roll No', `R-${at}`, 'Someone else has this Roll Number already'],
        [4, 'University ID', `U-${at}`, 'Someone else has this University ID already'],
      ].map(([row, column, value, reason]) => ({ row, column, value, reason })),
    );
  });

  test('are left alone with existing=skip', async () => {
    await upload(`Name,Email\nA,a@${at}\n`);
    const file = `Name,Email\nOther,a@${at}\nB,b@${at}\n`;
    expect(await preview(file, '&existing=skip')).toMatchObject({ create: 1, skip: 1, update: 0 });
    expect((await upload(file, '?existing=skip')).body).toBe(1);
    expect((await profile(`a@${at}`))['name']).toBe('A');
    expect((await upload(file, '?existing=skip')).body).toBe(0);
  });

  test('are changed with existing=update only where the file says something else', async () => {
    await upload(
      `Name,Email,Course,Semester,Address,Phone\nA,a@${at},MBA,1,Here,+49 40 123456\nB,b@${at},MBA,1,,\n`,
    );
    const file = `Name,Email,Course,Semester,Phone\nA,a@${at},,2,040 654321\nB,b@${at},MBA,1,\nC,c@${at},,,\n`;
    const report = await preview(file, '&existing=update');
    expect(report).toMatchObject({ ready: 3, create: 1, update: 1, unchanged: 1, moreChanges: 0 });
    expect(report.changes).toEqual([
      { row: 2, email: `a@${at}`, field: 'semester', from: '1', to: '2' },
      { row: 2, email: `a@${at}`, field: 'contactNo', from: '+49 40 123456', to: '040 654321' },
    ]);
    expect(report.preview.map(({ outcome }) => outcome)).toEqual(['update', 'unchanged', 'create']);
    expect((await profile(`a@${at}`))['semester']).toBe(1);

    expect((await upload(file, '?existing=update')).body).toBe(2);
    expect(await profile(`a@${at}`)).toMatchObject({
      course: 'MBA',
      semester: 2,
      address: 'Here',
      contactNo: 40654321,
      contactPhone: '040 654321',
    });
    expect((await upload(file, '?existing=update')).body).toBe(0);
  });

  test('are not changed if they have left, and cannot take another’s identity', async () => {
    await t.make.student({ email: `gone@${at}`, active: false });
    await t.make.student({ email: `held@${at}` }, { roll_no: `H-${at}` });
    const file = `Name,Email,Roll No\nGone,gone@${at},H-${at}\n`;
    const { body } = await upload(file, '?existing=update');
    expect(body.details).toEqual([
      {
        row: 2,
        column: 'Roll No',
        value: `H-${at}`,
        reason: 'Someone else has this Roll Number already',
      },
    ]);
    expect((await upload(`Name,Email\nGone,gone@${at}\n`, '?existing=update')).body).toBe(1);
    const { active } = await t.database
      .selectFrom('people')
      .where('email', '=', `gone@${at}`)
      .select('active')
      .executeTakeFirstOrThrow();
    expect(active).toBe(false);
  });

  test('are not changed if they were erased, or removed by the undo of an import: their rows are named', async () => {
    const erased = await t.make.student({ active: false, email: `erased@${at}` });
    await t.database.pool.query('select erase_person($1)', [erased.id]);
    const removed = await t.make.student({
      active: false,
      removed_at: new Date(),
      email: `removed@${at}`,
    });
    const emails = await Promise.all(
      [erased, removed].map(
        async ({ id }) =>
          (
            await t.database
              .selectFrom('people')
              .where('id', '=', id)
              .select('email')
              .executeTakeFirstOrThrow()
          ).email,
      ),
    );
    const file = `Name,Email\nAnn Again,${emails[0]}\nBen Again,${emails[1]}\n`;
    const problems = [
      [2, emails[0], 'Who this was has been erased. The record stays as it is.'],
      [3, emails[1], 'The import that added this person was undone. Add them anew.'],
    ].map(([row, value, reason]) => ({ row, column: 'Email', value, reason }));
    expect(await preview(file, '&existing=update')).toMatchObject({ update: 0, problems });
    const { status, body } = await upload(file, '?existing=update');
    expect([status, body.details]).toEqual([422, problems]);
    expect((await upload(file, '?existing=skip')).body).toBe(0);
    const { rows } = await t.database.pool.query(`select from people where name ~ 'Again$'`);
    expect(rows).toEqual([]);
  });
});

describe('a file of another system', () => {
  const rows = async (content: string, query = '') => {
    const { create, problemRows, daysUnclear, problems } = await preview(content, query);
    return { create, problemRows, daysUnclear, reasons: problems.map(({ reason }) => reason) };
  };

  test('has dates in an order that one of its rows proves for all', async () => {
    const file = `Name,Email,DOB\nA,a@${at},05/06/2004\nB,b@${at},31.12.2003\nC,c@${at},2002-02-01\n`;
    expect(await rows(file)).toMatchObject({ create: 3, daysUnclear: false });
    expect((await upload(file)).body).toBe(3);
    expect(await profile(`a@${at}`)).toMatchObject({ dob: '2004-06-05' });
    expect(await profile(`b@${at}`)).toMatchObject({ dob: '2003-12-31' });
  });

  test('requires the order to be chosen where no row proves it, and nothing is guessed', async () => {
    const file = `Name,Email,DOB\nA,a@${at},05/06/2004\nB,b@${at},07-07-2003\n`;
    expect(await rows(file)).toEqual({
      create: 1,
      problemRows: 1,
      daysUnclear: true,
      reasons: ['05/06/2004 may be 2004-06-05 or 2004-05-06: choose the order of day and month'],
    });
    expect((await upload(file)).status).toBe(422);
    expect(await rows(file, '&days=monthFirst')).toMatchObject({ create: 2, daysUnclear: true });
    expect((await upload(file, '?days=monthFirst')).body).toBe(2);
    expect(await profile(`a@${at}`)).toMatchObject({ dob: '2004-05-06' });
    const other = `Name,Email,DOB\nC,c@${at},31/12/2004\n`;
    expect((await rows(other, '&days=monthFirst')).reasons).toEqual([
      expect.stringMatching(/^Date of Birth must be/),
    ]);
  });

  test('has columns with other names, which are mapped by their positions', async () => {
    const file = `Learner,Mail Box,Stream,Name\nAnn,ann@${at},Law,x\n`;
    const columns = '1.name,2.email,3.course,4.branch';
    expect((await upload(file)).status).toBe(422);
    expect(await rows(file, `&columns=${columns}`)).toMatchObject({ create: 1 });
    expect((await upload(file, `?columns=${columns}`)).body).toBe(1);
    expect(await profile(`ann@${at}`)).toMatchObject({ name: 'Ann', course: 'Law', branch: 'x' });
  });

  test('cannot have two columns for one field, and a column without a field is ignored', async () => {
    const file = `Learner,Name,Email\nAnn,Ann,ann@${at}\n`;
    const { status, body } = await upload(file, '?columns=1.name');
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: 'The columns “Learner” and “Name” both mean Full Name: remove one of them.',
    });
    const { unknownColumns } = await preview(file, '&columns=1.shoeSize');
    expect(unknownColumns).toEqual(['Learner']);
    expect((await upload(file, '?columns=nonsense')).status).toBe(400);
  });
});

describe('an update', () => {
  test('needs the University ID or the e-mail, and what changes', async () => {
    await upload(
      `Name,Email,University ID,Course\nA,a@${at},UA-${at},Law\nB,b@${at},UB-${at},Law\n`,
    );
    const byId = `University ID,Course,Semester\nUA-${at},Art,\nUB-${at},Law,\n`;
    const report = await preview(byId, '&existing=update');
    expect(report).toMatchObject({ problemRows: 0, create: 0, update: 1, unchanged: 1 });
    expect(report.changes).toEqual([
      { row: 2, email: `a@${at}`, field: 'course', from: 'Law', to: 'Art' },
    ]);
    expect(report.preview).toMatchObject([
      { name: 'A', email: `a@${at}`, univId: `UA-${at}`, outcome: 'update' },
      { name: 'B', outcome: 'unchanged' },
    ]);
    expect((await upload(byId, '?existing=update')).body).toBe(1);
    expect((await upload(`Email,Course\nb@${at},Art\n`, '?existing=update')).body).toBe(1);
    for (const one of ['a', 'b'])
      expect(await profile(`${one}@${at}`)).toMatchObject({
        course: 'Art',
        name: one.toUpperCase(),
      });
  });

  test('names rows that match nobody, match a person twice, or have neither', async () => {
    const teacher = await t.make.teacher({ univ_id: `UT-${at}` });
    expect(teacher.id).toBeDefined();
    await upload(`Name,Email,University ID\nA,a@${at},UA-${at}\n`);
    const { body } = await upload(
      `University ID,Email,Course\nUA-${at},,Law\n,a@${at},Art\nUX-${at},,Law\n,new@${at},Law\nUT-${at},,Law\n,,Law\n`,
      '?existing=update',
    );
    expect(
      body.details.map(({ row, reason }: { row: number; reason: string }) => [row, reason]),
    ).toEqual([
      [2, 'This is the same person as in row 3'],
      [4, 'None of the students has this University ID'],
      [5, 'None of the students has this email, and a new one needs “Full Name”'],
      [6, 'A member of staff has this University ID already'],
      [7, 'The row has no Email and no University ID'],
    ]);
    expect((await upload(`Course\nLaw\n`, '?existing=update')).body.message).toBe(
      'The first row must name the columns, and there is no column “Email” or “University ID”.',
    );
  });
});

test('a record says who added it and when, by a file or by hand, if that is known', async () => {
  await upload(`Name,Email\nA,a@${at}\n`);
  await asAdmin.post('/api/uploadStudent', { name: 'B', email: `b@${at}` });
  const before = await t.make.student({ email: `c@${at}` });
  const detailsOf = async (id: unknown) =>
    (await asAdmin.get<{ added: unknown }>(`/api/people/students/${String(id)}`)).body.added;
  for (const one of ['a', 'b'])
    expect(await detailsOf((await profile(`${one}@${at}`))['id'])).toEqual({
      by: admin.name,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  expect(await detailsOf(before.id)).toBeNull();
});

test('the template is a file that can be filled in and uploaded', async () => {
  const { body, headers } = await asAdmin.get<string>(`${path}/template`);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="students.csv"');
  expect(body.startsWith('\uFEFFFull Name,Email,Roll Number,')).toBe(true);
  const blanks = ','.repeat(body.split(',').length - 2);
  const report = await preview(`${body}Ann,ann@${at}${blanks}\r\n`);
  expect(report).toMatchObject({ rows: 1, create: 1, unknownColumns: [] });
});
