/** The percentage every student is expected to reach, unless the settings have another. */
export const defaultExpectedPercentage = 75;

/**
 * Returns the percentage of marks that are present, with one decimal, half rounded up. Null without
 * marks: a percentage of nothing is not 0.
 */
export const percentagePresent = (present: number, marks: number): number | null =>
  marks === 0 ? null : Math.round((present * 1000) / marks) / 10;

/**
 * Returns in how many of `classes` a student must be present for the displayed percentage to be at least
 * `percentage` (a whole number from 1 to 100).
 */
export const classesNeeded = (classes: number, percentage: number): number =>
  // Displayed as at least p means: 1000 × present / classes ≥ 10 p - 0.5. Doubled, everything is a whole
  // number.
  Math.ceil(((20 * percentage - 1) * classes) / 2000);

/**
 * Returns how many classes in a row a student must attend until the displayed percentage reaches
 * `percentage`. 0 if it does already, or if there are no marks.
 */
export const classesToReach = (present: number, marks: number, percentage: number): number => {
  const needed = 20 * percentage - 1;
  const short = needed * marks - 2000 * present;
  return short <= 0 ? 0 : Math.ceil(short / (2000 - needed));
};

/** How many of the next classes the forecast for students covers. */
export const classesAhead = 20;

/**
 * Returns how many of the next classes a student must attend to have `percentage` after them (possibly
 * more than there are), and how many may be missed.
 */
export const nextClasses = (present: number, marks: number, percentage: number) => {
  const needed = classesNeeded(marks + classesAhead, percentage);
  const toAttend = Math.max(0, needed - present);
  return { needed, toAttend, mayMiss: Math.max(0, classesAhead - toAttend) };
};
