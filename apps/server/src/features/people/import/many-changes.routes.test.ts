import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/make.ts';
import { testCampus, type TestCampus } from '../../../testing/test-campus.ts';
import { sendForm } from '../../../testing/upload.ts';

/**
 * PostgreSQL caches the plans of statements in triggers. A plan made for a single record must not be used for a whole
 * file: it compares every row with every other, and these 20,000 would take minutes.
 */
const people = 20_000;

let t: TestCampus;
let admin: Person;

beforeAll(async () => {
  t = await testCampus();
  admin = await t.make.admin();
});
afterAll(() => t.close());

const fileOf = (write: (n: number) => string, columns: string): string =>
  `${columns}\n${Array.from({ length: people }, (_, n) => write(n)).join('\n')}\n`;

test('a file that changes everybody is stored in seconds, even just after one person was edited', async () => {
  const student = await t.make.student();
  const teacher = await t.make.teacher();
  const asAdmin = t.as(admin);
  const upload = (content: string) =>
    sendForm<number>(asAdmin, `/api/uploadStudentDetails?existing=update&confirm=${people}`, [
      { name: 'students.csv', content },
    ]);
  const before = fileOf((n) => `Student ${n},s${n}@example.edu,Physics`, 'Name,Email,Course');
  expect(await upload(before)).toMatchObject({ status: 200, body: people });
  const edited = [
    await asAdmin.patch(`/api/people/students/${student.id}`, { course: 'Law', name: 'Ann' }),
    await asAdmin.patch(`/api/people/faculty/${teacher.id}`, { department: 'Law', name: 'Ben' }),
  ];
  expect(edited.map(({ status }) => status)).toEqual([200, 200]);

  const after = fileOf((n) => `Pupil ${n},s${n}@example.edu,Biology`, 'Name,Email,Course');
  expect(await upload(after)).toMatchObject({ status: 200, body: people });

  const { rows } = await t.database.pool.query<{ field: string; changes: number }>(
    `select field, count(*)::int as changes from person_changes
     where changed_by = $1 and after ~ '^(Pupil|Biology)' group by field order by field`,
    [admin.id],
  );
  expect(rows).toEqual([
    { field: 'course', changes: people },
    { field: 'name', changes: people },
  ]);
  const found = await asAdmin.get('/api/faculty/students/all?search=pupil%20s19999%40&limit=5');
  expect(found.body).toMatchObject([{ name: 'Pupil 19999', course: 'Biology' }]);
});

test.each([
  ['students', 'uploadStudentDetails', 'Course'],
  ['teachers', 'uploadFacultyDetails', 'Department'],
] as const)(
  'a file that updates more than a tenth of all %s asks for their number, and names who is not in it',
  async (plural, call, field) => {
    const campus = await testCampus();
    const { make } = campus;
    const one = plural === 'students' ? make.student : make.teacher;
    for (let at = 1; at < 20; at += 1) await one({ name: `P${at}`, email: `p${at}@example.edu` });
    await one({ name: 'Left', email: 'left@example.edu', active: false });
    const office = campus.as(await make.admin());
    const send = async (content: string, query = '') => {
      const files = [{ name: 'people.csv', content }];
      const { status, body } = await sendForm(office, `/api/${call}${query}`, files);
      return { status, body };
    };
    const two = `Email,${field}\np1@example.edu,Law\np2@example.edu,Law\n`;
    expect((await send(two, '?existing=update&dryRun=true')).body).toMatchObject({
      update: 2,
      confirm: 2,
      absent: { count: 17, first: expect.arrayContaining(['P3']) },
    });
    // The file of them, which is recorded as a read, tells namesakes apart.
    const { body: others } = await send(two, '/differences?existing=update&part=absent');
    expect(others).toContain('\r\nP3 (p3@example.edu)\r\n');
    expect(await send(two, '?existing=update&confirm=1')).toEqual({
      status: 409,
      body: {
        error: 'conflict',
        message: `This changes 2 ${plural}, more than a tenth of all. Type the number 2 to go on. Nothing was stored.`,
        details: [{ field: 'confirm', message: expect.any(String) }],
      },
    });
    expect((await send(two, '?existing=update&confirm=2')).body).toBe(2);
    // Scripts are not asked.
    expect((await send(two.replaceAll('Law', 'Art'), '?existing=update')).body).toBe(2);

    // Files of new people neither ask nor name the others.
    const { body } = await send(`Full Name,Email\nNew,new@example.edu\n`, '?dryRun=true');
    expect([body.confirm, body.absent]).toEqual([undefined, undefined]);
    await campus.close();
  },
);
