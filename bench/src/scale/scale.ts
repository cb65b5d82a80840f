// Compares a university of 100,000 students and 20 million marks with one of the same shape and 200,000
// marks, and measures a morning on which everybody is active.
import assert from 'node:assert/strict';
import { addDays, reports } from '@campus/contract';
import type { Client } from 'pg';
import { cyclic, type Finding, shown, twoDigits } from '../benches/bench.ts';
import { loadAssignments } from '../data/assignments.ts';
import { loadExams } from '../data/exams.ts';
import type { CampusSize } from '../data/generate.ts';
import type { Flags, Scale } from '../flags.ts';
import { say } from '../lifecycle.ts';
import { encode, openConnection } from '../measure/connection.ts';
import { fire, repeated } from '../measure/fire.ts';
import { median, takeTurns, type Turn } from '../measure/rounds.ts';
import { statisticsPerRequest, valueOf } from '../measure/statements.ts';
import { lineOf } from '../report.ts';
import { runMorning } from './morning.ts';
import { startUniversity, type University } from './university.ts';

const required = {
  times: 1.3,
  databaseMs: 20,
  /** For the first list of low attendance after a morning. */
  countingMs: 5000,
  reportMs: 1000,
  reportFileSeconds: 5,
  p99Ms: 1000,
  /** Up to this time a reply counts as constant, however much faster it was on the small database. */
  flatMs: 100,
  closingSeconds: 120,
} as const;

const connections = 32;

/** How far apart the students are who read at the same time. */
const step = 7;

/** 200 marks per student in both; the large one has a hundred times as many of everything. */
const small: CampusSize = { students: 1000, teachers: connections, subjects: 50, weeks: 20 };
const large: CampusSize = { students: 100_000, teachers: 500, subjects: 5000, weeks: 20 };
/** Students who look at their attendance within two minutes. */
const readingStudents = 5000;

const partOf = (size: CampusSize, share: number): CampusSize => ({
  ...size,
  // Whole courses of 200.
  students: Math.max(1000, Math.round((size.students * share) / 200) * 200),
  teachers: Math.max(connections, Math.round(size.teachers * share)),
  subjects: Math.max(50, Math.round((size.students * share) / 200) * 10),
});

type Headers = Awaited<ReturnType<University['authorizations']>>;
type Asked = (university: University, headersOf: Headers, connection: number) => Sent[];
interface Sent {
  readonly path: string;
  readonly headers: Record<string, string>;
}

const ofStudent =
  (path: (email: string) => string): Asked =>
  ({ students }, headersOf, connection) => {
    const student = cyclic(students, connection * step);
    return [{ path: path(student.email), headers: headersOf(student) }];
  };

const ofTeacher =
  (path: (subject: number, day: string) => string): Asked =>
  ({ data }, headersOf, connection) => {
    const teacher = cyclic(data.teachers, connection);
    return data.subjects
      .filter((subject) => subject.teacher.id === teacher.id)
      .map(({ id }, at) => ({
        path: path(id, cyclic(data.heldOn, at)),
        headers: headersOf(teacher),
      }));
  };

const reads: Readonly<Record<string, Asked>> = {
  'Roster of 200 students': ofTeacher((id, day) => `/api/attendance/subject/${id}/date/${day}`),
  'A student’s records (200)': ofStudent((email) => `/api/attendance/student/${email}`),
  'A student’s summary': ofStudent((email) => `/api/students/${email}/attendance-summary`),
  'A student’s percentages': ofStudent((email) => `/api/attendance/student/${email}/percentages`),
  'A subject’s statistics': ofTeacher((id) => `/api/attendance/stats/subject/${id}`),
};

/** Attendance is random in these universities: 2 of 100 students are below 80 %. */
const low = '/api/attendance/low?limit=50&below=80';

/** The first pages of the lists that administrators use. */
const firstPages: Readonly<Record<string, string>> = {
  'records of students': '/api/faculty/students/all?limit=50',
  'records of students, by roll number': '/api/faculty/students/all?limit=50&sort=rollNo',
  'records of students, a name searched': '/api/faculty/students/all?limit=50&search=Amelia',
  'records of teachers': '/api/faculty/all?limit=50',
  'low attendance': low,
  'low attendance, by name': `${low}&sort=name`,
  'low attendance, by roll number': `${low}&sort=rollNo`,
  'low attendance, each subject': `${low}&by=subject`,
  'low attendance, each subject, by name': `${low}&by=subject&sort=name`,
};

