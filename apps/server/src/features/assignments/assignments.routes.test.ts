import { addDays, type ManagedAssignment } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askForAssignment,
  handIn,
  makeAssignment,
  mark,
  setDeadline,
  textFile,
} from '../../testing/assignments.ts';
import type { Person } from '../../testing/make.ts';
import { cellsOfCsv, cellsOfXlsx } from '../../testing/read-table.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let other: Person;
let ada: Person;
let ben: Person;
let subject: string;

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  other = await make.teacher();
  ada = await make.student({ name: 'Ada Lovelace' }, { roll_no: 'CS-2' });
  ben = await make.student({ name: 'Ben Okri' }, { roll_no: 'CS-10' });
  const term = await make.term();
  ({ id: subject } = await make.subject(
    { term_id: term.id, teacher_id: teacher.id, name: 'Data Structures', code: 'CS201' },
    [ada, ben],
  ));
});
afterAll(() => campus.close());

const read = async (id: string) => (await campus.as(teacher).get(`/api/assignments/${id}`)).body;
const remove = (path: string, by = teacher) => campus.as(by).send({ method: 'DELETE', path });

test('assignments due at one moment are listed once, in their order, over several pages', async () => {
  const [{ term_id: termId }] = (
    await campus.database.pool.query('select term_id from subjects where id = $1', [subject])
  ).rows;
  const { id } = await campus.make.subject({ term_id: termId, teacher_id: teacher.id });
  const ids: string[] = [];
  for (let at = 0; at < 6; at += 1) ids.push((await makeAssignment(campus, teacher, id)).id);
  const listed: string[] = [];
  for (const page of [1, 2, 3]) {
    const path = `/api/assignments?subjectId=${id}&limit=2&page=${page}`;
    const { body } = await campus.as(teacher).get<ManagedAssignment[]>(path);
    listed.push(...body.map((assignment) => assignment.id));
  }
  expect(listed).toEqual(ids);
});

