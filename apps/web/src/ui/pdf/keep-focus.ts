/**
 * Chromium's viewer takes the focus once it has loaded, away from where a person is. It is given
 * back, one time: who clicks into the frame is over it, and who comes by keyboard has pressed Tab.
 * Returns what ends the watch.
 */
export const keepFocus = (frame: HTMLIFrameElement): (() => void) => {
  const ended = new AbortController();
  const { signal } = ended;
  let before = document.activeElement;
  let tabbed = false;
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target !== frame) before = target;
      tabbed = false;
    },
    { signal },
  );
  document.addEventListener(
    'keydown',
    ({ key }) => {
      tabbed = key === 'Tab';
    },
    { signal, capture: true },
  );
  window.addEventListener(
    'blur',
    () => {
      if (document.activeElement !== frame) return;
      ended.abort();
      if (tabbed || frame.matches(':hover')) return;
      // Within this event it would be taken again: the frame's process has it only afterwards.
      setTimeout(() => {
        if (document.activeElement !== frame) return;
        frame.blur();
        window.focus();
        if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    },
    { signal },
  );
  return () => ended.abort();
};
