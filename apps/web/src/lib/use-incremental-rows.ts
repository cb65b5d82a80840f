import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterFrame } from './after-frame.ts';

interface BatchSizes {
  /** Drawn at once: a screenful. */
  readonly first: number;
  /** Drawn between two frames; more would block a slow device. */
  readonly batch: number;
}

/**
 * Draws long lists gradually: returns how many rows are drawn by now, and a function that draws the rest
 * before it returns.
 */
export const useIncrementalRows = (rows: number, { first, batch }: BatchSizes) => {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn < rows)
      afterFrame(() => startTransition(() => setDrawn((by) => Math.max(by, drawn + batch))));
  }, [drawn, rows, batch]);
  return {
    drawn: Math.min(drawn, rows),
    drawAll: (): void => {
      if (drawn < rows) flushSync(() => setDrawn(rows));
    },
  };
};
