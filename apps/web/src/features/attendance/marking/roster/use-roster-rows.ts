import type { RosterEntry } from '@campus/contract';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { afterFrame } from '../../../../lib/after-frame.ts';
import { markOf } from '../../../../lib/marking/marking.ts';
import { type MarkingStore, useMarking } from '../../../../lib/marking/store.ts';
import { useIncrementalRows } from '../../../../lib/use-incremental-rows.ts';
import type { RowNavigation } from '../../../../lib/row-navigation.ts';
import { whenTypingPauses } from '../../../../lib/when-typing-pauses.ts';
import { type Mark, type Marking, type Roll, setMark } from '../attendance-marks.ts';

const partsOf = (row: HTMLElement) => {
  const [present, absent, remarks] = row.querySelectorAll('input');
  // The remark as text, for when its field is closed.
  const written = row.querySelector('[data-written-remark]');
  if (!present || !absent || !remarks || !written)
    throw new Error('A row of the roster needs two radio buttons, a field and a text.');
  return { row, present, absent, remarks, written };
};
type RowParts = ReturnType<typeof partsOf>;

const write = (parts: RowParts, mark: Mark, before: Mark | undefined): void => {
  if (mark.present !== before?.present) {
    parts.present.checked = mark.present === true;
    parts.absent.checked = mark.present === false;
  }
  if (mark.remarks === before?.remarks) return;
  // Assigning the same text while it is being typed would still move the cursor to its end.
  if (parts.remarks.value !== mark.remarks) parts.remarks.value = mark.remarks;
  parts.written.textContent = mark.remarks;
  parts.row.toggleAttribute('data-remarked', mark.remarks !== '');
};

/** Up to so many rows change at once; of more, only those on the screen do. */
const atOnce = 20;

/** Rows changed between two frames: few, so that a key press need not wait. */
const batchSize = 10;

/** Rows below the screen reappear once typing has paused for so long, in milliseconds. */
const typingPause = 600;

/** The visible rows that are on the screen, by binary search: measuring all three hundred is slow. */
const rowsOnScreen = (rows: readonly RowParts[]): ReadonlySet<RowParts> => {
  const shown = rows.filter(({ row }) => !row.hidden);
  const boxOf = (index: number) => shown[index]?.row.getBoundingClientRect();
  let [first, above] = [shown.length, -1];
  while (first - above > 1) {
    const middle = Math.floor((first + above) / 2);
    if ((boxOf(middle)?.bottom ?? 0) > 0) first = middle;
    else above = middle;
  }
  let end = first;
  while ((boxOf(end)?.top ?? Number.POSITIVE_INFINITY) < window.innerHeight) end += 1;
  return new Set(shown.slice(first, end));
};

/** Runs `work` after the next frame, once no key press is waiting; within 100 ms on a busy device. */
const whenIdle = (work: () => void): void =>
  afterFrame(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 100 });
    else work();
  });

/** Returns a function that starts `step`, which does one portion per call until it returns false. */
const inBatches = (
  step: () => boolean,
  wait: (work: () => void) => void = whenIdle,
): (() => void) => {
  let going = false;
  const goOn = (): void => {
    going = step();
    if (going) wait(goOn);
  };
  return () => {
    if (!going) wait(goOn);
    going = true;
  };
};

/** Writes marks and the filter into the rows of one roster. */
interface RowWriter {
  /** Takes over rows added at the end, up to index `to`, and applies their marks and the filter. */
  readonly addRows: (to: number) => void;
  /**
   * Writes the marks that have changed since the last call. Of many rows those on the screen come
   * first, the others within the next frames.
   */
  readonly writeMarks: (marking: Marking) => void;
  /**
   * Hides each row whose entry, at the same index of the roster, is not shown. Many rows are hidden
   * all at once after the key is released, and reappear from the top: a screenful, then the others
   * in portions.
   */
  readonly filter: (shown: readonly boolean[]) => void;
  /** Completes the last `filter` at once. */
  readonly finishFilter: () => void;
  /** Stops changing rows, pending changes included: another writer takes over. */
  readonly stop: () => void;
}

