import { type ComponentType, lazy, Suspense } from 'react';
import { Hidden } from '../hidden.tsx';
import type { ChartItem, DrawnChart } from './chart-data.ts';
import classes from './chart.module.css';

interface ChartProps {
  /** Says what is drawn: the caption of the table that says it without a picture. */
  readonly label: string;
  readonly items: readonly ChartItem[];
  /** Heads of the table's two columns: what is compared, and the value. */
  readonly columns: readonly [item: string, value: string];
  /** The end of the y axis, which begins at 0; the data's own without one. */
  readonly most?: number;
  /** Where there is no value: "Absent", "None". */
  readonly noValue?: string;
  /** Of the drawing, in pixels. */
  readonly height?: number;
}

const DrawnBars = lazy(() => import('./drawn-bars.tsx'));
const DrawnLine = lazy(() => import('./drawn-line.tsx'));

const framed =
  (Drawn: ComponentType<DrawnChart>) =>
  ({ label, items, columns, most, noValue = 'None', height = 430 }: ChartProps) => (
    <figure className={classes['chart']}>
      <div className={classes['drawing']} style={{ height }} aria-hidden>
        <Suspense fallback={<div className={classes['coming']} />}>
          <Drawn items={items} most={most} valueLabel={columns[1]} />
        </Suspense>
      </div>
      <Hidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, at) => (
              // Two subjects may have one name; the order is the data's.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <th scope="row">{item.label}</th>
                <td>{item.value ?? noValue}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </figure>
  );

/**
 * Bars of one series with their values above them, in the colours of the scheme. The drawing comes in
 * a chunk of its own; people who do not see it get a table.
 */
export const BarChart = framed(DrawnBars);

/** A line of one series, as `BarChart`. */
export const LineChart = framed(DrawnLine);
