import { useLayoutEffect } from 'react';

/** Takes away what app.html showed until the application was there, in the frame that replaces it. */
export const useFirstFrameGone = (): void => {
  useLayoutEffect(() => document.querySelector('#first-frame')?.remove(), []);
};
