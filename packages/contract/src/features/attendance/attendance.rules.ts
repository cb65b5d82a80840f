/**
 * The share of present marks among all marks, in percent with one decimal, half rounded up.
 * Null without marks: a percentage of nothing is not 0.
 */
export const percentagePresent = (present: number, marks: number): number | null =>
  marks === 0 ? null : Math.round((present * 1000) / marks) / 10;
