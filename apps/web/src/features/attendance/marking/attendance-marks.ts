import type { attendance, BodyIn, RosterConflict, RosterEntry } from '@campus/contract';
import {
  type MarkKind,
  type Marking as MarkingOf,
  markOf,
  setMarks,
} from '../../../lib/marking/marking.ts';

/** One student's mark on this screen. `present` is null while the student is unmarked. */
export interface Mark {
  readonly present: boolean | null;
  readonly remarks: string;
}

/** The roll of a class, as a kind of marks for lib/marking. */
export interface Roll {
  readonly entry: RosterEntry;
  readonly mark: Mark;
  readonly sent: BodyIn<typeof attendance.submitAttendance>['studentAttendances'][number];
  readonly theirs: RosterConflict;
}

export type Marking = MarkingOf<Roll>;

export const roll: MarkKind<Roll> = {
  keyOf: ({ studentEmail }) => studentEmail,
  storedMark: ({ present, remarks }) => ({ present, remarks: remarks ?? '' }),
  same: (one, other) => one.present === other.present && one.remarks === other.remarks,
  asStored: ({ present, remarks }) => ({ present: present ?? false, remarks: remarks.trim() }),
  storageKey: 'marks',
  serializeRow: ({ present, remarks }) => [present, remarks],
  parseRow: ([present, remarks]) =>
    (present === null || typeof present === 'boolean') && typeof remarks === 'string'
      ? { present, remarks }
      : undefined,
};

/** Marks one student, or changes the remarks. */
export const setMark = (marking: Marking, email: string, change: Partial<Mark>): Marking => {
  const entry = marking.entries.find((one) => one.studentEmail === email);
  return entry ? setMarks(marking, [[email, { ...markOf(marking, entry), ...change }]]) : marking;
};

/** Marks every unmarked student present; existing marks and remarks stay. */
export const markTheRest = (marking: Marking): Marking => {
  const marks = marking.entries.flatMap((entry) => {
    const mark = markOf(marking, entry);
    return mark.present === null ? [[entry.studentEmail, { ...mark, present: true }] as const] : [];
  });
  const filled = marks.map(([email]) => email);
  return filled.length > 0 ? setMarks(marking, marks, filled) : marking;
};

/** Undoes the last `markTheRest`; does nothing once something else has changed. */
export const undoTheRest = (marking: Marking): Marking => {
  if (marking.autoMarked.length === 0) return marking;
  const filled = new Set(marking.autoMarked);
  const before = marking.entries
    .filter(({ studentEmail }) => filled.has(studentEmail))
    .map((entry) => {
      const { remarks } = markOf(marking, entry);
      return [entry.studentEmail, { present: entry.present, remarks }] as const;
    });
  return setMarks(marking, before);
};

/** What is sent: the whole class, unmarked students as absent; or only the marks changed here. */
export type SubmissionScope = 'class' | 'changes';

export const submissionOf = (
  marking: Marking,
  extent: SubmissionScope = 'class',
): readonly Roll['sent'][] =>
  marking.entries
    .filter(
      ({ studentEmail: email }) =>
        extent === 'class' || (marking.marks.get(email)?.present ?? null) !== null,
    )
    .map((entry) => {
      const { present, remarks } = markOf(marking, entry);
      return {
        studentEmail: entry.studentEmail,
        present: present ?? false,
        remarks: remarks.trim() || null,
      };
    });

interface Counts {
  readonly present: number;
  readonly absent: number;
  readonly unmarked: number;
}

/** Several parts of the screen count the same marks: each count is cached. */
const counted = new WeakMap<Marking, Counts>();

export const countMarks = (marking: Marking): Counts => {
  const known = counted.get(marking);
  if (known) return known;
  let present = 0;
  let absent = 0;
  for (const entry of marking.entries) {
    const mark = markOf(marking, entry).present;
    if (mark === true) present += 1;
    else if (mark === false) absent += 1;
  }
  const counts = { present, absent, unmarked: marking.entries.length - present - absent };
  counted.set(marking, counts);
  return counts;
};
