import type { RosterEntry } from '@campus/contract';
import { markOf } from '../../../../lib/marking/marking.ts';
import type { Marking } from '../marking.ts';

/** Letters without accents and case: "Agnes" finds "Ágnes". */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * For each entry whether it is shown: it is in `only` (null: everybody is), and every word of the
 * search is in the name, the roll number or the e-mail.
 */
export const makeFilter = (entries: readonly RosterEntry[]) => {
  const texts = entries.map((entry) =>
    plain(`${entry.studentName} ${entry.studentRollNo ?? ''} ${entry.studentEmail}`),
  );
  return (search: string, only: ReadonlySet<string> | null): readonly boolean[] => {
    const words = plain(search).split(/\s+/);
    return entries.map(
      (entry, index) =>
        (only === null || only.has(entry.studentEmail)) &&
        words.every((word) => texts[index]?.includes(word)),
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
