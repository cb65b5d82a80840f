import type { RosterEntry } from '@campus/contract';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { afterFrame } from '../../../../lib/after-frame.ts';
import { markOf } from '../../../../lib/marking/marking.ts';
import { type MarkingStore, useMarking } from '../../../../lib/marking/store.ts';
import { useDrawn } from '../../../../lib/use-drawn.ts';
import type { RowMoves } from '../../../../lib/row-moves.ts';
import { whenTypingPauses } from '../../../../lib/when-typing-pauses.ts';
import { type Mark, type Marking, type Roll, setMark } from '../marking.ts';

const partsOf = (row: HTMLElement) => {
  const [present, absent, remarks] = row.querySelectorAll('input');
  // The remark as text, where its field is closed.
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
  // Written over what is being typed, the same text would still move the cursor to its end.
  if (parts.remarks.value !== mark.remarks) parts.remarks.value = mark.remarks;
  parts.written.textContent = mark.remarks;
  parts.row.toggleAttribute('data-remarked', mark.remarks !== '');
};

/** More rows than this are not changed at once, unless they are on the screen. */
const atOnce = 20;

/** So many rows are changed between two frames: a key must not wait for more of them. */
const portion = 10;

/** Rows below the screen come back when nothing has been typed for so long, in milliseconds. */
const typingPause = 600;

/** The rows on the screen, of those that are shown; asking all three hundred where they are is slow. */
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

/** When the next frame is drawn and no key waits for another; on a busy device all the same. */
const whenIdle = (work: () => void): void =>
  afterFrame(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 100 });
    else work();
  });

/** Returns what starts `step`, which does a portion and is called again until it answers false. */
const inPortions = (
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
  /** Takes up the rows that were added at the end, up to so many, with their marks and the filter. */
  readonly addRows: (to: number) => void;
  /**
   * Writes the marks that differ from the last time. Of very many rows those on the screen come
   * first, the others within the next frames.
   */
  readonly writeMarks: (marking: Marking) => void;
  /**
   * Hides the rows whose entry, at the same place of the roster, is not shown. When it is many, they
   * go after the key is released, all at once, and come back from the top: a screenful, then the
   * others in portions.
   */
  readonly filter: (shown: readonly boolean[]) => void;
  /** Does at once what is left of the last `filter`. */
  readonly finishFilter: () => void;
  /** Leaves the rows to another writer, also those still to be changed. */
  readonly stop: () => void;
}

/** @param body holds one row for each entry, in their order; the last ones may come later */
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
  const writeTheRest = inPortions(() => {
    const left = stopped ? [] : outdated();
    left.slice(0, portion).forEach(writeRow);
    return left.length > portion;
  });

  const misplaced = () => indexes((index) => rows[index]?.row.hidden === (wanted[index] ?? true));
  const place = (index: number): void => {
    const parts = rows[index];
    if (parts) parts.row.hidden = wanted[index] === false;
  };
  let screenful = false;
  const placeTheRest = inPortions(
    () => {
      const left = stopped ? [] : misplaced();
      const coming = left.filter((index) => wanted[index] !== false);
      // All at once: going one by one, each would let others up, to be drawn and to go as well.
      left.filter((index) => wanted[index] === false).forEach(place);
      const next = coming.slice(0, screenful ? portion : atOnce);
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
      // Marks of another roster: for that, another writer is about to be made.
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
      const changed = misplaced();
      if (changed.length <= atOnce) changed.forEach(place);
      else {
        screenful = false;
        placeTheRest();
      }
    },
    finishFilter: () => misplaced().forEach(place),
    stop: () => {
      stopped = true;
    },
  };
};

/** A screenful at once, the others in portions between frames: see lib/use-drawn.ts. */
const portions = { first: 12, portion: 10 } as const;

const changeOf = (input: HTMLInputElement): Partial<Mark> =>
  input.type === 'radio' ? { present: input.value === 'present' } : { remarks: input.value };

/** What is entered in a row goes to the store, from one listener for all rows. */
export const useEntering = (
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

/** Writes the mark of a row that is in the document for a while: of a long roster, which is windowed. */
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
  /** Of the element whose children are the rows. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** So many rows are to be drawn by now, from the first one. */
  readonly drawn: number;
  readonly moves: RowMoves;
  /** Draws and shows the rows of the filter before it returns. */
  readonly showNow: () => void;
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
  useEntering(body, store);

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
        // Or the last row drawn by now would be taken for the last student.
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
