import type { RosterEntry } from '@campus/contract';
import { afterFrame } from '../../lib/after-frame.ts';
import { whenKeysRest } from '../../lib/keys-at-rest.ts';
import { markOf } from './marking.ts';
import type { Mark, Marking } from './marking.ts';

interface RowParts {
  readonly row: HTMLElement;
  readonly present: HTMLInputElement;
  readonly absent: HTMLInputElement;
  readonly remarks: HTMLInputElement;
  /** The remark as text, where the field is closed. */
  readonly written: HTMLElement;
}

const find = (row: HTMLElement, selector: string): HTMLElement => {
  const part = row.querySelector<HTMLElement>(selector);
  if (!part) throw new Error(`A row of the roster has no ${selector}.`);
  return part;
};
const findInput = (row: HTMLElement, selector: string): HTMLInputElement =>
  find(row, `input${selector}`) as HTMLInputElement;

const partsOf = (row: HTMLElement): RowParts => ({
  row,
  present: findInput(row, '[value="present"]'),
  absent: findInput(row, '[value="absent"]'),
  remarks: findInput(row, '[type="text"]'),
  written: find(row, '[data-written-remark]'),
});

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

/** More rows than this are not brought in line at once, unless they are on the screen. */
const atOnce = 20;

/** So many rows are brought in line between two frames: a key must not wait for more of them. */
const portion = 10;

/** Asking each row of three hundred where it is would take longer than marking it. */
const stride = 4;

/** The rows that can be seen, and fewer than `stride` before and after them. */
const rowsOnScreen = (rows: readonly RowParts[]): ReadonlySet<RowParts> => {
  const shown = rows.filter(({ row }) => !row.hidden);
  let first = 0;
  let end = shown.length;
  for (let at = 0; at < end; at += stride) {
    const { top, bottom } = shown[at]?.row.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (bottom <= 0) first = at;
    if (top >= window.innerHeight) end = at;
  }
  return new Set(shown.slice(first, end));
};

/** When the next frame is drawn and no key waits for another; on a busy device all the same. */
const whenIdle = (work: () => void): void =>
  afterFrame(() => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 100 });
    else work();
  });

/**
 * Returns what sets `step` going: it does a portion, and again until it says that nothing is left,
 * or `stopped` does.
 */
const inPortions = (
  step: () => boolean,
  stopped: () => boolean,
  wait: (work: () => void) => void = whenIdle,
): (() => void) => {
  let going = false;
  const goOn = (): void => {
    going = !stopped() && step();
    if (going) wait(goOn);
  };
  return () => {
    if (!going) wait(goOn);
    going = true;
  };
};

/** Rows below the screen come back when nobody has typed for so long, in milliseconds. */
const typingPause = 600;

/** Rows of the roster as they stand in the document. */
export interface RosterView {
  /**
   * Brings the rows in line with the marks; touches only what differs from the last time. Of very
   * many rows those on the screen come first, the others within the next frames.
   */
  readonly show: (marking: Marking) => void;
  /**
   * Hides the rows whose entry, at the same place of the roster, is not shown. When it is many, they
   * go after the key is released, all at once, and come back from the top: a screenful, and the
   * others by and by.
   */
  readonly filter: (shown: readonly boolean[]) => void;
  /** Ends at once what the filter has begun. */
  readonly settle: () => void;
  /** Takes up the rows that were added at the end, up to so many, with their marks and the filter. */
  readonly grow: (to: number) => void;
  /** Leaves the rows to another view, also those it was to bring in line yet. */
  readonly stop: () => void;
}

/**
 * Marks and the filter go into the rows by hand, past React: filling three hundred students must be
 * over before the next frame, and comparing three hundred rows with themselves takes longer than
 * that. React draws the rows once and knows nothing of `checked`, `value` and `hidden`.
 * @param body holds one row for each entry, in their order; the last ones may come later
 */
export const makeRosterView = (
  body: HTMLElement,
  entries: readonly RosterEntry[],
  marking: Marking,
): RosterView => {
  const rows: RowParts[] = [];
  const shownMarks: Mark[] = [];
  let latest = marking;
  let wanted: readonly boolean[] = [];
  let stopped = false;
  const isStopped = (): boolean => stopped;

  const bring = (index: number): void => {
    const [parts, entry] = [rows[index], entries[index]];
    if (!parts || !entry) return;
    const mark = markOf(latest, entry);
    write(parts, mark, shownMarks[index]);
    shownMarks[index] = mark;
  };
  const differs = (index: number): boolean => {
    const [entry, shown] = [entries[index], shownMarks[index]];
    if (!entry) return false;
    const mark = markOf(latest, entry);
    return mark.present !== shown?.present || mark.remarks !== shown.remarks;
  };
  const differing = (): readonly number[] => [...rows.keys()].filter(differs);
  const bringTheRest = inPortions(() => {
    const left = differing();
    left.slice(0, portion).forEach(bring);
    return left.length > portion;
  }, isStopped);

  const misplaced = (): readonly number[] =>
    [...rows.keys()].filter((index) => rows[index]?.row.hidden === (wanted[index] ?? true));
  const place = (index: number): void => {
    const parts = rows[index];
    if (parts) parts.row.hidden = wanted[index] === false;
  };
  let screenful = false;
  const placeTheRest = inPortions(
    () => {
      const left = misplaced();
      const coming = left.filter((index) => wanted[index] !== false);
      // All at once: going one by one, each would let others up, to be drawn and to go as well.
      left.filter((index) => wanted[index] === false).forEach(place);
      const next = coming.slice(0, screenful ? portion : atOnce);
      next.forEach(place);
      screenful = true;
      return coming.length > next.length;
    },
    isStopped,
    (work) => whenIdle(() => whenKeysRest(() => (screenful ? typingPause : 0), work)),
  );

  return {
    show: (now) => {
      // Marks of another roster: for that, another view is about to be made.
      if (now.entries !== entries) return;
      latest = now;
      const changed = differing();
      const seen = changed.length > atOnce ? rowsOnScreen(rows) : null;
      const first = changed.filter((index) => rows[index] && seen?.has(rows[index]) !== false);
      first.forEach(bring);
      if (first.length < changed.length) bringTheRest();
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
    settle: () => misplaced().forEach(place),
    grow: (to) => {
      for (const row of [...body.children].slice(rows.length, to)) {
        const index = rows.push(partsOf(row as HTMLElement)) - 1;
        bring(index);
        place(index);
      }
    },
    stop: () => {
      stopped = true;
    },
  };
};
