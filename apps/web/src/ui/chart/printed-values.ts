import type { ChartType, Plugin } from 'chart.js';

export interface PrintedValues {
  readonly color: string;
  /** Around the values, so that a line behind them does not cross them out. */
  readonly halo: string;
  /** A CSS font family; the heading's. */
  readonly family: string;
}

declare module 'chart.js' {
  interface PluginOptionsByType<TType extends ChartType> {
    /** Only there to be named by its type parameter. */
    printedValues?: PrintedValues & { readonly type?: TType };
  }
}

/** Prints each value above its bar or point, where there is room for all of them. */
export const printedValues: Plugin = {
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
        const printed = value.toLocaleString('en');
        ctx.strokeText(printed, Number(x), Number(y) - 7);
        ctx.fillText(printed, Number(x), Number(y) - 7);
      });
    });
    ctx.restore();
  },
};
