import { useEffect } from 'react';
import { afterFrame } from '../../lib/after-frame.ts';

/** Where the focus was: the element, and what it stood in from the inside out. */
type Place = readonly HTMLElement[];

const placeOf = (element: HTMLElement): Place => {
  const place: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement)
    place.push(at);
  return place;
};

const isThere = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility();

/** Whether it has the focus now. A heading is no stop of the keyboard, but can be gone to. */
const focusOn = (target: HTMLElement | null | undefined): boolean => {
  if (!target?.isConnected || target.matches(':disabled')) return false;
  if (target.tabIndex === -1) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return document.activeElement === target;
};

/** On the heading of what is left of a place: of its list, its card, its dialog, at last of its page. */
const focusOnHeading = (place: Place): boolean =>
  place.some(
    (part) => part.isConnected && focusOn(part.querySelector<HTMLElement>('h1, h2, h3, h4')),
  );

/**
 * The focus never falls to the body. Where its button or field is gone once the page is drawn, the heading of
 * what it stood in takes it; where it was only disabled for a while, it comes back. What moves the focus
 * itself is before this; who clicks beside everything wants it nowhere.
 */
export const useFocusKept = (): void => {
  useEffect(() => {
    let last: Place = [];
    /** The last place in the page, below every dialog. */
    let below: Place = [];
    let wasDisabled = false;
    let looks = false;

    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      last = placeOf(target);
      wasDisabled = false;
      if (target.closest('main')) below = last;
    };
    const onPointer = (): void => {
      last = [];
    };
    const look = (): void => {
      looks = false;
      const [element] = last;
      if (!element || document.activeElement !== document.body) return;
      if (isThere(element)) {
        if (wasDisabled) focusOn(element);
        return;
      }
      const main = document.querySelector<HTMLElement>('main');
      void (focusOnHeading(last) || focusOn(below[0]) || focusOnHeading(below) || focusOn(main));
    };
    const onChange = (): void => {
      if (last[0]?.matches(':disabled')) wasDisabled = true;
      if (looks || !last[0] || document.activeElement !== document.body) return;
      looks = true;
      afterFrame(look);
    };
    const changes = new MutationObserver(onChange);
    changes.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'hidden'],
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPointer, true);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPointer, true);
    };
  }, []);
};
