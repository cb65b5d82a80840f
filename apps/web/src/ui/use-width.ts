import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { phoneWidth, useMedia } from '../lib/use-media.ts';

/**
 * Whether an element is narrower than a number of pixels, whatever is next to it on the page. Known before
 * the element is painted, also after a change of width: content that does not fit would meanwhile move the
 * page sideways.
 */
export const useWidth = () => {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Fallback where nothing is laid out.
  const phone = useMedia(phoneWidth);
  return { ref, isBelow: (pixels: number) => (width > 0 ? width < pixels : phone) };
};
