import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ClassDay, LoadedRoster } from './attendance.api.ts';
import { discard, load, markTheRest, restore, setMark, settle, undoTheRest } from './marking.ts';
import type { Mark, Marking, SentMark } from './marking.ts';
import { keepUnsentMarks, readUnsentMarks } from './unsent-marks.ts';

export type MarkingAction =
  | { readonly type: 'loaded'; readonly roster: LoadedRoster }
  | { readonly type: 'mark'; readonly email: string; readonly change: Partial<Mark> }
  | { readonly type: 'mark the rest' }
  | { readonly type: 'undo the rest' }
  | { readonly type: 'keep' }
  | { readonly type: 'discard' }
  | {
      readonly type: 'submitted';
      readonly sent: readonly SentMark[];
      readonly givenUp: readonly string[];
    };

const reduce = (marking: Marking, action: MarkingAction): Marking => {
  switch (action.type) {
    case 'loaded':
      return load(marking, action.roster.entries, action.roster.etag);
    case 'mark':
      return setMark(marking, action.email, action.change);
    case 'mark the rest':
      return markTheRest(marking);
    case 'undo the rest':
      return undoTheRest(marking);
    case 'keep':
      return { ...marking, restored: 0 };
    case 'discard':
      return discard(marking);
    default:
      return settle(marking, action.sent, action.givenUp);
  }
};

/** Holds one class outside of React's tree: a keystroke draws only the parts that show it. */
export interface MarkingStore {
  readonly get: () => Marking;
  readonly dispatch: (action: MarkingAction) => void;
  /** Returns the way out. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Marks that this person made on this device earlier are taken up; every change is kept there. */
export const makeMarkingStore = (
  person: string,
  klass: ClassDay,
  roster: LoadedRoster,
): MarkingStore => {
  let marking = restore(readUnsentMarks(person, klass), roster.entries, roster.etag);
  const listeners = new Set<() => void>();
  return {
    get: () => marking,
    dispatch: (action) => {
      const { marks, since } = marking;
      marking = reduce(marking, action);
      if (marking.marks !== marks || marking.since !== since)
        keepUnsentMarks(person, klass, marking);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The store of one class for as long as it is on the screen, following the roster. */
export const useMarkingStore = (
  person: string,
  klass: ClassDay,
  roster: LoadedRoster,
): MarkingStore => {
  const [store] = useState(() => makeMarkingStore(person, klass, roster));
  useEffect(() => store.dispatch({ type: 'loaded', roster }), [store, roster]);
  return store;
};

/** A part of the marking; `select` gives the same value as long as that part is the same. */
export const useMarking = <T>(store: MarkingStore, select: (marking: Marking) => T): T =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));
