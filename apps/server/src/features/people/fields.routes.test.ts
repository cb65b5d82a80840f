import {
  csvLine,
  facultyFields,
  type Field,
  type Fields,
  type Role,
  studentFields,
  studentFileFields,
} from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';
import { sendForm } from '../../testing/upload.ts';

let campus: TestCampus;
let admin: Person;

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
});
afterAll(() => campus.close());

/** A valid value of a field; each `turn` gives a different one. */
const valueOf = (name: string, field: Field, turn: number): string | number => {
  if (field.type === 'whole') return field.min + turn;
  if (field.type === 'day') return `200${turn}-02-03`;
  if (field.type === 'choice') return field.of[turn % field.of.length] ?? '';
  if (field.type === 'contact') return `+49 170 123456${turn}`;
  return field.type === 'email' ? `turn-${turn}@example.edu` : `${name.slice(0, 9)} ${turn}`;
};
const recordOf = (fields: Fields, turn: number): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, valueOf(name, field, turn)]),
  );
/** The record as it is stored and read back: a contact number as text. */
const storedOf = (fields: Fields, turn: number): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      field.type === 'contact' ? field.phone : name,
      valueOf(name, field, turn),
    ]),
  );
const keysFor = (fields: Fields, role: Role): string[] =>
  Object.entries(fields)
    .filter(([, { seenBy }]) => seenBy.includes(role))
    .flatMap(([name, field]) => (field.type === 'contact' ? [name, field.phone] : [name]));

describe.each([
  {
    of: 'student',
    fields: studentFields as Fields,
    add: '/api/uploadStudent',
    upload: '/api/uploadStudentDetails',
    record: '/api/people/students',
    profile: '/api/students/by-email',
    image: 'stuImage',
    stays: ['course', 'branch', 'semester', 'year'],
    turn: 1,
  },
  {
    of: 'teacher',
    fields: facultyFields as Fields,
    add: '/api/uploadFaculty',
    upload: '/api/uploadFacultyDetails',
    record: '/api/people/faculty',
    profile: '/api/faculty/by-email',
    image: 'teacherImage',
    stays: ['department'],
    turn: 5,
  },
])('every field of a $of', ({ of, fields, add, upload, record, profile, image, stays, turn }) => {
  const idOf = async (email: unknown): Promise<string> =>
    (await campus.as(admin).get(`${profile}/${String(email)}`)).body.id;

  test('can be stored with a new one, changed, uploaded, and seen in the history', async () => {
    const first = recordOf(fields, turn);
    const added = await campus.as(admin).post(add, first);
    expect([added.status, added.body]).toEqual([
      201,
      expect.objectContaining(storedOf(fields, turn)),
    ]);

    const { id } = added.body;
    const changed = await campus.as(admin).patch(`${record}/${id}`, recordOf(fields, turn + 1));
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining(storedOf(fields, turn + 1)),
    ]);
    const history = (await campus.as(admin).get(`/api/people/${id}/history`)).body;
    const told = history.map(({ field, before }: { field: string; before: string }) => [
      field,
      before,
    ]);
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(Object.entries(first).map(([name, value]) => [name, String(value)])),
    );

    const { email } = recordOf(fields, turn + 1);
    const row = { ...recordOf(fields, turn + 2), email };
    const content = [Object.values(fields).map(({ label }) => label)]
      .concat([Object.keys(fields).map((name) => String(row[name as keyof typeof row]))])
      .map(csvLine)
      .join('');
    const stored = await sendForm(campus.as(admin), `${upload}?existing=update`, [
      { name: 'people.csv', content },
    ]);
    expect([stored.status, stored.body]).toEqual([200, 1]);
    expect((await campus.as(admin).get(`${record}/${id}`)).body).toMatchObject({
      ...storedOf(fields, turn + 2),
      email,
    });
  });

  test('can be set for a new one by a file', async () => {
    const person = recordOf(fields, turn + 3);
    const content = [Object.values(fields).map(({ label }) => label)]
      .concat([Object.keys(fields).map((name) => String(person[name]))])
      .map(csvLine)
      .join('');
    const stored = await sendForm(campus.as(admin), upload, [{ name: 'people.csv', content }]);
    expect([stored.status, stored.body]).toEqual([200, 1]);
    const id = await idOf(person['email']);
    expect((await campus.as(admin).get(`${record}/${id}`)).body).toMatchObject(
      storedOf(fields, turn + 3),
    );
  });

  test('is blank once they are erased, unless figures are counted by it', async () => {
    const email = `${of}-who-left@example.edu`;
    const own = { email, univId: `gone-${of}`, ...(of === 'student' && { rollNo: 'gone' }) };
    const { id } = (await campus.as(admin).post(add, { ...recordOf(fields, turn), ...own })).body;
    expect((await campus.as(admin).post(`/api/people/${id}/deactivate`)).status).toBe(200);
    const erased = await campus.as(admin).post(`/api/people/${id}/erasure`, { email });
    expect(erased.status).toBe(204);
    const { body } = await campus.as(admin).get(`${record}/${id}`);
    const kept = Object.keys(storedOf(fields, turn)).filter((name) => body[name] !== null);
    expect(kept.toSorted()).toEqual(['email', 'name', ...stays].toSorted());
  });

  test('is shown to the roles that it lists, and to no others', async () => {
    const student = await campus.make.student();
    const teacher = await campus.make.teacher();
    const person = of === 'student' ? student : teacher;
    const readers: [Role, Person][] = [
      ['admin', admin],
      ['teacher', teacher],
    ];
    if (of === 'student') readers.push(['student', student]);
    for (const [role, reader] of readers) {
      const { status, body } = await campus.as(reader).get(`${profile}/${person.email}`);
      expect(status).toBe(200);
      expect(Object.keys(body).toSorted()).toEqual(
        ['id', image, ...keysFor(fields, role)].toSorted(),
      );
    }
  });
});

test.each(['nationality', 'bloodGroup', 'parentName', 'parentContactNo', 'parentOccupation'])(
  'hides the %s of a student from teachers',
  (name) => {
    expect(keysFor(studentFields, 'teacher')).not.toContain(name);
  },
);

test('every field of students is a column of their export', async () => {
  const student = recordOf(studentFields, 9);
  await campus.as(admin).post('/api/uploadStudent', student);
  const { body } = await campus
    .as(admin)
    .get<string>('/api/people/students/export?search=turn-9%40');
  const [header, row] = body.slice(1).trim().split('\r\n');
  const standing = { status: 'Active', repeats: 'No' };
  const cells: Readonly<Record<string, string | number | null>> = { ...student, ...standing };
  expect(header).toBe(csvLine(Object.values(studentFileFields).map(({ label }) => label)).trim());
  expect(row).toBe(csvLine(Object.keys(studentFileFields).map((name) => cells[name] ?? '')).trim());
});
