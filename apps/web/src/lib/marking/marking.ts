/** The types of one kind of marks: of a roll, or of an exam. */
export interface MarkTypes {
  /** A student of the class, with the mark that is stored. */
  readonly entry: object;
  /** A mark as a person makes it. */
  readonly mark: object | string;
  /** A mark as it is sent. */
  readonly sent: object;
  /** A mark that others have stored meanwhile. */
  readonly theirs: object;
}

type Stored<T extends MarkTypes> = T['entry'] | T['sent'] | T['theirs'];

/** What sets one kind of marks apart from another. */
export interface MarkKind<T extends MarkTypes> {
  /** What a student is known by. */
  readonly keyOf: (stored: Stored<T>) => string;
  readonly storedMark: (stored: Stored<T>) => T['mark'];
  readonly same: (one: T['mark'], other: T['mark']) => boolean;
  /** A mark as it comes back once it was sent. */
  readonly asSent: (mark: T['mark']) => T['mark'];
  /** What unsent marks are called on the device, where older releases have kept some as well. */
  readonly keptAs: string;
  /** A mark on the device, after the key of its student. */
  readonly toRow: (mark: T['mark']) => readonly unknown[];
  /** Undefined where the row is none of these. */
  readonly ofRow: (row: readonly unknown[]) => T['mark'] | undefined;
}

/** A class as it was loaded. */
export interface LoadedClass<T extends MarkTypes> {
  readonly entries: readonly T['entry'][];
  readonly etag: string | null;
}

type Marks<T extends MarkTypes> = ReadonlyMap<string, T['mark']>;

/** One class while a person is marking it. */
export interface Marking<T extends MarkTypes> extends LoadedClass<T> {
  readonly kind: MarkKind<T>;
  /** State of the class that `entries` show; null between a submission and the next load. */
  readonly etag: string | null;
  /**
   * State of the class that the first unsent mark was made on; null without unsent marks. It stays
   * while newer states are loaded, so that the server can tell who changed these marks meanwhile.
   */
  readonly since: string | null;
  /** By the key of the student, only what differs from `entries`. */
  readonly marks: Marks<T>;
  /** Students marked by the last "mark the rest"; empty once anything else has changed. */
  readonly filled: readonly string[];
  /** How many marks came back from this device, until the person has answered to that. */
  readonly restored: number;
}

/** What is kept on the device. */
export type UnsentMarks<T extends MarkTypes> = Pick<Marking<T>, 'marks' | 'since'>;

export const markOf = <T extends MarkTypes>(
  { kind, marks }: Marking<T>,
  entry: T['entry'],
): T['mark'] => marks.get(kind.keyOf(entry)) ?? kind.storedMark(entry);

/** Marks that say what is stored already, or of students no longer in the class, are dropped. */
const withMarks = <T extends MarkTypes>(
  marking: Marking<T>,
  changed: Marks<T>,
  filled: readonly string[] = [],
): Marking<T> => {
  const { kind, entries, since, etag, restored } = marking;
  const marks = new Map<string, T['mark']>();
  for (const entry of entries) {
    const mark = changed.get(kind.keyOf(entry));
    if (mark !== undefined && !kind.same(mark, kind.storedMark(entry)))
      marks.set(kind.keyOf(entry), mark);
  }
  return {
    ...marking,
    marks,
    filled: filled.filter((key) => marks.has(key)),
    since: marks.size > 0 ? (since ?? etag) : null,
    restored: marks.size > 0 ? restored : 0,
  };
};

/** Takes in a class just loaded. Unsent marks stay. */
export const load = <T extends MarkTypes>(
  marking: Marking<T>,
  { entries, etag }: LoadedClass<T>,
): Marking<T> => withMarks({ ...marking, entries, etag }, marking.marks, marking.filled);

/** Begins with a class and the marks that were made on this device earlier and never sent. */
export const restore = <T extends MarkTypes>(
  kind: MarkKind<T>,
  unsent: UnsentMarks<T>,
  loaded: LoadedClass<T>,
): Marking<T> => {
  const marking = load({ ...unsent, ...loaded, kind, filled: [], restored: 0 }, loaded);
  return { ...marking, restored: marking.marks.size };
};

/** Drops every unsent mark. */
export const discard = <T extends MarkTypes>(marking: Marking<T>): Marking<T> =>
  withMarks(marking, new Map());

/** The marks that came back are there to stay. */
export const keepRestored = <T extends MarkTypes>(marking: Marking<T>): Marking<T> => ({
  ...marking,
  restored: 0,
});

/** Takes over the unsent marks of another tab with the same class. */
export const takeOver = <T extends MarkTypes>(
  marking: Marking<T>,
  { since, marks }: UnsentMarks<T>,
): Marking<T> => withMarks({ ...marking, since }, marks);

/** Marks some students. */
export const setMarks = <T extends MarkTypes>(
  marking: Marking<T>,
  changes: readonly (readonly [key: string, mark: T['mark']])[],
  filled?: readonly string[],
): Marking<T> => withMarks(marking, new Map([...marking.marks, ...changes]), filled);

/** What of some marks is still to be sent after `sent` was stored; those of `leftOut` are given up. */
export const stillUnsent = <T extends MarkTypes>(
  kind: MarkKind<T>,
  marks: Iterable<readonly [key: string, mark: T['mark']]>,
  sent: readonly T['sent'][],
  leftOut: readonly string[],
): Marks<T> => {
  const stored = new Map(sent.map((mark) => [kind.keyOf(mark), kind.storedMark(mark)]));
  const givenUp = new Set(leftOut);
  return new Map(
    [...marks].filter(([key, mark]) => {
      const at = stored.get(key);
      return at === undefined ? !givenUp.has(key) : !kind.same(kind.asSent(mark), at);
    }),
  );
};

/**
 * After `sent` was stored: what was sent is no longer unsent, what was changed while it was under
 * way still is.
 */
export const submitted = <T extends MarkTypes>(
  marking: Marking<T>,
  sent: readonly T['sent'][],
  leftOut: readonly string[],
): Marking<T> => {
  const { kind } = marking;
  const stored = new Map(sent.map((mark) => [kind.keyOf(mark), mark]));
  const entries = marking.entries.map((entry) => ({ ...entry, ...stored.get(kind.keyOf(entry)) }));
  // By what is shown, not by `marks`: a change back to what was stored before is a change, too.
  const shown = marking.entries.map(
    (entry) => [kind.keyOf(entry), markOf(marking, entry)] as const,
  );
  const marks = stillUnsent(kind, shown, sent, leftOut);
  return withMarks({ ...marking, entries, etag: null, since: null, restored: 0 }, marks);
};
