import { describe, expect, test } from 'vitest';
import { barWidths, type ChartTheme, chartMotion, chartOptions } from './drawn-chart.tsx';

const look: ChartTheme = {
  series: '#111',
  ink: '#000',
  mutedInk: '#555',
  grid: '#ddd',
  axis: '#777',
  surface: '#fff',
  heading: 'Besley',
  body: 'Hanken',
};

describe('charts', () => {
  test('animate for 1000 ms, easing out, and not at all when reduced motion is preferred', () => {
    expect(chartOptions(look, false, 100).animation).toEqual({
      duration: 1000,
      easing: 'easeOutQuart',
    });
    expect(chartOptions(look, true).animation).toBe(false);
    expect(chartMotion(true)).toBe(false);
  });

  test('use 0.8 of each category for bars, each 0.9 as wide as its share', () => {
    expect(barWidths).toEqual({ categoryPercentage: 0.8, barPercentage: 0.9 });
  });

  test('begin at 0, and end at the given maximum', () => {
    expect(chartOptions(look, false, 100).scales.y).toMatchObject({ min: 0, max: 100 });
    expect(chartOptions(look, false).scales.y).not.toHaveProperty('max');
  });

  test('take every colour from the colour scheme', () => {
    const { scales } = chartOptions(look, false, 100);
    expect(scales.x).toMatchObject({ border: { color: '#777' }, ticks: { color: '#000' } });
    expect(scales.y).toMatchObject({ grid: { color: '#ddd' }, ticks: { color: '#555' } });
  });
});
