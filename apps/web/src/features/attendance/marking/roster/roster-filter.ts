import type { RosterEntry } from '@campus/contract';
import { plain, wordsOf } from '../../../../lib/search.ts';
import { markOf } from '../../../../lib/marking/marking.ts';
import type { Marking } from '../marking.ts';

/**
 * For each entry whether it is shown: it is in `only` (null: everybody is), and every word of the
 * search is in the name, the roll number or the e-mail.
 */
export const makeFilter = (entries: readonly RosterEntry[]) => {
  // Made with the first search: a class of thousands is drawn before.
  let texts: readonly string[] | undefined;
  return (search: string, only: ReadonlySet<string> | null): readonly boolean[] => {
    const words = wordsOf(search);
    if (words.length > 0)
      texts ??= entries.map((entry) =>
        plain(`${entry.studentName} ${entry.studentRollNo ?? ''} ${entry.studentEmail}`),
      );
    return entries.map(
      (entry, index) =>
        (only === null || only.has(entry.studentEmail)) &&
        words.every((word) => texts?.[index]?.includes(word)),
    );
  };
};

/** E-mails of the students nobody has marked. */
export const unmarkedStudents = (marking: Marking): ReadonlySet<string> =>
  new Set(
    marking.entries
      .filter((entry) => markOf(marking, entry).present === null)
      .map((entry) => entry.studentEmail),
  );
