let moving = false;

/** The shell says so when the person follows a link inside Campus. */
export const departing = (): void => {
  moving = true;
};

/** Focuses the heading of the page arrived at; after a full load the browser keeps its own focus. */
export const arriveAt = (heading: HTMLElement | null): void => {
  if (moving) heading?.focus({ preventScroll: true });
  moving = false;
};
