import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterFrame } from './after-frame.ts';

interface Portions {
  /** At once: a screenful. */
  readonly first: number;
  /** Between two frames, or a slow device would answer nobody meanwhile. */
  readonly portion: number;
}

/**
 * How many of so many rows are drawn by now: the first ones at once, the others by and by; and what
 * draws them all before it returns.
 */
export const useDrawn = (rows: number, { first, portion }: Portions) => {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn < rows)
      afterFrame(() => startTransition(() => setDrawn((by) => Math.max(by, drawn + portion))));
  }, [drawn, rows, portion]);
  return {
    drawn: Math.min(drawn, rows),
    drawAll: (): void => {
      if (drawn < rows) flushSync(() => setDrawn(rows));
    },
  };
};
