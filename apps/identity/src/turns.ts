/**
 * Lets work wait for its turn: one at a time for the same key, at most `width` at once over all
 * keys. Sign-ins go through it so that correct ones, made at the same moment, do not fill the
 * failure counts while they are looked at.
 */
export function createTurns(width: number) {
  const last = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let free = width;

  async function withinWidth<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resume) => waiting.push(resume));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return async function take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key);
    const { promise: over, resolve: leave } = Promise.withResolvers<void>();
    last.set(key, over);
    await before;
    try {
      return await withinWidth(work);
    } finally {
      if (last.get(key) === over) last.delete(key);
      leave();
    }
  };
}
