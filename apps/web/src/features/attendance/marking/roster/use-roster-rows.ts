import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type MarkingStore, useMarking } from '../../../../lib/marking/store.ts';
import { useDrawn } from '../../../../lib/use-drawn.ts';
import { type Mark, type Roll, setMark } from '../marking.ts';
import { createRowWriter, type RowWriter } from './row-writer.ts';

/** A screenful at once, the others in portions between frames: see lib/use-drawn.ts. */
const portions = { first: 12, portion: 10 } as const;

const changeOf = (input: HTMLInputElement): Partial<Mark> =>
  input.type === 'radio' ? { present: input.value === 'present' } : { remarks: input.value };

interface RosterRows {
  /** Of the element whose children are the rows. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** So many rows are to be drawn by now, from the first one. */
  readonly drawn: number;
  /** Draws the others before it returns. */
  readonly drawAll: () => void;
  /** Draws and shows the rows of a filter before it returns. */
  readonly showNow: (shown: readonly boolean[]) => void;
}

/**
 * The one place where React and the direct writing to rows meet. React draws each row once, blank,
 * and never sets or reads `checked`, `value` and `hidden` of it: comparing three hundred rows with
 * themselves takes longer than a frame (docs/performance.md). Instead
 *
 * - the store tells the writer of every change, and the writer changes the rows that differ,
 * - the filter goes from React to the writer, and so do rows that have just been drawn,
 * - what is entered in a row goes to the store, from one listener for all rows.
 *
 * Another roster gets another writer, which writes each row from scratch.
 * @param shown for each entry of the roster whether it passes the filter; made for these entries
 */
export const useRosterRows = (store: MarkingStore<Roll>, shown: readonly boolean[]): RosterRows => {
  const entries = useMarking(store, (marking) => marking.entries);
  const body = useRef<HTMLTableSectionElement>(null);
  const writer = useRef<RowWriter>(null);
  const { drawn, drawAll } = useDrawn(entries.length, portions);

  useLayoutEffect(() => {
    if (!body.current) return undefined;
    const made = createRowWriter(body.current, entries, store.get());
    writer.current = made;
    made.addRows(entries.length);
    const unsubscribe = store.subscribe(() => made.writeMarks(store.get()));
    return () => {
      unsubscribe();
      made.stop();
    };
  }, [entries, store]);
  useLayoutEffect(() => writer.current?.addRows(drawn), [drawn]);
  useLayoutEffect(() => writer.current?.filter(shown), [shown]);
  useEffect(() => {
    const rows = body.current;
    const onInput = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement)) return;
      const email = target.closest('tr')?.dataset['student'];
      if (email !== undefined) store.update((marking) => setMark(marking, email, changeOf(target)));
    };
    rows?.addEventListener('input', onInput);
    return () => rows?.removeEventListener('input', onInput);
  }, [store]);

  return {
    body,
    drawn,
    drawAll,
    showNow: (found) => {
      if (found.indexOf(true) >= drawn) drawAll();
      writer.current?.filter(found);
      writer.current?.finishFilter();
    },
  };
};
