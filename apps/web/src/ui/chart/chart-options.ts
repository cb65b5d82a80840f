import type { ChartLook } from './chart-look.ts';

/** Every chart moves alike, and not at all for people who asked for less motion. */
export const chartMotion = (reduced: boolean) =>
  reduced ? (false as const) : ({ duration: 1000, easing: 'easeOutQuart' } as const);

export const barWidths = { categoryPercentage: 0.8, barPercentage: 0.9 } as const;

/** @param most the end of the y axis, which begins at 0; the data's own without one */
export const chartOptions = (look: ChartLook, reduced: boolean, most?: number) => ({
  responsive: true,
  maintainAspectRatio: false,
  animation: chartMotion(reduced),
  // A change of size or scheme is drawn where it stands.
  transitions: { resize: { animation: { duration: 0 } } },
  layout: { padding: { top: 28 } },
  scales: {
    x: {
      // Also of a line the first and the last point stand clear of the edges: so do the values above them.
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
