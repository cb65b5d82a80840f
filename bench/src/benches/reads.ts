import { around, type Bench, type Finding } from './bench.ts';
import { measureRead, type Read } from './read.ts';

const readsOf = (bench: Bench): Read[] => [
  {
    what: 'A student’s records',
    statements: 2,
    requestsOf: (connection) => {
      const { email, token, id } = around(bench.students, connection);
      return [{ path: `/api/attendance/student/${email}`, limitPath: `/records/${id}`, token }];
    },
  },
  {
    what: 'A student’s summary',
    statements: 2,
    requestsOf: (connection) => {
      const { email, token, id } = around(bench.students, connection);
      const path = `/api/students/${email}/attendance-summary`;
      return [{ path, limitPath: `/summary/${id}`, token }];
    },
  },
  {
    what: 'A subject’s statistics',
    statements: 2,
    requestsOf: (connection) => {
      const { subjects, token } = around(bench.teachers, connection);
      return subjects.map(({ id }) => ({
        path: `/api/attendance/stats/subject/${id}`,
        limitPath: `/stats/${id}`,
        token,
      }));
    },
  },
  {
    what: 'A day of 1,000 subjects and 200,000 marks',
    statements: 3,
    requestsOf: () =>
      bench.data.heldOn.map((date) => ({
        path: `/api/attendance/day/${date}`,
        limitPath: `/day/${date}`,
        token: bench.adminToken,
      })),
  },
];

/** What is read of the marks beside the roster. */
export const benchReads = async (bench: Bench): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const read of readsOf(bench)) findings.push(await measureRead(bench, read));
  return findings;
};
