/*
 * How a trimmed cell that is not blank is read; undefined when it has a problem. The schemas of the
 * fields said once more for text, because a schema a cell is too slow for 100,000 records; property
 * tests hold the two together.
 */

/** Lengths are counted in code points, as the schemas count them: at most two units each. */
const isWithin = (cell: string, max: number): boolean =>
  cell.length <= max || (cell.length <= 2 * max && Array.from(cell).length <= max);

export const text =
  (max: number) =>
  (cell: string): string | undefined =>
    isWithin(cell, max) && !cell.includes('\0') && cell.isWellFormed() ? cell : undefined;

// Not inside the function: each time a literal is met it is a new object.
const digits = /^\d{1,15}$/;

export const whole =
  (max: number, min = 1) =>
  (cell: string): number | undefined => {
    const value = digits.test(cell) ? Number(cell) : min - 1;
    return value >= min && value <= max ? value : undefined;
  };
