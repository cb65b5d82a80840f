import type { AssignmentStudent } from '@campus/contract';

export const isToMark = ({ state, marked }: AssignmentStudent): boolean =>
  state === 'handedIn' && !marked;

const byHandingIn = (one: AssignmentStudent, other: AssignmentStudent): number =>
  (one.handedInAt ?? '').localeCompare(other.handedInAt ?? '');

/** What is to mark first, in the order of handing in; the rest as it was. */
export const toMarkFirst = (students: readonly AssignmentStudent[]): AssignmentStudent[] => [
  ...students.filter(isToMark).sort(byHandingIn),
  ...students.filter((one) => !isToMark(one)),
];

/** Where a student's work stands among all that was handed in, in that order. */
export const placeOf = (students: readonly AssignmentStudent[], email: string) => {
  const handedIn = students.filter(({ version }) => version > 0).sort(byHandingIn);
  const toMark = handedIn.filter(isToMark);
  const at = handedIn.findIndex(({ studentEmail }) => studentEmail === email);
  // After the last one from the first on.
  const others = [...handedIn.slice(at + 1), ...handedIn.slice(0, Math.max(at, 0))];
  const coming = others.filter(isToMark);
  return {
    toMark: toMark.length,
    /** From 1; 0 when it is marked. */
    number: toMark.findIndex(({ studentEmail }) => studentEmail === email) + 1,
    /** The one before it, marked or not: to look at it again. */
    previous: handedIn[at - 1],
    coming,
    next: coming[0],
  };
};
