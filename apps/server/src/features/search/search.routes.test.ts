import { addDays, type SearchResult } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let student: Person;
let term: { id: string };

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher({
    name: 'Zoë Nair',
    univ_id: 'F-77',
    contact_no: '445556677',
    contact_phone: '044 555 6677',
  });
  student = await make.student(
    {
      name: 'Nguyễn Thị Khai',
      univ_id: 'S-118',
      contact_no: '919876543210',
      contact_phone: '+91 98765-43210',
    },
    { roll_no: 'CS26-014' },
  );
  await make.admin({ name: 'Ruth Bello' });
  await make.student({ name: 'Adaeze Okonkwo' });
  await make.student({ name: 'Gone Okonjo', active: false });
  term = await make.term();
  const data = await make.subject(
    { name: 'Data Structures', code: 'CS201', term_id: term.id, teacher_id: teacher.id },
    [student],
  );
  const foreign = await make.subject({
    name: 'Data Protection',
    code: 'LW100',
    term_id: term.id,
    teacher_id: (await make.teacher()).id,
  });
  const exam = { title: 'Data midterm', held_on: campus.today, max_marks: 50 };
  for (const subject of [data, foreign])
    await campus.as(admin).post('/api/exams', {
      subjectId: subject.id,
      title: exam.title,
      heldOn: exam.held_on,
      maxMarks: exam.max_marks,
    });
  await campus
    .as(admin)
    .post('/api/library/books', { title: 'Data and Reality', author: 'W. Kent' });
});
afterAll(() => campus.close());

const found = async (by: Person, search: string): Promise<string[]> => {
  const path = `/api/search?search=${encodeURIComponent(search)}`;
  const { status, body } = await campus.as(by).get<SearchResult[]>(path);
  expect(status).toBe(200);
  return body.map(({ kind, title }) => `${kind} ${title}`);
};
const khai = ['student Nguyễn Thị Khai'];

describe('people are found', () => {
  test.each([
    ['by words in any order, without accents', 'khai nguyen'],
    ['by a telephone number however it is grouped', '98765 432 10'],
    ['by a telephone number with its country', '+91 (98765) 43210'],
    ['by the roll number', 'cs26-014'],
    ['by a part in the middle of a word where nobody’s begins so', 'guye'],
    ['by the university ID', 's-118'],
  ])('%s', async (_how, search) => {
    expect(await found(admin, search)).toEqual(khai);
    const list = `/api/faculty/students/all?search=${encodeURIComponent(search)}`;
    const { body } = await campus.as(admin).get<{ name: string }[]>(list);
    expect(body.map(({ name }) => `student ${name}`)).toEqual(khai);
  });

  test('by the beginning of the name first, and never more than asked for', async () => {
    expect(await found(admin, 'okon')).toEqual(['student Adaeze Okonkwo', 'student Gone Okonjo']);
    expect(await found(admin, '100%_\\')).toEqual([]);
  });

  test.each([
    '+91 98450 22114',
    '(+91) 98450-22114',
    '0091 98450 22114',
    '098450 22114',
    '09845022114',
  ])('by %s where the record has no country', async (search) => {
    await campus
      .as(admin)
      .patch(`/api/people/students/${student.id}`, { contactNo: '98450 22114' });
    expect(await found(admin, search)).toEqual(khai);
    const page = `/api/faculty/students/all?limit=50&search=${encodeURIComponent(search)}`;
    expect((await campus.as(admin).get(page)).body).toMatchObject([{ id: student.id }]);
  });

  test('also after the number has changed', async () => {
    const { id } = student;
    await campus.as(admin).patch(`/api/people/students/${id}`, { contactNo: '+44 20 7946 0958' });
    expect(await found(admin, '020 7946 0958'.slice(1))).toEqual(khai);
    expect(await found(admin, '98765 43210')).toEqual([]);
  });
});

