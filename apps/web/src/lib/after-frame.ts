/** Runs `work` after the next frame is drawn. Pages in the background draw no frames. */
export const afterFrame = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};
