import assert from 'node:assert/strict';
import { draftOf, marksAt } from '../data/exams.ts';
import { fire, type Fired, fresh } from '../measure/fire.ts';
import { compareSides, takeTurns } from '../measure/rounds.ts';
import { statisticsPerRequest, valueOf } from '../measure/statements.ts';
import { type Bench, cyclic, type Finding, shown, twoDigits } from './bench.ts';

const required = { ratio: 0.5, statements: 6 } as const;

/** A class's marks for even and odd turns, as sent by the grid. */
type Bodies = readonly [string, string];

/** Each connection is a teacher who saves the grids of two drafts repeatedly. */
const createWork = (bench: Bench) => {
  const drafts = Array.from({ length: bench.connections }, (_, connection) =>
    cyclic(bench.teachers, connection).subjects.map((subject) => {
      const body = (turn: number): string =>
        JSON.stringify({
          results: subject.students.map(({ id }, index) => ({
            studentId: String(id),
            marks: marksAt(index, turn),
            absent: false,
          })),
        });
      const bodies: Bodies = [body(0), body(1)];
      return { exam: draftOf(subject), bodies };
    }),
  );
  const saved = drafts.map(() => 0);
  return {
    next(connection: number) {
      const number = saved[connection] ?? 0;
      saved[connection] = number + 1;
      const list = cyclic(drafts, connection);
      const { exam, bodies } = cyclic(list, number);
      const turn = Math.floor(number / list.length) % 2 === 0 ? 0 : 1;
      return { exam, turn, body: bodies[turn] };
    },
    saved: (): number => saved.reduce((sum, one) => sum + one, 0),
  };
};

const historyRows = ({ client }: Bench): Promise<number> =>
  valueOf(client, 'select count(*)::int from exam_result_changes');

/** Saves 200 marks of an exam from the grid, each of them changed, with their history. */
export const benchExamMarks = async (bench: Bench): Promise<Finding> => {
  const { connections } = bench;
  const { rounds, seconds } = bench.flags;
  // An earlier run with other connections may have left marks that a first turn would not change.
  await bench.client.query(
    'delete from exam_results using exams where id = exam_id and published_at is null',
  );
  const work = createWork(bench);
  const before = await historyRows(bench);
  const campus = (amount: number): Promise<Fired> =>
    fire({
      origin: bench.campus.origin,
      connections,
      amount,
      requestsOf: (connection) =>
        fresh(() => {
          const { exam, body } = work.next(connection);
          return {
            method: 'POST',
            path: `/api/exams/${exam}/results`,
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${cyclic(bench.teachers, connection).token}`,
            },
            body,
          };
        }),
    });
  const limit = (amount: number): Promise<Fired> =>
    fire({
      origin: bench.ownStatements?.origin ?? '',
      connections,
      amount,
      requestsOf: (connection) =>
        fresh(() => {
          const { exam, turn } = work.next(connection);
          return { method: 'POST', path: `/exam/${exam}/${turn}` };
        }),
    });
  const [taken = []] = await takeTurns([{ limit, campus }], {
    rounds,
    seconds,
    warmUp: 6 * connections,
  });
  const compared = compareSides(taken);
  const counted = 2 * connections;
  const { statements } = await statisticsPerRequest(bench.client, counted, () => campus(counted));
  // Every save on either side has changed 200 marks and recorded each change.
  assert.equal((await historyRows(bench)) - before, work.saved() * 200);
  const what = `200 marks of an exam changed, with their history, ${connections} connections`;
  return {
    what,
    limit: `${shown(compared.limit)}/s, own statements`,
    campus: `${shown(compared.campus)}/s`,
    ratio: twoDigits(compared.ratio),
    required: `at least ${twoDigits(required.ratio)}, at most ${required.statements} statements`,
    statements: twoDigits(statements),
    passed: compared.ratio >= required.ratio && statements <= required.statements,
  };
};
