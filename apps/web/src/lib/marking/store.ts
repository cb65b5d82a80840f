import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { afterFrame } from '../after-frame.ts';
import { deferWrite, removeUnsent, saveUnsent, readUnsent, watchUnsent } from '../unsent.ts';
import {
  adoptUnsent,
  load,
  type LoadedClass,
  type Marking,
  type MarkKind,
  type MarkTypes,
  restore,
  stillUnsent,
  type UnsentMarks,
} from './marking.ts';

/** Where unsent marks of a class are kept on the device: for which person and under which name. */
export interface UnsentMarksKey<T extends MarkTypes> {
  readonly kind: MarkKind<T>;
  readonly person: string;
  readonly name: string;
}

/** The marks of a class that this person made on this device and has not sent. */
export const readUnsentMarks = <T extends MarkTypes>(of: UnsentMarksKey<T>): UnsentMarks<T> => {
  const kept = (readUnsent(of.person, of.name) ?? {}) as Readonly<Record<string, unknown>>;
  const { since, [of.kind.storageKey]: rows } = kept;
  const marks = new Map<string, T['mark']>();
  for (const row of Array.isArray(rows) ? rows : []) {
    const [key, ...rest]: unknown[] = Array.isArray(row) ? row : [];
    const mark = of.kind.parseRow(rest);
    if (typeof key === 'string' && mark !== undefined) marks.set(key, mark);
  }
  return { since: typeof since === 'string' ? since : null, marks };
};

/**
 * Stores the changes from `before` to `after` and leaves alone what another tab with the same class has
 * stored.
 * Without unsent marks, the class is forgotten.
 */
export const saveUnsentMarks = <T extends MarkTypes>(
  of: UnsentMarksKey<T>,
  before: UnsentMarks<T>,
  after: UnsentMarks<T>,
): void => {
  const stored = readUnsentMarks(of);
  const marks = new Map(stored.marks);
  for (const key of new Set([...before.marks.keys(), ...after.marks.keys()])) {
    const mark = after.marks.get(key);
    if (mark === before.marks.get(key)) continue;
    if (mark !== undefined) marks.set(key, mark);
    else marks.delete(key);
  }
  const since = before.since === null ? (stored.since ?? after.since) : after.since;
  const rows = [...marks].map(([key, mark]) => [key, ...of.kind.serializeRow(mark)]);
  if (rows.length === 0) removeUnsent(of.person, of.name);
  else saveUnsent(of.person, of.name, { since, [of.kind.storageKey]: rows });
};

/** After a submission: forgets the marks that were sent, keeps those changed since. */
export const removeSentMarks = <T extends MarkTypes>(
  of: UnsentMarksKey<T>,
  sent: readonly T['sent'][],
  leftOut: readonly string[],
): void => {
  const before = readUnsentMarks(of);
  saveUnsentMarks(of, before, {
    ...before,
    marks: stillUnsent(of.kind, before.marks, sent, leftOut),
  });
};

/** Keeps one class outside React's tree, so that a keystroke redraws only the parts that show it. */
export interface MarkingStore<T extends MarkTypes> {
  /** E-mail of the person marking. */
  readonly person: string;
  readonly get: () => Marking<T>;
  /** Changes the marking and keeps the unsent marks on this device. */
  readonly update: (change: (marking: Marking<T>) => Marking<T>) => void;
  /** Adopts what another tab has kept on this device. */
  readonly adoptUnsent: () => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Like `subscribe`, but called once the change itself has been drawn. */
  readonly subscribeDeferred: (listener: () => void) => () => void;
}

const createMarkingStore = <T extends MarkTypes>(
  kept: UnsentMarksKey<T>,
  loaded: LoadedClass<T>,
): MarkingStore<T> => {
  let marking = restore(kept.kind, readUnsentMarks(kept), loaded);
  const listeners = new Set<() => void>();
  const deferred = new Set<() => void>();
  let drawing = false;
  /** The state last written to the device, while later changes wait to be written; otherwise null. */
  let before: Marking<T> | null = null;
  const keep = (): void => {
    if (before) saveUnsentMarks(kept, before, marking);
    before = null;
  };
  const notifyDeferred = (): void => {
    if (drawing) return;
    drawing = true;
    afterFrame(() => {
      drawing = false;
      for (const listener of deferred) listener();
    });
  };
  const set = (next: Marking<T>): void => {
    marking = next;
    for (const listener of listeners) listener();
    notifyDeferred();
  };
  const subscribeTo = (to: Set<() => void>) => (listener: () => void) => {
    to.add(listener);
    return () => to.delete(listener);
  };
  return {
    person: kept.person,
    get: () => marking,
    update: (change) => {
      const now = marking;
      const after = change(now);
      const changed = after.marks !== now.marks || after.since !== now.since;
      if (changed && !before) {
        before = now;
        deferWrite(keep);
      }
      set(after);
    },
    adoptUnsent: () => set(adoptUnsent(marking, readUnsentMarks(kept))),
    subscribe: subscribeTo(listeners),
    subscribeDeferred: subscribeTo(deferred),
  };
};

/**
 * The store of one class while it is on screen. It follows what is loaded by `queryKey`, and what other tabs
 * of this browser do with the same class: mark, submit, discard.
 */
export const useMarkingStore = <T extends MarkTypes>(
  kept: UnsentMarksKey<T>,
  queryKey: QueryKey,
  loaded: LoadedClass<T>,
): MarkingStore<T> => {
  const client = useQueryClient();
  const [store] = useState(() => createMarkingStore(kept, loaded));
  useEffect(() => store.update((marking) => load(marking, loaded)), [store, loaded]);
  const follow = useEffectEvent(async (): Promise<void> => {
    // The other tab submitted. Load what is stored now first, or the marks would vanish for a moment.
    if (readUnsentMarks(kept).marks.size === 0) await client.refetchQueries({ queryKey });
    store.adoptUnsent();
  });
  const { person, name } = kept;
  useEffect(() => watchUnsent(person, name, () => void follow()), [person, name]);
  return store;
};

/** A part of the marking; `select` must return the same value while that part is unchanged. */
export const useMarking = <T extends MarkTypes, Selected>(
  store: MarkingStore<T>,
  select: (marking: Marking<T>) => Selected,
): Selected => useSyncExternalStore(store.subscribe, () => select(store.get()));

/** Like `useMarking`, one frame later, for what only counts the marks: the mark itself is drawn first. */
export const useDeferredMarking = <T extends MarkTypes, Selected>(
  store: MarkingStore<T>,
  select: (marking: Marking<T>) => Selected,
): Selected => useSyncExternalStore(store.subscribeDeferred, () => select(store.get()));
