import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';

/** What a chart is drawn with: colours, and the two typefaces as the page has them. */
export interface ChartLook {
  /** Of the first, second… series. */
  readonly series: readonly [string, string, string, string];
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
  series: ['Highlight', 'CanvasText', 'LinkText', 'GrayText'],
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
    series: [token('chart-1'), token('chart-2'), token('chart-3'), token('chart-4')],
    ink: token('ink'),
    mutedInk: token('ink-2'),
    grid: token('line'),
    axis: token('line-strong'),
    surface: token('surface'),
  };
};

/** The look of the scheme that is shown; another scheme gives another one, and the chart is redrawn. */
export const useChartLook = (): ChartLook => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const forced = useMediaQuery('(forced-colors: active)', false, {
    getInitialValueInEffect: false,
  });
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the scheme decides what is read
  return useMemo(() => readLook(forced ?? false), [scheme, forced]);
};