describe('each role finds what it may open:', () => {
  test('administrators find everything', async () => {
    expect(await found(admin, 'data')).toEqual([
      'subject Data Protection',
      'subject Data Structures',
      'exam Data midterm',
      'exam Data midterm',
      'book Data and Reality',
    ]);
    expect(await found(admin, '044 5556677')).toEqual(['teacher Zoë Nair']);
    expect(await found(admin, 'nair comput')).toEqual(['teacher Zoë Nair']);
    expect(await found(admin, 'bello ruth')).toEqual(['admin Ruth Bello']);
  });

  test.each(['cs201 midterm', 'mid cs20', 'da cs201', 'da cs', 'struct', 'DATA uctu erm 01'])(
    'administrators find an exam by words of its title and of its subject: %s',
    async (words) => {
      expect(await found(admin, words)).toContain('exam Data midterm');
      expect(await found(admin, `${words} optics`)).toEqual([]);
    },
  );

  test('teachers find their own subjects and exams, active students, and colleagues without numbers', async () => {
    expect(await found(teacher, 'data')).toEqual([
      'subject Data Structures',
      'exam Data midterm',
      'book Data and Reality',
    ]);
    expect(await found(teacher, 'okon')).toEqual(['student Adaeze Okonkwo']);
    expect(await found(teacher, 'zoe computer')).toEqual(['teacher Zoë Nair']);
    expect(await found(teacher, 'bello ruth')).toEqual([]);
    for (const secret of ['044 5556677', 'f-77']) {
      expect(await found(teacher, secret)).toEqual([]);
      const { body } = await campus.as(teacher).get(`/api/faculty/all?search=${secret}`);
      expect(body).toEqual([]);
    }
  });

  test('who helps in a subject without grading finds the subject, and none of its exams', async () => {
    const [helper, grader] = [await campus.make.teacher(), await campus.make.teacher()];
    const { id } = await campus.make.subject({
      name: 'Data Ethics',
      code: 'PH300',
      term_id: term.id,
      teacher_id: teacher.id,
    });
    const exam = { subjectId: id, title: 'Ethics final', heldOn: campus.today, maxMarks: 50 };
    expect((await campus.as(admin).post('/api/exams', exam)).status).toBe(201);
    const help = async ({ email }: Person, may: object): Promise<void> => {
      const body = { email, kind: 'assistant', fromOn: campus.today, ...may };
      const path = `/api/subjects/${id}/helpers`;
      expect((await campus.as(admin).post(path, body)).status).toBe(201);
    };
    await help(helper, { mayMark: true });
    await help(grader, { mayGrade: true });
    expect(await found(helper, 'ethics')).toEqual(['subject Data Ethics']);
    expect(await found(grader, 'ethics')).toEqual(['subject Data Ethics', 'exam Ethics final']);
  });

  test('students find their own subjects and books, and no people', async () => {
    expect(await found(student, 'data')).toEqual([
      'subject Data Structures',
      'book Data and Reality',
    ]);
    expect(await found(student, 'khai')).toEqual([]);
  });

  test('students find an exam once their result is published, and a subject until their last day', async () => {
    const leaver = await campus.make.student();
    const { id: subject } = await campus.make.subject(
      { name: 'Logic', code: 'PH1', term_id: term.id, teacher_id: teacher.id },
      [leaver],
    );
    const exam = { subject, on: campus.today, results: [[leaver, 7]] } as const;
    const { id: draft } = await makeExam(campus, { ...exam, published: false });
    expect(await found(leaver, 'logic')).toEqual(['subject Logic']);
    const publish = `update exams set published_at = now(), published_by = ${teacher.id}`;
    await campus.database.pool.query(`${publish} where id = ${draft}`);
    expect(await found(leaver, 'logic')).toEqual([
      'subject Logic',
      expect.stringMatching(/^exam Exam/),
    ]);
    const leave = (daysAgo: number) =>
      campus.database.pool.query('update enrolments set to_on = $2 where student_id = $1', [
        leaver.id,
        addDays(campus.today, -daysAgo),
      ]);
    await leave(0);
    expect(await found(leaver, 'logic')).toContain('subject Logic');
    await leave(1);
    expect(await found(leaver, 'logic')).not.toContain('subject Logic');
  });

  test('nobody finds an exam that was deleted or a book that was retired; the open term comes first', async () => {
    const office = campus.as(admin);
    const next = await campus.make.term({
      is_open: false,
      starts_on: addDays(campus.today, 400),
      ends_on: addDays(campus.today, 500),
    });
    for (const [name, code, { id: term_id }] of [
      ['Rhetoric next', 'RH2', next],
      ['Rhetoric now', 'RH1', term],
    ] as const)
      await campus.make.subject({ name, code, term_id, teacher_id: teacher.id });
    const { body: book } = await office.post('/api/library/books', {
      title: 'Rhetoric of old',
      author: 'Anon',
    });
    const { id: subject } = await campus.make.subject({ term_id: term.id, teacher_id: teacher.id });
    const exam = { subjectId: subject, title: 'Rhetoric final', heldOn: campus.today };
    const { body: added } = await office.post('/api/exams', { ...exam, maxMarks: 10 });
    const subjects = ['subject Rhetoric now', 'subject Rhetoric next'];
    const all = [...subjects, 'exam Rhetoric final', 'book Rhetoric of old'];
    expect(await found(admin, 'rhetoric')).toEqual(all);
    await office.patch(`/api/library/books/${book.id}`, { retired: true });
    await office.send({ method: 'DELETE', path: `/api/exams/${added.id}` });
    expect(await found(admin, 'rhetoric')).toEqual(subjects);
  });
});

test('every list is searched by the same rules', async () => {
  const lists = async (by: Person, path: string) =>
    (await campus.as(by).get<{ title: string }[]>(path)).body.map(({ title }) => title);
  expect(await lists(teacher, '/api/exams?search=cs201%20MIDTERM&limit=10')).toEqual([
    'Data midterm',
  ]);
  await campus.as(admin).post('/api/admin/announcement', { title: 'Fête', message: 'in the quad' });
  expect(await lists(admin, '/api/all/announcement?search=quad%20fete')).toEqual(['Fête']);
  const offered = await campus.as(admin).get('/api/library/borrowers?search=khai%20nguyen');
  expect(offered.body).toMatchObject([{ personName: 'Nguyễn Thị Khai', univId: 'S-118' }]);
});
