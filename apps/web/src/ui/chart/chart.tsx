import { lazy, Suspense, useId } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import classes from './chart.module.css';

/** One bar or point. */
interface ChartItem {
  readonly label: string;
  /** Null leaves a gap. */
  readonly value: number | null;
}

export interface ChartDrawingProps {
  readonly kind: 'bar' | 'line';
  readonly items: readonly ChartItem[];
  /** Maximum of the y axis, which starts at 0; determined by the data if not given. */
  readonly most?: number | undefined;
  /** Labels the value in the tooltip: "Percent". */
  readonly valueLabel: string;
}

interface ChartProps extends Pick<ChartDrawingProps, 'items' | 'most'> {
  /** Title of the chart and of the table with the same data. */
  readonly label: string;
  /** Headings of the table's two columns. */
  readonly columns: readonly [item: string, value: string];
  /** Height of the drawing in pixels. */
  readonly height?: number;
}

const Drawn = lazy(() => import('./drawn-chart.tsx'));

const framed = (kind: ChartDrawingProps['kind']) => (props: ChartProps) => {
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
      <VisuallyHidden>
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
              // Items may share a label; their order does not change.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                <th scope="row">{item.label}</th>
                <td>{item.value ?? 'None'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
};

/**
 * A bar chart of one series with the values above the bars, in the colours of the scheme. The drawing is a
 * separate chunk; screen readers get a table.
 */
export const BarChart = framed('bar');

/** A line chart of one series, like `BarChart`. */
export const LineChart = framed('line');
