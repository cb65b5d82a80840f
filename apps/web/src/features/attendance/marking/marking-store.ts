import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { afterFrame } from '../../../lib/after-frame.ts';
import { keepSoon, watchUnsent } from '../../../lib/unsent.ts';
import { type ClassDay, type LoadedRoster, rosterQuery } from '../attendance.api.ts';
import { load, type Marking, restore, takeOver, type UnsentMarks } from './marking.ts';
import { keepUnsentMarks, nameOf, readUnsentMarks } from './sending/unsent-marks.ts';

/** Holds one class outside of React's tree: a keystroke draws only the parts that show it. */
export interface MarkingStore {
  /** E-mail of the person who is marking. */
  readonly person: string;
  readonly get: () => Marking;
  /** Changes the marking; unsent marks are then kept on this device. */
  readonly update: (change: (marking: Marking) => Marking) => void;
  /** Takes over what another tab has kept on this device. */
  readonly takeOver: (unsent: UnsentMarks) => void;
  /** Returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** As `subscribe`, told when the change itself has been drawn. */
  readonly subscribeSoon: (listener: () => void) => () => void;
}

const createMarkingStore = (
  person: string,
  classDay: ClassDay,
  roster: LoadedRoster,
): MarkingStore => {
  let marking = restore(readUnsentMarks(person, classDay), roster.entries, roster.etag);
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
  const set = (next: Marking): void => {
    marking = next;
    for (const listener of listeners) listener();
    tellSoon();
  };
  const subscribeTo = (told: Set<() => void>) => (listener: () => void) => {
    told.add(listener);
    return () => told.delete(listener);
  };
  return {
    person,
    get: () => marking,
    update: (change) => {
      const before = marking;
      const after = change(before);
      if (after.marks !== before.marks || after.since !== before.since)
        keepSoon(() => keepUnsentMarks(person, classDay, before, after));
      set(after);
    },
    takeOver: (unsent) => set(takeOver(marking, unsent)),
    subscribe: subscribeTo(listeners),
    subscribeSoon: subscribeTo(soon),
  };
};

/** Follows what other tabs of this browser do with the same class: mark, submit, discard. */
const useOtherTabs = (classDay: ClassDay, store: MarkingStore): void => {
  const client = useQueryClient();
  const { subjectId, date } = classDay;
  useEffect(() => {
    const here = { subjectId, date };
    const follow = async (): Promise<void> => {
      // Submitted there: what is stored now comes first, or the marks would vanish for a moment.
      if (readUnsentMarks(store.person, here).marks.size === 0)
        await client.refetchQueries({ queryKey: rosterQuery(here).queryKey });
      store.takeOver(readUnsentMarks(store.person, here));
    };
    return watchUnsent(store.person, nameOf('marks', here), () => void follow());
  }, [client, subjectId, date, store]);
};

/** The store of one class for as long as it is on the screen, following roster and other tabs. */
export const useMarkingStore = (
  person: string,
  classDay: ClassDay,
  roster: LoadedRoster,
): MarkingStore => {
  const [store] = useState(() => createMarkingStore(person, classDay, roster));
  useEffect(
    () => store.update((marking) => load(marking, roster.entries, roster.etag)),
    [store, roster],
  );
  useOtherTabs(classDay, store);
  return store;
};

/** A part of the marking; `select` gives the same value as long as that part is the same. */
export const useMarking = <T>(store: MarkingStore, select: (marking: Marking) => T): T =>
  useSyncExternalStore(store.subscribe, () => select(store.get()));

/** As `useMarking`, a frame later: for what only counts the marks. The mark itself is drawn first. */
export const useMarkingSoon = <T>(store: MarkingStore, select: (marking: Marking) => T): T =>
  useSyncExternalStore(store.subscribeSoon, () => select(store.get()));
