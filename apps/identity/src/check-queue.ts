import { Refusal } from './errors.ts';

/** Who a check is for. Known and unknown devices take turns, and so do all sources within each kind. */
export interface Source {
  readonly known: boolean;
  readonly name: string;
}

type Waiting = PromiseWithResolvers<void>;

export type CheckQueue = ReturnType<typeof createCheckQueue>;

/**
 * Limits the cost of hashing passwords: at most `width` checks at once, and at most `length` of each kind
 * waiting. On overflow the newest check of the source with the most waiting is refused, so that no source
 * fills the queue for others.
 */
export const createCheckQueue = ({ width, length }: { width: number; length: number }) => {
  const known = new Map<string, Waiting[]>();
  const unknown = new Map<string, Waiting[]>();
  const kinds = [unknown, known];
  let free = width;

  const next = (): Waiting | undefined => {
    const kind = kinds.find(({ size }) => size > 0);
    const [source] = kind ?? [];
    if (!kind || !source) return undefined;
    // Move the kind, and the source within it, to the end of the order.
    kinds.splice(kinds.indexOf(kind), 1);
    kinds.push(kind);
    const [name, line] = source;
    const first = line.shift();
    kind.delete(name);
    if (line.length > 0) kind.set(name, line);
    return first;
  };

  const enqueue = (source: Source): Promise<void> => {
    const kind = source.known ? known : unknown;
    const waiting = Promise.withResolvers<void>();
    kind.set(source.name, [...(kind.get(source.name) ?? []), waiting]);
    const lines = [...kind];
    if (lines.reduce((sum, [, line]) => sum + line.length, 0) > length) {
      const [name, longest] = lines.reduce((one, other) =>
        other[1].length >= one[1].length ? other : one,
      );
      longest.pop()?.reject(tooBusy());
      if (longest.length === 0) kind.delete(name);
    }
    return waiting.promise;
  };

  return async <T>(source: Source, work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await enqueue(source);
    try {
      return await work();
    } finally {
      const waiting = next();
      if (waiting) waiting.resolve();
      else free += 1;
    }
  };
};

const tooBusy = (): Refusal =>
  new Refusal(
    'unavailable',
    'Too many people are signing in at this moment. Please try again in a few seconds.',
    { retryAfterSeconds: 5 },
  );
