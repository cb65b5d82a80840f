/** A place in the line of one key; `wait` keeps it until something else has happened. */
export interface Place {
  wait<T>(until: () => Promise<T>): Promise<T>;
}

interface Line {
  members: number;
  waiting: number;
  last: Promise<unknown>;
}

/**
 * Lets work wait for its turn, one at a time for the same key. Of one key `most` wait at once, of all
 * together `inAll`; who comes when that many wait is refused by `full`.
 */
export function createTurns(inAll: number, full: () => Error) {
  const lines = new Map<string, Line>();
  let waitingInAll = 0;

  return async function take<T>(
    key: string,
    most: number,
    work: (place: Place) => Promise<T>,
  ): Promise<T> {
    const before = lines.get(key);
    const line: Line = before ?? { members: 0, waiting: 0, last: Promise.resolve() };
    line.members += 1;
    lines.set(key, line);
    const wait: Place['wait'] = async (until) => {
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
    const mine = (async () => {
      if (before) await wait(() => previous);
      return work({ wait });
    })();
    line.last = Promise.allSettled([previous, mine]);
    try {
      return await mine;
    } finally {
      line.members -= 1;
      if (line.members === 0) lines.delete(key);
    }
  };
}
