import { join } from 'node:path';
import { freePort } from '@campus/server/src/db/embedded/address.ts';
import { fire, repeated } from '../measure/fire.ts';
import { compareSides, takeTurns } from '../measure/rounds.ts';
import { startSide } from '../sides/process.ts';
import { type Bench, cyclic, type Finding, shown, twoDigits } from './bench.ts';

/** The highest permitted share of the generator's own rate for Campus's fastest reply. */
const required = { share: 0.6 } as const;

/** Checks that this run measures the servers and not the load generator. */
export const benchGenerator = async (bench: Bench): Promise<Finding[]> => {
  const { connections, flags, campus, database } = bench;
  const constant = await startSide({
    program: join(import.meta.dirname, '../sides/constant-server.ts'),
    port: await freePort(),
    folder: database.folder,
    env: {},
  });
  const turn = (origin: string) => (amount: number) =>
    fire({
      origin,
      connections,
      amount,
      requestsOf: (connection) => {
        const { subjects, token } = cyclic(bench.teachers, connection);
        const headers = { authorization: `Bearer ${token}` };
        return repeated(
          subjects.map(({ id }) => ({ path: `/api/attendance/stats/subject/${id}`, headers })),
        );
      },
    });
  try {
    const [taken = []] = await takeTurns(
      [{ limit: turn(constant.origin), campus: turn(campus.origin) }],
      { rounds: flags.rounds, seconds: flags.seconds, warmUp: 100 * connections },
    );
    const compared = compareSides(taken);
    return [
      {
        what: `Load generator: a constant answer, and Campus’s fastest, a subject’s statistics, ${connections} connections`,
        limit: `${shown(compared.limit)}/s`,
        campus: `${shown(compared.campus)}/s`,
        ratio: twoDigits(compared.ratio),
        required: `at most ${twoDigits(required.share)}`,
        passed: compared.ratio <= required.share,
      },
    ];
  } finally {
    await constant.stop();
  }
};
