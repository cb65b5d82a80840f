import type { Fired } from './fire.ts';

export interface Comparison {
  /** Medians over the rounds, in requests (or rows) per second. */
  readonly limit: number;
  readonly campus: number;
  /** Median of the rounds' ratios, Campus to limit. */
  readonly ratio: number;
  /** Median of what 99 of 100 answers of Campus took at most in a round, in milliseconds. */
  readonly p99: number;
}

/** A turn of so many requests. */
export type Turn = (amount: number) => Promise<Fired>;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = sorted.slice(sorted.length % 2 === 0 ? middle - 1 : middle);
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
};

/**
 * Lets the two sides take turns, so that whatever else the machine does meets both. Each side warms
 * up first, which also tells how many requests fill a turn.
 */
export const takeTurns = async (
  sides: { readonly limit: Turn; readonly campus: Turn },
  { rounds, seconds, warmUp }: { rounds: number; seconds: number; warmUp: number },
): Promise<Comparison> => {
  const amountOf = async (turn: Turn): Promise<number> => {
    await turn(warmUp);
    return Math.max(warmUp, Math.round((await turn(warmUp)).rate * seconds));
  };
  const amounts = { limit: await amountOf(sides.limit), campus: await amountOf(sides.campus) };
  const taken: { limit: Fired; campus: Fired }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await sides.limit(amounts.limit);
    taken.push({ limit, campus: await sides.campus(amounts.campus) });
  }
  return {
    limit: median(taken.map(({ limit }) => limit.rate)),
    campus: median(taken.map(({ campus }) => campus.rate)),
    ratio: median(taken.map(({ limit, campus }) => campus.rate / limit.rate)),
    p99: median(taken.map(({ campus }) => campus.p99)),
  };
};
