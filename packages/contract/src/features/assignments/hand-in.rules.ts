import { matchesWords, searchWords, studentText } from '../../values/search-words.ts';
import { isPast } from './deadline.rules.ts';
import { handInLimits } from './hand-in-files.rules.ts';
import type { AssignmentStudent } from './hand-ins.contract.ts';

/**
 * `open`: to be handed in. `overdue`: the deadline has passed, late work is accepted. `missed`: it has
 * passed or the term is closed, nothing is accepted any more. `returned`: the student sees the marks.
 */
export type HandInState = 'open' | 'overdue' | 'missed' | 'handedIn' | 'returned';

export const handInStates: Readonly<Record<HandInState, string>> = {
  open: 'Open',
  overdue: 'Overdue',
  missed: 'Missed',
  handedIn: 'Handed in',
  returned: 'Returned',
};

/** Which students of an assignment are shown. */
export const handInFilters = ['all', 'missing', 'toMark', 'marked', 'returned'] as const;
export type HandInFilter = (typeof handInFilters)[number];

/** What the state of a student’s work depends on. */
export interface HandInFacts {
  readonly deadline: Date;
  readonly acceptLate: boolean;
  /** The latest version handed in; 0 if there is none. */
  readonly version: number;
  readonly returned: boolean;
  /** The teacher has asked for another version, which is accepted at any time. */
  readonly reopened: boolean;
  /** Nothing is accepted any more. */
  readonly termClosed: boolean;
}

export const handInState = (facts: HandInFacts, now: Date): HandInState => {
  if (facts.version > 0 && facts.returned) return 'returned';
  if (facts.version > 0) return 'handedIn';
  if (facts.termClosed) return 'missed';
  if (!isPast(facts.deadline, now)) return 'open';
  return facts.acceptLate ? 'overdue' : 'missed';
};

/** Whether the student has something to hand in. */
export const isDue = ({
  state,
  reopened,
}: {
  readonly state: HandInState;
  readonly reopened: boolean;
}): boolean => state === 'open' || state === 'overdue' || (state === 'handedIn' && reopened);

/** Whether a student can hand in now, in time or late, or why not. */
export const handInOutcomes = [
  'inTime',
  'late',
  'returned',
  'tooLate',
  'termClosed',
  'tooOften',
] as const;
export type HandInOutcome = (typeof handInOutcomes)[number];

export const handInOutcomeAt = (facts: HandInFacts, now: Date): HandInOutcome => {
  if (facts.version > 0 && facts.returned) return 'returned';
  if (facts.termClosed) return 'termClosed';
  if (facts.version >= handInLimits.versions && !facts.reopened) return 'tooOften';
  if (!isPast(facts.deadline, now)) return 'inTime';
  return facts.acceptLate || facts.reopened ? 'late' : 'tooLate';
};

/** Returns what is to be done with an assignment: mark and return, wait, or nothing more. */
export const assignmentGroup = (one: {
  readonly past: boolean;
  readonly toMark: number;
  readonly toReturn: number;
}): 'toMark' | 'open' | 'returned' => {
  if (one.toMark + one.toReturn > 0) return 'toMark';
  return one.past ? 'returned' : 'open';
};

/** What the totals need of each student. */
export interface CountedStudent {
  readonly version: number;
  /** The version the marks are for; null if there are none. */
  readonly markedVersion: number | null;
  readonly returned: boolean;
}

/** `toReturn`: the latest version is marked and not yet returned. */
export const countHandIns = (
  students: readonly CountedStudent[],
): { students: number; handedIn: number; toMark: number; toReturn: number; returned: number } => {
  const handedIn = students.filter(({ version }) => version > 0);
  const returned = handedIn.filter((one) => one.returned);
  const waiting = handedIn.filter((one) => !one.returned);
  const toReturn = waiting.filter(({ version, markedVersion }) => version === markedVersion);
  return {
    students: students.length,
    handedIn: handedIn.length,
    toMark: waiting.length - toReturn.length,
    toReturn: toReturn.length,
    returned: returned.length,
  };
};

export const needsMarking = ({ state, marked }: AssignmentStudent): boolean =>
  state === 'handedIn' && !marked;

export const byHandingIn = (one: AssignmentStudent, other: AssignmentStudent): number =>
  (one.handedInAt ?? '').localeCompare(other.handedInAt ?? '');

const holds: Readonly<Record<HandInFilter, (one: AssignmentStudent) => boolean>> = {
  all: () => true,
  missing: ({ version }) => version === 0,
  toMark: needsMarking,
  marked: ({ state, marked }) => state === 'handedIn' && marked,
  returned: ({ state }) => state === 'returned',
};

/** The students that a filter and a search select: work to mark first, in the order of handing in, then the others. */
export const studentsShown = (
  students: readonly AssignmentStudent[],
  { show, search }: { readonly show: HandInFilter; readonly search: string | null },
): AssignmentStudent[] => {
  const words = searchWords(search ?? '');
  const shown = students.filter(
    (one) =>
      holds[show](one) &&
      matchesWords(studentText(one.studentName, one.studentEmail, one.univId, one.rollNo), words),
  );
  return [
    ...shown.filter(needsMarking).sort(byHandingIn),
    ...shown.filter((one) => !needsMarking(one)),
  ];
};
