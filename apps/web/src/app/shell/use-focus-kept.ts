import { useEffect } from 'react';
import { afterFrame } from '../../lib/after-frame.ts';

/** Where the focus was: the element and its ancestors, innermost first. */
type Place = readonly HTMLElement[];

const ancestorsOf = (element: HTMLElement): Place => {
  const place: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at && at !== document.body; at = at.parentElement)
    place.push(at);
  return place;
};

const isThere = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility();

/** Focuses the element and returns whether that worked. Headings are made focusable by script only. */
const focusOn = (target: HTMLElement | null | undefined): boolean => {
  if (!target?.isConnected || target.matches(':disabled')) return false;
  if (target.tabIndex === -1) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return document.activeElement === target;
};

/** Focuses the heading of the innermost ancestor that still exists: list, card, dialog or page. */
const focusOnHeading = (place: Place): boolean =>
  place.some(
    (part) => part.isConnected && focusOn(part.querySelector<HTMLElement>('h1, h2, h3, h4')),
  );

/**
 * Prevents the focus from falling to the body. If the focused element has been removed, the heading of what
 * contained it gets the focus; if it was only disabled for a while, it gets the focus back. Code that moves
 * the focus itself takes precedence, as do people who click on an empty area.
 */
export const useFocusKept = (): void => {
  useEffect(() => {
    let last: Place = [];
    /** The last place within the page, below any dialog. */
    let below: Place = [];
    let wasDisabled = false;
    let looks = false;

    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      last = ancestorsOf(target);
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
