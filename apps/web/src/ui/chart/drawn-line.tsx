import { useReducedMotion } from '@mantine/hooks';
import { CategoryScale, Chart, LinearScale, LineElement, PointElement, Tooltip } from 'chart.js';
import { Line } from 'react-chartjs-2';
import { useChartLook } from './chart-colours.ts';
import type { DrawnChart } from './chart-data.ts';
import { lineOptions } from './chart-options.ts';
import { printedValues } from './printed-values.ts';
import { useChartFonts } from './use-chart-fonts.ts';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Tooltip);

/** The canvas of `LineChart`, with all of Chart.js that it needs: a chunk of its own. */
export default function DrawnLine({ items, most, valueLabel }: DrawnChart) {
  const look = useChartLook();
  const reduced = useReducedMotion();
  const ready = useChartFonts(look);
  if (!ready) return null;
  const options = lineOptions(look, reduced, most);
  return (
    <Line
      aria-hidden
      plugins={[printedValues]}
      data={{
        labels: items.map(({ label }) => label),
        datasets: [
          {
            label: valueLabel,
            data: items.map(({ value }) => value),
            borderColor: look.series[0],
            backgroundColor: look.series[0],
            borderWidth: 3,
            pointRadius: 5,
            pointHoverRadius: 6,
            pointBorderColor: look.surface,
            pointBorderWidth: 2,
            spanGaps: true,
            clip: false,
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
