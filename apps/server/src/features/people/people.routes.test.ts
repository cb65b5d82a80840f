import { people, type StudentListItem } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { type Answer, testCampus, type TestCampus } from '../../testing/test-campus.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let ada: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  teacher = await campus.make.teacher({ name: 'Omar Farouk' });
  ada = await campus.make.student({ name: 'Ada Lovelace' }, { roll_no: 'R-1', blood_group: 'A+' });
});
afterAll(() => campus.close());

const addStudent = (body: unknown) => campus.as(admin).post('/api/uploadStudent', body);

describe('an administrator adding a student', () => {
  test('gets the student back, with a generated university ID', async () => {
    const { status, body } = await addStudent({
      name: '  Zoë Ångström ',
      email: ' Zoe@Example.EDU ',
      univId: null,
      course: 'B.Tech',
      branch: '',
      semester: 3,
      year: 2,
      rollNo: '007',
      dob: '2005-02-28',
      contactNo: 98_450_221_14,
      address: null,
      gender: 'Female',
      nationality: null,
      bloodGroup: 'B+',
      parentContactNo: '0049 170 1234567',
      parentName: 'Åsa',
      parentOccupation: null,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Zoë Ångström',
      email: 'zoe@example.edu',
      branch: null,
      rollNo: '007',
      dob: '2005-02-28',
      contactNo: 9845022114,
      contactPhone: '9845022114',
      parentContactPhone: '0049 170 1234567',
      stuImage: null,
    });
    expect(body.univId).toMatch(/^S2026-\d{6}$/);
    const { body: read } = await campus.as(admin).get('/api/students/by-email/ZOE@example.edu');
    expect(read).toEqual(body);
  });

  test('gets no generated university ID that was given to someone by hand', async () => {
    const first = await addStudent({ name: 'One', email: 'one@example.edu' });
    const number = Number(first.body.univId.slice(-6));
    const taken = `S2026-${String(number + 1).padStart(6, '0')}`;
    await addStudent({ name: 'Two', email: 'two@example.edu', univId: taken });
    const third = await addStudent({ name: 'Three', email: 'three@example.edu' });
    expect(third.status).toBe(201);
    expect(third.body.univId).not.toBe(taken);
  });

  test.each([
    ['e-mail', { email: 'ADA2@example.edu' }, 'e-mail'],
    ['university ID', { univId: 'X-1' }, 'university ID'],
    ['roll number', { rollNo: 'X-2' }, 'roll number'],
  ])('is told that the %s already belongs to someone', async (_case, taken, words) => {
    const original = { email: 'ada2@example.edu', univId: 'X-1', rollNo: 'X-2' };
    await addStudent({ name: 'Original', ...original });
    const { status, body } = await addStudent({
      name: 'Copy',
      email: `copy-${words.replaceAll(' ', '-')}@example.edu`,
      ...taken,
    });
    expect(status).toBe(409);
    expect(body.message).toContain(words);
  });

  test('twice at the same moment adds the student once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => addStudent({ name: 'Twin', email: 'twin@example.edu' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  test.each([
    ['no name', { name: ' ' }, 'Name is missing'],
    ['an e-mail that is none', { email: 'daniel.osei@' }, 'valid address'],
    ['a birthday that does not exist', { dob: '2005-02-30' }, 'day that exists'],
    ['a birthday to come', { dob: '2026-03-11' }, 'past'],
    ['a contact number in words', { contactNo: 'call me' }, '7 to 15 digits'],
    ['a contact number too short', { contactNo: 12_345 }, '7 to 15 digits'],
    ['semester 0', { semester: 0 }, 'Semester must be at least 1'],
    ['a semester in words', { semester: 'third' }, 'Semester must be a whole number'],
    ['a birthday in words', { dob: 'in May' }, 'Date of Birth must be a day that exists'],
    ['another gender', { gender: 'male' }, 'Gender'],
    ['an unknown field', { nickname: 'Z' }, '"nickname"'],
    ['a lone surrogate', { address: '\uD800' }, 'cannot be stored'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, '200'],
  ])('is told what is wrong: %s', async (_case, wrong, sentence) => {
    const { status, body } = await addStudent({
      name: 'Someone',
      email: 'someone@example.edu',
      ...wrong,
    });
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: expect.stringContaining(sentence),
    });
  });
});

