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

/** What is compared: Campus, and what does the same with as little as possible. */
export interface Sides {
  readonly limit: Turn;
  readonly campus: Turn;
}

export type Round = Readonly<Record<keyof Sides, Fired>>;

/**
 * The slowest of a hundred answers takes half as long again in one round as in the next, on the same
 * database: two are compared over so many times the rounds, where a turn is short.
 */
const oftenerForTwo = 3;

/**
 * Lets the two sides take turns, on each of the databases in each round, so that whatever else the
 * machine does meets all of them. Each side warms up first, which also tells how many requests fill
 * a turn. Answers the rounds of each database.
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
  const often = databases.length > 1 && areShort ? rounds * oftenerForTwo : rounds;
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
