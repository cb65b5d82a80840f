/** Marks got, of so many that there were to get. */
export interface Marks {
  readonly marks: number;
  readonly maxMarks: number;
}

/** A result as it counts: without marks in nothing, as absent unless it counts 0. */
export interface CountedResult {
  readonly marks: number | null;
  readonly maxMarks: number;
}

/** Marks among the marks there were to get, in percent with one decimal, half rounded up; null for nothing. */
export const percentOf = ({ marks, maxMarks }: Marks): number | null =>
  maxMarks === 0 ? null : Math.round((marks * 1000) / maxMarks) / 10;

/** In which of some terms a missed exam counts 0 of its marks, and in which nothing. */
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

/** The sum of results, those without marks left out. */
export const sumOfResults = (results: readonly CountedResult[]): Marks => {
  let [marks, maxMarks] = [0, 0];
  for (const result of results) {
    if (result.marks === null) continue;
    marks += result.marks;
    maxMarks += result.maxMarks;
  }
  return { marks, maxMarks };
};