describe('an administrator adding a teacher', () => {
  const faculty = {
    name: 'Dr. Grace Hopper',
    department: 'Computing',
    email: 'grace@example.edu',
    dob: '1966-12-09',
    contactNo: 9845022114,
    address: 'Arlington',
    gender: 'Female',
  };

  test('finds the teacher by e-mail and in the directory', async () => {
    const { status, body } = await campus.as(admin).post('/api/uploadFaculty', faculty);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...faculty, contactPhone: '9845022114', teacherImage: null });
    expect(body.univId).toMatch(/^F2026-\d{4}$/);
    const directory = await campus.as(teacher).get('/api/faculty/all?search=hopper');
    expect(directory.body).toEqual([
      {
        id: body.id,
        name: faculty.name,
        email: faculty.email,
        department: 'Computing',
        active: true,
      },
    ]);
  });

  test.each(Object.keys(faculty))('is told when %s is missing', async (field) => {
    const body = { ...faculty, email: 'other@example.edu', [field]: undefined };
    const answer = await campus.as(admin).post('/api/uploadFaculty', body);
    expect(answer.status).toBe(422);
    expect(answer.body.details).toHaveLength(1);
    expect(answer.body.details[0].field).toBe(field);
  });
});

describe('profiles', () => {
  test('of students are shown to teachers without blood group, nationality and parents', async () => {
    const { body } = await campus.as(teacher).get(`/api/students/by-email/${ada.email}`);
    expect(body).toMatchObject({ name: 'Ada Lovelace', rollNo: 'R-1' });
    for (const hidden of ['bloodGroup', 'nationality', 'parentName', 'parentContactNo'])
      expect(body).not.toHaveProperty(hidden);
  });

  test('of students are shown to themselves completely', async () => {
    const { body } = await campus.as(ada).get(`/api/students/by-email/${ada.email}`);
    expect(body).toMatchObject({ name: 'Ada Lovelace', bloodGroup: 'A+' });
  });

  test('do not exist at an e-mail that belongs to no student', async () => {
    for (const email of ['nobody@example.edu', teacher.email, '%00', '%F0%9F%8E%93', "'--"])
      expect((await campus.as(admin).get(`/api/students/by-email/${email}`)).status).toBeOneOf([
        400, 404,
      ]);
  });
});

describe('the list of students', () => {
  test('is complete without parameters, by name, without those who have left', async () => {
    await campus.make.student({ name: 'Émile' });
    await campus.make.student({ name: 'Emil' });
    await campus.make.student({ name: 'Emma' });
    await campus.make.student({ name: 'Emily Gone', active: false });
    const { body } = await campus.as(teacher).get('/api/faculty/students/all?search=m');
    const names = body.map((student: { name: string }) => student.name);
    expect(names.filter((name: string) => /^[ÉE]m/.test(name))).toEqual(['Emil', 'Émile', 'Emma']);
    const all = await campus.as(teacher).get('/api/faculty/students/all');
    expect(all.body.length).toBeGreaterThanOrEqual(names.length);
    expect(all.headers['x-total-count']).toBe(String(all.body.length));
  });

  test.each(['name', 'email', 'univId', 'course', 'rollNo'])(
    'can be read page by page, sorted by %s in both directions, with each student once',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const whole = await campus
          .as(admin)
          .get<{ id: string }[]>(`/api/faculty/students/all?sort=${sort}&order=${order}`);
        const seen: string[] = [];
        let next: string | undefined =
          `/api/faculty/students/all?sort=${sort}&order=${order}&limit=3`;
        while (next !== undefined) {
          const page: Answer<{ id: string }[]> = await campus.as(admin).get(next);
          expect(page.status).toBe(200);
          seen.push(...page.body.map(({ id }) => id));
          next = /<([^>]+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
        }
        expect(seen).toEqual(whole.body.map(({ id }) => id));
      }
    },
  );

  test.each(['%', '_', '\\', "'", '"', '%25%00'])(
    'searched for %s finds only what contains it',
    async (text) => {
      const path = `/api/faculty/students/all?search=${encodeURIComponent(text)}`;
      const { status, body } = await campus.as(admin).get(path);
      expect(status).toBe(200);
      expect(body).toEqual([]);
    },
  );

  test.each(['limit=0', 'limit=x', 'cursor=nonsense', 'cursor=W10', 'colour=red', 'sort=id'])(
    'with %s is refused',
    async (query) => {
      const { status } = await campus.as(admin).get(`/api/faculty/students/all?${query}`);
      expect(status).toBe(400);
    },
  );

  test('shows the fields that the contract lists and nothing else, with current values', async () => {
    const odd = 'Zoë "Zed" O\\Neil\u0007 日本';
    const { id, email } = await campus.make.student({ name: 'Zoe' }, { course: null, semester: 4 });
    await campus.database.pool.query('update people set name = $2 where id = $1', [id, odd]);
    const { body } = await campus
      .as(teacher)
      .get<StudentListItem[]>(`/api/faculty/students/all?search=${email}`);
    expect(body).toEqual([
      expect.objectContaining({ id, email, name: odd, course: null, semester: 4 }),
    ]);
    expect(Object.keys(body[0] ?? {})).toEqual(Object.keys(people.studentListItem.shape));
  });
});
