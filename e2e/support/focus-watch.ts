/**
 * Runs in every page. Logs an error, which fails the test, when the focus has fallen to the body: the focused
 * element is gone or was disabled for a while, and some frames later nothing else has the focus.
 */
export const watchFocus = (): void => {
  let last: Element | null = null;
  let name = '';
  let wasDisabled = false;
  /** Counts focus events: an element that regains the focus and loses it again gets a new number of frames. */
  let taken = 0;
  let counting = false;
  const isLost = (): boolean =>
    last !== null &&
    // Printing does not move the focus; emulating it hides what has it.
    !matchMedia('print').matches &&
    document.activeElement === document.body &&
    !last.matches(':disabled') &&
    (wasDisabled || !last.isConnected || !last.checkVisibility());
  const afterFrames = (frames: number, then: () => void): void => {
    requestAnimationFrame(() =>
      setTimeout(() => (frames > 0 ? afterFrames(frames - 1, then) : then())),
    );
  };
  const onChange = (): void => {
    if (last?.matches(':disabled')) wasDisabled = true;
    if (counting || !isLost()) return;
    counting = true;
    const before = taken;
    afterFrames(12, () => {
      counting = false;
      if (taken !== before) return onChange();
      if (!isLost()) return;
      console.error(`At ${location.pathname} the focus fell to the body from ${name}`);
      last = null;
    });
  };
  addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null;
    name = last ? `<${last.localName}> ${last.getAttribute('aria-label') ?? last.textContent}` : '';
    wasDisabled = false;
    taken += 1;
  });
  addEventListener('pointerdown', () => (last = null), true);
  new MutationObserver(onChange).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden'],
  });
};
