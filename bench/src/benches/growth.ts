import { compareSides, median, type Round } from '../measure/rounds.ts';
import { type Finding, shown, twoDigits } from './bench.ts';

const required = { times: 1.3 } as const;

/**
 * How the marks of a whole term slow replies down: the ratio of the 99th percentiles of the larger and the
 * smaller database, as the median over rounds in which both had their turns. `grows` says why they must not
 * be compared. Returns nothing if only one size was measured.
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
      passed: grows !== undefined || times <= required.times,
    },
  ];
};
