import { isPast } from './deadline.rules.ts';

/**
 * `open`: to be handed in. `overdue`: the deadline has passed, and late work is taken. `missed`: it
 * has passed and nothing is taken any more. `returned`: with marks that the student sees.
 */
export type HandInState = 'open' | 'overdue' | 'missed' | 'handedIn' | 'returned';

/** What decides about one student's work. */
export interface HandInFacts {
  readonly deadline: Date;
  readonly acceptLate: boolean;
  /** The newest version handed in; 0 without any. */
  readonly version: number;
  readonly returned: boolean;
  /** The teacher has asked for another version: it is taken whenever it comes. */
  readonly reopened: boolean;
}

export const handInState = (facts: HandInFacts, now: Date): HandInState => {
  if (facts.version > 0 && facts.returned) return 'returned';
  if (facts.version > 0) return 'handedIn';
  if (!isPast(facts.deadline, now)) return 'open';
  return facts.acceptLate ? 'overdue' : 'missed';
};

/** The student has something to hand in. */
export const isDue = ({
  state,
  reopened,
}: {
  readonly state: HandInState;
  readonly reopened: boolean;
}): boolean => state === 'open' || state === 'overdue' || (state === 'handedIn' && reopened);

/** Why a student cannot hand in now, or that they can, late or in time. */
export type HandingIn = 'inTime' | 'late' | 'returned' | 'tooLate';

export const handingInAt = (facts: HandInFacts, now: Date): HandingIn => {
  if (facts.version > 0 && facts.returned) return 'returned';
  if (!isPast(facts.deadline, now)) return 'inTime';
  return facts.acceptLate || facts.reopened ? 'late' : 'tooLate';
};

/** What an assignment asks of the person who keeps it: to mark and to return, else to wait, else nothing more. */
export const assignmentGroup = (one: {
  readonly past: boolean;
  readonly toMark: number;
  readonly toReturn: number;
}): 'toMark' | 'open' | 'returned' => {
  if (one.toMark + one.toReturn > 0) return 'toMark';
  return one.past ? 'returned' : 'open';
};

/** One student of an assignment, as far as the totals are about them. */
export interface CountedStudent {
  readonly version: number;
  /** The version the marks are for; null while there are none. */
  readonly markedVersion: number | null;
  readonly returned: boolean;
}

/** `toReturn`: marked in their newest version and not returned yet. */
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
