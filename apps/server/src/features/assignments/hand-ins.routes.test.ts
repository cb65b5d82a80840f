import { randomBytes } from 'node:crypto';
import { addDays } from '@campus/contract';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  handIn,
  handInPath,
  makeAssignment,
  mark,
  setDeadline,
  textFile,
} from '../../testing/assignments.ts';
import { countStatements, type StatementCounter } from '../../testing/count-statements.ts';
import { inTurn } from '../../testing/locks.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let statements: StatementCounter;
let teacher: Person;
let ada: Person;
let ben: Person;
let subject: string;
let term: string;

beforeAll(async () => {
  campus = await testCampus();
  statements = countStatements(campus.database.pool);
  const { make } = campus;
  teacher = await make.teacher();
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: 'CS-2' });
  ben = await make.student({ name: 'Ben/Okri' }, { roll_no: 'CS-10' });
  ({ id: term } = await make.term());
  ({ id: subject } = await make.subject({ term_id: term, teacher_id: teacher.id }, [ada, ben]));
});
afterAll(() => campus.close());

const assign = (acceptLate = false) =>
  makeAssignment(campus, teacher, subject, { acceptLate: String(acceptLate) });
const own = async (student: Person, id: string) =>
  (await campus.as(student).get(handInPath(id, student))).body;
const stateOf = async (student: Person, id: string) => {
  const { body } = await campus.as(student).get(`/api/students/${student.email}/assignments`);
  return body.find((one: { id: string }) => one.id === id);
};
const file = (name: string, content: string | Uint8Array) => ({ ...textFile(name), content });