const compareReads = async (
  name: string,
  asked: Asked,
  universities: readonly [University, University],
  { rounds, seconds }: Flags,
): Promise<Finding> => {
  const turnOf = async (university: University): Promise<Turn> => {
    const { data, students } = university;
    const headersOf = await university.authorizations([
      ...data.teachers.slice(0, connections),
      ...students.slice(0, connections * step),
    ]);
    return (amount) =>
      fire({
        origin: university.campus.origin,
        connections,
        amount,
        requestsOf: (connection) => repeated(asked(university, headersOf, connection)),
      });
  };
  const [few, many] = universities;
  const [taken = []] = await takeTurns([{ limit: await turnOf(few), campus: await turnOf(many) }], {
    rounds: 3 * rounds,
    seconds,
    warmUp: 20 * connections,
  });
  const times = median(taken.map(({ limit, campus }) => campus.p99 / limit.p99));
  return {
    what: `${name}: p99 at ${few.marks.toLocaleString('en')} and at ${many.marks.toLocaleString('en')} marks`,
    limit: `${shown(median(taken.map(({ limit }) => limit.p99)))} ms`,
    campus: `${shown(median(taken.map(({ campus }) => campus.p99)))} ms, ${shown(median(taken.map(({ campus }) => campus.rate)))}/s`,
    ratio: `${twoDigits(times)} times`,
    required: `at most ${twoDigits(required.times)} times`,
    passed: times <= required.times,
  };
};

/** PostgreSQL's execution time per reply to the administrator, in milliseconds. */
const databaseTimeOf = async (
  university: University,
  path: string,
  { warmUp, times }: { warmUp: number; times: number },
): Promise<number> => {
  const { client, campus, data } = university;
  const headersOf = await university.authorizations([data.admin]);
  const connection = await openConnection(campus.origin);
  const request = encode({ path, headers: headersOf(data.admin) });
  const ask = async (often: number): Promise<void> => {
    for (let time = 0; time < often; time += 1)
      assert.equal(await connection.send(request), 200, path);
  };
  await ask(warmUp);
  const { milliseconds } = await statisticsPerRequest(client, times, () => ask(times));
  connection.close();
  return milliseconds;
};

const timeFound = (what: string, milliseconds: number, most: number): Finding => ({
  what: `${what}: time of the database`,
  campus: `${shown(milliseconds)} ms`,
  required: `at most ${most.toLocaleString('en')} ms`,
  passed: milliseconds <= most,
});

const timeFirstPages = async (university: University): Promise<Finding[]> => {
  const marks = university.marks.toLocaleString('en');
  const findings: Finding[] = [];
  for (const [name, path] of Object.entries(firstPages)) {
    const milliseconds = await databaseTimeOf(university, path, { warmUp: 10, times: 20 });
    findings.push(
      timeFound(`First page of ${name}, ${marks} marks`, milliseconds, required.databaseMs),
    );
  }
  return findings;
};

/** Marks made since the last list are counted by the next request. */
const timeCounting = async (university: University): Promise<Finding> =>
  timeFound(
    'The first list of low attendance after these minutes',
    await databaseTimeOf(university, low, { warmUp: 0, times: 1 }),
    required.countingMs,
  );

/** Times each report for the whole university, and the longest one as a workbook. */
const timeReports = async (university: University): Promise<Finding[]> => {
  const { campus, data } = university;
  const findings: Finding[] = [];
  for (const id of reports.reportIds) {
    const once = { warmUp: 1, times: 3 };
    const milliseconds = await databaseTimeOf(university, `/api/reports/${id}`, once);
    findings.push(timeFound(`Report ${id}`, milliseconds, required.reportMs));
  }
  const headersOf = await university.authorizations([data.admin]);
  const begun = performance.now();
  const answer = await fetch(
    `${campus.origin}/api/reports/accounts-never-used/export?format=xlsx`,
    { headers: headersOf(data.admin) },
  );
  assert.equal(answer.status, 200);
  await answer.arrayBuffer();
  const seconds = (performance.now() - begun) / 1000;
  return [
    ...findings,
    {
      what: `Report accounts-never-used of ${data.students.length.toLocaleString('en')} students as XLSX`,
      campus: `${shown(seconds)} s`,
      required: `at most ${required.reportFileSeconds} s`,
      passed: seconds <= required.reportFileSeconds,
    },
  ];
};

