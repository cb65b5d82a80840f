import { useLocalStorage } from '@mantine/hooks';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { rowForKey, type RowNavigation } from '../../../../lib/row-navigation.ts';

const radios = 'input[type="radio"]';

/** Moves the focus to a row's mark, or to its first choice while unmarked. */
export const focusRow = (row: Element | null): void =>
  (
    row?.querySelector<HTMLElement>(`${radios}:checked`) ?? row?.querySelector<HTMLElement>(radios)
  )?.focus();

const choose = (row: Element, value: 'present' | 'absent'): void => {
  const radio = row.querySelector<HTMLInputElement>(`${radios}[value="${value}"]`);
  // Focus first: once the row has changed, focusing would force a layout.
  radio?.focus();
  radio?.click();
};

/** On phones the field is hidden and takes no focus until its button has opened it. */
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
};

/** Whether P and A move on to the next row; kept on the device. */
export const useAutoAdvance = () =>
  useLocalStorage({ key: 'campus.marks-go-on', defaultValue: false });

/** The character on the key; on keyboards without Latin letters, the letter at its position. */
const keyName = ({ key, code }: KeyboardEvent): string => {
  if (key.length > 1) return key;
  return /^[\x20-\x7e]$/.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase();
};

const isTextField = (target: Element): boolean => target.matches('input[type="text"], textarea');

/**
 * Handles P, A, R, the arrows, the page keys, Home and End while the focus is in the roster. In a
 * remark they type as usual; there Enter and Escape lead back to the mark. Left and right stay with
 * the browser, which moves between the radios. Ctrl or Command with Enter submits: the button is
 * hundreds of Tab stops away.
 */
export const useRosterKeys = (
  body: RefObject<HTMLElement | null>,
  rows: RowNavigation,
  onSubmit: () => void,
): void => {
  const submit = useEffectEvent(onSubmit);
  const [autoAdvance] = useAutoAdvance();
  const next = useEffectEvent(
    (row: HTMLElement) => autoAdvance && rowForKey('ArrowDown', row, rows),
  );
  const rowBy = useEffectEvent((key: string, row: HTMLElement) => rowForKey(key, row, rows));
  useEffect(() => {
    const roster = body.current;
    /** The key whose press was acted on: while it is held, it neither marks the students after this one nor types. */
    let held = '';
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
      if (event.repeat && name === held) return event.preventDefault();
      held = '';
      const leaving = name === 'Enter' || name === 'Escape';
      const action = isTextField(target) ? (leaving ? focusRow : undefined) : actions[name];
      const other = isTextField(target) ? null : rowBy(name, row);
      if (!action && !other) return;
      event.preventDefault();
      if (other) return focusRow(other);
      held = name;
      action?.(row);
      if (name === 'p' || name === 'a') focusRow(next(row) || row);
    };
    roster?.addEventListener('keydown', onKey);
    return () => roster?.removeEventListener('keydown', onKey);
  }, [body]);
};
