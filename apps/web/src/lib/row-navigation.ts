/** Tables of up to this many rows are in the document entirely; of longer ones, only rows near the screen. */
export const maxUnwindowedRows = 300;

/** What arrow keys need to move between the filtered rows of a table. */
export interface RowNavigation {
  readonly count: number;
  readonly placeOf: (row: HTMLElement) => number;
  /** The row at a place; it is in the document when this returns. */
  readonly rowAt: (place: number) => HTMLElement | null;
}

const steps: Readonly<Record<string, (screenful: number) => number>> = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (screenful) => -screenful,
  PageDown: (screenful) => screenful,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
};

/** The row a key leads to from another one; null for other keys. */
export const rowForKey = (
  key: string,
  row: HTMLElement,
  moves: RowNavigation,
): HTMLElement | null => {
  // Less what the table's header and the bar at the bottom of the page cover.
  const screenful = Math.max(1, Math.floor(window.innerHeight / (row.offsetHeight || 50)) - 4);
  const step = steps[key]?.(screenful);
  if (step === undefined) return null;
  return moves.rowAt(Math.max(0, Math.min(moves.count - 1, moves.placeOf(row) + step)));
};
