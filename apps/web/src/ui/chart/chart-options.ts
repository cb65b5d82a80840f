import type { ChartOptions } from 'chart.js';
import type { ChartLook } from './chart-colours.ts';

/** Every chart moves alike, and not at all for people who asked for less motion. */
export const chartMotion = (reduced: boolean) =>
  reduced ? (false as const) : ({ duration: 1000, easing: 'easeOutQuart' } as const);

export const barWidths = { categoryPercentage: 0.8, barPercentage: 0.9 } as const;

const shared = (look: ChartLook, reduced: boolean, most: number | undefined) => ({
  responsive: true,
  maintainAspectRatio: false,
  animation: chartMotion(reduced),
  // A change of size or scheme is drawn where it stands.
  transitions: { resize: { animation: { duration: 0 } } },
  layout: { padding: { top: 28 } },
  scales: {
    x: {
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

/** @param most the end of the y axis, which begins at 0; the data's own without one */
export const barOptions = (
  look: ChartLook,
  reduced: boolean,
  most: number | undefined,
): ChartOptions<'bar'> => shared(look, reduced, most);

export const lineOptions = (
  look: ChartLook,
  reduced: boolean,
  most: number | undefined,
): ChartOptions<'line'> => {
  const options = shared(look, reduced, most);
  const { x, y } = options.scales;
  // As with bars, the first and the last point stand clear of the edges: so do the values above them.
  return { ...options, scales: { x: { ...x, offset: true }, y } };
};
