import { type Bench, cyclic, type Finding, type Ready } from './bench.ts';
import { measureRead, type Read } from './read.ts';

const reads: readonly ((bench: Bench) => Read)[] = [
  (bench) => ({
    what: 'A student’s records',
    statements: 2,
    ratio: 0.25,
    aim: 0.7,
    grows: 'none: 300 records where there were 20',
    requestsOf: (connection) => {
      const { email, token, id } = cyclic(bench.students, connection);
      return [{ path: `/api/attendance/student/${email}`, limitPath: `/records/${id}`, token }];
    },
  }),
  (bench) => ({
    what: 'A student’s summary',
    statements: 2,
    ratio: 0.25,
    aim: 0.7,
    requestsOf: (connection) => {
      const { email, token, id } = cyclic(bench.students, connection);
      const path = `/api/students/${email}/attendance-summary`;
      return [{ path, limitPath: `/summary/${id}`, token }];
    },
  }),
  (bench) => ({
    what: 'A subject’s statistics',
    statements: 2,
    ratio: 0.15,
    aim: 0.3,
    requestsOf: (connection) => {
      const { subjects, token } = cyclic(bench.teachers, connection);
      return subjects.map(({ id }) => ({
        path: `/api/attendance/stats/subject/${id}`,
        limitPath: `/stats/${id}`,
        token,
      }));
    },
  }),
  (bench) => ({
    what: 'A day of 1,000 subjects and 200,000 marks',
    statements: 3,
    ratio: 0.05,
    aim: 0.3,
    requestsOf: () =>
      bench.data.heldOn.map((date) => ({
        path: `/api/attendance/day/${date}`,
        limitPath: `/day/${date}`,
        token: bench.adminToken,
      })),
  }),
];

/** Measures what is read of the marks apart from the roster. */
export const benchReads = async (ready: Ready): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const readOf of reads) findings.push(...(await measureRead(ready, readOf)));
  return findings;
};
