import { Refusal } from './errors.ts';

/** Whose work it is. Known devices and strangers take turns, and so do all sources of a kind. */
export interface Source {
  readonly known: boolean;
  readonly name: string;
}

interface Waiting {
  start(): void;
  refuse(reason: Refusal): void;
}

export type CheckQueue = <T>(source: Source, work: () => Promise<T>) => Promise<T>;

/**
 * Bounds what hashing passwords costs: at most `width` checks at once, and at most `length` of each
 * kind waiting. What is too much is taken from the source that has most waiting, its newest first, so
 * nobody fills the queue for others.
 */
export function createCheckQueue({ width, length }: { width: number; length: number }): CheckQueue {
  const strangers = new Map<string, Waiting[]>();
  const known = new Map<string, Waiting[]>();
  let free = width;
  let turn = known;

  function next(): Waiting | undefined {
    turn = turn === known ? strangers : known;
    if (turn.size === 0) turn = turn === known ? strangers : known;
    const [source] = turn;
    if (!source) return undefined;
    const [name, line] = source;
    const first = line.shift();
    // To the end of the round.
    turn.delete(name);
    if (line.length > 0) turn.set(name, line);
    return first;
  }

  function enqueue(source: Source, waiting: Waiting): void {
    const kind = source.known ? known : strangers;
    const line = kind.get(source.name) ?? [];
    line.push(waiting);
    kind.set(source.name, line);
    const lines = [...kind];
    if (lines.reduce((sum, [, one]) => sum + one.length, 0) <= length) return;
    const [name, longest] = lines.reduce((one, other) =>
      other[1].length >= one[1].length ? other : one,
    );
    longest.pop()?.refuse(tooBusy());
    if (longest.length === 0) kind.delete(name);
  }

  return async (source, work) => {
    if (free > 0) free -= 1;
    else {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      enqueue(source, { start: resolve, refuse: reject });
      await promise;
    }
    try {
      return await work();
    } finally {
      const waiting = next();
      if (waiting) waiting.start();
      else free += 1;
    }
  };
}

function tooBusy(): Refusal {
  return new Refusal(
    'unavailable',
    'Too many people are signing in at this moment. Please try again in a few seconds.',
    { retryAfterSeconds: 5 },
  );
}
