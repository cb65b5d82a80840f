import { lazy, Suspense, useId } from 'react';
import { Hidden } from '../hidden.tsx';
import classes from './chart.module.css';

/** One bar or point. */
interface ChartItem {
  readonly label: string;
  /** Null leaves its place empty. */
  readonly value: number | null;
}

/** What the drawing is given. */
export interface DrawnChart {
  readonly kind: 'bar' | 'line';
  readonly items: readonly ChartItem[];
  /** The end of the y axis, which begins at 0; the data's own without one. */
  readonly most?: number | undefined;
  /** Names the value in the tooltip: "Percent". */
  readonly valueLabel: string;
}

interface ChartProps extends Pick<DrawnChart, 'items' | 'most'> {
  /** Says what is drawn: its title, also of the table that says it without a picture. */
  readonly label: string;
  /** Heads of the table's two columns: what is compared, and the value. */
  readonly columns: readonly [item: string, value: string];
  /** Of the drawing, in pixels. */
  readonly height?: number;
}

const Drawn = lazy(() => import('./drawn-chart.tsx'));

const framed = (kind: DrawnChart['kind']) => (props: ChartProps) => {
  const { label, items, columns, most, height = 430 } = props;
  const id = useId();
  return (
    <figure className={classes['chart']}>
      <figcaption id={id}>{label}</figcaption>
      <div className={classes['drawing']} style={{ height }} aria-hidden>
        <Suspense fallback={<div className={classes['coming']} />}>
          <Drawn kind={kind} items={items} most={most} valueLabel={columns[1]} />
        </Suspense>
      </div>
      <Hidden>
        <table aria-labelledby={id}>
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
                <td>{item.value ?? 'None'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </figure>
  );
};

/**
 * Bars of one series with their values above them, in the colours of the scheme. The drawing comes in
 * a chunk of its own; people who do not see it get a table.
 */
export const BarChart = framed('bar');

/** A line of one series, as `BarChart`. */
export const LineChart = framed('line');
