import { setTimeout as wait } from 'node:timers/promises';
import { addDays, dayIn, type IsoDate } from '@campus/contract';
import { demoPassword } from '../../apps/server/src/demo/index.ts';

interface Session {
  readonly email: string;
  readonly token: string;
}

/** Signs in like a browser. */
export const signIn = async (origin: string, email: string): Promise<Session> => {
  const signedIn = await fetch(`${origin}/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const answer = await fetch(`${origin}/identity/token`, { headers: { cookie } });
  const { token } = (await answer.json()) as { token: string };
  return { email, token };
};

const get = async <T>(origin: string, path: string, { token }: Session): Promise<T> => {
  const answer = await fetch(`${origin}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as T;
};

const networkError = ({ message, cause }: Error): string =>
  cause instanceof Error ? cause.message : message;

/** A class of a teacher, marked repeatedly over one connection. */
interface ClassDay {
  readonly session: Session;
  readonly subjectId: string;
  readonly date: IsoDate;
  readonly students: readonly string[];
}

const classesOf = async (origin: string, email: string, days: number): Promise<ClassDay[]> => {
  const session = await signIn(origin, email);
  const path = `/attendance/faculty/${email}/subjects`;
  const subjects = await get<{ id: string; endsOn: IsoDate }[]>(origin, path, session);
  const today = dayIn('UTC', new Date());
  const classes = subjects.flatMap(({ id, endsOn }) =>
    Array.from({ length: days }, async (_, back) => {
      const date = addDays(endsOn < today ? endsOn : today, -back);
      const roster = await get<{ studentEmail: string }[]>(
        origin,
        `/attendance/subject/${id}/date/${date}`,
        session,
      );
      const students = roster.map(({ studentEmail }) => studentEmail);
      return { session, subjectId: id, date, students };
    }),
  );
  return (await Promise.all(classes)).filter(({ students }) => students.length > 0);
};

interface Acknowledged {
  readonly of: ClassDay;
  readonly number: number;
  readonly at: number;
}

export interface Failure {
  readonly at: number;
  /** A status, or the network's error. */
  readonly what: string;
}

/**
 * Marks whole classes without a pause, one connection per class, until stopped. Failed submissions are
 * retried after a fifth of a second. The number of each submission is stored as its remark.
 */
export const startWriters = async (origin: string, teachers: readonly string[], days = 2) => {
  const classes = (
    await Promise.all(teachers.map((email) => classesOf(origin, email, days)))
  ).flat();
  const acknowledged: Acknowledged[] = [];
  const failures: Failure[] = [];
  const stopped = new AbortController();

  const submit = async (of: ClassDay, number: number): Promise<string> => {
    const { session, subjectId, date, students } = of;
    const answer = await fetch(`${origin}/api/attendance/bulk`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${session.token}`,
      },
      body: JSON.stringify({
        facultyEmail: session.email,
        subjectId,
        date,
        studentAttendances: students.map((studentEmail, index) => ({
          studentEmail,
          present: true,
          remarks: index === 0 ? `Trial ${number}` : null,
        })),
      }),
      signal: AbortSignal.timeout(30_000),
    });
    await answer.text();
    return answer.ok ? '' : `POST ${answer.status}`;
  };

  const write = async (of: ClassDay): Promise<void> => {
    for (let number = 1; !stopped.signal.aborted;) {
      const what = await submit(of, number).catch((error: Error) => `POST: ${networkError(error)}`);
      const at = performance.now();
      if (what === '') {
        acknowledged.push({ of, number, at });
        number += 1;
      } else {
        failures.push({ at, what });
        await wait(200);
      }
    }
  };
  /** Reads the same classes meanwhile. */
  const read = async ({ session, subjectId, date }: ClassDay): Promise<void> => {
    const path = `/attendance/subject/${subjectId}/date/${date}`;
    while (!stopped.signal.aborted) {
      await get(origin, path, session).catch((error: Error) => {
        failures.push({ at: performance.now(), what: `GET: ${networkError(error)}` });
      });
      await wait(50);
    }
  };
  const writing = Promise.all(classes.flatMap((of) => [write(of), read(of)]));

  return {
    /** Number of writing connections. */
    width: classes.length,
    failures,
    written: () => acknowledged.length,
    async stop(): Promise<void> {
      stopped.abort();
      await writing;
    },
    /** Counts acknowledged submissions that are missing from the history. */
    async lost(from = origin): Promise<number> {
      const known = await Promise.all(
        classes.map(async (of) => {
          const { session, subjectId, date } = of;
          const path = `/attendance/subject/${subjectId}/date/${date}/history`;
          const history = await get<{ to: { remarks: string | null } }[]>(from, path, session);
          return [of, new Set(history.map(({ to }) => to.remarks))] as const;
        }),
      );
      const remarks = new Map(known);
      return acknowledged.filter(({ of, number }) => !remarks.get(of)?.has(`Trial ${number}`))
        .length;
    },
    /** The longest time without an acknowledgement, in seconds. */
    longestPause(): number {
      const times = acknowledged.map(({ at }) => at);
      return Math.max(...times.slice(1).map((at, before) => at - (times[before] ?? at))) / 1000;
    },
    /** Submissions per second between two moments. */
    rate(from: number, to: number): number {
      const within = acknowledged.filter(({ at }) => at >= from && at < to).length;
      return (within * 1000) / (to - from);
    },
  };
};

/** `3 × 503`, for each kind of failure. */
export const counted = (failures: readonly Failure[]): string => {
  const kinds = Map.groupBy(failures, ({ what }) => what);
  return [...kinds].map(([what, of]) => `${of.length} × ${what}`).join(', ') || 'none';
};
