import { addDays, type Erasure } from '@campus/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handIn, handInPath, makeAssignment, mark, textFile } from '../../testing/assignments.ts';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { picture } from '../../testing/picture.ts';
import {
  type Answer,
  type Caller,
  testCampus,
  type TestCampus,
} from '../../testing/test-campus.ts';
import { publicUrl } from '../../testing/test-identity.ts';
import { sendForm } from '../../testing/upload.ts';
import { sealTrail } from '../trail/chain.ts';
import { verifyTrail } from '../trail/index.ts';
import { personTables } from './person-data.ts';
import { retentionJob } from './index.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let ben: Person;
let ada: Person;
let adaHerself: Caller;
/** A copy of a book that is lent to Ada. */
let lent: string;
let subject: { id: string };
let term: { id: string };

/** Texts that identify Ada; none may be left anywhere. */
const marks = {
  name: 'Adaora Quimby',
  email: 'adaora.quimby@example.edu',
  former: 'adaora.former@example.edu',
  univId: 'S-QUIMBY-1',
  rollNo: 'ROLL-QUIMBY',
  address: 'Quimby Lane 7',
  moved: 'Quimby Lane 8',
  phone: '0999 777 5551',
  parent: 'Obi Quimby',
  remark: 'Quimby went to the dentist',
  secondRemark: 'Quimby: the dentist said so',
  work: 'An essay by Quimby',
  file: 'quimby.txt',
  comment: 'Well written, Quimby',
  illness: 'Quimby was ill',
  reason: 'Quimby has moved',
  browser: 'Quimbys old telephone',
};

const rowsOf = async (statement: string, ...values: unknown[]): Promise<any[]> =>
  (await campus.database.pool.query(statement, values)).rows;

