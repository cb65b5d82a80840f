import { useReducedMotion } from '@mantine/hooks';
import { BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { Bar } from 'react-chartjs-2';
import { useChartLook } from './chart-colours.ts';
import type { DrawnChart } from './chart-data.ts';
import { barOptions, barWidths } from './chart-options.ts';
import { printedValues } from './printed-values.ts';
import { useChartFonts } from './use-chart-fonts.ts';

Chart.register(BarElement, CategoryScale, LinearScale, Tooltip);

/** The canvas of `BarChart`, with all of Chart.js that it needs: a chunk of its own. */
export default function DrawnBars({ items, most, valueLabel }: DrawnChart) {
  const look = useChartLook();
  const reduced = useReducedMotion();
  const ready = useChartFonts(look);
  if (!ready) return null;
  const options = barOptions(look, reduced, most);
  return (
    <Bar
      aria-hidden
      plugins={[printedValues]}
      data={{
        labels: items.map(({ label }) => label),
        datasets: [
          {
            ...barWidths,
            label: valueLabel,
            data: items.map(({ value }) => value),
            backgroundColor: look.series[0],
            hoverBackgroundColor: look.series[0],
            maxBarThickness: 96,
            borderRadius: { topLeft: 7, topRight: 7 },
          },
        ],
      }}
      options={{
        ...options,
        plugins: {
          ...options.plugins,
          printedValues: { color: look.ink, halo: look.surface, family: look.heading },
        },
      }}
    />
  );
}
