/** One bar or point. */
export interface ChartItem {
  readonly label: string;
  /** Null leaves its place empty. */
  readonly value: number | null;
}

/** What a drawing of one series is given. */
export interface DrawnChart {
  readonly items: readonly ChartItem[];
  /** The end of the y axis, which begins at 0; the data's own without one. */
  readonly most?: number | undefined;
  /** Names the value in the tooltip: "Percent". */
  readonly valueLabel: string;
}
