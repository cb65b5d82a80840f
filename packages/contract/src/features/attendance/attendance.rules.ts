/** The percentage every student is expected to reach, unless the administrators set another. */
export const usualExpectedPercentage = 75;

/**
 * The share of present marks among all marks, in percent with one decimal, half rounded up.
 * Null without marks: a percentage of nothing is not 0.
 */
export const percentagePresent = (present: number, marks: number): number | null =>
  marks === 0 ? null : Math.round((present * 1000) / marks) / 10;

/**
 * How many classes in a row a student has to attend until their percentage, as it is shown,
 * reaches `percentage` (a whole number from 1 to 100). 0 where it does already, or nothing is marked.
 */
export const classesToReach = (present: number, marks: number, percentage: number): number => {
  // Shown as at least p means: 1000 × present / marks is at least 10 p - 0.5. Doubled, all is whole.
  const needed = 20 * percentage - 1;
  const short = needed * marks - 2000 * present;
  return short <= 0 ? 0 : Math.ceil(short / (2000 - needed));
};