describe('an assignment', () => {
  test('has its deadline in the campus’s time zone, and everybody in the class has it to do', async () => {
    const files = [textFile('task.txt', 'The task')];
    const fields = { title: ' Trees ', deadline: '2026-04-01T23:59', grade: '40' };
    const assignment = await makeAssignment(campus, teacher, subject, fields, files);
    expect(assignment).toEqual({
      id: expect.any(String),
      subjectId: subject,
      subjectName: 'Data Structures',
      subjectCode: 'CS201',
      title: 'Trees',
      description: 'Read and answer.',
      grade: 40,
      deadline: '2026-04-01T21:59:00.000Z',
      deadlineOnCampus: '2026-04-01T23:59',
      acceptLate: false,
      termClosed: false,
      attachments: [
        { id: expect.any(String), name: 'task.txt', type: 'text/plain; charset=utf-8', size: 8 },
      ],
      past: false,
      students: 2,
      handedIn: 0,
      toMark: 0,
      toReturn: 0,
      returned: 0,
      sections: null,
      version: 1,
    });
    const { body } = await campus.as(teacher).get('/api/assignments?search=tre&limit=5');
    expect(body).toEqual([assignment]);
    const one = await read(assignment.id);
    expect(one.assignment).toEqual(assignment);
    expect(one.added).toEqual({ by: teacher.name, at: expect.any(String) });
  });

  test.each([
    [{ title: ' ' }, 'title', 'Title is missing'],
    [{ description: '' }, 'description', 'Description is missing'],
    [{ grade: '0' }, 'grade', 'Grade must be a whole number from 1 to 1000'],
    [{ grade: '7.5' }, 'grade', 'Grade must be a whole number from 1 to 1000'],
    [{ deadline: '2026-02-30T10:00' }, 'deadline', expect.stringContaining('a day and a time')],
    [{ deadline: '2026-03-11T14:59' }, 'deadline', expect.stringContaining('has passed already')],
    [
      { deadline: '2026-12-24T10:00' },
      'deadline',
      expect.stringContaining('term of this subject ends'),
    ],
  ])('with %j is refused with what to correct', async (fields, field, message) => {
    const answer = await askForAssignment(campus, teacher, subject, fields);
    expect(answer.status).toBe(422);
    expect(answer.body.details).toEqual([{ field, message }]);
  });

  test('can be due within the current minute', async () => {
    const fields = { deadline: `${campus.today}T15:00` };
    expect((await askForAssignment(campus, teacher, subject, fields)).status).toBe(201);
  });

  test('can be managed only by the teacher of the subject and by administrators', async () => {
    expect((await askForAssignment(campus, other, subject)).status).toBe(403);
    expect((await askForAssignment(campus, admin, subject)).status).toBe(201);
    expect((await askForAssignment(campus, teacher, '999999')).status).toBe(404);
    expect((await campus.as(other).get('/api/assignments')).body).toEqual([]);
  });

  test('keeps in its history what its deadline was, and who moved it', async () => {
    const { id, deadlineOnCampus } = await makeAssignment(campus, teacher, subject);
    const deadline = `${addDays(campus.today, 9)}T12:00`;
    const changed = await campus
      .as(teacher)
      .patch<ManagedAssignment>(`/api/assignments/${id}`, { deadline, acceptLate: true });
    expect(changed.body).toMatchObject({ deadlineOnCampus: deadline, acceptLate: true });
    expect((await read(id)).changes).toEqual([
      expect.objectContaining({ field: 'acceptLate', from: 'no', to: 'yes' }),
      expect.objectContaining({
        field: 'deadline',
        from: deadlineOnCampus,
        to: deadline,
        changedBy: teacher.name,
      }),
    ]);
  });

  test('can be changed after its deadline without moving it', async () => {
    const { id } = await makeAssignment(campus, teacher, subject);
    await setDeadline(campus, id, '2026-03-01T10:00:00Z');
    const fields = { title: 'Renamed', deadline: '2026-03-01T11:00' };
    const answer = await campus.as(teacher).patch(`/api/assignments/${id}`, fields);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ title: 'Renamed', past: true });
  });

  test('cannot have a grade below marks that were given', async () => {
    const { id } = await makeAssignment(campus, teacher, subject);
    await handIn(campus, ada, id);
    await mark(campus, teacher, [id, ada], { version: 1, marks: 18 });
    const asTeacher = campus.as(teacher);
    const refused = await asTeacher.patch(`/api/assignments/${id}`, { grade: 17 });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe('Ada Lovelace has 18 marks: the grade cannot be below that.');
    expect((await asTeacher.patch(`/api/assignments/${id}`, { grade: 18 })).status).toBe(200);
  });

  test('can be deleted only while nobody has handed in', async () => {
    const { id } = await makeAssignment(campus, teacher, subject);
    const used = await makeAssignment(campus, teacher, subject);
    await handIn(campus, ada, used.id);
    expect((await remove(`/api/assignments/${id}`)).status).toBe(204);
    expect((await campus.as(teacher).get(`/api/assignments/${id}`)).status).toBe(404);
    const refused = await remove(`/api/assignments/${used.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('A student has handed in work');
  });

  test.each(['0', 'x', '99999999999999999999', '%00'])(
    'with the id %s does not exist',
    async (id) => {
      expect((await campus.as(teacher).get(`/api/assignments/${id}`)).status).toBe(404);
      expect((await campus.as(teacher).get(`/api/assignments/${id}/hand-ins.zip`)).status).toBe(
        404,
      );
    },
  );
});

describe('the files of an assignment', () => {
  test('can be downloaded by its students, and are never displayed by a browser', async () => {
    const files = [textFile('page.html', '<script>alert(1)</script>')];
    const { id, attachments } = await makeAssignment(campus, teacher, subject, {}, files);
    const path = `/api/assignments/${id}/files/${attachments[0]?.id}`;
    const answer = await campus.as(ada).get(path);
    expect(answer.bytes.toString()).toBe('<script>alert(1)</script>');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="page\.html\.txt"/),
    });
    // A name stored before names had to end as the content requires.
    await campus.database.pool.query("update assignment_files set name = 'old.js'");
    const old = await campus.as(ada).get(path);
    expect(old.headers['content-disposition']).toContain('filename="old.js.txt"');
    const outsider = await campus.make.student();
    expect((await campus.as(outsider).get(path)).status).toBe(403);
    expect((await remove(path)).status).toBe(204);
    expect((await campus.as(ada).get(path)).status).toBe(404);
  });

  test('are limited to ten', async () => {
    const nine = Array.from({ length: 9 }, (_, n) => textFile(`${n}.txt`));
    const { id } = await makeAssignment(campus, teacher, subject, {}, nine);
    const two = [textFile('a.txt'), textFile('b.txt')];
    const path = `/api/assignments/${id}/files`;
    expect((await sendForm(campus.as(teacher), path, two)).status).toBe(422);
    const one = await sendForm(campus.as(teacher), path, [textFile('a.txt')]);
    expect(one.body.attachments).toHaveLength(10);
  });
});

test('the hand-ins with their marks are a file of what the page shows, and the trail says who took it', async () => {
  const { id, grade } = await makeAssignment(campus, teacher, subject);
  await handIn(campus, ben, id, [{ field: 'text', content: 'Mine' }, textFile('work.txt')]);
  await mark(campus, teacher, [id, ben], { version: 1, marks: 12.5 });
  const path = `/api/assignments/${id}/export`;
  const cells = async (query = '') =>
    cellsOfCsv((await campus.as(teacher).get(path + query)).bytes);
  const [head, ...rows] = await cells();
  expect(head?.slice(0, 6)).toEqual([
    'Roll Number',
    'Name',
    'Email',
    'State',
    'Late',
    'Handed in (UTC)',
  ]);
  const marks = ['1', '1', '', '12.5', 'yes', String(grade), ''];
  expect(rows).toEqual([
    ['CS-2', 'Ada Lovelace', ada.email, 'Open', 'no', '', '0', '0', '', '', 'no', '20', ''],
    ['CS-10', 'Ben Okri', ben.email, 'Handed in', 'no', expect.any(String), ...marks],
  ]);
  const names = async (query: string) => (await cells(query)).slice(1).map(([, name]) => name);
  expect(await names('?show=missing')).toEqual(['Ada Lovelace']);
  expect(await names('?show=marked')).toEqual(['Ben Okri']);
  expect(await names('?show=toMark')).toEqual([]);
  expect(await names('?search=cs-10')).toEqual(['Ben Okri']);
  const workbook = await campus.as(teacher).get(`${path}?format=xlsx`);
  expect(cellsOfXlsx(workbook.bytes)).toEqual([head, ...rows]);
  const trail = await campus.as(admin).get('/api/trail?kind=hand_ins_exported');
  expect(trail.body[0]).toMatchObject({ who: teacher.name, count: 2 });
  expect((await campus.as(other).get(path)).status).toBe(403);
});
