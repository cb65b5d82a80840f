import type { RosterEntry } from '@campus/contract';
import { markOf } from './marking.ts';
import type { Marking } from './marking.ts';

/** Letters without accents and case: "Agnes" finds "Ágnes". */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Every word of the search is in the name, the roll number or the e-mail. */
export const matches = (entry: RosterEntry, search: string): boolean => {
  if (search.trim() === '') return true;
  const text = plain(`${entry.studentName} ${entry.studentRollNo ?? ''} ${entry.studentEmail}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** E-mails of the students nobody has marked. */
export const unmarkedStudents = (marking: Marking): ReadonlySet<string> =>
  new Set(
    marking.entries
      .filter((entry) => markOf(marking, entry).present === null)
      .map((entry) => entry.studentEmail),
  );
