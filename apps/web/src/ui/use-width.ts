import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether an element is narrower than so many pixels, whatever is beside it on the page. Known before the
 * element is painted, also in another width: what does not fit would move the page sideways meanwhile.
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
  // Where nothing is laid out.
  const phone = useMediaQuery('(max-width: 576px)', false, { getInitialValueInEffect: false });
  return { ref, isBelow: (pixels: number) => (width > 0 ? width < pixels : phone) };
};
