import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from './testing/make.ts';
import { picture } from './testing/picture.ts';
import { type Answer, type Caller, testCampus, type TestCampus } from './testing/test-campus.ts';
import { formBody, formType, type Part } from './testing/upload.ts';

/**
 * The calls promised by the specification, as written there. All are under one base that ends in
 * `/api`, whether they are written with that prefix or without.
 */

interface Scene {
  readonly admin: Person;
  readonly teacher: Person;
  readonly student: Person;
  readonly subject: string;
  readonly announcement: string;
  readonly image: Buffer;
}

interface Documented {
  readonly call: `${'GET' | 'POST' | 'DELETE'} /${string}`;
  readonly by: 'admin' | 'teacher' | 'student';
  readonly body?: (scene: Scene) => object;
  readonly form?: (scene: Scene) => Part[];
  readonly headers?: Record<string, string>;
  readonly status: number;
  /** What the reply must contain. */
  readonly answer?: unknown;
}

/** Fields of these names, all null. */
const blank = (names: string): Record<string, null> =>
  Object.fromEntries(names.split(' ').map((name) => [name, null]));
const pdf = '%PDF-1.7\n%%EOF\n';
const anyText: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const subject = { id: anyText, subjectName: anyText, subjectCode: anyText };
const records = [
  { ...subject, subjectId: anyText, date: '2026-03-10', present: true, remarks: null },
];
const enrollment = { ...subject, credits: 4 };
const imageOf = ({ image }: Scene, { email }: Person): Part[] => [
  { field: 'email', content: email },
  { field: 'image', name: 'me.jpg', type: 'image/jpeg', content: image },
];

const calls: readonly Documented[] = [
  {
    call: 'POST /api/admin/announcement',
    by: 'admin',
    body: () => ({ title: 'Tea', message: 'At four.' }),
    status: 201,
  },
  {
    call: 'GET /api/all/announcement',
    by: 'student',
    status: 200,
    answer: [{ id: anyText, title: 'Tea', message: 'At four.' }, { title: 'General Announcement' }],
  },
  { call: 'GET /all/announcement', by: 'teacher', status: 200 },
  { call: 'DELETE /api/delete/Announcement/{announcement}', by: 'admin', status: 204 },
  { call: 'GET /api/AdminDashboard/students/count', by: 'admin', status: 200, answer: 1 },
  { call: 'GET /AdminDashboard/students/count', by: 'teacher', status: 200, answer: 1 },
  { call: 'GET /api/AdminDashboard/faculty/count', by: 'admin', status: 200, answer: 1 },
  { call: 'GET /AdminDashboard/faculty/count', by: 'teacher', status: 200, answer: 1 },
  {
    call: 'GET /AdminDashboard/classes/count',
    by: 'teacher',
    headers: { 'X-Faculty-UnivId': 'F2026-0001' },
    status: 200,
    answer: 1,
  },
  {
    call: 'POST /calendar',
    by: 'admin',
    form: () => [
      { name: 'spring.pdf', type: 'application/pdf', content: pdf },
      { field: 'title', content: 'Spring' },
    ],
    status: 201,
  },
  {
    call: 'GET /calendar',
    by: 'teacher',
    headers: { 'X-Faculty-UnivId': 'F2026-0001' },
    status: 200,
    answer: pdf,
  },
  {
    call: 'GET /students/by-email/{student}',
    by: 'student',
    status: 200,
    answer: {
      ...blank('rollNo course branch semester dob year contactNo address stuImage'),
      name: anyText,
      email: anyText,
      univId: anyText,
    },
  },
  {
    call: 'GET /faculty/by-email/{teacher}',
    by: 'teacher',
    status: 200,
    answer: {
      name: anyText,
      email: anyText,
      univId: anyText,
      department: 'Computer Science',
      dob: null,
      contactNo: null,
      address: null,
      teacherImage: null,
    },
  },
  { call: 'GET /enrollments', by: 'admin', status: 200, answer: [{ ...subject, credits: 0 }] },
  {
    call: 'POST /enrollments/create-for-all',
    by: 'admin',
    body: ({ teacher }) => ({
      subjectName: 'Logic',
      subjectCode: 'LG1',
      credits: 4,
      emailId: teacher.email,
    }),
    status: 201,
    answer: enrollment,
  },
  {
    call: 'POST /uploadFaculty',
    by: 'admin',
    body: () => ({
      name: 'Emmy Noether',
      department: 'Mathematics',
      email: 'emmy@example.edu',
      dob: '1982-03-23',
      contactNo: 9845022114,
      address: 'Quad 1',
      gender: 'Female',
    }),
    status: 201,
  },
  {
    call: 'POST /uploadStudent',
    by: 'admin',
    body: () => ({
      name: 'Ada Byron',
      email: 'ada@example.edu',
      course: 'B.Sc.',
      semester: 2,
      year: 1,
      ...blank('univId branch rollNo dob contactNo address gender bloodGroup nationality'),
      ...blank('parentContactNo parentName parentOccupation'),
    }),
    status: 201,
    answer: { name: 'Ada Byron', semester: 2 },
  },
  {
    call: 'POST /uploadStudentDetails',
    by: 'admin',
    form: () => [
      { name: 'students.csv', content: 'name,email\nA,a1@example.edu\nB,b1@example.edu\n' },
    ],
    status: 200,
    answer: 2,
  },
  {
    call: 'POST /attendance/bulk',
    by: 'teacher',
    body: ({ teacher, student, subject: subjectId }) => ({
      facultyEmail: teacher.email,
      subjectId,
      date: '2026-03-10',
      studentAttendances: [{ studentEmail: student.email, present: true, remarks: '' }],
    }),
    status: 200,
  },
  {
    call: 'GET /attendance/student/{student}/subjects',
    by: 'student',
    status: 200,
    answer: expect.arrayContaining([expect.objectContaining(subject)]),
  },
  {
    call: 'GET /students/{student}/attendance-summary',
    by: 'student',
    status: 200,
    answer: { overallPercentage: 100, startDate: '2026-03-10', endDate: '2026-03-10' },
  },
  { call: 'GET /attendance/student/{student}', by: 'student', status: 200, answer: records },
  {
    call: 'GET /attendance/student/{student}/subject/{subject}',
    by: 'student',
    status: 200,
    answer: records,
  },
  {
    call: 'POST /students/upload-image',
    by: 'student',
    form: (scene) => imageOf(scene, scene.student),
    status: 200,
  },
  { call: 'GET /students/profile-image/{student}', by: 'student', status: 200 },
  {
    call: 'GET /faculty/students/all',
    by: 'teacher',
    status: 200,
    answer: expect.arrayContaining([
      expect.objectContaining({ id: anyText, name: anyText, email: anyText, rollNo: null }),
    ]),
  },
  {
    call: 'POST /faculty/upload-image',
    by: 'teacher',
    form: (scene) => imageOf(scene, scene.teacher),
    status: 200,
  },
  { call: 'GET /faculty/profile-image/{teacher}', by: 'teacher', status: 200 },
  {
    call: 'GET /attendance/faculty/{teacher}/subjects',
    by: 'teacher',
    status: 200,
    answer: expect.arrayContaining([expect.objectContaining(subject)]),
  },
  {
    call: 'GET /attendance/subject/{subject}/date/2026-03-10',
    by: 'teacher',
    status: 200,
    answer: [
      {
        id: anyText,
        studentEmail: anyText,
        studentName: anyText,
        studentRollNo: null,
        present: true,
        remarks: null,
      },
    ],
  },
  {
    call: 'GET /attendance/stats/subject/{subject}',
    by: 'teacher',
    status: 200,
    answer: { totalClasses: 1, attendancePercentage: number },
  },
];

