import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowNavigation } from './row-navigation.ts';

/** A row to be drawn, and the height in pixels of the rows before it that are not drawn. */
export interface DrawnRow {
  readonly place: number;
  readonly gap: number;
}

const measureNothing = (): void => undefined;

/**
 * Virtualises a long table: draws the rows near the screen, and the focused one with its neighbours wherever
 * the page is scrolled to; on paper, all of them. Each row needs its place as `data-index`, and `measure` as its ref.
 * @param keys one key per row, the same for the same row
 * @param height of a row that has not been drawn yet, in pixels
 * @param isWhole draws all rows on the screen, too
 */
export const useWindowedRows = (keys: readonly string[], height: number, isWhole = false) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [held, setHeld] = useState<string>();
  const [printing, setPrinting] = useState(false);
  const heldPlace = held === undefined ? -1 : keys.indexOf(held);
  const count = keys.length;
  // Its functions return different values at each render; nothing here is memoised by them.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count,
    enabled: !isWhole,
    // A key that leads far away draws the row that it leads to, and the others near it in the next frame.
    useFlushSync: false,
    overscan: 4,
    scrollMargin: top,
    estimateSize: () => height,
    getItemKey: useCallback((place: number) => keys[place] ?? place, [keys]),
    // Rows of a hidden table have no height.
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
      // A hidden table cannot be measured.
      if (box && box.width > 0) setTop(Math.round(box.top + window.scrollY));
    };
    look();
    // Content above the table changes the height of the page.
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

  useEffect(() => {
    const watch = new AbortController();
    const { signal } = watch;
    // What is drawn later than this is not printed.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal });
    window.addEventListener('afterprint', () => setPrinting(false), { signal });
    return () => watch.abort();
  }, []);

  const inDocument = (place: number): HTMLElement | null =>
    body.current?.querySelector<HTMLElement>(`[data-index="${place}"]`) ?? null;
  const moves: RowNavigation = {
    count,
    placeOf: (row) => Number(row.dataset['index']),
    rowAt: (place) => {
      if (!inDocument(place)) flushSync(() => setHeld(keys[place]));
      return inDocument(place);
    },
  };
  let end = top;
  const near =
    isWhole || printing
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
    /** The height of the rows after the last one drawn, in pixels. */
    rest: isWhole || printing ? 0 : top + rows.getTotalSize() - end,
    // Their heights on paper are not those on the screen.
    measure: printing ? measureNothing : rows.measureElement,
  };
};
