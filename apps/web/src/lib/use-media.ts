import { useMediaQuery } from '@mantine/hooks';

export const phoneWidth = '(max-width: 576px)';

/** Whether a media query matches, known in the first frame. */
export const useMedia = (query: string): boolean =>
  useMediaQuery(query, false, { getInitialValueInEffect: false });