/** @param body has one row for each entry, in their order; the last ones may be added later */
const createRowWriter = (
  body: HTMLElement,
  entries: readonly RosterEntry[],
  marking: Marking,
): RowWriter => {
  const rows: RowParts[] = [];
  const writtenMarks: Mark[] = [];
  let latest = marking;
  let wanted: readonly boolean[] = [];
  let stopped = false;

  const indexes = (which: (index: number) => boolean): readonly number[] =>
    [...rows.keys()].filter(which);

  const writeRow = (index: number): void => {
    const [parts, entry] = [rows[index], entries[index]];
    if (!parts || !entry) return;
    const mark = markOf(latest, entry);
    write(parts, mark, writtenMarks[index]);
    writtenMarks[index] = mark;
  };
  const outdated = () =>
    indexes((index) => {
      const [entry, before] = [entries[index], writtenMarks[index]];
      const mark = entry && markOf(latest, entry);
      return mark?.present !== before?.present || mark?.remarks !== before?.remarks;
    });
  const writeTheRest = inBatches(() => {
    const left = stopped ? [] : outdated();
    left.slice(0, batchSize).forEach(writeRow);
    return left.length > batchSize;
  });

  const wronglyShown = () =>
    indexes((index) => rows[index]?.row.hidden === (wanted[index] ?? true));
  const place = (index: number): void => {
    const parts = rows[index];
    if (parts) parts.row.hidden = wanted[index] === false;
  };
  let screenful = false;
  const placeTheRest = inBatches(
    () => {
      const left = stopped ? [] : wronglyShown();
      const coming = left.filter((index) => wanted[index] !== false);
      // All at once: hidden in portions, each would move other rows into view, which would be drawn
      // only to be hidden too.
      left.filter((index) => wanted[index] === false).forEach(place);
      const next = coming.slice(0, screenful ? batchSize : atOnce);
      next.forEach(place);
      screenful = true;
      return coming.length > next.length;
    },
    (work) => whenIdle(() => whenTypingPauses(() => (screenful ? typingPause : 0), work)),
  );

  return {
    addRows: (to) => {
      for (const row of [...body.children].slice(rows.length, to)) {
        const index = rows.push(partsOf(row as HTMLElement)) - 1;
        writeRow(index);
        place(index);
      }
    },
    writeMarks: (now) => {
      // Marks of another roster: it is about to get its own writer.
      if (now.entries !== entries) return;
      latest = now;
      const changed = outdated();
      const onScreen = changed.length > atOnce ? rowsOnScreen(rows) : null;
      const first = changed.filter((index) => rows[index] && onScreen?.has(rows[index]) !== false);
      first.forEach(writeRow);
      if (first.length < changed.length) writeTheRest();
    },
    filter: (shown) => {
      wanted = shown;
      const changed = wronglyShown();
      if (changed.length <= atOnce) changed.forEach(place);
      else {
        screenful = false;
        placeTheRest();
      }
    },
    finishFilter: () => wronglyShown().forEach(place),
    stop: () => {
      stopped = true;
    },
  };
};

/** A screenful at once, the others in portions between frames: see lib/use-incremental-rows.ts. */
const batchSizes = { first: 12, batch: 10 } as const;

const changeOf = (input: HTMLInputElement): Partial<Mark> =>
  input.type === 'radio' ? { present: input.value === 'present' } : { remarks: input.value };

/** Stores what is entered in any row, with one listener for all rows. */
export const useRowInput = (
  body: RefObject<HTMLElement | null>,
  store: MarkingStore<Roll>,
): void => {
  useEffect(() => {
    const rows = body.current;
    const onInput = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement)) return;
      const email = target.closest('tr')?.dataset['student'];
      if (email !== undefined) store.update((marking) => setMark(marking, email, changeOf(target)));
    };
    rows?.addEventListener('input', onInput);
    return () => rows?.removeEventListener('input', onInput);
  }, [body, store]);
};

/** Writes the mark of a row that is mounted only for a while, in a windowed roster. */
export const writeMarksInto = (
  row: HTMLElement,
  entry: RosterEntry,
  store: MarkingStore<Roll>,
): (() => void) => {
  const parts = partsOf(row);
  let before: Mark | undefined;
  const writeMark = (): void => {
    const mark = markOf(store.get(), entry);
    write(parts, mark, before);
    before = mark;
  };
  writeMark();
  return store.subscribe(writeMark);
};

interface RosterRows {
  /** Ref of the element whose children are the rows. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** How many rows are to be drawn so far, from the first one. */
  readonly drawn: number;
  readonly moves: RowNavigation;
  /** Draws and shows the rows that pass the filter before it returns. */
  readonly showNow: () => void;
}

/**
 * The one place where React meets the direct writing to rows. React renders each row once, blank,
 * and never sets or reads its `checked`, `value` and `hidden`: comparing three hundred rows with
 * themselves takes longer than a frame (docs/performance.md). Instead
 *
 * - the store notifies the writer of every change, and the writer changes the rows that differ,
 * - React passes the filter and newly drawn rows to the writer,
 * - what is entered in a row goes to the store, from one listener for all rows.
 *
 * Another roster gets another writer, which writes each row from scratch.
 * @param shown for each entry of the roster, whether it passes the filter; made for these entries
 */
export const useRosterRows = (store: MarkingStore<Roll>, shown: readonly boolean[]): RosterRows => {
  const entries = useMarking(store, (marking) => marking.entries);
  const body = useRef<HTMLTableSectionElement>(null);
  const writer = useRef<RowWriter>(null);
  const { drawn, drawAll } = useIncrementalRows(entries.length, batchSizes);

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
  useRowInput(body, store);

  const shownRows = (): HTMLElement[] =>
    [...(body.current?.rows ?? [])].filter((row) => !row.hidden);
  const count = shown.filter(Boolean).length;
  return {
    body,
    drawn,
    moves: {
      count,
      placeOf: (row) => shownRows().indexOf(row),
      rowAt: (place) => {
        // Otherwise the last row drawn so far would be taken for the last student.
        if (place >= shownRows().length) drawAll();
        const now = shownRows();
        return now[Math.min(place, now.length - 1)] ?? null;
      },
    },
    showNow: () => {
      if (shown.indexOf(true) >= drawn) drawAll();
      writer.current?.filter(shown);
      writer.current?.finishFilter();
    },
  };
};
