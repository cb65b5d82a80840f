/** Marks awarded, out of the maximum. */
export interface Marks {
  readonly marks: number;
  readonly maxMarks: number;
}

/** A result as it counts. Null marks, for absences unless they count 0, count towards nothing. */
export interface CountedResult {
  readonly marks: number | null;
  readonly maxMarks: number;
}

/** Returns marks as a percentage of the maximum, with one decimal, half rounded up; null if the maximum is 0. */
export const percentOf = ({ marks, maxMarks }: Marks): number | null =>
  maxMarks === 0 ? null : Math.round((marks * 1000) / maxMarks) / 10;

/** Describes in which terms a missed exam counts 0 marks, and in which nothing. */
export const missedExamsInWords = (
  terms: readonly { readonly name: string; readonly absentCountsZero: boolean }[],
): string => {
  const named = (zero: boolean): string =>
    terms
      .flatMap(({ name, absentCountsZero }) => (absentCountsZero === zero ? [name] : []))
      .join(', ');
  const [zero, nothing] = [named(true), named(false)];
  if (!zero) return 'An exam that was missed counts in no total.';
  if (!nothing) return 'An exam that was missed counts 0 of its marks.';
  return `An exam that was missed counts 0 of its marks in ${zero}, and in no total in ${nothing}.`;
};

/** Sums results, leaving out those without marks. */
export const sumOfResults = (results: readonly CountedResult[]): Marks => {
  let [marks, maxMarks] = [0, 0];
  for (const result of results) {
    if (result.marks === null) continue;
    marks += result.marks;
    maxMarks += result.maxMarks;
  }
  return { marks, maxMarks };
};
