import { useElementSize, useMediaQuery } from '@mantine/hooks';

/**
 * Whether an element is narrower than so many pixels, whatever is beside it on the page. Until it is
 * measured a phone counts as narrow and everything else as wide.
 */
export const useWidth = () => {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const phone = useMediaQuery('(max-width: 576px)', false, { getInitialValueInEffect: false });
  return { ref, isBelow: (pixels: number) => (width > 0 ? width < pixels : phone) };
};
