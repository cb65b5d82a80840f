/** Lets work wait for something without giving up its turn, if there is space among those waiting. */
type Wait = <T>(until: () => Promise<T>) => Promise<T>;

/**
 * Runs work one at a time per key. At most `most` may wait per key and `inAll` in total; beyond that it
 * throws `full()`.
 */
export const createKeyedLock = (inAll: number, full: () => Error) => {
  const lines = new Map<string, { members: number; waiting: number; last: Promise<unknown> }>();
  let waitingInAll = 0;

  return async <T>(key: string, most: number, work: (wait: Wait) => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { members: 0, waiting: 0, last: Promise.resolve() };
    lines.set(key, line);
    const wait: Wait = async (until) => {
      if (line.waiting >= most || waitingInAll >= inAll) throw full();
      line.waiting += 1;
      waitingInAll += 1;
      try {
        return await until();
      } finally {
        line.waiting -= 1;
        waitingInAll -= 1;
      }
    };
    const previous = line.last;
    const first = line.members === 0;
    line.members += 1;
    const mine = (first ? Promise.resolve() : wait(() => previous)).then(() => work(wait));
    line.last = Promise.allSettled([previous, mine]);
    try {
      return await mine;
    } finally {
      line.members -= 1;
      if (line.members === 0) lines.delete(key);
    }
  };
};
