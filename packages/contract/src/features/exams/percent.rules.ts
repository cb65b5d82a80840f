/** Marks got, of so many that there were to get. */
export interface Marks {
  readonly marks: number;
  readonly maxMarks: number;
}

/** A result as it counts: absent has no marks and counts in nothing. */
export interface CountedResult {
  readonly marks: number | null;
  readonly maxMarks: number;
}

/** Marks among the marks there were to get, in percent with one decimal, half rounded up; null for nothing. */
export const percentOf = ({ marks, maxMarks }: Marks): number | null =>
  maxMarks === 0 ? null : Math.round((marks * 1000) / maxMarks) / 10;

/** The sum of results, absent ones left out. */
export const sumOfResults = (results: readonly CountedResult[]): Marks => {
  let [marks, maxMarks] = [0, 0];
  for (const result of results) {
    if (result.marks === null) continue;
    marks += result.marks;
    maxMarks += result.maxMarks;
  }
  return { marks, maxMarks };
};
