/** A table of so many rows stands in the document as a whole; of a longer one what is near the screen. */
export const wholeUpTo = 300;

/** The rows of a table as its keys move between them: those that a filter leaves, by their places. */
export interface RowMoves {
  readonly count: number;
  readonly placeOf: (row: HTMLElement) => number;
  /** The row of a place, in the document before this returns. */
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

/** The row that a key leads to from another one; null for other keys. */
export const rowByKey = (key: string, row: HTMLElement, moves: RowMoves): HTMLElement | null => {
  // Less what the head of the table and the bar at the foot of the page cover.
  const screenful = Math.max(1, Math.floor(window.innerHeight / (row.offsetHeight || 50)) - 4);
  const step = steps[key]?.(screenful);
  if (step === undefined) return null;
  return moves.rowAt(Math.max(0, Math.min(moves.count - 1, moves.placeOf(row) + step)));
};
