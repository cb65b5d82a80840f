/** A letter, awarded from `fromPercent` up to where the next one begins. */
export interface Grade {
  readonly letter: string;
  readonly fromPercent: number;
  readonly points: number;
}

export const gradingScaleLimits = { grades: 20, letter: 10, points: 100 } as const;

/** Sorts grades, the highest first. */
export const inOrder = <G extends { readonly fromPercent: number }>(scale: readonly G[]): G[] =>
  scale.toSorted((one, other) => other.fromPercent - one.fromPercent);

/** Returns the grade of a percentage as displayed: nobody sees 90 % with the letter below. */
export const gradeOf = <G extends Grade>(scale: readonly G[], percent: number): G | null =>
  inOrder(scale).find(({ fromPercent }) => percent >= fromPercent) ?? null;

export interface GradeProblem {
  /** Position in the given list. */
  readonly index: number;
  readonly field: keyof Grade;
  readonly message: string;
}

/**
 * Returns what keeps these grades from being a scale: one letter for every percent from 0 to 100, and
 * never fewer points for more percent. Each grade on its own is already valid.
 */
export const scaleProblems = (grades: readonly Grade[]): GradeProblem[] => {
  const problems: GradeProblem[] = [];
  const add = (index: number, field: keyof Grade, message: string) =>
    problems.push({ index, field, message });
  const lowest = Math.min(...grades.map(({ fromPercent }) => fromPercent));
  grades.forEach(({ letter, fromPercent, points }, index) => {
    const others = grades.filter((_grade, other) => other < index);
    const sameLetter = (other: Grade) => other.letter.toLowerCase() === letter.toLowerCase();
    if (others.some(sameLetter)) add(index, 'letter', `${letter} is in the scale twice`);
    if (others.some((other) => other.fromPercent === fromPercent))
      add(index, 'fromPercent', `Two grades begin at ${fromPercent} percent`);
    else if (fromPercent === lowest && lowest !== 0)
      add(index, 'fromPercent', 'The lowest grade must begin at 0 percent');
    const above = inOrder(grades).findLast((other) => other.fromPercent > fromPercent);
    if (above && above.points < points)
      add(index, 'points', `${letter} has more points than ${above.letter} above it`);
  });
  return problems;
};