/** All places where one of these texts is stored, in any table of the campus or the identity service. */
const found = async (texts: readonly string[]): Promise<string[]> => {
  const tables = await rowsOf(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'`);
  expect(tables.length).toBeGreaterThan(50);
  const places: string[] = [];
  for (const { name } of tables)
    for (const { text } of await rowsOf(
      `select distinct text from ${name} stored, unnest($1::text[]) as text
       where position(lower(text) in lower(to_jsonb(stored)::text)) > 0
         or position(encode(convert_to(text, 'UTF8'), 'hex') in to_jsonb(stored)::text) > 0`,
      texts,
    ))
      places.push(`${name}: ${text}`);
  return places.toSorted();
};

const submit = async (date: string, remarks: string | null, present = true) => {
  const { status } = await campus.as(teacher).post('/api/attendance/bulk', {
    facultyEmail: teacher.email,
    subjectId: subject.id,
    date,
    studentAttendances: [
      { studentEmail: marks.email, present, remarks },
      { studentEmail: ben.email, present: true, remarks: 'Ben was late' },
    ],
  });
  expect(status).toBe(200);
};
const ok = <T>({ status, body }: Answer<T>): T => {
  expect({ status, body: status < 300 || body }).toEqual({ status, body: true });
  return body;
};

beforeAll(async () => {
  campus = await testCampus({ withIdentity: true });
  const { make } = campus;
  admin = await make.admin({ name: 'Ruth Adeyemi' });
  teacher = await make.teacher({ name: 'Meera Nair' });
  ben = await make.student({ name: 'Ben Okri' }, { roll_no: 'R-BEN' });
  term = await make.term();
  ada = await everythingOfAda();
});
afterAll(() => campus.close());

/** Creates a student with a row in every table that can be about one. */
const everythingOfAda = async (): Promise<Person> => {
  const { make, identity, database } = campus;
  const office = campus.as(admin);
  const { subject: account } = await identity.createAccount({
    email: marks.former,
    name: marks.name,
    emailVerified: true,
    password: 'quimby-was-here',
  });
  let person = await make.student(
    {
      name: marks.name,
      email: marks.former,
      univ_id: marks.univId,
      address: marks.address,
      dob: '2004-05-06' as never,
      gender: 'Female',
      contact_no: '9997775551',
      contact_phone: marks.phone,
    },
    {
      roll_no: marks.rollNo,
      course: 'BSc',
      nationality: 'Quimbian',
      blood_group: 'AB-',
      parent_name: marks.parent,
      parent_contact_no: '9997775552',
      parent_contact_phone: '0999 777 5552',
      parent_occupation: 'Baker Quimby',
    },
  );
  ok(await office.patch(`/api/people/students/${person.id}`, { email: marks.email }));
  await identity.moveAccount(account, { from: marks.former, to: marks.email });
  person = { ...person, email: marks.email };

  subject = await make.subject({ term_id: term.id, teacher_id: teacher.id }, [person, ben]);
  await submit(addDays(campus.today, -3), marks.remark);
  await submit(addDays(campus.today, -3), marks.secondRemark, false);
  await submit(addDays(campus.today, -2), null);
  await makeExam(campus, {
    subject: subject.id,
    on: addDays(campus.today, -5),
    results: [
      [person, 71],
      [ben, 64],
    ],
  });
  await makeExam(campus, {
    subject: subject.id,
    on: addDays(campus.today, -1),
    published: false,
    results: [[person, 12]],
  });
  const assignment = await makeAssignment(campus, teacher, subject.id, { title: 'Essay' });
  ok(
    await handIn(campus, person, assignment.id, [
      { field: 'text', content: marks.work },
      textFile(marks.file, marks.work),
    ]),
  );
  ok(
    await mark(campus, teacher, [assignment.id, person], {
      version: 1,
      marks: 15,
      comment: marks.comment,
    }),
  );
  ok(
    await campus.as(teacher).send({
      method: 'PUT',
      path: `${handInPath(assignment.id, person)}/extension`,
      body: JSON.stringify({
        deadline: `${addDays(campus.today, 9)}T12:00`,
        reason: marks.illness,
      }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  ok(await handIn(campus, ben, assignment.id, [textFile('ben.txt', 'By Ben')]));
  ok(
    await campus.as(teacher).post('/api/corrections', {
      studentEmail: marks.email,
      address: marks.moved,
      reason: marks.reason,
    }),
  );
  ok(await campus.as(person).post('/api/calendar-address'));
  ok(
    await sendForm(campus.as(person), '/api/students/upload-image', [
      { field: 'email', content: marks.email },
      { field: 'image', name: 'me.png', type: 'image/png', content: await picture('png') },
    ]),
  );
  const book = ok(await office.post('/api/library/books', { title: 'Sula', author: 'Morrison' }));
  lent = `${book.id}-1`;
  ok(await office.post('/api/library/loans', { item: lent, univId: marks.univId }));
  await database
    .insertInto('kept_mails')
    .values({
      message_id: 'm1',
      recipient: marks.former,
      subject: `Dear ${marks.name}`,
      body: marks.email,
    })
    .execute();
  await database
    .updateTable('people')
    .where('id', '=', person.id)
    .set({ identity_issuer: identity.issuer, identity_subject: account })
    .execute();
  adaHerself = await campus.signIn(marks.email, 'quimby-was-here');
  const mistyped = { email: marks.email, password: 'quimby-is-here' };
  const signIn = await campus.nobody.post('/identity/sign-in/email', mistyped, {
    origin: publicUrl,
    'user-agent': marks.browser,
  });
  expect(signIn.status).toBe(401);
  return person;
};

const withdraw = async (person: Person) => {
  ok(
    await campus
      .as(admin)
      .post(`/api/people/students/${person.id}/withdraw`, { on: addDays(campus.today, -1) }),
  );
};
const erase = (person: Person, email = person.email) =>
  campus.as(admin).post(`/api/people/${person.id}/erasure`, { email });
const preview = async (person: Person): Promise<Erasure> =>
  ok(await campus.as(admin).get<Erasure>(`/api/people/${person.id}/erasure`));

const filesOf = (answer: Answer<unknown>): Record<string, string> => {
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  return Object.fromEntries(
    Object.entries(unzipSync(answer.bytes)).map(([path, bytes]) => [
      path,
      Buffer.from(bytes).toString(),
    ]),
  );
};

describe('the export of a person’s data', () => {
  test('has every table with data about them, and their files', async () => {
    const files = filesOf(await campus.as(admin).get(`/api/people/${ada.id}/data`));
    for (const [name, text] of [
      ['About the person/Person.json', marks.name],
      ['About the person/Student.json', marks.parent],
      ['About the person/Changes of the record.json', marks.former],
      ['About the person/Attendance.json', marks.secondRemark],
      ['About the person/Changes of attendance.json', marks.remark],
      ['About the person/Exam results.json', '"marks": 71'],
      ['About the person/Hand-ins.json', marks.work],
      ['About the person/Marks of assignments.json', marks.comment],
      ['About the person/Extensions of assignments.json', marks.illness],
      ['About the person/Correction requests.json', marks.reason],
      ['About the person/Enrolments.json', '"subject": "Subject'],
      ['About the person/Mails.json', '"kind"'],
      ['Account.json', marks.email],
      ['Hand-ins/Essay/Version 1, quimby.txt', marks.work],
      ['Picture/Picture.png', 'PNG'],
    ])
      expect([name, files[name ?? '']?.includes(text ?? '-')]).toEqual([name, true]);
    const all = Object.values(files).join('\n');
    for (const others of ['Ben Okri', 'Ben was late', 'By Ben', teacher.name, admin.name])
      expect([others, all.includes(others)]).toEqual([others, false]);
    expect(all).not.toMatch(/quimby-was-here|"token"/);
  });

  test('of a teacher says what they did, and nothing about the students concerned', async () => {
    const files = filesOf(await campus.as(admin).get(`/api/people/${teacher.id}/data`));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'About the person/Subjects taught.json',
        'Done by the person/Changes of attendance.json',
        'Done by the person/Exam results.json',
        'Done by the person/Assignments set.json',
      ]),
    );
    const all = Object.values(files).join('\n');
    for (const others of [marks.email, marks.name, marks.remark, 'Ben was late', marks.comment])
      expect([others, all.includes(others)]).toEqual([others, false]);
  });

  test('can be made by everybody of their own data, without what is not published yet', async () => {
    const files = filesOf(await adaHerself.get('/api/own-data'));
    expect(files['About the person/Person.json']).toContain(marks.name);
    expect(files['About the person/Exam results.json']).toContain('"marks": 71');
    const all = Object.values(files).join('\n');
    expect(all).not.toContain('"marks": 12');
    expect(all).not.toContain(marks.comment);
    expect(all).not.toContain(marks.illness);
    expect(
      filesOf(await campus.as(teacher).get('/api/own-data'))['About the person/Teacher.json'],
    ).toContain('Computer Science');
  });

  test('needs a fresh sign-in, and is 404 for an unknown person', async () => {
    const old = await campus.token({
      sub: `person-${admin.id}`,
      email: admin.email,
      auth_time: Math.floor(Date.now() / 1000) - 3600,
    });
    for (const path of [`/api/people/${ada.id}/data`, '/api/own-data']) {
      const { status, body } = await campus.nobody.get(path, { authorization: `Bearer ${old}` });
      expect([status, body.error]).toEqual([403, 'confirmation_needed']);
    }
    expect((await campus.as(admin).get('/api/people/987654321/data')).status).toBe(404);
  });
});

describe('erasing a person', () => {
  test('is refused while they are active, and so for the last administrator', async () => {
    for (const [person, words] of [
      [ada, 'Withdraw the student first.'],
      [teacher, 'Deactivate the account first.'],
      [admin, 'Deactivate the account first.'],
    ] as const) {
      expect((await preview(person)).refusal).toContain(words);
      const { status, body } = await erase(person);
      expect([status, body.message]).toEqual([409, expect.stringContaining(words)]);
    }
    expect((await rowsOf('select from people where erased_at is not null')).length).toBe(0);
  });

  test('leaves nothing that identifies them, and every number as it is', async () => {
    const texts = [...Object.values(marks), 'Quimby', '777 555', '999777555', '2004-05-06'];
    expect(await found(texts)).not.toEqual([]);
    await withdraw(ada);
    expect((await preview(ada)).refusal).toContain('1 loans and reservations that are not over');
    expect((await erase(ada)).status).toBe(409);
    ok(await campus.as(admin).post('/api/library/returns', { item: lent }));
    const numbers = async () => {
      const answers: unknown[] = [];
      for (const path of [
        `/api/attendance/stats/subject/${subject.id}`,
        '/api/AdminDashboard/students/count',
        '/api/performance',
      ])
        answers.push((await campus.as(admin).get(path)).body);
      return [
        answers,
        await rowsOf('select * from subject_tallies order by 1'),
        await rowsOf('select * from seat_tallies order by 1, 2'),
        await rowsOf('select exam_id, marks, absent from exam_results order by 1, 2'),
        await rowsOf(
          'select session_id, version, present, previous_present, changed_by from class_submissions order by 1, 2',
        ),
        await rowsOf('select assignment_id, marks from hand_in_marks order by 1, 2'),
        await rowsOf('select subject_id, from_on, to_on from enrolments order by 1, student_id, 2'),
      ];
    };
    const before = await numbers();
    const said = await preview(ada);
    expect(said).toMatchObject({
      refusal: null,
      email: marks.email,
      removed: expect.arrayContaining([
        { what: 'Picture', count: 1 },
        { what: 'Correction requests', count: 1 },
      ]),
      blanked: expect.arrayContaining([{ what: 'Hand-ins', count: 1 }]),
      stays: expect.arrayContaining([
        { what: 'Exam results', count: 2 },
        { what: 'Enrolments', count: 1 },
        { what: 'Loans', count: 1 },
      ]),
    });
    await sealTrail(campus.database);
    ok(await erase(ada));

    expect(await found(texts)).toEqual([]);
    expect(await numbers()).toEqual(before);
    expect(
      await rowsOf('select quota, owner_id, bytes from file_tallies where bytes > 0 order by 1, 2'),
    ).toEqual(await rowsOf('select quota, owner_id, bytes from file_tallies_now order by 1, 2'));
    const [{ remarks }] = await rowsOf(
      'select remarks from class_sessions where held_on = $1',
      addDays(campus.today, -3),
    );
    expect(remarks).toContain('Ben was late');
    const code = BigInt(ada.id).toString(16).toUpperCase().padStart(4, '0');
    const record = ok(await campus.as(admin).get(`/api/people/students/${ada.id}`));
    expect(record).toMatchObject({
      name: `Erased person ${code}`,
      email: `erased-${code.toLowerCase()}@erased.invalid`,
      course: 'BSc',
      univId: null,
      status: 'withdrawn',
    });
    const history = ok(await campus.as(admin).get(`/api/people/${ada.id}/history`));
    expect(history[0]).toMatchObject({ changedBy: 'Ruth Adeyemi', before: null, after: null });
    expect(history.find(({ field }: { field: string }) => field === 'erased')).toMatchObject({
      before: 'false',
      after: 'true',
    });
    const [told] = await rowsOf(
      `select kind, person_id, record_id, details from trail where kind = 'person_erased'`,
    );
    expect(told).toEqual({
      kind: 'person_erased',
      person_id: admin.id,
      record_id: ada.id,
      details: null,
    });
    await sealTrail(campus.database);
    expect(await verifyTrail(campus.database)).toMatchObject({ problem: null });
    const left = await preview(ada);
    expect(left.removed).toEqual([]);
    expect(left.refusal).toBe('This person has been erased already.');
  });

  test('removes their access: no account, no session, no link, and the e-mail is free for somebody else', async () => {
    expect(await rowsOf('select from identity."user" where email = $1', marks.email)).toEqual([]);
    expect(await rowsOf('select from identity.session')).toEqual([]);
    expect((await adaHerself.get('/api/campus')).status).toBe(403);
    const again = { name: 'Ada Two', email: marks.email };
    expect((await campus.as(admin).post('/api/uploadStudent', again)).status).toBe(201);
    // Ada's token would be valid for some more minutes.
    expect((await adaHerself.get(`/api/students/by-email/${marks.email}`)).status).toBe(403);
  });

  test('is final: the record can neither be changed nor reinstated', async () => {
    const office = campus.as(admin);
    for (const answer of [
      await erase(ada, (await preview(ada)).email),
      await office.patch(`/api/people/students/${ada.id}`, { name: marks.name }),
      await office.post(`/api/people/students/${ada.id}/reinstate`, {}),
      await office.post(`/api/people/${ada.id}/reactivate`),
    ])
      expect(answer.status).toBe(409);
  });

  test('requires typing the person’s e-mail', async () => {
    const student = await campus.make.student({ active: false });
    const { status, body } = await erase(student, ben.email);
    expect([status, body.details]).toEqual([
      422,
      [{ field: 'email', message: 'This is not the e-mail of this person.' }],
    ]);
    expect((await erase(student, ` ${student.email.toUpperCase()} `)).status).toBe(204);
  });

  test('does with each table what its description says', async () => {
    const who = [ada.id, [marks.email, marks.former]];
    for (const [table, { about, erased, blanked = [], view }] of Object.entries(personTables)) {
      const column = about?.find((one) => ['person_id', 'student_id'].includes(one));
      if (!column || view) continue;
      const rows = await rowsOf(`select * from ${table} where ${column} = $1`, who[0]);
      if (erased === 'removed') expect([table, rows]).toEqual([table, []]);
      for (const row of rows)
        for (const blank of blanked)
          expect([table, blank, row[blank] || null]).toEqual([table, blank, null]);
    }
  });

  test('of a teacher keeps their marks, announcements and handed-over subjects, without the e-mail', async () => {
    const leaver = await campus.make.teacher({
      name: 'Lena Leaver',
      email: 'lena.leaver@example.edu',
    });
    const { id } = await campus.make.subject({ term_id: term.id, teacher_id: leaver.id }, [ben]);
    ok(
      await campus.as(leaver).post('/api/attendance/bulk', {
        facultyEmail: leaver.email,
        subjectId: id,
        date: campus.today,
        studentAttendances: [{ studentEmail: ben.email, present: true, remarks: null }],
      }),
    );
    const office = campus.as(admin);
    ok(
      await office.post(`/api/people/faculty/${leaver.id}/hand-over`, {
        toEmail: teacher.email,
        subjectIds: 'all',
      }),
    );
    ok(await office.post(`/api/people/${leaver.id}/deactivate`));
    ok(await erase(leaver));
    expect(await found(['Lena', 'lena.leaver@example.edu'])).toEqual([]);
    const changes = await rowsOf(
      'select before, after from record_changes where subject_id = $1',
      id,
    );
    const code = BigInt(leaver.id).toString(16).toUpperCase().padStart(4, '0');
    expect(changes).toEqual([
      { before: `erased-${code.toLowerCase()}@erased.invalid`, after: teacher.email },
    ]);
    const kept = await office.get(`/api/attendance/subject/${id}/date/${campus.today}/history`);
    expect(JSON.stringify(kept.body)).toContain(`Erased person ${code}`);
  });

  test('of a student who has returned from a leave forgets its reason', async () => {
    const lia = await campus.make.student({ name: 'Lia Away' });
    const office = campus.as(admin);
    const path = '/api/people/students/batches';
    for (const action of [
      { kind: 'leave', from: addDays(campus.today, -20), reason: 'Lia broke her hip' },
      { kind: 'return', on: addDays(campus.today, -9) },
    ]) {
      const { id } = ok(await office.post(path, { students: [lia.id], action }));
      ok(await office.post(`${path}/${id}/apply`));
    }
    await withdraw(lia);
    ok(await erase(lia));
    expect(await found(['broke her hip', 'Lia Away'])).toEqual([]);
  });

  test('of a teacher who helped in subjects keeps what the subjects’ histories say, without the e-mail', async () => {
    const helper = await campus.make.teacher({
      name: 'Hugo Helper',
      email: 'hugo.former@example.edu',
    });
    const office = campus.as(admin);
    const add = async (email: string, days: number) =>
      ok(
        await office.post<{ helpers: { id: string }[] }>(`/api/subjects/${subject.id}/helpers`, {
          email,
          kind: 'co_teacher',
          fromOn: addDays(campus.today, days),
        }),
      );
    const { helpers } = await add(helper.email, -9);
    ok(
      await office.send({
        method: 'DELETE',
        path: `/api/subjects/${subject.id}/helpers/${helpers[0]?.id}`,
      }),
    );
    const email = 'hugo.helper@example.edu';
    ok(await office.patch(`/api/people/faculty/${helper.id}`, { email }));
    await add(email, -5);
    ok(await office.post(`/api/people/${helper.id}/deactivate`));
    await sealTrail(campus.database);
    ok(await erase({ ...helper, email }));
    expect(await found(['Hugo', 'hugo.'])).toEqual([]);
    const code = BigInt(helper.id).toString(16).padStart(4, '0');
    const pseudonym = `erased-${code}@erased.invalid`;
    expect(
      await rowsOf(`select before, after from record_changes where field = 'helper' order by id`),
    ).toEqual([
      { before: null, after: `${pseudonym}, co-teacher from ${addDays(campus.today, -9)}` },
      { before: pseudonym, after: null },
      { before: null, after: `${pseudonym}, co-teacher from ${addDays(campus.today, -5)}` },
    ]);
    await sealTrail(campus.database);
    expect(await verifyTrail(campus.database)).toMatchObject({ problem: null });
  });
});

describe('histories', () => {
  test('cannot be changed by any setting of a connection that is not the owner’s', async () => {
    const client = await campus.database.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query(`
        select from pg_class where oid = 'people'::regclass and pg_get_userbyid(relowner) = current_user`);
      if (rows.length > 0) {
        await client.query('grant select, update on person_changes to pg_monitor');
        await client.query('set local role pg_monitor');
      }
      await client.query(`select set_config('campus.erasing', 'on', true)`);
      await expect(client.query('update person_changes set before = null')).rejects.toThrow(
        /append-only|permission denied/,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('the retention period', () => {
  const none = { mails: 0, origins: 0, corrections: 0, students: 0, graduates: 0 };
  const formerly = { active: false, created_at: new Date('2009-01-01T00:00:00Z') };
  const set = async (retention: object) =>
    ok(
      await campus.as(admin).patch('/api/settings', {
        retention: { ...none, ...retention },
      }),
    );
  const dryRun = async (query: string) => ok(await campus.as(admin).get(`/api/retention?${query}`));
  beforeEach(() => set({}));

  /** Erases students five years after they have left, one by the preview; returns those of these who are not erased. */
  const keptAfterFiveYears = async (people: readonly ({ readonly id: string } | undefined)[]) => {
    expect(await dryRun('mails=0&origins=0&corrections=0&students=5&graduates=0')).toMatchObject({
      students: 1,
    });
    await set({ students: 5 });
    await retentionJob(campus.campus, campus.identity).run();
    return rowsOf(
      'select id::text from people where erased_at is null and id = any($1) order by people.id',
      people.map((one) => one?.id),
    );
  };

  test('keeps everything unless it is set; a dry run says what would be deleted, and the job deletes that', async () => {
    const { database } = campus;
    const ask = (body: object) =>
      campus.as(teacher).post('/api/corrections', { studentEmail: ben.email, ...body });
    const { id } = ok(await ask({ address: 'Old' }));
    ok(await campus.as(admin).post(`/api/corrections/${id}/approve`));
    await database
      .updateTable('correction_requests')
      .where('id', '=', id)
      .set({ decided_at: new Date('2024-01-01T00:00:00Z') })
      .execute();
    ok(await ask({ contactNo: 1_234_567 }));
    const gone = await campus.make.student(
      { name: 'Gone Long Ago', ...formerly },
      { withdrawn_on: '2010-01-01' as never },
    );
    const years = 'mails=0&origins=0&corrections=12&students=5&graduates=0';
    expect(await dryRun(years)).toEqual({ ...none, corrections: 1, students: 1 });
    expect(await dryRun('mails=0&origins=0&corrections=120&students=100&graduates=0')).toEqual(
      none,
    );
    const job = retentionJob(campus.campus, campus.identity);
    await job.run();
    expect(await dryRun(years)).toEqual({ ...none, corrections: 1, students: 1 });
    await set({ corrections: 12, students: 5 });
    await job.run();
    expect(await dryRun(years)).toEqual(none);
    expect(await found(['Gone Long Ago'])).toEqual([]);
    expect(ok(await campus.as(admin).get(`/api/people/${gone.id}/history`))[0]).toMatchObject({
      changedBy: null,
    });
    expect(
      await rowsOf('select from correction_requests where student_id = $1', ben.id),
    ).toHaveLength(1);
  });

  test('keeps a whole month, also on the 31st, when the month before has no such day', async () => {
    const { id } = ok(
      await campus
        .as(teacher)
        .post('/api/corrections', { studentEmail: ben.email, address: 'March Street' }),
    );
    ok(await campus.as(admin).post(`/api/corrections/${id}/approve`));
    const keptAt = async (decided: string): Promise<number> => {
      await campus.database
        .updateTable('correction_requests')
        .where('id', '=', id)
        .set({ decided_at: new Date(decided) })
        .execute();
      const now = () => new Date('2026-03-31T12:00:00Z');
      await retentionJob({ ...campus.campus, now }, campus.identity).run();
      return (await rowsOf('select from correction_requests where id = $1', id)).length;
    };
    await set({ corrections: 1 });
    expect(await keptAt('2026-02-28T12:00:00Z')).toBe(1);
    expect(await keptAt('2026-02-28T11:59:59Z')).toBe(0);
  });

  test('is not held up by a place in a queue of the library, which ended when they left', async () => {
    const leave = { withdrawn_on: '2010-01-01' as never };
    const [waiting, collecting, byHand] = await Promise.all(
      [1, 2, 3].map(() => campus.make.student({ ...formerly }, leave)),
    );
    const { id: book } = ok(
      await campus.as(admin).post('/api/library/books', { title: 'Emma', author: 'Austen' }),
    );
    await rowsOf(
      `insert into reservations (book_id, person_id) select $1, unnest($2::bigint[])`,
      book,
      [waiting?.id, byHand?.id],
    );
    await rowsOf(
      `insert into reservations (book_id, person_id, copy_id, held_until)
       select $1, $2, id, $3 from book_copies where book_id = $1`,
      book,
      collecting?.id,
      campus.today,
    );
    // A book that was returned holds nothing up either.
    await rowsOf(
      `insert into loans (copy_id, person_id, lent_on, due_on, lent_by, returned_on, returned_to)
       select id, $2, '2009-01-01', '2009-01-15', $3, '2009-01-10', $3
       from book_copies where book_id = $1`,
      book,
      waiting?.id,
      admin.id,
    );
    expect((await preview(collecting!)).refusal).toContain('reservations that are not over');
    expect((await preview(byHand!)).refusal).toBeNull();
    ok(await erase(byHand!));
    expect(await keptAfterFiveYears([waiting, collecting, byHand])).toEqual([
      { id: collecting?.id },
    ]);
  });

  test('keeps who has not returned a book, and erases who was removed, however they went', async () => {
    const long = new Date('2010-01-01T00:00:00Z');
    const leave = { withdrawn_on: '2010-01-01' as never };
    const reader = await campus.make.student({ ...formerly }, leave);
    const removed = await campus.make.student({ ...formerly, removed_at: long });
    const deactivated = await campus.make.student({ ...formerly });
    const { id: book } = ok(
      await campus.as(admin).post('/api/library/books', { title: 'Persuasion', author: 'Austen' }),
    );
    await rowsOf(
      `insert into loans (copy_id, person_id, lent_on, due_on, lent_by)
       select id, $2, '2009-01-01', '2009-01-15', $3 from book_copies where book_id = $1`,
      book,
      reader.id,
      admin.id,
    );
    expect(await keptAfterFiveYears([reader, removed, deactivated])).toEqual([
      { id: reader.id },
      { id: deactivated.id },
    ]);
  });

  test('of graduates, whose transcripts are asked for decades later, is one of its own', async () => {
    const { id } = await campus.make.student(
      { ...formerly },
      { withdrawn_on: '2010-01-01' as never, graduated: true },
    );
    const withdrawn = await campus.make.student(
      { ...formerly },
      { withdrawn_on: '2010-01-01' as never },
    );
    expect(await keptAfterFiveYears([{ id }, withdrawn])).toEqual([{ id }]);
    const years = 'mails=0&origins=0&corrections=0&students=0&graduates=';
    expect(await dryRun(`${years}100`)).toEqual(none);
    expect(await dryRun(`${years}10`)).toEqual({ ...none, graduates: 1 });
    await set({ graduates: 10 });
    await retentionJob(campus.campus, campus.identity).run();
    expect(
      await rowsOf('select id from people where id = $1 and erased_at is not null', id),
    ).toHaveLength(1);
  });

  test('counts for whoever moves in as gone from that moment on, whatever last day the file says', async () => {
    const path = '/api/uploadStudentDetails?invite=later';
    const content = `Name,Email,Status,Last Day
Moved Withdrawn,mw@moved.edu,Withdrawn,2010-01-01
Moved Graduate,mg@moved.edu,Graduated,2010-01-01
`;
    expect(ok(await sendForm(campus.as(admin), path, [{ name: 'leavers.csv', content }]))).toBe(2);
    const kept = () =>
      rowsOf(
        `select name from people where name like 'Moved %' and erased_at is null order by name`,
      );
    const both = [{ name: 'Moved Graduate' }, { name: 'Moved Withdrawn' }];
    expect(await dryRun('mails=0&origins=0&corrections=0&students=5&graduates=5')).toEqual(none);
    await set({ students: 5, graduates: 7 });
    await retentionJob(campus.campus, campus.identity).run();
    expect(await kept()).toEqual(both);
    const later = new Date();
    later.setUTCFullYear(later.getUTCFullYear() + 6);
    const now = () => later;
    await retentionJob({ ...campus.campus, now }, campus.identity).run();
    expect(await kept()).toEqual([{ name: 'Moved Graduate' }]);
  });

  test('erases everybody once, though two processes do it at the same moment', async () => {
    const gone = await Promise.all(
      ['One', 'Two', 'Three'].map((name) =>
        campus.make.student({ name, ...formerly }, { withdrawn_on: '2010-01-01' as never }),
      ),
    );
    await set({ students: 5 });
    const jobs = [1, 2].map(() => retentionJob(campus.campus, campus.identity));
    await Promise.all(jobs.map((job) => job.run()));
    const told = await rowsOf(
      `select record_id from trail where kind = 'person_erased' and record_id = any($1)`,
      gone.map(({ id }) => id),
    );
    expect(told).toHaveLength(3);
  });

  test('deletes the addresses of old acts, and the chain of the trail stays valid', async () => {
    await rowsOf(`
      with entry as (
        insert into trail (at, kind, role, address, browser)
        values ('2010-01-01', 'signed_out', 'visitor', '203.0.113.99', 'Old browser') returning id
      ) insert into trail_pending select id from entry`);
    await sealTrail(campus.database);
    expect(await dryRun('mails=0&origins=12&corrections=0&students=0&graduates=0')).toMatchObject({
      origins: 1,
    });
    await set({ origins: 12 });
    await retentionJob(campus.campus, campus.identity).run();
    expect(await found(['203.0.113.99', 'Old browser'])).toEqual([]);
    const [told] = await rowsOf(
      `select kind, role, details from trail where role = 'campus' order by id desc limit 1`,
    );
    expect(told).toEqual({ kind: 'old_data_removed', role: 'campus', details: { count: 1 } });
    expect(await verifyTrail(campus.database)).toMatchObject({ problem: null });
  });

  test('keeps the invitation of whoever has not come in yet: it stays expired', async () => {
    const waiting = await campus.make.student();
    const came = await campus.make.student({ came_in_at: new Date() });
    for (const { id } of [waiting, came])
      await rowsOf(
        `insert into account_outbox (kind, person_id, created_at, finished_at, outcome)
         values ('invitation', $1, '2020-01-01', '2020-01-01', 'done'),
           ('password_changed', $1, '2020-01-01', '2020-01-01', 'done')`,
        id,
      );
    const kept = () =>
      rowsOf(
        'select person_id::text as id, kind from account_outbox where person_id = any($1)',
        [waiting, came].map(({ id }) => id),
      );
    const invitations = async () => {
      const { neverInvited, expired } = ok(await campus.as(admin).get('/api/people/invitations'));
      return { neverInvited, expired };
    };
    const unchanged = await invitations();
    const before = await dryRun('mails=6&origins=0&corrections=0&students=0&graduates=0');
    await set({ mails: 6 });
    await retentionJob(campus.campus, campus.identity).run();
    expect(await kept()).toEqual([{ id: waiting.id, kind: 'invitation' }]);
    expect(before).toMatchObject({ mails: 3 });
    expect(await invitations()).toEqual(unchanged);
  });

  test('is a setting with its history, in words', async () => {
    await set({ mails: 6 });
    const [last] = ok(await campus.as(admin).get('/api/settings/history'));
    expect(last).toMatchObject({
      field: 'retention',
      before: 'Everything is kept',
      after: 'Sent mails: 6 months',
    });
    expect(
      (
        await campus.as(admin).patch('/api/settings', {
          retention: { ...none, mails: -1 },
        })
      ).status,
    ).toBe(422);
  });
});
