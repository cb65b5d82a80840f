import type { Fired } from './fire.ts';

export interface Comparison {
  /** Medians over the rounds, in requests (or rows) per second. */
  readonly limit: number;
  readonly campus: number;
  /** Median of the rounds' ratios, Campus to limit. */
  readonly ratio: number;
  /** Median over the rounds of Campus's 99th percentile response time, in milliseconds. */
  readonly p99: number;
}

/** Sends this many requests. */
export type Turn = (amount: number) => Promise<Fired>;

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = sorted.slice(sorted.length % 2 === 0 ? middle - 1 : middle);
  return sorted.length % 2 === 0 ? (low + high) / 2 : low;
};

/** Campus, and the minimum that does the same. */
export interface Sides {
  readonly limit: Turn;
  readonly campus: Turn;
}

export type Round = Readonly<Record<keyof Sides, Fired>>;

/**
 * The 99th percentile can differ by half between rounds on the same database, so comparisons of two databases
 * use this many times the rounds when turns are short.
 */
const roundsFactorForTwo = 3;

/**
 * Lets the two sides take turns, on each of the databases in each round, so that other load on the machine
 * affects all of them. Each side is warmed up first, which also determines how many requests fill a turn.
 * Returns the rounds of each database.
 */
export const takeTurns = async (
  databases: readonly Sides[],
  { rounds, seconds, warmUp }: { rounds: number; seconds: number; warmUp: number },
): Promise<Round[][]> => {
  const amountOf = async (turn: Turn): Promise<number> => {
    await turn(warmUp);
    return Math.max(warmUp, Math.round((await turn(warmUp)).rate * seconds));
  };
  const turns: { sides: Sides; limit: number; campus: number; taken: Round[] }[] = [];
  for (const sides of databases) {
    const limit = await amountOf(sides.limit);
    turns.push({ sides, limit, campus: await amountOf(sides.campus), taken: [] });
  }
  const areShort = turns.every(({ limit, campus }) => Math.min(limit, campus) > warmUp);
  const often = databases.length > 1 && areShort ? rounds * roundsFactorForTwo : rounds;
  for (let round = 0; round < often; round += 1)
    for (const { sides, taken, ...amounts } of turns) {
      const limit = await sides.limit(amounts.limit);
      taken.push({ limit, campus: await sides.campus(amounts.campus) });
    }
  return turns.map(({ taken }) => taken);
};

export const compareSides = (rounds: readonly Round[]): Comparison => ({
  limit: median(rounds.map(({ limit }) => limit.rate)),
  campus: median(rounds.map(({ campus }) => campus.rate)),
  ratio: median(rounds.map(({ limit, campus }) => campus.rate / limit.rate)),
  p99: median(rounds.map(({ campus }) => campus.p99)),
});