describe('work that is handed in', () => {
  test('replaces the former version, which is kept with its files', async () => {
    const { id } = await assign();
    expect((await stateOf(ada, id)).state).toBe('open');
    const first = await handIn(campus, ada, id, [textFile('one.txt'), textFile('two.txt')]);
    expect(first.status).toBe(201);
    const kept = first.body.versions[0].files[1].id;
    const again = await handIn(campus, ada, id, [
      { field: 'text', content: 'Better' },
      { field: 'keep', content: kept },
      textFile('three.txt'),
    ]);
    const { versions, state } = again.body;
    expect(state).toBe('handedIn');
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    const names = ({ files }: { files: { name: string }[] }) => files.map(({ name }) => name);
    expect(versions.map(names)).toEqual([
      ['two.txt', 'three.txt'],
      ['one.txt', 'two.txt'],
    ]);
    expect(versions[0]).toMatchObject({ text: 'Better', late: false });
    // What the newest version no longer has cannot be kept.
    const former = first.body.versions[0].files[0].id;
    const keeping = await handIn(campus, ada, id, [{ field: 'keep', content: former }]);
    expect(keeping.status).toBe(404);
    expect(await stateOf(ada, id)).toMatchObject({ state: 'handedIn', marks: null });
  });

  test('counts until the last second of its minute, and not one minute longer', async () => {
    const { id } = await assign();
    await setDeadline(campus, id, '2026-03-11T14:00:00Z');
    expect((await handIn(campus, ada, id)).status).toBe(201);
    await setDeadline(campus, id, '2026-03-11T13:59:00Z');
    const refused = await handIn(campus, ben, id);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'The deadline passed on 2026-03-11 at 14:59, and late work is not accepted.',
    );
    expect((await stateOf(ben, id)).state).toBe('missed');
    expect(await own(ben, id)).toMatchObject({ state: 'missed', handingIn: 'tooLate' });
  });

  test('is marked late if the teacher accepts late work', async () => {
    const { id } = await assign(true);
    await setDeadline(campus, id, '2026-03-10T10:00:00Z');
    expect((await stateOf(ada, id)).state).toBe('overdue');
    const late = await handIn(campus, ada, id);
    expect(late.body.versions[0]).toMatchObject({ late: true });
    expect(await stateOf(ada, id)).toMatchObject({ state: 'handedIn', late: true });
  });

  test('is not late any more once the deadline is moved beyond it', async () => {
    const { id } = await assign(true);
    await setDeadline(campus, id, '2026-03-10T10:00:00Z');
    expect((await handIn(campus, ada, id)).body.versions[0]).toMatchObject({ late: true });
    const deadline = `${addDays(campus.today, 2)}T12:00`;
    expect((await campus.as(teacher).patch(`/api/assignments/${id}`, { deadline })).status).toBe(
      200,
    );
    expect(await stateOf(ada, id)).toMatchObject({ state: 'handedIn', late: false });
    expect(await own(ada, id)).toMatchObject({ versions: [{ late: false }] });
  });

  test('is accepted a hundred times, then not until the teacher reopens it', async () => {
    const { id } = await assign();
    await campus.database.pool.query(
      `insert into hand_ins (assignment_id, student_id, version, body, late, handed_in_at)
       select $1, $2, version, 'Again', false, now() from generate_series(1, 99) as version`,
      [id, ada.id],
    );
    expect((await handIn(campus, ada, id)).status).toBe(201);
    expect((await own(ada, id)).handingIn).toBe('tooOften');
    const refused = await handIn(campus, ada, id);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('You have handed in 100 times');
    await mark(campus, teacher, [id, ada], { version: 100, marks: 5 });
    const path = handInPath(id, ada);
    await campus.as(teacher).post(`${path}/return`);
    await campus.as(teacher).post(`${path}/reopen`);
    expect((await handIn(campus, ada, id)).status).toBe(201);
    expect((await handIn(campus, ada, id)).status).toBe(409);
  });

  test('cannot be empty', async () => {
    const { id } = await assign();
    const refused = await handIn(campus, ada, id, [{ field: 'text', content: '  ' }]);
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe('Write a text or choose a file to hand in.');
  });

  test('is accepted only from students who are enrolled that day', async () => {
    const { id } = await assign();
    const guest = await campus.make.student();
    const refused = await handIn(campus, guest, id);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain('not enrolled');
    const left = await campus.make.student();
    const until = { to_on: addDays(campus.today, -1) };
    const { id: hers } = await campus.make.subject(
      { term_id: term, teacher_id: teacher.id },
      [left],
      until,
    );
    const gone = await makeAssignment(campus, teacher, hers);
    expect((await handIn(campus, left, gone.id)).status).toBe(403);
  });

  test('belongs to the student alone', async () => {
    const { id } = await assign();
    const { body } = await handIn(campus, ada, id, [textFile('own.txt')]);
    const path = `/api/hand-in-files/${body.versions[0].files[0].id}`;
    expect((await campus.as(ben).get(path)).status).toBe(403);
    expect((await campus.as(ben).get(handInPath(id, ada))).status).toBe(403);
    const stolen = [{ field: 'keep', content: body.versions[0].files[0].id }];
    expect((await handIn(campus, ben, id, stolen)).status).toBe(404);
    const saved = await campus.as(ada).get(path);
    expect(saved.bytes.toString()).toBe('My work');
    expect(saved.headers['content-disposition']).toMatch(/^attachment/);
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
const docx = zipSync({
  '[Content_Types].xml': strToU8(
    '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  ),
  'word/document.xml': strToU8('<w/>'),
});

const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);

describe('a file', () => {
  test.each([
    ['paper.exe', 'paper.exe.pdf', Buffer.from('%PDF-1.7\n1 0 obj'), 'application/pdf'],
    ['photo', 'photo.png', png, 'image/png'],
    ['essay.docx', 'essay.docx', docx, expect.stringContaining('wordprocessingml.document')],
    ['old.doc', 'old.doc', compound, 'application/x-cfb'],
    ['all.zip', 'all.zip', zipSync({ 'a.txt': strToU8('a') }), 'application/zip'],
    [
      'page.svg',
      'page.svg.txt',
      '<?xml version="1.0"?><svg onload="alert(1)"/>',
      'text/plain; charset=utf-8',
    ],
    ['Notizen.txt', 'Notizen.txt', 'Grüße', 'text/plain; charset=utf-8'],
    ['marks.bat', 'marks.bat.txt', 'del *', 'text/plain; charset=utf-8'],
    ['Re\u202Efdp.hta', 'Re_fdp.hta.txt', '<script>', 'text/plain; charset=utf-8'],
  ])('%s is known by its content, and kept as %s', async (given, name, content, type) => {
    const { id } = await assign();
    const answer = await handIn(campus, ada, id, [file(given, content)]);
    expect(answer.status).toBe(201);
    expect(answer.body.versions[0].files).toEqual([
      { id: expect.any(String), name, type, size: Buffer.from(content).length },
    ]);
  });

  test.each([
    ['tool.pdf', Buffer.from(`MZ${'\0'.repeat(200)}`)],
    ['setup.msi', compound],
    ['data.txt', Buffer.from([1, 2, 3, 0, 255])],
    ['song.mp3', Buffer.from('ID3\u0003\0\0\0\0\0\0'.padEnd(64, '\0'))],
  ])('%s is refused whatever it is called, and nothing is stored', async (name, content) => {
    const { id } = await assign();
    const answer = await handIn(campus, ada, id, [textFile('good.txt'), file(name, content)]);
    expect([name, answer.status]).toEqual([name, 415]);
    expect(answer.body.message).toContain(`“${name}” is not a kind of file that is accepted`);
    expect((await own(ada, id)).versions).toEqual([]);
  });

  test('of any length comes back as it was handed in', async () => {
    const { id } = await assign();
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_001)]);
    const { body } = await handIn(campus, ada, id, [file('long.pdf', content)]);
    const saved = await campus.as(ada).get(`/api/hand-in-files/${body.versions[0].files[0].id}`);
    expect(saved.bytes.equals(content)).toBe(true);
  });

  test('cannot be empty, the eleventh, or larger than 20 MB', async () => {
    const { id } = await assign();
    expect((await handIn(campus, ada, id, [file('none.txt', '')])).body.message).toBe(
      '“none.txt” is empty.',
    );
    const eleven = Array.from({ length: 11 }, (_, n) => textFile(`${n}.txt`));
    expect((await handIn(campus, ada, id, eleven)).status).toBe(422);
    const large = file('large.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'));
    expect((await handIn(campus, ada, id, [large])).status).toBe(413);
  });
});

