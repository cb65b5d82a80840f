/** After the next frame has been drawn; a page that nobody sees draws none until somebody does. */
export const afterFrame = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
