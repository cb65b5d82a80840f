import { type RosterEntry, searchWords, studentText, withoutAccents } from '@campus/contract';
import { markOf } from '../../../../lib/marking/marking.ts';
import type { Marking } from '../attendance-marks.ts';

/**
 * Returns a filter: an entry passes if it is in `only` (null: no restriction) and every word of the search is in its
 * name, roll number or e-mail.
 */
export const makeFilter = (entries: readonly RosterEntry[]) => {
  // Built at the first search, so as not to delay drawing a class of thousands.
  let texts: readonly string[] | undefined;
  return (search: string, only: ReadonlySet<string> | null): readonly boolean[] => {
    const words = searchWords(search);
    if (words.length > 0)
      texts ??= entries.map((entry) =>
        withoutAccents(
          studentText(entry.studentName, entry.studentEmail, null, entry.studentRollNo),
        ),
      );
    return entries.map(
      (entry, index) =>
        (only === null || only.has(entry.studentEmail)) &&
        words.every((word) => texts?.[index]?.includes(word)),
    );
  };
};

/** E-mails of the unmarked students. */
export const unmarkedStudents = (marking: Marking): ReadonlySet<string> =>
  new Set(
    marking.entries
      .filter((entry) => markOf(marking, entry).present === null)
      .map((entry) => entry.studentEmail),
  );
