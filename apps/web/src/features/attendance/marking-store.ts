import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { afterFrame } from '../../lib/after-frame.ts';
import { keepSoon } from '../../lib/unsent.ts';
import { rosterQuery } from './attendance.api.ts';
import type { ClassDay, LoadedRoster } from './attendance.api.ts';
import {
  discard,
  load,
  markTheRest,
  restore,
  setMark,
  settle,
  takeOver,
  undoTheRest,
} from './marking.ts';
import type { Mark, Marking, SentMark } from './marking.ts';
import { keepUnsentMarks, readUnsentMarks, watchUnsentMarks } from './unsent-marks.ts';

export type MarkingAction =
  | { readonly type: 'loaded'; readonly roster: LoadedRoster }
  | { readonly type: 'mark'; readonly email: string; readonly change: Partial<Mark> }
  | { readonly type: 'mark the rest' }
  | { readonly type: 'undo the rest' }
  | { readonly type: 'keep' }
  | { readonly type: 'discard' }
  | { readonly type: 'kept elsewhere'; readonly unsent: Pick<Marking, 'marks' | 'since'> }
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
    case 'kept elsewhere':
      return takeOver(marking, action.unsent);
    default:
      return settle(marking, action.sent, action.givenUp);
  }
};

/** Holds one class outside of React's tree: a keystroke draws only the parts that show it. */
export interface MarkingStore {
  /** E-mail of who is marking. */
  readonly person: string;
  readonly get: () => Marking;
  readonly dispatch: (action: MarkingAction) => void;
  /** Returns the way out. */
  readonly subscribe: (listener: () => void) => () => void;
  /** As `subscribe`, told when the change itself has been drawn. */
  readonly subscribeSoon: (listener: () => void) => () => void;
}

/** Marks that this person made on this device earlier are taken up; every change is kept there. */
const makeMarkingStore = (person: string, klass: ClassDay, roster: LoadedRoster): MarkingStore => {
  let marking = restore(readUnsentMarks(person, klass), roster.entries, roster.etag);
  const listeners = new Set<() => void>();
  const soon = new Set<() => void>();
  let drawing = false;
  const tellSoon = (): void => {
    if (drawing) return;
    drawing = true;
    afterFrame(() => {
      drawing = false;
      for (const listener of soon) listener();
    });
  };
  return {
    person,
    get: () => marking,
    dispatch: (action) => {
      const before = marking;
      marking = reduce(marking, action);
      const changed = marking.marks !== before.marks || marking.since !== before.since;
      // The other tab has kept its marks itself.
      if (changed && action.type !== 'kept elsewhere') {
        const after = marking;
        keepSoon(() => keepUnsentMarks(person, klass, before, after));
      }
      for (const listener of listeners) listener();
      tellSoon();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeSoon: (listener) => {
      soon.add(listener);
      return () => soon.delete(listener);
    },
  };
};

/** Follows what other tabs of this browser do with the same class: mark, submit, discard. */
const useOtherTabs = (person: string, klass: ClassDay, store: MarkingStore): void => {
  const client = useQueryClient();
  const { subjectId, date } = klass;
  useEffect(() => {
    const here = { subjectId, date };
    const follow = async (): Promise<void> => {
      const unsent = readUnsentMarks(person, here);
      // Submitted there: what is stored now comes first, or the marks would vanish for a moment.
      if (unsent.marks.size === 0)
        await client.refetchQueries({ queryKey: rosterQuery(here).queryKey });
      store.dispatch({ type: 'kept elsewhere', unsent: readUnsentMarks(person, here) });
    };
    return watchUnsentMarks(person, here, () => void follow());
  }, [client, person, subjectId, date, store]);
};

/** The store of one class for as long as it is on the screen, following roster and other tabs. */
export const useMarkingStore = (
  person: string,
  klass: ClassDay,
  roster: LoadedRoster,
): MarkingStore => {
  const [store] = useState(() => makeMarkingStore(person, klass, roster));
  useEffect(() => store.dispatch({ type: 'loaded', roster }), [store, roster]);
  useOtherTabs(person, klass, store);
  return store;
};

/** A part of the marking; `select` gives the same value as long as that part is the same. */
export const useMarking = <T>(store: MarkingStore, select: (marking: Marking) => T): T =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));

/** As `useMarking`, a frame later: for what only counts the marks. The mark itself is drawn first. */
export const useMarkingSoon = <T>(store: MarkingStore, select: (marking: Marking) => T): T =>
  useSyncExternalStore(store.subscribeSoon, () => select(store.get()));
