import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let colleague: Person;
let term: string;

const general = '/api/class-info/general';
const of = ({ email }: Person): string => `/api/class-info/faculty/${email}`;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  ({ id: term } = await campus.make.term());
});
afterAll(() => campus.close());

beforeEach(async () => {
  teacher = await campus.make.teacher();
  colleague = await campus.make.teacher();
  await remove(general);
});

const upload = (path: string, text: string) =>
  sendForm(campus.as(admin), path, [
    { name: `${text}.pdf`, type: 'application/pdf', content: `%PDF-1.7 ${text}` },
  ]);
const remove = (path: string) => campus.as(admin).send({ method: 'DELETE', path });
/** What a person reads at the teacher's address: the content, or the status. */
const readBy = async (person: Person, about: Person): Promise<string | number> => {
  const { status, body } = await campus.as(person).get(of(about));
  return status === 200 ? String(body) : status;
};
/** A student of the teacher. */
const taught = async (): Promise<Person> => {
  const student = await campus.make.student();
  await campus.make.subject({ term_id: term, teacher_id: teacher.id }, [student]);
  return student;
};

test('while there is none, the teacher’s browser can learn so without an error', async () => {
  for (const path of [`${general}/info`, `${of(teacher)}/info`])
    expect(await campus.as(teacher).get(path)).toMatchObject({ status: 200, body: null });
  for (const path of [general, of(teacher)])
    expect(await campus.as(teacher).get(path)).toMatchObject({
      status: 404,
      body: { message: 'There is no class information yet.' },
    });
});

test('class information for all teachers can be read by each, at their own address and at the common one', async () => {
  await upload(general, 'all');
  expect(await readBy(teacher, teacher)).toBe('%PDF-1.7 all');
  expect(await readBy(colleague, colleague)).toBe('%PDF-1.7 all');
  expect((await campus.as(teacher).get(general)).body).toBe('%PDF-1.7 all');
  expect((await campus.as(teacher).get(`${of(teacher)}/info`)).body).toMatchObject({
    fileName: 'all.pdf',
    size: 12,
    forAll: true,
  });
});

test('class information for one teacher takes precedence, for that teacher only', async () => {
  await upload(of(teacher), 'hers');
  await upload(general, 'all');
  expect(await readBy(teacher, teacher)).toBe('%PDF-1.7 hers');
  expect(await readBy(colleague, colleague)).toBe('%PDF-1.7 all');
  expect(await readBy(admin, teacher)).toBe('%PDF-1.7 hers');
  expect(await readBy(colleague, teacher)).toBe(403);
  expect((await campus.as(teacher).get(`${of(teacher)}/info`)).body.forAll).toBe(false);
});

test('students can read that of their teacher, and cannot learn whether another teacher has any', async () => {
  const student = await taught();
  await upload(of(teacher), 'hers');
  expect(await readBy(student, teacher)).toBe('%PDF-1.7 hers');
  expect((await campus.as(student).get(`${of(teacher)}/info`)).body.fileName).toBe('hers.pdf');
  for (const path of [of(colleague), '/api/class-info/faculty/nobody@example.edu', general])
    expect((await campus.as(student).get(path)).status).toBe(403);
});

test('students are not given the class information for all teachers in place of their teacher’s', async () => {
  const student = await taught();
  await upload(general, 'all');
  expect(await readBy(student, teacher)).toBe(404);
  expect(await campus.as(student).get(`${of(teacher)}/info`)).toMatchObject({
    status: 200,
    body: null,
  });
});

test('the newest is shown; a removed one never comes back, nor do earlier ones', async () => {
  await upload(of(teacher), 'first');
  await upload(of(teacher), 'second');
  expect(await readBy(teacher, teacher)).toBe('%PDF-1.7 second');
  expect((await remove(of(teacher))).status).toBe(204);
  expect(await readBy(teacher, teacher)).toBe(404);
  await upload(general, 'all');
  expect(await readBy(teacher, teacher)).toBe('%PDF-1.7 all');
  expect(await remove(of(teacher))).toMatchObject({
    status: 404,
    body: { message: 'There is no class information to remove.' },
  });
  const { rows } = await campus.database.pool.query(
    'select count(*)::int as n from class_infos where teacher_id = $1 and removed_by = $2',
    [teacher.id, admin.id],
  );
  expect(rows).toEqual([{ n: 2 }]);
});

test('a browser that has the current one is not sent it again', async () => {
  await upload(of(teacher), 'hers');
  const { headers } = await campus.as(teacher).get(of(teacher));
  const known = { 'if-none-match': String(headers['etag']) };
  expect((await campus.as(teacher).get(of(teacher), known)).status).toBe(304);
});

describe('what is refused', () => {
  test('a file that is not a PDF', async () => {
    const answer = await sendForm(campus.as(admin), general, [{ name: 'x.pdf', content: 'text' }]);
    expect(answer).toMatchObject({
      status: 415,
      body: { message: 'Please select a valid PDF file' },
    });
  });

  test.each(['nobody@example.edu', 'a%00b@example.edu', '%F0%9F%8E%93', 'x'.repeat(300)])(
    'an address that is not a teacher’s: %s',
    async (address) => {
      const path = `/api/class-info/faculty/${address}`;
      for (const { status } of [
        await campus.as(admin).get(path),
        await campus.as(admin).get(`${path}/info`),
        await upload(path, 'x'),
        await remove(path),
      ])
        expect([400, 404]).toContain(status);
    },
  );

  test('the address of a student, who has no classes to teach', async () => {
    const student = await campus.make.student();
    expect((await upload(of(student), 'x')).status).toBe(404);
  });
});
