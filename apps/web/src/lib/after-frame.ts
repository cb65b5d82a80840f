/** After the next frame has been drawn; a page in the background draws none. */
export const afterFrame = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
