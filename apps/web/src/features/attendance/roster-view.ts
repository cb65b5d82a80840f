import type { RosterEntry } from '@campus/contract';
import { afterFrame } from '../../lib/after-frame.ts';
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

/** So many rows out of sight are brought in line between two frames. */
const portion = 60;

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

/** Rows of the roster as they stand in the document. */
export interface RosterView {
  /**
   * Brings the rows in line with the marks; touches only what differs from the last time. Of very
   * many rows those on the screen come first, the others within the next frames.
   */
  readonly show: (marking: Marking) => void;
  /** Hides the rows whose entry, at the same place of the roster, is not shown; many by and by. */
  readonly filter: (shown: readonly boolean[]) => void;
  /** Ends at once what the filter has begun. */
  readonly settle: () => void;
  /** Takes up the rows that were added at the end, up to so many, with their marks and the filter. */
  readonly grow: (to: number) => void;
}

/**
 * Marks and the filter go into the rows by hand, past React: filling three hundred students must be
 * over before the next frame, and comparing three hundred rows with themselves takes longer than
 * that. React draws the rows once and knows nothing of `checked`, `value` and `hidden`.
 * @param body holds one row for each entry, in their order; the last ones may come later
 */
export const makeRosterView = (body: HTMLElement, entries: readonly RosterEntry[]): RosterView => {
  const rows: RowParts[] = [];
  const shownMarks: Mark[] = [];
  let latest: Marking;
  let waiting: readonly number[] = [];
  let wanted: readonly boolean[] = [];
  let placing = false;

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
  const misplaced = (): readonly number[] =>
    [...rows.keys()].filter((index) => rows[index]?.row.hidden === (wanted[index] ?? true));
  const place = (index: number): void => {
    const parts = rows[index];
    if (parts) parts.row.hidden = wanted[index] === false;
  };
  const goOnPlacing = (): void => {
    misplaced().slice(0, portion).forEach(place);
    placing = misplaced().length > 0;
    if (placing) afterFrame(goOnPlacing);
  };
  const goOn = (): void => {
    waiting.slice(0, portion).forEach(bring);
    waiting = waiting.slice(portion);
    if (waiting.length > 0) afterFrame(goOn);
  };

  return {
    show: (marking) => {
      latest = marking;
      const changed = [...rows.keys()].filter(differs);
      const seen = changed.length > atOnce ? rowsOnScreen(rows) : null;
      const now = changed.filter((index) => rows[index] && seen?.has(rows[index]) !== false);
      now.forEach(bring);
      if (now.length === changed.length) return;
      if (waiting.length === 0) afterFrame(goOn);
      waiting = changed.filter(differs);
    },
    filter: (shown) => {
      wanted = shown;
      const changed = misplaced();
      if (changed.length <= atOnce) changed.forEach(place);
      else if (!placing) {
        placing = true;
        afterFrame(goOnPlacing);
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
  };
};
