/** Ten steps of ten percent; the last one holds 100 as well. */
export const distributionSteps = 10;

/** Half rounded up; what binary fractions lose is mended before, so that .x5 is never rounded down. */
const rounded = (value: number, decimals: number): number => {
  const fine = Math.round(value * 1e8);
  const step = 10 ** (8 - decimals);
  return Math.round(fine / step) / 10 ** decimals;
};

/** The percent of one published result, as exact as a number holds it. `maximum` is at least 1. */
export const percentOf = (marks: number, maximum: number): number => (marks * 100) / maximum;

/** A percent as every screen shows it: one decimal, half rounded up. */
export const shownPercent = (percent: number): number => rounded(percent, 1);

/**
 * The average of some results: the mean of their percents, each counting the same, with one decimal.
 * Null is a student who was absent: not part of the average. Null without any mark.
 */
export const averageOfPercents = (percents: readonly (number | null)[]): number | null => {
  const counted = percents.filter((percent) => percent !== null);
  if (counted.length === 0) return null;
  return rounded(counted.reduce((sum, percent) => sum + percent, 0) / counted.length, 1);
};

/** Which step of the distribution an average from 0 to 100 lies in, from 0. */
export const distributionStep = (average: number): number =>
  Math.min(distributionSteps - 1, Math.floor(average / distributionSteps));

/** What a month, or several, come to: only the exams that were sat count. */
export const totalOf = (
  months: readonly { readonly marks: number; readonly maximum: number }[],
): { marks: number; maximum: number } => ({
  marks: months.reduce((sum, { marks }) => sum + marks, 0),
  maximum: months.reduce((sum, { maximum }) => sum + maximum, 0),
});

/**
 * The points of the subjects weighed by their credits, with two decimals; each the same while none
 * of them has credits. Null without a subject that has points.
 */
export const gradePointAverage = (
  subjects: readonly { readonly points: number | null; readonly credits: number }[],
): number | null => {
  const graded = subjects.flatMap(({ points, credits }) =>
    points === null ? [] : [{ points, credits }],
  );
  if (graded.length === 0) return null;
  const credits = graded.reduce((sum, subject) => sum + subject.credits, 0);
  const weighed = graded.reduce(
    (sum, subject) => sum + subject.points * (credits === 0 ? 1 : subject.credits),
    0,
  );
  return rounded(weighed / (credits === 0 ? graded.length : credits), 2);
};
