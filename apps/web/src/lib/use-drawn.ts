import { startTransition, useEffect, useState } from 'react';
import { afterFrame } from './after-frame.ts';

interface Portions {
  /** At once: a screenful. */
  readonly first: number;
  /** Between two frames, or a slow device would answer nobody meanwhile. */
  readonly portion: number;
}

/** How many of so many rows are drawn by now: the first ones at once, the others by and by. */
export const useDrawn = (rows: number, { first, portion }: Portions): number => {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn < rows) afterFrame(() => startTransition(() => setDrawn(drawn + portion)));
  }, [drawn, rows, portion]);
  return Math.min(drawn, rows);
};
