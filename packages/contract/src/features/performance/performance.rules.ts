/** Ten steps of ten percent; the last one holds 100 as well. */
export const distributionSteps = 10;

/** So many result sheets of a class come at once, at most. */
export const sheetsAtOnce = 200;

/**
 * The average score of a group: the mean of its students' scores as they are shown, each student
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

/** The months from the first to the last of some, each as `YYYY-MM`. */
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
 * The points of the subjects weighed by their credits, with two decimals, half rounded up; each the
 * same while none of them has credits. Points have at most two decimals. Null without any points.
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
