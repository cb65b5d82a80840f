/** The types of one kind of marks: attendance or an exam's. */
export interface MarkTypes {
  /** A student of the class with their stored mark. */
  readonly entry: object;
  /** A mark as entered. */
  readonly mark: object | string;
  /** A mark as sent to the server. */
  readonly sent: object;
  /** A mark that someone else has stored meanwhile. */
  readonly theirs: object;
}

type Stored<T extends MarkTypes> = T['entry'] | T['sent'] | T['theirs'];

/** What differs between attendance and exam marks. */
export interface MarkKind<T extends MarkTypes> {
  readonly keyOf: (stored: Stored<T>) => string;
  readonly storedMark: (stored: Stored<T>) => T['mark'];
  readonly same: (one: T['mark'], other: T['mark']) => boolean;
  /** The mark as it will be stored once it has been sent. */
  readonly asStored: (mark: T['mark']) => T['mark'];
  /** The property that holds unsent marks on the device; earlier releases used it as well. */
  readonly storageKey: string;
  /** The stored form of a mark, which follows the student's key. */
  readonly serializeRow: (mark: T['mark']) => readonly unknown[];
  /** Undefined if the row is no valid mark. */
  readonly parseRow: (row: readonly unknown[]) => T['mark'] | undefined;
}

export interface LoadedClass<T extends MarkTypes> {
  readonly entries: readonly T['entry'][];
  readonly etag: string | null;
}

type Marks<T extends MarkTypes> = ReadonlyMap<string, T['mark']>;

/** A class being marked. */
export interface Marking<T extends MarkTypes> extends LoadedClass<T> {
  readonly kind: MarkKind<T>;
  /** State of the class that `entries` show; null between a submission and the next load. */
  readonly etag: string | null;
  /**
   * State of the class that the first unsent mark was based on; null without unsent marks. Loading newer
   * states does not change it, so that the server can tell who has changed these marks meanwhile.
   */
  readonly since: string | null;
  /** By the student's key; only those that differ from `entries`. */
  readonly marks: Marks<T>;
  /** Students marked by the last "mark the rest"; empty after any other change. */
  readonly autoMarked: readonly string[];
  /** How many marks were restored from this device; 0 once the person has kept or discarded them. */
  readonly restored: number;
}

/** The unsent marks as kept on the device. */
export type UnsentMarks<T extends MarkTypes> = Pick<Marking<T>, 'marks' | 'since'>;

export const markOf = <T extends MarkTypes>(
  { kind, marks }: Marking<T>,
  entry: T['entry'],
): T['mark'] => marks.get(kind.keyOf(entry)) ?? kind.storedMark(entry);

/** Drops marks that equal the stored ones or belong to students no longer in the class. */
const withMarks = <T extends MarkTypes>(
  marking: Marking<T>,
  changed: Marks<T>,
  autoMarked: readonly string[] = [],
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
    autoMarked: autoMarked.filter((key) => marks.has(key)),
    since: marks.size > 0 ? (since ?? etag) : null,
    restored: marks.size > 0 ? restored : 0,
  };
};

/** Replaces the loaded class; unsent marks stay. */
export const load = <T extends MarkTypes>(
  marking: Marking<T>,
  { entries, etag }: LoadedClass<T>,
): Marking<T> => withMarks({ ...marking, entries, etag }, marking.marks, marking.autoMarked);

/** Starts with a loaded class and the unsent marks kept on this device. */
export const restore = <T extends MarkTypes>(
  kind: MarkKind<T>,
  unsent: UnsentMarks<T>,
  loaded: LoadedClass<T>,
): Marking<T> => {
  const marking = load({ ...unsent, ...loaded, kind, autoMarked: [], restored: 0 }, loaded);
  return { ...marking, restored: marking.marks.size };
};

/** Discards all unsent marks. */
export const discard = <T extends MarkTypes>(marking: Marking<T>): Marking<T> =>
  withMarks(marking, new Map());

/** Keeps the restored marks and stops asking about them. */
export const keepRestored = <T extends MarkTypes>(marking: Marking<T>): Marking<T> => ({
  ...marking,
  restored: 0,
});

/** Adopts the unsent marks of another tab with the same class. */
export const adoptUnsent = <T extends MarkTypes>(
  marking: Marking<T>,
  { since, marks }: UnsentMarks<T>,
): Marking<T> => withMarks({ ...marking, since }, marks);

export const setMarks = <T extends MarkTypes>(
  marking: Marking<T>,
  changes: readonly (readonly [key: string, mark: T['mark']])[],
  autoMarked?: readonly string[],
): Marking<T> => withMarks(marking, new Map([...marking.marks, ...changes]), autoMarked);

/** The marks still to be sent after `sent` was stored; those of `leftOut` are discarded. */
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
      return at === undefined ? !givenUp.has(key) : !kind.same(kind.asStored(mark), at);
    }),
  );
};

/** After `sent` was stored: removes it from the unsent marks, except what was changed while it was being sent. */
export const submitted = <T extends MarkTypes>(
  marking: Marking<T>,
  sent: readonly T['sent'][],
  leftOut: readonly string[],
): Marking<T> => {
  const { kind } = marking;
  const stored = new Map(sent.map((mark) => [kind.keyOf(mark), mark]));
  const entries = marking.entries.map((entry) => ({ ...entry, ...stored.get(kind.keyOf(entry)) }));
  // Compares what is shown, not `marks`: a change back to the previously stored mark is a change, too.
  const shown = marking.entries.map(
    (entry) => [kind.keyOf(entry), markOf(marking, entry)] as const,
  );
  const marks = stillUnsent(kind, shown, sent, leftOut);
  return withMarks({ ...marking, entries, etag: null, since: null, restored: 0 }, marks);
};
