import type { Endpoint } from '@campus/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from './testing/make.ts';
import { type Caller, testCampus, type TestCampus } from './testing/test-campus.ts';

/**
 * The matrix of who may call what, route by route and role by role. Every registered route needs
 * a row; the row says the status each kind of caller meets: with a record of their own, and with a
 * foreign one. A call that may be made is made for real; what is foreign answers 403.
 */
interface Row {
  readonly id: string;
  readonly admin: number;
  readonly teacher: readonly [own: number, foreign: number];
  readonly student: readonly [own: number, foreign: number];
  /** The request about a record that belongs to the caller, or to somebody else. */
  request(records: Records): { path: string; body?: object };
}

/** The records of one teacher and one student; `mine` are the caller's. */
interface Records {
  readonly teacher: Person;
  readonly student: Person;
  /** A student who has not come in yet, and whose account may be changed. */
  readonly applicant: Person;
  readonly subject: string;
  readonly term: string;
  /** The student’s in the subject. */
  readonly enrolment: string;
  /** A student who is not enrolled in it. */
  readonly newcomer: Person;
  /** A teacher with a subject, who hands it over. */
  readonly leaver: Person;
  /** The teacher’s requests about the student, by the field they are about. */
  readonly corrections: { readonly contactNo: string; readonly address: string };
}

const open = [200, 200] as const;
const closed = [403, 403] as const;
const own = [200, 403] as const;
let made = 0;
const fresh = (): string => `new${(made += 1)}@example.edu`;

