import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowMoves } from './row-moves.ts';

/** A row to be drawn, and the room of the rows before it that are not, in pixels. */
export interface DrawnRow {
  readonly place: number;
  readonly gap: number;
}

/**
 * The rows of a long table that are drawn: those near the screen, and the one with the focus with its
 * neighbours, wherever the page was scrolled to. Each needs `data-index`, its place, and `measure` as ref.
 * @param keys of the rows that are shown; the same rows have the same keys
 * @param height of a row that was never drawn, in pixels
 * @param isWhole all of them are drawn
 */
export const useWindowedRows = (keys: readonly string[], height: number, isWhole = false) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [held, setHeld] = useState<string>();
  const heldPlace = held === undefined ? -1 : keys.indexOf(held);
  const count = keys.length;
  // Its functions answer otherwise at each drawing; nothing here is memoized by them.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count,
    enabled: !isWhole,
    // A key that leads far away draws all of them at once.
    overscan: 4,
    scrollMargin: top,
    estimateSize: () => height,
    getItemKey: useCallback((place: number) => keys[place] ?? place, [keys]),
    // Where the table is hidden its rows are without height.
    measureElement: (...measured) => measureElement(...measured) || height,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const near = defaultRangeExtractor(range);
        if (heldPlace < 0) return near;
        const kept = [heldPlace - 1, heldPlace, heldPlace + 1].filter(
          (place) => place >= 0 && place < count,
        );
        return [...new Set([...near, ...kept])].sort((one, other) => one - other);
      },
      [heldPlace, count],
    ),
  });
  useLayoutEffect(() => {
    const look = (): void => {
      const box = body.current?.getBoundingClientRect();
      // Nothing is measured where the table is hidden.
      if (box && box.width > 0) setTop(Math.round(box.top + window.scrollY));
    };
    look();
    // What comes and goes above the table makes the page longer and shorter.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const hold = useEffectEvent(({ target }: FocusEvent): void => {
    const row = target instanceof Element ? target.closest('tr') : null;
    if (row && !isWhole) setHeld(keys[Number(row.dataset['index'])]);
  });
  useEffect(() => {
    const rowsOf = body.current;
    rowsOf?.addEventListener('focusin', hold);
    return () => rowsOf?.removeEventListener('focusin', hold);
  }, []);

  const inDocument = (place: number): HTMLElement | null =>
    body.current?.querySelector<HTMLElement>(`[data-index="${place}"]`) ?? null;
  const moves: RowMoves = {
    count,
    placeOf: (row) => Number(row.dataset['index']),
    rowAt: (place) => {
      if (!inDocument(place)) flushSync(() => setHeld(keys[place]));
      return inDocument(place);
    },
  };
  let end = top;
  const near = isWhole
    ? keys.map((_, place): DrawnRow => ({ place, gap: 0 }))
    : rows.getVirtualItems().map((item): DrawnRow => {
        const gap = item.start - end;
        end = item.end;
        return { place: item.index, gap };
      });
  return {
    body,
    moves,
    near,
    /** The room of the rows after the last one drawn, in pixels. */
    rest: isWhole ? 0 : top + rows.getTotalSize() - end,
    measure: rows.measureElement,
  };
};