describe('the archive of an assignment', () => {
  test('has everybody’s newest version, with a folder for each student', async () => {
    const { id } = await assign();
    const path = `/api/assignments/${id}/hand-ins.zip`;
    const none = await campus.as(teacher).get(path);
    expect(none.status).toBe(409);
    expect(none.body.message).toBe('Nobody has handed in anything yet.');
    await handIn(campus, ada, id, [textFile('old.txt')]);
    await handIn(campus, ada, id, [textFile('new.txt', 'new'), textFile('NEW.txt', 'other')]);
    await handIn(campus, ben, id, [{ field: 'text', content: 'Grüße' }, textFile('../x.txt')]);
    const { bytes, headers } = await campus.as(teacher).get(path);
    expect(headers['content-disposition']).toBe('attachment; filename="hand-ins.zip"');
    const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      Buffer.from(content).toString(),
    ]);
    expect(files).toEqual([
      ['CS-2 Ada Lovelace/new.txt', 'new'],
      ['CS-2 Ada Lovelace/NEW (2).txt', 'other'],
      ['CS-10 Ben_Okri/Text.txt', 'Grüße'],
      ['CS-10 Ben_Okri/x.txt', 'My work'],
    ]);
  });

  test('leaves out the files of a student who is erased while it is sent', async () => {
    const gone = await campus.make.student({ name: 'Gone' });
    const taught = { term_id: term, teacher_id: teacher.id };
    const other = await campus.make.subject(taught, [ada, gone]);
    const { id } = await makeAssignment(campus, teacher, other.id);
    await handIn(campus, ada, id, [textFile('kept.txt')]);
    expect((await handIn(campus, gone, id, [textFile('gone.txt')])).status).toBe(201);
    const [archive] = await inTurn(
      campus.database,
      [
        `update people set active = false where id = ${gone.id};
         select erase_person(${gone.id});
         lock table trail_pending in share mode`,
        [],
      ],
      [() => campus.as(teacher).get(`/api/assignments/${id}/hand-ins.zip`)],
      'commit',
    );
    expect(archive?.status).toBe(200);
    expect(Object.keys(unzipSync(archive!.bytes))).toEqual(['CS-2 Ada Lovelace/kept.txt']);
  });
});

