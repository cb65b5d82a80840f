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
    const fonts = [`520 20px ${heading}`, `600 14px ${body}`].map((font) =>
      document.fonts.load(font),
    );
    void Promise.allSettled([...fonts, document.fonts.ready]).then(() => {
      if (!gone) setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [heading, body]);
  return ready;
};
