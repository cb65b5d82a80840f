import { useRef, useState } from 'react';

/** Rows that are ticked: by their ids, or all that a filter lists. */
export interface Ticked {
  readonly ids: readonly string[];
  readonly all: boolean;
  readonly has: (id: string) => boolean;
  /** Turns a row's tick; with `range` those between it and the last one become like it. */
  readonly onTick: (id: string, range: boolean) => void;
  /** Turns the ticks of all rows that are shown. */
  readonly onPage: () => void;
  readonly onAll: () => void;
  readonly clear: () => void;
}

/** The ticks of a list of which `shown` rows are on screen. They survive paging, but not another filter. */
export const useTicked = (shown: readonly string[], filter: string): Ticked => {
  const [{ ids, all, of }, set] = useState({
    ids: [] as readonly string[],
    all: false,
    of: filter,
  });
  const last = useRef<string>(null);
  const [valid, everything] = of === filter ? [ids, all] : [[], false];
  const put = (next: readonly string[], ofAll = false): void =>
    set({ ids: next, all: ofAll, of: filter });
  const has = (id: string): boolean => everything || valid.includes(id);
  /** Of all only those that are shown can be named. */
  const named = everything ? shown : valid;
  const turn = (turned: readonly string[], on: boolean): void =>
    put(on ? [...new Set([...named, ...turned])] : named.filter((id) => !turned.includes(id)));
  return {
    ids: valid,
    all: everything,
    has,
    onTick: (id, range) => {
      const [from, to] = [shown.indexOf(last.current ?? id), shown.indexOf(id)].toSorted(
        (a, b) => a - b,
      ) as [number, number];
      turn(range && from >= 0 ? shown.slice(from, to + 1) : [id], !has(id));
      last.current = id;
    },
    onPage: () => turn(shown, !shown.every(has)),
    onAll: () => put([], true),
    clear: () => put([]),
  };
};