test('a student looks back at the assignments of an earlier term', async () => {
  const past = await campus.make.term({
    is_open: false,
    closed_at: new Date(),
    closed_by: teacher.id,
  });
  const context = { term_id: past.id, teacher_id: teacher.id };
  const cleo = await campus.make.student();
  await campus.make.subject({ term_id: term, teacher_id: teacher.id }, [cleo]);
  const { id: former } = await campus.make.subject(context, [cleo], {
    from_on: addDays(campus.today, -260),
  });
  await campus.database
    .insertInto('assignments')
    .values({
      subject_id: former,
      title: 'Long ago',
      description: 'Read.',
      grade: 10,
      due_at: new Date('2025-11-01T10:00:00Z'),
      created_by: teacher.id,
    })
    .execute();
  const asCleo = campus.as(cleo);
  const path = `/api/students/${cleo.email}`;
  const terms = (await asCleo.get(`${path}/assignment-terms`)).body;
  expect(terms.map(({ id }: { id: string }) => id)).toEqual([term, past.id]);
  expect((await asCleo.get(`${path}/assignments`)).body).toEqual([]);
  const then = await asCleo.get(`${path}/assignments?termId=${past.id}`);
  expect(then.body).toMatchObject([{ title: 'Long ago', state: 'missed' }]);
  const titles = async (query: string): Promise<string[]> =>
    (await campus.as(teacher).get(`/api/assignments${query}`)).body.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles(`?termId=${past.id}`)).toEqual(['Long ago']);
  expect(await titles('')).not.toContain('Long ago');
  expect((await asCleo.get(`${path}/assignments?termId=x`)).status).toBe(404);
});

