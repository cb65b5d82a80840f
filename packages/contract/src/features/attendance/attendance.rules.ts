import type { ClassOfDay } from './attendance.contract.ts';

/** The percentage every student is expected to reach, unless the administrators set another. */
export const usualExpectedPercentage = 75;

/**
 * The share of present marks among all marks, in percent with one decimal, half rounded up.
 * Null without marks: a percentage of nothing is not 0.
 */
export const percentagePresent = (present: number, marks: number): number | null =>
  marks === 0 ? null : Math.round((present * 1000) / marks) / 10;

/**
 * How many of so many classes a student has to be present in, so that the percentage is shown as
 * `percentage` (a whole number from 1 to 100) at least.
 */
export const classesNeeded = (classes: number, percentage: number): number =>
  // Shown as at least p means: 1000 × present / classes is at least 10 p - 0.5. Doubled, all is whole.
  Math.ceil(((20 * percentage - 1) * classes) / 2000);

/**
 * How many classes in a row a student has to attend until their percentage, as it is shown, reaches
 * `percentage`. 0 where it does already, or nothing is marked.
 */
export const classesToReach = (present: number, marks: number, percentage: number): number => {
  const needed = 20 * percentage - 1;
  const short = needed * marks - 2000 * present;
  return short <= 0 ? 0 : Math.ceil(short / (2000 - needed));
};

/** How far ahead a student is told what they may miss. */
export const classesAhead = 20;

/**
 * What the next classes ask of a student who wants `percentage` at their end: how many to attend,
 * which may be more than there are, and how many may be missed.
 */
export const nextClasses = (present: number, marks: number, percentage: number) => {
  const needed = classesNeeded(marks + classesAhead, percentage);
  const toAttend = Math.max(0, needed - present);
  return { needed, toAttend, mayMiss: Math.max(0, classesAhead - toAttend) };
};

/** What of a day a search and "Not taken only" leave. */
export const classesShown = (
  classes: readonly ClassOfDay[],
  { search, open }: { readonly search: string | null; readonly open: boolean },
): ClassOfDay[] =>
  classes.filter(
    ({ subjectName, subjectCode, teacherName, teacherEmail, unmarked }) =>
      (!open || unmarked > 0) &&
      [subjectName, subjectCode, teacherName, teacherEmail].some((text) =>
        text.toLowerCase().includes((search ?? '').toLowerCase()),
      ),
  );
