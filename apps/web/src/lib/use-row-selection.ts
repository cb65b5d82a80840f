import { useRef, useState } from 'react';

/** The selected rows of a list: individual ids, or everything that the filter lists. */
export interface RowSelection {
  readonly ids: readonly string[];
  readonly all: boolean;
  readonly has: (id: string) => boolean;
  /** Toggles a row; with `range`, the rows between it and the last one toggled get the same state. */
  readonly toggle: (id: string, range: boolean) => void;
  /** Toggles all rows shown. */
  readonly togglePage: () => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

/** The selection in a list of which `shown` rows are on screen. It survives paging, but not a change of filter. */
export const useRowSelection = (shown: readonly string[], filter: string): RowSelection => {
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
  /** When everything is selected, only the ids of the rows shown are known. */
  const named = everything ? shown : valid;
  const turn = (turned: readonly string[], on: boolean): void =>
    put(on ? [...new Set([...named, ...turned])] : named.filter((id) => !turned.includes(id)));
  return {
    ids: valid,
    all: everything,
    has,
    toggle: (id, range) => {
      const [from, to] = [shown.indexOf(last.current ?? id), shown.indexOf(id)].toSorted(
        (a, b) => a - b,
      ) as [number, number];
      turn(range && from >= 0 ? shown.slice(from, to + 1) : [id], !has(id));
      last.current = id;
    },
    togglePage: () => turn(shown, !shown.every(has)),
    selectAll: () => put([], true),
    clear: () => put([]),
  };
};