const measureMorning = async (university: University, { minutes }: Scale): Promise<Finding[]> => {
  await loadExams(university.client, university.data);
  await loadAssignments(university.client, university.data);
  const waves = await runMorning(university, { minutes });
  for (const [at, { requests, failed, p99, submissionP99, megabytes }] of waves.entries())
    say(
      `  Minutes ${2 * at + 1} and ${2 * at + 2}: ${requests} requests, ${failed} failed, p99 ${shown(p99)} ms (submissions ${shown(submissionP99)} ms), ${shown(megabytes)} MB`,
    );
  const [first = cyclic(waves, 0)] = waves;
  const last = cyclic(waves, waves.length - 1);
  const slowest = Math.max(...waves.map(({ p99, submissionP99 }) => Math.max(p99, submissionP99)));
  const failed = waves.reduce((sum, wave) => sum + wave.failed, 0);
  const people = `${first.submissions} teachers submit 200 marks each in two minutes, ${university.students.length.toLocaleString('en')} students look`;
  return [
    {
      what: `${people}, ${university.marks.toLocaleString('en')} marks: the slowest two minutes of ${2 * waves.length}`,
      campus: `p99 ${shown(slowest)} ms, ${shown(first.requests / 120)} requests/s, ${failed} failed`,
      required: `p99 under ${required.p99Ms} ms, none failed`,
      passed: slowest < required.p99Ms && failed === 0,
    },
    {
      what: `The same, the first and the last two minutes`,
      limit: `p99 ${shown(first.p99)} ms, ${shown(first.megabytes)} MB`,
      campus: `p99 ${shown(last.p99)} ms, ${shown(last.megabytes)} MB`,
      ratio: `${twoDigits(last.p99 / first.p99)} times`,
      required: `at most ${twoDigits(required.times)} times, or ${required.flatMs} ms`,
      passed: last.p99 <= Math.max(required.times * first.p99, required.flatMs),
    },
  ];
};

const closeTerm = async (university: University): Promise<Finding> => {
  const { campus, data, marks } = university;
  const headersOf = await university.authorizations([data.admin]);
  const startsOn = addDays(data.term.endsOn, 1);
  const begun = performance.now();
  const answer = await fetch(`${campus.origin}/api/terms/1/close`, {
    method: 'POST',
    headers: { ...headersOf(data.admin), 'content-type': 'application/json' },
    body: JSON.stringify({
      next: { name: 'Next term', startsOn, endsOn: addDays(startsOn, 120) },
      promote: { semester: true, year: false },
      carrySubjects: 'all',
      reason: 'The term is over',
    }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text.slice(0, 500));
  const seconds = (performance.now() - begun) / 1000;
  return {
    what: `Closing a term: ${data.students.length.toLocaleString('en')} students promoted, ${data.subjects.length.toLocaleString('en')} subjects carried over, ${marks.toLocaleString('en')} marks`,
    campus: `${shown(seconds)} s`,
    required: `at most ${required.closingSeconds} s`,
    passed: seconds <= required.closingSeconds,
  };
};

export const benchScale = async (
  flags: Flags,
  scale: Scale,
): Promise<{ findings: Finding[]; client: Client }> => {
  const few = await startUniversity(small, connections * step);
  const many = await startUniversity(
    partOf(large, scale.share),
    Math.round(readingStudents * scale.share),
  );
  const size = 'select pg_size_pretty(pg_database_size(current_database()))';
  say(`The database of the larger one has ${await valueOf<string>(many.client, size)}.`);
  const findings: Finding[] = [];
  const keep = (...found: readonly Finding[]): void => {
    for (const finding of found) say(lineOf(finding));
    findings.push(...found);
  };
  for (const [name, asked] of Object.entries(reads))
    keep(await compareReads(name, asked, [few, many], flags));
  keep(...(await timeFirstPages(many)));
  keep(...(await measureMorning(many, scale)));
  keep(await timeCounting(many));
  keep(...(await timeReports(many)));
  keep(await closeTerm(many));
  return { findings, client: many.client };
};
