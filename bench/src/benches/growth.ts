import { type Finding, shown, twoDigits } from './bench.ts';

const required = { times: 1.3 } as const;

/**
 * What ten times the marks change: for each thing measured on both databases, how much longer the
 * slowest of a hundred answers took on the larger one.
 */
export const compareSizes = (small: readonly Finding[], large: readonly Finding[]): Finding[] =>
  small.flatMap(({ p99 }) => {
    const then = large.find((finding) => finding.p99?.of === p99?.of)?.p99;
    if (!p99 || !then) return [];
    const times = then.milliseconds / p99.milliseconds;
    return [
      {
        what: `${p99.of}: p99 at 200,000 and at 2 million marks`,
        limit: `${shown(p99.milliseconds)} ms`,
        campus: `${shown(then.milliseconds)} ms`,
        ratio: `${twoDigits(times)} times`,
        required: `at most ${twoDigits(required.times)} times`,
        statements: '',
        passed: times <= required.times,
      },
    ];
  });
