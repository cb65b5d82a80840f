import { useComputedColorScheme } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import {
  BarElement,
  CategoryScale,
  Chart as Charts,
  type ChartType,
  LinearScale,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js';
import { Bar, Line } from 'react-chartjs-2';
import { formatCount } from '../../lib/count.ts';
import { useMedia } from '../../lib/use-media.ts';
import type { ChartDrawingProps } from './chart.tsx';

/** Colours of a chart, and the page's two typefaces. */
export interface ChartTheme {
  readonly series: string;
  readonly ink: string;
  readonly mutedInk: string;
  readonly grid: string;
  readonly axis: string;
  readonly surface: string;
  readonly heading: string;
  readonly body: string;
}

/** System colours, for forced-colours mode. */
const systemColours = {
  series: 'Highlight',
  ink: 'CanvasText',
  mutedInk: 'CanvasText',
  grid: 'GrayText',
  axis: 'CanvasText',
  surface: 'Canvas',
} as const;

const readTheme = (forced: boolean): ChartTheme => {
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

/** Settles even if a typeface cannot be loaded: the chart is then drawn without it. */
const fontsLoaded = ({ heading, body }: ChartTheme): Promise<unknown> =>
  Promise.allSettled([
    ...[`520 20px ${heading}`, `600 14px ${body}`].map((font) => document.fonts.load(font)),
    document.fonts.ready,
  ]);

/**
 * Colours of the current scheme; they change with it, and the chart is redrawn. Null until the typefaces are
 * loaded: a canvas uses whatever is loaded when it is drawn and does not update.
 */
const useChartTheme = (): ChartTheme | null => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const forced = useMedia('(forced-colors: active)');
  const [ready, setReady] = useState(false);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the scheme decides what is read
  const look = useMemo(() => readTheme(forced), [scheme, forced]);
  useEffect(() => {
    let gone = false;
    void fontsLoaded(look).then(() => gone || setReady(true));
    return () => {
      gone = true;
    };
  }, [look]);
  return ready ? look : null;
};

/** The animation of all charts; none for people who prefer reduced motion. */
export const chartMotion = (reduced: boolean) =>
  reduced ? (false as const) : ({ duration: 1000, easing: 'easeOutQuart' } as const);

export const barWidths = { categoryPercentage: 0.8, barPercentage: 0.9 } as const;

/** @param most maximum of the y axis, which starts at 0; determined by the data if not given */
export const chartOptions = (look: ChartTheme, reduced: boolean, most?: number) => ({
  responsive: true,
  maintainAspectRatio: false,
  animation: chartMotion(reduced),
  // Changes of size and scheme are not animated.
  transitions: { resize: { animation: { duration: 0 } } },
  layout: { padding: { top: 28 } },
  scales: {
    x: {
      // Keeps the first and last point of a line off the edges, so that their values fit.
      offset: true,
      grid: { display: false },
      border: { color: look.axis },
      ticks: {
        color: look.ink,
        font: { family: look.body, size: 14.5, weight: 600 },
        maxRotation: 45,
      },
    },
    y: {
      min: 0,
      ...(most !== undefined && { max: most }),
      grid: { color: look.grid, drawTicks: false },
      border: { display: false },
      ticks: {
        color: look.mutedInk,
        padding: 10,
        font: { family: look.body, size: 13 },
        ...(most === 100 && { stepSize: 20 }),
        precision: 0,
      },
    },
  },
  plugins: {
    printedValues: { color: look.ink, halo: look.surface, family: look.heading },
    legend: { display: false },
    tooltip: {
      backgroundColor: look.ink,
      titleColor: look.surface,
      bodyColor: look.surface,
      titleFont: { family: look.body, size: 13, weight: 600 },
      bodyFont: { family: look.body, size: 13 },
      displayColors: false,
      padding: 10,
      cornerRadius: 6,
    },
  },
});

interface PrintedValues {
  readonly color: string;
  /** Outline around the values, so that a line behind them does not cross them out. */
  readonly halo: string;
  /** A CSS font family; the headings'. */
  readonly family: string;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    /** Unused; needed because the declaration has a type parameter. */
    printedValues?: PrintedValues & { readonly type?: TType };
  }
}

/** Prints each value above its bar or point if there is space for all of them. */
const printedValues: Plugin = {
  id: 'printedValues',
  afterDatasetsDraw(chart, _args, options) {
    const { color, halo, family } = options as PrintedValues;
    const { ctx, data } = chart;
    const count = data.labels?.length ?? 0;
    const room = chart.chartArea.width / Math.max(1, count);
    if (room < 34) return;
    const size = room < 64 ? 15 : 20;
    ctx.save();
    ctx.fillStyle = color;
    ctx.strokeStyle = halo;
    ctx.lineWidth = 4;
    ctx.lineJoin = 'round';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'bottom';
    ctx.font = `520 ${size}px ${family}`;
    data.datasets.forEach((dataset, at) => {
      if (!chart.isDatasetVisible(at)) return;
      chart.getDatasetMeta(at).data.forEach((element, index) => {
        const value = dataset.data[index];
        if (typeof value !== 'number') return;
        const { x, y } = element.getProps(['x', 'y']);
        const printed = formatCount(value);
        ctx.strokeText(printed, Number(x), Number(y) - 7);
        ctx.fillText(printed, Number(x), Number(y) - 7);
      });
    });
    ctx.restore();
  },
};

Charts.register(BarElement, CategoryScale, LinearScale, LineElement, PointElement, Tooltip);

/** Bars rise from the axis instead of flying in from a corner. */
const rising = {
  x: { duration: 0 },
  width: { duration: 0 },
  y: {
    from: ({ chart }: { readonly chart: Charts }) => chart.scales['y']?.getPixelForValue(0) ?? 0,
  },
};

const barStyle = ({ series }: ChartTheme) => ({
  ...barWidths,
  backgroundColor: series,
  hoverBackgroundColor: series,
  maxBarThickness: 96,
  borderRadius: { topLeft: 7, topRight: 7 },
});

const lineStyle = ({ series, surface }: ChartTheme) => ({
  borderColor: series,
  backgroundColor: series,
  borderWidth: 3,
  pointRadius: 5,
  pointHoverRadius: 6,
  pointBorderColor: surface,
  pointBorderWidth: 2,
  spanGaps: true,
  clip: false as const,
});

/** The canvas of a chart, with the parts of Chart.js it needs; a separate chunk. */
export default function Drawing({ kind, items, most, valueLabel }: ChartDrawingProps) {
  const look = useChartTheme();
  const reduced = useReducedMotion();
  if (!look) return null;
  const shared = {
    'aria-hidden': true,
    plugins: [printedValues],
    options: chartOptions(look, reduced, most),
  };
  const labels = items.map(({ label }) => label);
  const series = { label: valueLabel, data: items.map(({ value }) => value) };
  return kind === 'bar' ? (
    <Bar
      {...shared}
      options={{ ...shared.options, animations: rising }}
      data={{ labels, datasets: [{ ...series, ...barStyle(look) }] }}
    />
  ) : (
    <Line {...shared} data={{ labels, datasets: [{ ...series, ...lineStyle(look) }] }} />
  );
}
