/** Ten steps of ten percent; the last one includes 100. */
export const distributionSteps = 10;

/** Result sheets of a class returned at once, at most. */
export const sheetsAtOnce = 200;

/**
 * Returns the average score of a group: the mean of its students’ scores as displayed, each student
 * counting once, with one decimal, half rounded up. `tenths` is the sum of the scores in tenths of a
 * percent. Null without students.
 */
export const averageScore = ({
  tenths,
  students,
}: {
  readonly tenths: number;
  readonly students: number;
}): number | null => (students === 0 ? null : Math.round(tenths / students) / 10);

/** Returns the months from `first` to `last`, each as `YYYY-MM`. */
export const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = [];
  for (let month = first; month <= last;) {
    months.push(month);
    const [year, of] = [Number(month.slice(0, 4)), Number(month.slice(5))];
    month = of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, '0')}`;
  }
  return months;
};

/**
 * Returns the points of the subjects weighted by their credits, with two decimals, half rounded up;
 * weighted equally if none of them has credits. Points have at most two decimals. Null without any
 * points.
 */
export const gradePointAverage = (
  subjects: readonly { readonly points: number | null; readonly credits: number }[],
): number | null => {
  const graded = subjects.flatMap(({ points, credits }) =>
    points === null ? [] : [{ hundredths: Math.round(points * 100), credits }],
  );
  if (graded.length === 0) return null;
  const credits = graded.reduce((sum, subject) => sum + subject.credits, 0);
  const weighed = graded.reduce(
    (sum, { hundredths, credits: own }) => sum + hundredths * (credits === 0 ? 1 : own),
    0,
  );
  return Math.round(weighed / (credits === 0 ? graded.length : credits)) / 100;
};
