import { type RefObject, useEffect, useEffectEvent } from 'react';

const radios = 'input[type="radio"]';

/** Moves the focus to the mark of a row, or to the first choice while there is none. */
const focusRow = (row: Element): void =>
  (
    row.querySelector<HTMLElement>(`${radios}:checked`) ?? row.querySelector<HTMLElement>(radios)
  )?.focus();

/** The next row that is shown, before or after; null at either end. */
const neighbour = (row: Element, step: 'previous' | 'next'): Element | null => {
  let other: Element | null = row;
  do {
    other = step === 'next' ? other.nextElementSibling : other.previousElementSibling;
  } while (other instanceof HTMLElement && other.hidden);
  return other;
};

const focusEnd = (row: Element, end: 'first' | 'last'): void => {
  const shown = [...(row.parentElement?.querySelectorAll('tr:not([hidden])') ?? [])];
  focusRow((end === 'first' ? shown[0] : shown.at(-1)) ?? row);
};

const choose = (row: Element, value: 'present' | 'absent'): void => {
  const radio = row.querySelector<HTMLInputElement>(`${radios}[value="${value}"]`);
  // First: once the row has changed, focusing would lay it out at once.
  radio?.focus();
  radio?.click();
};

/** On phones the field is not there until its button has opened it, and takes no focus. */
const writeRemarks = (row: Element): void => {
  const field = row.querySelector<HTMLInputElement>('input[type="text"]');
  field?.focus();
  if (document.activeElement !== field)
    row.querySelector<HTMLElement>('[data-remarks-button]')?.click();
};

const actions: Readonly<Record<string, (row: Element) => void>> = {
  p: (row) => choose(row, 'present'),
  a: (row) => choose(row, 'absent'),
  r: writeRemarks,
  ArrowUp: (row) => focusRow(neighbour(row, 'previous') ?? row),
  ArrowDown: (row) => focusRow(neighbour(row, 'next') ?? row),
  Home: (row) => focusEnd(row, 'first'),
  End: (row) => focusEnd(row, 'last'),
};

/** What is written on the key; on keyboards without Latin letters, where the key lies. */
const keyName = ({ key, code }: KeyboardEvent): string => {
  if (key.length > 1) return key;
  return /^[\x20-\x7e]$/.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase();
};

const isTextField = (target: Element): boolean => target.matches('input[type="text"], textarea');

/** Focuses the first student shown, from the search. */
export const focusFirstRow = (body: Element | null): void => {
  const row = body?.querySelector('tr:not([hidden])');
  if (row) focusRow(row);
};

interface RosterKeys {
  readonly onSubmit: () => void;
  /** Draws the rows that are still to come, before it returns. */
  readonly drawAll: () => void;
}

/**
 * P, A, R, the arrows, Home and End while the focus is in the roster. In a remark they are letters;
 * there Enter and Escape lead back to the mark. Left and right stay the browser's, between the
 * radios. Enter with Ctrl or Command submits: there are hundreds of stops of Tab to the button.
 */
export const useRosterKeys = (
  body: RefObject<HTMLElement | null>,
  { onSubmit, drawAll }: RosterKeys,
): void => {
  const submit = useEffectEvent(onSubmit);
  const drawTheRest = useEffectEvent(drawAll);
  useEffect(() => {
    const rows = body.current;
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (!(target instanceof Element) || event.altKey) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        submit();
        return;
      }
      const row = target.closest('tr');
      if (!row || event.isComposing) return;
      const name = keyName(event);
      const leaving = name === 'Enter' || name === 'Escape';
      const action = isTextField(target) ? (leaving ? focusRow : undefined) : actions[name];
      if (!action) return;
      event.preventDefault();
      // Or the last row drawn by now would be taken for the last student.
      if (name === 'End' || (name === 'ArrowDown' && !neighbour(row, 'next'))) drawTheRest();
      action(row);
    };
    rows?.addEventListener('keydown', onKey);
    return () => rows?.removeEventListener('keydown', onKey);
  }, [body]);
};
