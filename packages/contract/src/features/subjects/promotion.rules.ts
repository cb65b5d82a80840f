/** Where a student stands. A campus may keep both, one of them or neither. */
export interface Standing {
  readonly semester: number | null;
  readonly year: number | null;
}

export interface Promotion {
  readonly semester: boolean;
  /** The year follows the semester: it never changes without it. */
  readonly year: boolean;
}

/** The last semester of a programme of four years, where a programme does not say its own. */
export const lastSemester = 8;

/** The year of study a semester belongs to, two semesters a year: 1 and 2 → 1, 3 and 4 → 2. */
export const yearOfSemester = (semester: number): number => Math.ceil(semester / 2);

/**
 * Where a student stands in the next term. The semester goes up by one. The year follows it, after
 * every second semester, only where year and semester agreed before: a year that means something
 * else, such as the year of admission, is nobody's to change.
 */
export const promote = (
  standing: Standing,
  { semester, year }: Promotion,
  last = lastSemester,
): Standing => {
  if (!semester || standing.semester === null || isAtTheEnd(standing, { semester, year }, last))
    return standing;
  const next = standing.semester + 1;
  const agreed = standing.year === yearOfSemester(standing.semester);
  return { semester: next, year: year && agreed ? yearOfSemester(next) : standing.year };
};

/** Whether the promotion passes a student by who has nowhere to go. */
export const isAtTheEnd = (
  { semester }: Standing,
  { semester: wanted }: Promotion,
  last = lastSemester,
): boolean => wanted && semester !== null && semester >= last;

/** The rule in words, for the person who is about to apply it. */
export const promotionInWords = ({ semester, year }: Promotion): string => {
  if (!semester) return 'Semester and year of every student stay as they are.';
  const first = `Every active student with a semester before the last moves up by one; those in semester ${lastSemester} or the last of their programme, who repeat or have no semester stay as they are.`;
  return year
    ? `${first} The year moves up after every second semester, where year and semester agree (semesters 1 and 2 are year 1, 3 and 4 year 2); any other year stays.`
    : `${first} The year stays as it is.`;
};