describe('marks', () => {
  test('and their comment are the student’s only once they are returned', async () => {
    const { id } = await assign();
    await handIn(campus, ada, id);
    const given = { version: 1, marks: 17, comment: 'Good' };
    expect((await mark(campus, teacher, [id, ada], given)).body).toMatchObject({ marks: 17 });
    expect(await own(ada, id)).toMatchObject({ marks: null, comment: '', state: 'handedIn' });
    expect((await stateOf(ada, id)).marks).toBeNull();
    const path = `${handInPath(id, ada)}/return`;
    expect((await campus.as(teacher).post(path)).body.state).toBe('returned');
    expect(await own(ada, id)).toMatchObject({ marks: 17, comment: 'Good', state: 'returned' });
    expect(await stateOf(ada, id)).toMatchObject({ marks: 17, state: 'returned' });
  });

  test.each([-1, 21, 7.25, 1e9, 'x', null])('of %j of 20 are refused', async (marks) => {
    const { id } = await assign();
    await handIn(campus, ada, id);
    const refused = await mark(campus, teacher, [id, ada], { version: 1, marks });
    expect(refused.status).toBe(422);
    expect(refused.body.details).toEqual([
      { field: 'marks', message: expect.stringContaining('whole or half number') },
    ]);
  });

  test('are not given to a version that was replaced, nor to nothing', async () => {
    const { id } = await assign();
    expect((await mark(campus, teacher, [id, ada], { version: 1, marks: 9 })).body.message).toBe(
      'This student has not handed in anything yet.',
    );
    await handIn(campus, ada, id);
    await handIn(campus, ada, id);
    const stale = await mark(campus, teacher, [id, ada], { version: 1, marks: 9 });
    expect(stale.status).toBe(409);
    expect(stale.body.message).toContain('handed in again');
    expect((await campus.as(teacher).post(`${handInPath(id, ada)}/return`)).status).toBe(409);
  });

  test('that are returned close the assignment until the teacher reopens it, even after the deadline', async () => {
    const { id } = await assign();
    await handIn(campus, ada, id);
    await mark(campus, teacher, [id, ada], { version: 1, marks: 5 });
    const path = handInPath(id, ada);
    expect((await campus.as(teacher).post(`${path}/reopen`)).status).toBe(409);
    await campus.as(teacher).post(`${path}/return`);
    const refused = await handIn(campus, ada, id);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('has been returned');
    await setDeadline(campus, id, '2026-03-10T10:00:00Z');
    const reopened = await campus.as(teacher).post(`${path}/reopen`);
    expect(reopened.body).toMatchObject({ state: 'handedIn', reopened: true, marks: 5 });
    // Neither the same again nor the same marks is an event.
    const again = await campus.as(teacher).post(`${path}/reopen`);
    expect(again.body.history).toEqual(reopened.body.history);
    const same = await mark(campus, teacher, [id, ada], { version: 1, marks: 5 });
    expect(same.body.history).toEqual(reopened.body.history);
    expect(await own(ada, id)).toMatchObject({ marks: null, handingIn: 'late' });
    expect((await handIn(campus, ada, id)).body.versions[0]).toMatchObject({ late: true });
  });

  test('that are reopened after the deadline accept one more version, and are then no longer due', async () => {
    const { id } = await assign();
    await handIn(campus, ada, id);
    await mark(campus, teacher, [id, ada], { version: 1, marks: 5 });
    const path = handInPath(id, ada);
    const asTeacher = campus.as(teacher);
    await asTeacher.post(`${path}/return`);
    await setDeadline(campus, id, '2026-03-10T10:00:00Z');
    await asTeacher.post(`${path}/reopen`);
    const isDue = async () => {
      const { body } = await campus.as(ada).get(`/api/students/${ada.email}/overview`);
      return body.due.some((one: { id: string }) => one.id === id);
    };
    expect(await isDue()).toBe(true);
    const second = await handIn(campus, ada, id);
    expect(second.body).toMatchObject({ reopened: false, handingIn: 'tooLate' });
    expect(await isDue()).toBe(false);
    expect((await handIn(campus, ada, id)).status).toBe(409);
    await mark(campus, teacher, [id, ada], { version: 2, marks: 7 });
    expect((await handIn(campus, ada, id)).status).toBe(409);
    const listed = (await asTeacher.get(`/api/assignments/${id}`)).body.students;
    expect(listed[0]).toMatchObject({ studentName: 'Ada Lovelace', version: 2, reopened: false });
    await asTeacher.post(`${path}/return`);
    expect((await asTeacher.post(`${path}/reopen`)).body.reopened).toBe(true);
    expect((await handIn(campus, ada, id)).status).toBe(201);
  });

  test('are returned to everybody who has them for the newest version, and counted', async () => {
    const { id } = await assign();
    for (const student of [ada, ben]) {
      await handIn(campus, student, id);
      await mark(campus, teacher, [id, student], { version: 1, marks: 12 });
    }
    await handIn(campus, ben, id);
    const asTeacher = campus.as(teacher);
    const { assignment } = (await asTeacher.get(`/api/assignments/${id}`)).body;
    expect(assignment).toMatchObject({ handedIn: 2, toMark: 1, toReturn: 1, returned: 0 });
    expect((await asTeacher.post(`/api/assignments/${id}/return`)).body).toEqual({ returned: 1 });
    const { body } = await asTeacher.get(`/api/assignments/${id}`);
    expect(body.assignment).toMatchObject({ toMark: 1, toReturn: 0, returned: 1 });
    expect(body.students.map(({ state }: { state: string }) => state)).toEqual([
      'returned',
      'handedIn',
    ]);
    const listed = (await asTeacher.get(`/api/assignments?subjectId=${subject}`)).body;
    expect(listed.find((one: { id: string }) => one.id === id)).toEqual(body.assignment);
    expect(await stateOf(ada, id)).toMatchObject({ state: 'returned', marks: 12 });
    expect(await stateOf(ben, id)).toMatchObject({ state: 'handedIn', marks: null });
  });
});

test('any size of class and any number of assignments take the same number of statements', async () => {
  const asTeacher = campus.as(teacher);
  const count = async (small: string, large: string): Promise<void> => {
    const few = await statements.during(() => asTeacher.get(small));
    expect(await statements.during(() => asTeacher.get(large))).toBe(few);
  };
  const { id: another } = await campus.make.subject({ term_id: term, teacher_id: teacher.id });
  const lone = await makeAssignment(campus, teacher, another);
  const { id } = await assign();
  for (const student of [ada, ben]) await handIn(campus, student, id, [textFile('a.txt')]);
  await count(`/api/assignments/${lone.id}`, `/api/assignments/${id}`);
  await count(`/api/assignments?subjectId=${another}`, `/api/assignments?subjectId=${subject}`);
});
