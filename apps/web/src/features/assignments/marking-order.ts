import { type AssignmentStudent, byHandingIn, needsMarking } from '@campus/contract';

/** The position of a student's work among all that was handed in, in the order of handing in. */
export const markingProgress = (students: readonly AssignmentStudent[], email: string) => {
  const handedIn = students.filter(({ version }) => version > 0).sort(byHandingIn);
  const toMark = handedIn.filter(needsMarking);
  const at = handedIn.findIndex(({ studentEmail }) => studentEmail === email);
  // Wraps round: after the last come those from the first on.
  const others = [...handedIn.slice(at + 1), ...handedIn.slice(0, Math.max(at, 0))];
  const coming = others.filter(needsMarking);
  return {
    toMark: toMark.length,
    /** From 1; 0 when already marked. */
    number: toMark.findIndex(({ studentEmail }) => studentEmail === email) + 1,
    /** The one handed in before it, marked or not, to look at again. */
    previous: handedIn[at - 1],
    coming,
    next: coming[0],
  };
};
