import { useEffect, useState } from 'react';
import type { ChartLook } from './chart-colours.ts';

/**
 * True once the page's typefaces are there: a canvas draws with whatever is loaded and does not
 * change its mind. A typeface that cannot be loaded keeps nobody from seeing the chart.
 */
export const useChartFonts = ({ heading, body }: ChartLook): boolean => {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let gone = false;
    const load = async (): Promise<void> => {
      const fonts = [`520 20px ${heading}`, `600 14px ${body}`];
      await Promise.allSettled([
        ...fonts.map((one) => document.fonts.load(one)),
        document.fonts.ready,
      ]);
      if (!gone) setReady(true);
    };
    void load();
    return () => {
      gone = true;
    };
  }, [heading, body]);
  return ready;
};