let campus: TestCampus;
let scene: Scene;

beforeAll(async () => {
  campus = await testCampus();
  const term = await campus.make.term();
  const admin = await campus.make.admin();
  const teacher = await campus.make.teacher();
  const student = await campus.make.student();
  const { id } = await campus.make.subject({ term_id: term.id, teacher_id: teacher.id }, [student]);
  const sent = await campus
    .as(admin)
    .post<{ id: string }>('/api/admin/announcement', { message: 'Welcome.' });
  const image = await picture();
  scene = { admin, teacher, student, subject: id, announcement: sent.body.id, image };
});
afterAll(() => campus.close());

/** The path under the base, with the scene's records as parameters. */
const pathOf = (call: string): string => {
  const names: Readonly<Record<string, string>> = {
    student: scene.student.email,
    teacher: scene.teacher.email,
    subject: scene.subject,
    announcement: scene.announcement,
  };
  const written = call
    .slice(call.indexOf('/'))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '');
  return `/api${written.replace(/^\/api(?=\/)/, '')}`;
};

const make = (
  caller: Caller,
  { call, body, form, headers }: Documented,
): Promise<Answer<unknown>> =>
  caller.send({
    method: call.split(' ')[0] as 'GET' | 'POST' | 'DELETE',
    path: pathOf(call),
    headers: {
      ...headers,
      ...(form && formType),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(form && { body: formBody(form(scene)) }),
    ...(body && { body: JSON.stringify(body(scene)) }),
  });

// In order: some calls read what earlier ones stored.
for (const documented of calls)
  test(documented.call, async () => {
    const caller = campus.as(scene[documented.by]);
    const { status, body } = await make(caller, documented);
    expect({ status, body }).toMatchObject({
      status: documented.status,
      ...(documented.answer !== undefined && { body: documented.answer }),
    });
  });

test('the calendar’s file name comes in content-disposition, and its title in a header', async () => {
  const { headers } = await campus.as(scene.student).get('/api/calendar');
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toContain('spring.pdf');
  expect(headers['x-calendar-title']).toBe('Spring');
});

test('profile images are answered as images', async () => {
  for (const [area, person] of [
    ['students', scene.student],
    ['faculty', scene.teacher],
  ] as const) {
    const { headers } = await campus.as(person).get(`/api/${area}/profile-image/${person.email}`);
    expect(headers['content-type']).toMatch(/^image\//);
  }
});