const rows: readonly Row[] = [
  {
    id: 'identity.logout',
    admin: 204,
    teacher: [204, 204],
    student: [204, 204],
    request: () => ({ path: '/api/auth/logout', body: {} }),
  },
  {
    id: 'accounts.read',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ student }) => ({ path: `/api/people/${student.id}/account` }),
  },
  {
    id: 'accounts.invite',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({ path: `/api/people/${applicant.id}/invitation`, body: {} }),
  },
  {
    id: 'accounts.deactivate',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({ path: `/api/people/${applicant.id}/deactivate`, body: {} }),
  },
  {
    id: 'accounts.reactivate',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({ path: `/api/people/${applicant.id}/reactivate`, body: {} }),
  },
  {
    id: 'accounts.endSessions',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({ path: `/api/people/${applicant.id}/end-sessions`, body: {} }),
  },
  {
    id: 'administrators.list',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/admins' }),
  },
  {
    id: 'administrators.create',
    admin: 201,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/admins', body: { name: 'New', email: fresh() } }),
  },
  {
    id: 'overview.campus',
    admin: 200,
    teacher: open,
    student: open,
    request: () => ({ path: '/api/campus' }),
  },
  {
    id: 'people.studentByEmail',
    admin: 200,
    teacher: open,
    student: own,
    request: ({ student }) => ({ path: `/api/students/by-email/${student.email}` }),
  },
  {
    id: 'people.facultyByEmail',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ teacher }) => ({ path: `/api/faculty/by-email/${teacher.email}` }),
  },
  {
    id: 'people.listStudents',
    admin: 200,
    teacher: open,
    student: closed,
    request: () => ({ path: '/api/faculty/students/all' }),
  },
  {
    id: 'people.listFaculty',
    admin: 200,
    teacher: open,
    student: closed,
    request: () => ({ path: '/api/faculty/all' }),
  },
  {
    id: 'people.createStudent',
    admin: 201,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/uploadStudent', body: { name: 'New', email: fresh() } }),
  },
  {
    id: 'people.createFaculty',
    admin: 201,
    teacher: closed,
    student: closed,
    request: () => ({
      path: '/api/uploadFaculty',
      body: {
        name: 'New',
        department: 'Physics',
        email: fresh(),
        dob: '1980-01-01',
        contactNo: 9845022114,
        address: 'Quad 1',
        gender: 'Other',
      },
    }),
  },
  {
    id: 'records.studentFilters',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/people/students/filters' }),
  },
  {
    id: 'records.exportStudents',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/people/students/export' }),
  },
  {
    id: 'records.readStudent',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ student }) => ({ path: `/api/people/students/${student.id}` }),
  },
  {
    id: 'records.changeStudent',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ student }) => ({
      path: `/api/people/students/${student.id}`,
      body: { course: 'BSc' },
    }),
  },
  {
    id: 'records.withdrawStudent',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({
      path: `/api/people/students/${applicant.id}/withdraw`,
      body: { on: '2026-03-11' },
    }),
  },
  {
    id: 'records.reinstateStudent',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ applicant }) => ({
      path: `/api/people/students/${applicant.id}/reinstate`,
      body: {},
    }),
  },
  {
    id: 'records.readFaculty',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ teacher }) => ({ path: `/api/people/faculty/${teacher.id}` }),
  },
  {
    id: 'records.changeFaculty',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ teacher }) => ({
      path: `/api/people/faculty/${teacher.id}`,
      body: { department: 'Physics' },
    }),
  },
  {
    id: 'records.taughtSubjects',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ teacher }) => ({ path: `/api/people/faculty/${teacher.id}/subjects` }),
  },
  {
    id: 'records.handOver',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ leaver, teacher }) => ({
      path: `/api/people/faculty/${leaver.id}/hand-over`,
      body: { toEmail: teacher.email, subjectIds: 'all' },
    }),
  },
  {
    id: 'records.history',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ student }) => ({ path: `/api/people/${student.id}/history` }),
  },
  {
    id: 'subjects.list',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/enrollments' }),
  },
  {
    id: 'subjects.createForAll',
    admin: 201,
    teacher: closed,
    student: closed,
    request: ({ teacher }) => ({
      path: '/api/enrollments/create-for-all',
      body: { subjectName: 'New', subjectCode: fresh(), credits: 1, emailId: teacher.email },
    }),
  },
  {
    id: 'subjects.read',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/subjects/${subject}` }),
  },
  {
    id: 'subjects.change',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/subjects/${subject}`, body: { credits: 3 } }),
  },
  {
    id: 'subjects.enrolments',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ subject }) => ({ path: `/api/subjects/${subject}/enrolments` }),
  },
  {
    id: 'subjects.addEnrolment',
    admin: 201,
    teacher: closed,
    student: closed,
    request: ({ subject, newcomer }) => ({
      path: `/api/subjects/${subject}/enrolments`,
      body: { studentEmail: newcomer.email, fromOn: '2026-03-11' },
    }),
  },
  {
    id: 'subjects.dropEnrolment',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ enrolment }) => ({
      path: `/api/enrolments/${enrolment}/drop`,
      body: { lastDay: '2026-03-12' },
    }),
  },
  {
    id: 'terms.list',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/terms' }),
  },
  {
    id: 'terms.create',
    admin: 201,
    teacher: closed,
    student: closed,
    request: () => {
      const year = 2030 + (made += 1);
      return {
        path: '/api/terms',
        body: { name: fresh(), startsOn: `${year}-01-01`, endsOn: `${year}-06-30` },
      };
    },
  },
  {
    id: 'terms.change',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}`, body: { name: fresh() } }),
  },
  {
    // The open term again: that is allowed, and nothing happens.
    id: 'terms.open',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}/open`, body: {} }),
  },
  {
    id: 'terms.subjects',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({ path: `/api/terms/${term}/subjects` }),
  },
  {
    id: 'terms.close',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ term }) => ({
      path: `/api/terms/${term}/close?dryRun=true`,
      body: {
        next: { name: 'Next', startsOn: '2027-01-01', endsOn: '2027-06-30' },
        promote: { semester: true, year: true },
        carrySubjects: 'all',
      },
    }),
  },
  {
    id: 'corrections.request',
    admin: 403,
    teacher: [201, 201],
    student: closed,
    request: ({ newcomer }) => ({
      path: '/api/corrections',
      body: { studentEmail: newcomer.email, address: 'Quad 2' },
    }),
  },
  {
    id: 'corrections.mine',
    admin: 403,
    teacher: open,
    student: closed,
    request: () => ({ path: '/api/corrections/mine' }),
  },
  {
    id: 'corrections.countUnseen',
    admin: 403,
    teacher: open,
    student: closed,
    request: () => ({ path: '/api/corrections/mine/unseen/count' }),
  },
  {
    id: 'corrections.markSeen',
    admin: 403,
    teacher: [204, 403],
    student: closed,
    request: ({ corrections }) => ({
      path: '/api/corrections/mine/seen',
      body: { ids: [corrections.contactNo] },
    }),
  },
  {
    id: 'corrections.ofStudent',
    admin: 200,
    teacher: open,
    student: closed,
    request: ({ student }) => ({ path: `/api/corrections/student/${student.email}` }),
  },
  {
    id: 'corrections.list',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/corrections' }),
  },
  {
    id: 'corrections.countOpen',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/corrections/open/count' }),
  },
  {
    id: 'corrections.approve',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ corrections }) => ({
      path: `/api/corrections/${corrections.contactNo}/approve`,
      body: {},
    }),
  },
  {
    id: 'corrections.refuse',
    admin: 200,
    teacher: closed,
    student: closed,
    request: ({ corrections }) => ({
      path: `/api/corrections/${corrections.address}/refuse`,
      body: { note: 'Please ask at the office.' },
    }),
  },
  {
    id: 'attendance.facultySubjects',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ teacher }) => ({ path: `/api/attendance/faculty/${teacher.email}/subjects` }),
  },
  {
    id: 'attendance.roster',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({ path: `/api/attendance/subject/${subject}/date/2026-03-11` }),
  },
  {
    id: 'attendance.classHistory',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({
      path: `/api/attendance/subject/${subject}/date/2026-03-11/history`,
    }),
  },
  {
    id: 'attendance.sheet',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({ path: `/api/attendance/subject/${subject}/sheet` }),
  },
  {
    id: 'attendance.dayOverview',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/attendance/day/2026-03-11' }),
  },
  {
    id: 'attendance.low',
    admin: 200,
    teacher: closed,
    student: closed,
    request: () => ({ path: '/api/attendance/low?below=80&limit=10' }),
  },
  {
    id: 'attendance.subjectStats',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject }) => ({ path: `/api/attendance/stats/subject/${subject}` }),
  },
  {
    id: 'attendance.submit',
    admin: 200,
    teacher: own,
    student: closed,
    request: ({ subject, teacher, student }) => ({
      path: '/api/attendance/bulk',
      body: {
        facultyEmail: teacher.email,
        subjectId: subject,
        date: '2026-03-11',
        studentAttendances: [{ studentEmail: student.email, present: true, remarks: null }],
      },
    }),
  },
  {
    id: 'attendance.studentSubjects',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/attendance/student/${student.email}/subjects` }),
  },
  {
    id: 'attendance.studentRecords',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/attendance/student/${student.email}` }),
  },
  {
    id: 'attendance.studentSubjectRecords',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student, subject }) => ({
      path: `/api/attendance/student/${student.email}/subject/${subject}`,
    }),
  },
  {
    id: 'attendance.studentPercentages',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/attendance/student/${student.email}/percentages` }),
  },
  {
    id: 'attendance.studentSummary',
    admin: 200,
    teacher: closed,
    student: own,
    request: ({ student }) => ({ path: `/api/students/${student.email}/attendance-summary` }),
  },
];

/** Calls that come before a person has a token; tested in their features. */
const publicCalls = ['identity.login', 'administrators.lookAtSetupLink', 'administrators.setUp'];
/** Calls that take or answer a file, whose access is tested beside them. */
const fileCalls: readonly string[] = [
  'people.importStudents',
  'people.importProblems',
  'people.importTemplate',
  'people.importFaculty',
  'people.importFacultyProblems',
  'people.importFacultyTemplate',
];

let campus: TestCampus;
let admin: Person;
let mine: Records;
let foreign: Records;

const records = async (term: { id: string }): Promise<Records> => {
  const teacher = await campus.make.teacher();
  const student = await campus.make.student();
  const subject = await campus.make.subject({ term_id: term.id, teacher_id: teacher.id }, [
    student,
  ]);
  const applicant = await campus.make.student();
  const { id: enrolment } = await campus.database.kysely
    .selectFrom('enrolments')
    .where('subject_id', '=', subject.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const newcomer = await campus.make.student();
  const leaver = await campus.make.teacher();
  await campus.make.subject({ term_id: term.id, teacher_id: leaver.id });
  const ask = async (change: object): Promise<string> => {
    const body = { studentEmail: student.email, ...change };
    return (await campus.as(teacher).post<{ id: string }>('/api/corrections', body)).body.id;
  };
  const corrections = {
    contactNo: await ask({ contactNo: 9845022114 }),
    address: await ask({ address: 'Quad 1' }),
  };
  return {
    teacher,
    student,
    applicant,
    newcomer,
    leaver,
    subject: subject.id,
    term: term.id,
    enrolment,
    corrections,
  };
};

beforeAll(async () => {
  campus = await testCampus();
  admin = await campus.make.admin();
  const term = await campus.make.term();
  mine = await records(term);
  foreign = await records(term);
});
afterAll(() => campus.close());

const endpoints = (): Endpoint[] => campus.endpoints;
const rowOf = (id: string): Row => {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Error(`The access matrix has no row for ${id}`);
  return row;
};
const callAs = async (caller: Caller, row: Row, about: Records): Promise<number> => {
  const { path, body } = row.request(about);
  const method = endpoints().find(({ id }) => id === row.id)?.method ?? 'GET';
  if (!body) return (await caller.send({ method, path })).status;
  const headers = { 'content-type': 'application/json' };
  return (await caller.send({ method, path, headers, body: JSON.stringify(body) })).status;
};

test('every route has a row, and every row a route', () => {
  const routed = endpoints().map(({ id }) => id);
  expect(routed.length).toBeGreaterThan(15);
  expect([...rows.map(({ id }) => id), ...publicCalls, ...fileCalls].sort()).toEqual(routed.sort());
});

test('every route on the door belongs to an endpoint of the contract', () => {
  expect(campus.routesWithoutEndpoint).toEqual([]);
});

describe.each(rows.map((row) => [row.id, row] as const))('%s', (_id, row) => {
  test('nobody without a token: 401', async () => {
    expect(await callAs(campus.nobody, row, mine)).toBe(401);
  });
  test(`administrator: ${row.admin}`, async () => {
    expect(await callAs(campus.as(admin), row, mine)).toBe(row.admin);
  });
  test(`teacher: ${row.teacher.join(', foreign ')}`, async () => {
    const caller = campus.as(mine.teacher);
    expect(await callAs(caller, row, mine)).toBe(row.teacher[0]);
    expect(await callAs(campus.as(mine.teacher), row, foreign)).toBe(row.teacher[1]);
  });
  test(`student: ${row.student.join(', foreign ')}`, async () => {
    expect(await callAs(campus.as(mine.student), row, mine)).toBe(row.student[0]);
    expect(await callAs(campus.as(mine.student), row, foreign)).toBe(row.student[1]);
  });
});

test('the contract and the matrix agree on the roles that are shut out', () => {
  for (const { id, access } of endpoints()) {
    if (access === 'public' || fileCalls.includes(id)) continue;
    const row = rowOf(id);
    expect({ id, teacher: access.teacher === 'none' }).toEqual({
      id,
      teacher: row.teacher[0] === 403,
    });
    expect({ id, student: access.student === 'none' }).toEqual({
      id,
      student: row.student[0] === 403,
    });
  }
});

test('401 comes before anything else of the request is read', async () => {
  for (const [path, body] of [
    ['/api/attendance/bulk', '{ not json'],
    ['/api/uploadStudent', 'x'.repeat(3_000_000)],
  ] as const) {
    const { status } = await campus.nobody.send({
      method: 'POST',
      path,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(401);
  }
});
