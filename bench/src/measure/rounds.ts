export interface Comparison {
  /** Medians over the rounds, in requests (or rows) per second. */
  readonly limit: number;
  readonly campus: number;
  /** Median of the rounds' ratios, Campus to limit. */
  readonly ratio: number;
}

/** Requests per second of a turn of so many requests. */
export type Turn = (amount: number) => Promise<number>;

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
    return Math.max(warmUp, Math.round((await turn(warmUp)) * seconds));
  };
  const amounts = { limit: await amountOf(sides.limit), campus: await amountOf(sides.campus) };
  const taken: { limit: number; campus: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const limit = await sides.limit(amounts.limit);
    taken.push({ limit, campus: await sides.campus(amounts.campus) });
  }
  return {
    limit: median(taken.map(({ limit }) => limit)),
    campus: median(taken.map(({ campus }) => campus)),
    ratio: median(taken.map(({ limit, campus }) => campus / limit)),
  };
};
