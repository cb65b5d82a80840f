import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';

/** What a chart is drawn with: colours, and the two typefaces as the page has them. */
export interface ChartLook {
  readonly series: string;
  readonly ink: string;
  readonly mutedInk: string;
  readonly grid: string;
  readonly axis: string;
  readonly surface: string;
  readonly heading: string;
  readonly body: string;
}

/** The colours of the person's system, where those are asked for. */
const systemColours = {
  series: 'Highlight',
  ink: 'CanvasText',
  mutedInk: 'CanvasText',
  grid: 'GrayText',
  axis: 'CanvasText',
  surface: 'Canvas',
} as const;

const readLook = (forced: boolean): ChartLook => {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--campus-${name}`).trim();
  const type = { heading: token('font-heading'), body: token('font-body') };
  if (forced) return { ...systemColours, ...type };
  return {
    ...type,
    series: token('chart-1'),
    ink: token('ink'),
    mutedInk: token('ink-2'),
    grid: token('line'),
    axis: token('line-strong'),
    surface: token('surface'),
  };
};

/** Nobody is kept from seeing a chart by a typeface that cannot be loaded. */
const fontsLoaded = ({ heading, body }: ChartLook): Promise<unknown> =>
  Promise.allSettled([
    ...[`520 20px ${heading}`, `600 14px ${body}`].map((font) => document.fonts.load(font)),
    document.fonts.ready,
  ]);

/**
 * The look of the scheme that is shown; another scheme gives another one, and the chart is redrawn. Null
 * until the typefaces are there: a canvas draws with whatever is loaded and does not change its mind.
 */
export const useChartLook = (): ChartLook | null => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const forced = useMediaQuery('(forced-colors: active)', false, {
    getInitialValueInEffect: false,
  });
  const [ready, setReady] = useState(false);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the scheme decides what is read
  const look = useMemo(() => readLook(forced ?? false), [scheme, forced]);
  useEffect(() => {
    let gone = false;
    void fontsLoaded(look).then(() => gone || setReady(true));
    return () => {
      gone = true;
    };
  }, [look]);
  return ready ? look : null;
};
