import { matchesWords, searchWords, studentText } from '../../values/search-words.ts';
import type { Leaver } from './terms.contract.ts';
/** A student’s semester and year. A campus may use both, one or neither. */
export interface Standing {
  readonly semester: number | null;
  readonly year: number | null;
}

export interface Promotion {
  readonly semester: boolean;
  /** The year only ever changes with the semester. */
  readonly year: boolean;
}

/** The last semester of a programme of four years, used if a programme does not have its own. */
export const lastSemester = 8;

/** The year of study a semester belongs to, two semesters a year: 1 and 2 → 1, 3 and 4 → 2. */
export const yearOfSemester = (semester: number): number => Math.ceil(semester / 2);

/**
 * Returns a student’s semester and year in the next term. The semester goes up by one. The year follows
 * it, after every second semester, only if the two agreed before: a year that means something else, such
 * as the year of admission, must not change.
 */
export const promote = (
  standing: Standing,
  { semester, year }: Promotion,
  last = lastSemester,
): Standing => {
  if (
    !semester ||
    standing.semester === null ||
    staysInLastSemester(standing, { semester, year }, last)
  )
    return standing;
  const next = standing.semester + 1;
  const agreed = standing.year === yearOfSemester(standing.semester);
  return { semester: next, year: year && agreed ? yearOfSemester(next) : standing.year };
};

/** Whether the promotion skips a student who is in the last semester. */
export const staysInLastSemester = (
  { semester }: Standing,
  { semester: wanted }: Promotion,
  last = lastSemester,
): boolean => wanted && semester !== null && semester >= last;

/** Describes the rule for the person who is about to apply it. */
export const promotionInWords = ({ semester, year }: Promotion): string => {
  if (!semester) return 'Semester and year of every student stay as they are.';
  const first = `Every active student with a semester before the last moves up by one; those in semester ${lastSemester} or the last of their programme, who repeat or have no semester stay as they are.`;
  return year
    ? `${first} The year moves up after every second semester, where year and semester agree (semesters 1 and 2 are year 1, 3 and 4 year 2); any other year stays.`
    : `${first} The year stays as it is.`;
};

/** Filters leavers by search text and by whether they have something to settle. */
export const leaversShown = (
  leavers: readonly Leaver[],
  { search, open }: { readonly search: string | null; readonly open: boolean },
): Leaver[] => {
  const words = searchWords(search ?? '');
  return leavers.filter(
    ({ name, email, univId, rollNo, loans }) =>
      (!open || loans > 0) && matchesWords(studentText(name, email, univId, rollNo), words),
  );
};
