/** A repeatable random generator: the same seed always gives the same demo campus. */
export const createRandom = (seed: number) => {
  let state = seed;
  // mulberry32, a public-domain generator: small, fast, and good enough for names and absences.
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (probability: number): boolean => next() < probability,
    whole: (from: number, to: number): number => from + Math.floor(next() * (to - from + 1)),
    /** The list must not be empty. */
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
};
export type Random = ReturnType<typeof createRandom>;
