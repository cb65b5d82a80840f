import { useReducedMotion } from '@mantine/hooks';
import {
  BarElement,
  CategoryScale,
  Chart as Charts,
  LinearScale,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { Bar, Line } from 'react-chartjs-2';
import type { DrawnChart } from './chart.tsx';
import { type ChartLook, useChartLook } from './chart-look.ts';
import { barWidths, chartOptions } from './chart-options.ts';
import { printedValues } from './printed-values.ts';

Charts.register(BarElement, CategoryScale, LinearScale, LineElement, PointElement, Tooltip);

const barLook = ({ series }: ChartLook) => ({
  ...barWidths,
  backgroundColor: series,
  hoverBackgroundColor: series,
  maxBarThickness: 96,
  borderRadius: { topLeft: 7, topRight: 7 },
});

const lineLook = ({ series, surface }: ChartLook) => ({
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

/** The canvas of a chart, with all of Chart.js that it needs: a chunk of its own. */
export default function DrawnChart({ kind, items, most, valueLabel }: DrawnChart) {
  const look = useChartLook();
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
    <Bar {...shared} data={{ labels, datasets: [{ ...series, ...barLook(look) }] }} />
  ) : (
    <Line {...shared} data={{ labels, datasets: [{ ...series, ...lineLook(look) }] }} />
  );
}
