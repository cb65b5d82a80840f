import { compareSides, median, type Round } from '../measure/rounds.ts';
import { type Finding, shown, twoDigits } from './bench.ts';

const required = { times: 1.3 } as const;

/**
 * What the marks of a whole term change: how much longer the slowest of a hundred answers took on the
 * larger database, in the median of rounds in which both had their turns; `grows` says why that is not
 * to be compared. Nothing when only one was measured.
 */
export const compareSizes = (
  what: string,
  [small, large]: readonly (readonly Round[])[],
  grows?: string,
): Finding[] => {
  if (!small || !large) return [];
  const times = median(
    large.map(({ campus }, round) => campus.p99 / (small[round]?.campus.p99 ?? NaN)),
  );
  return [
    {
      what: `${what}: p99 at 200,000 and at 3 million marks`,
      limit: `${shown(compareSides(small).p99)} ms`,
      campus: `${shown(compareSides(large).p99)} ms`,
      ratio: `${twoDigits(times)} times`,
      required: grows ?? `at most ${twoDigits(required.times)} times`,
      statements: '',
      passed: grows !== undefined || times <= required.times,
    },
  ];
};
