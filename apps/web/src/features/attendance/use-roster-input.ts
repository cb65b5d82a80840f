import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { MarkingStore } from './marking-store.ts';
import type { Mark } from './marking.ts';

const changeOf = (input: HTMLInputElement): Partial<Mark> =>
  input.type === 'radio' ? { present: input.value === 'present' } : { remarks: input.value };

/** Takes marks and remarks from the rows of the roster, which React does not watch. */
export const useRosterInput = (body: RefObject<HTMLElement | null>, store: MarkingStore): void => {
  useEffect(() => {
    const rows = body.current;
    const onInput = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement)) return;
      const email = target.closest('tr')?.dataset['student'];
      if (email !== undefined) store.dispatch({ type: 'mark', email, change: changeOf(target) });
    };
    rows?.addEventListener('input', onInput);
    return () => rows?.removeEventListener('input', onInput);
  }, [body, store]);
};
