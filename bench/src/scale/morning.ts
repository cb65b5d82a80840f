import { setTimeout as pause } from 'node:timers/promises';
import { addDays, dayIn, type IsoDate } from '@campus/contract';
import { isPresent } from '../data/marks.ts';
import { encode, openConnection, type Request } from '../measure/connection.ts';
import { percentile } from '../measure/fire.ts';
import { residentMegabytes } from '../measure/memory.ts';
import type { University } from './university.ts';

/** Every two minutes each teacher submits a class and each student opens their home page and looks at their attendance. */
const waveMs = 120_000;

/** The requests of a student's home page, and of their attendance screen, when it opens and while it is open. */
const screenRequests = [
  { after: 0, of: ['overview', 'events'] },
  { after: 0, of: ['subjects', 'percentages', 'records', 'summary'] },
  { after: 2000, of: ['records', 'summary'] },
  { after: 4000, of: ['percentages', 'records', 'summary'] },
] as const;
const paths = {
  overview: (email: string) => `/api/students/${email}/overview`,
  events: (_email: string, day: IsoDate) =>
    `/api/events?from=${day}&to=${addDays(day, 90)}&limit=5`,
  subjects: (email: string) => `/api/attendance/student/${email}/subjects`,
  percentages: (email: string) => `/api/attendance/student/${email}/percentages`,
  records: (email: string) => `/api/attendance/student/${email}`,
  summary: (email: string) => `/api/students/${email}/attendance-summary`,
} as const;

interface Arrival {
  readonly at: number;
  readonly kind: 'read' | 'roster' | 'submission';
  readonly request: () => Request;
}

export interface Wave {
  readonly requests: number;
  readonly submissions: number;
  readonly failed: number;
  readonly p99: number;
  readonly submissionP99: number;
  readonly megabytes: number;
}

/** All requests of a wave in order of arrival. People do not wait for each other, so neither do the requests. */
const arrivals = (
  { data, students }: University,
  headersOf: (person: { id: number; email: string; name: string }) => Record<string, string>,
  wave: number,
): Arrival[] => {
  const date = dayIn('UTC', new Date());
  const teacherRequests = data.teachers.flatMap((teacher, index): Arrival[] => {
    const taught = data.subjects.filter((subject) => subject.teacher.id === teacher.id);
    const subject = taught[wave % taught.length];
    if (!subject) return [];
    const at = (index / data.teachers.length) * waveMs;
    const headers = headersOf(teacher);
    const marks = subject.students.map(({ email }, place) => ({
      studentEmail: email,
      present: isPresent(place, Math.floor(wave / taught.length)),
      remarks: null,
    }));
    const body = (): string =>
      JSON.stringify({
        facultyEmail: teacher.email,
        subjectId: String(subject.id),
        date,
        studentAttendances: marks,
      });
    const path = `/api/attendance/subject/${subject.id}/date/${date}`;
    const json = { ...headers, 'content-type': 'application/json' };
    return [
      { at, kind: 'roster', request: () => ({ path, headers }) },
      {
        at: at + 1000,
        kind: 'submission',
        request: () => ({
          method: 'POST',
          path: '/api/attendance/bulk',
          headers: json,
          body: body(),
        }),
      },
    ];
  });
  const studentRequests = students.flatMap((student, index) => {
    const headers = headersOf(student);
    const from = (index / students.length) * (waveMs - 5000);
    return screenRequests.flatMap(({ after, of }) =>
      of.map((name): Arrival => {
        const path = paths[name](student.email, date);
        return { at: from + after, kind: 'read', request: () => ({ path, headers }) };
      }),
    );
  });
  return [...teacherRequests, ...studentRequests].toSorted((one, other) => one.at - other.at);
};

/** Opens as many connections as are needed at once, and reuses them. */
const createPool = (origin: string) => {
  type Connection = Awaited<ReturnType<typeof openConnection>>;
  const free: Connection[] = [];
  return {
    async send(request: Buffer): Promise<number> {
      let connection = free.pop();
      while (connection && !connection.isOpen()) connection = free.pop();
      connection ??= await openConnection(origin);
      const status = await connection.send(request);
      free.push(connection);
      return status;
    },
    close(): void {
      for (const connection of free) connection.close();
    },
  };
};

/** Runs a morning of this many minutes, wave after wave. */
export const runMorning = async (
  university: University,
  { minutes }: { minutes: number },
): Promise<Wave[]> => {
  const headersOf = await university.authorizations();
  const pool = createPool(university.campus.origin);
  const waves: Wave[] = [];
  for (let wave = 0; wave < Math.ceil((minutes * 60_000) / waveMs); wave += 1) {
    const times = { read: [] as number[], roster: [] as number[], submission: [] as number[] };
    let failed = 0;
    const begun = performance.now();
    const sent: Promise<void>[] = [];
    for (const { at, kind, request } of arrivals(university, headersOf, wave)) {
      const early = begun + at - performance.now();
      if (early > 1) await pause(early);
      // Timed from when it was due: a delay of the generator counts as waiting.
      const send = async (): Promise<void> => {
        const status = await pool.send(encode(request())).catch(() => 0);
        times[kind].push(performance.now() - begun - at);
        if (status !== 200) failed += 1;
      };
      sent.push(send());
    }
    await Promise.all(sent);
    waves.push({
      requests: sent.length,
      submissions: times.submission.length,
      failed,
      p99: percentile(Object.values(times).flat(), 0.99),
      submissionP99: percentile(times.submission, 0.99),
      megabytes: residentMegabytes(university.campus.pid),
    });
  }
  pool.close();
  return waves;
};
