import type { attendance, BodyIn, RosterEntry } from '@campus/contract';

/** One student's mark on this screen. `present` is null while nobody has marked the student. */
export interface Mark {
  readonly present: boolean | null;
  readonly remarks: string;
}

export type SentMark = BodyIn<typeof attendance.submitAttendance>['studentAttendances'][number];

/** The roll of one class while a teacher is taking it. */
export interface Marking {
  /** The roster as the server held it when it was last loaded. */
  readonly entries: readonly RosterEntry[];
  /** State of the class that `entries` show; null between a submission and the next load. */
  readonly etag: string | null;
  /**
   * State of the class that the first unsent mark was made on; null without unsent marks. It stays
   * while newer rosters are loaded, so that the server can tell who changed these marks meanwhile.
   */
  readonly since: string | null;
  /** By student e-mail, only what differs from `entries`. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Students marked by the last "mark the rest"; empty once anything else has changed. */
  readonly filled: readonly string[];
  /** How many marks came back from this device, until the teacher has answered to that. */
  readonly restored: number;
}

/** What is kept on the device. */
export type UnsentMarks = Pick<Marking, 'marks' | 'since'>;

const storedMark = (entry: RosterEntry): Mark => ({
  present: entry.present,
  remarks: entry.remarks ?? '',
});

const same = (one: Mark, other: Mark): boolean =>
  one.present === other.present && one.remarks === other.remarks;

export const markOf = (marking: Marking, entry: RosterEntry): Mark =>
  marking.marks.get(entry.studentEmail) ?? storedMark(entry);

/** Marks that say what is stored already, or of students no longer on the roster, are dropped. */
const relevant = (
  entries: readonly RosterEntry[],
  marks: ReadonlyMap<string, Mark>,
): ReadonlyMap<string, Mark> =>
  new Map(
    entries.flatMap((entry) => {
      const mark = marks.get(entry.studentEmail);
      return mark && !same(mark, storedMark(entry)) ? [[entry.studentEmail, mark]] : [];
    }),
  );

const withMarks = (marking: Marking, marks: ReadonlyMap<string, Mark>): Marking => ({
  ...marking,
  marks,
  since: marks.size > 0 ? (marking.since ?? marking.etag) : null,
  restored: marks.size > 0 ? marking.restored : 0,
});

/** Takes in a roster just loaded. Unsent marks stay. */
export const load = (
  marking: Marking,
  entries: readonly RosterEntry[],
  etag: string | null,
): Marking => {
  const marks = relevant(entries, marking.marks);
  const filled = marking.filled.filter((email) => marks.get(email)?.present === true);
  return withMarks({ ...marking, entries, etag, filled }, marks);
};

/** Begins with a roster and the marks that were made on this device earlier and never sent. */
export const restore = (
  unsent: UnsentMarks,
  entries: readonly RosterEntry[],
  etag: string | null,
): Marking => {
  const marking = load({ ...unsent, entries, etag, filled: [], restored: 0 }, entries, etag);
  return { ...marking, restored: marking.marks.size };
};

/** Drops every unsent mark. */
export const discard = (marking: Marking): Marking =>
  withMarks({ ...marking, filled: [] }, new Map());

/** What a submission sends as If-Match. */
export const etagToMatch = (marking: Marking): string | null => marking.since ?? marking.etag;

/** Marks one student, or changes the remarks. */
export const setMark = (marking: Marking, email: string, change: Partial<Mark>): Marking => {
  const entry = marking.entries.find((one) => one.studentEmail === email);
  if (!entry) return marking;
  const mark = { ...markOf(marking, entry), ...change };
  const marks = new Map(marking.marks);
  if (same(mark, storedMark(entry))) marks.delete(email);
  else marks.set(email, mark);
  return withMarks({ ...marking, filled: [] }, marks);
};

/** Marks every unmarked student present; marks and remarks made already stay. */
export const markTheRest = (marking: Marking): Marking => {
  const marks = new Map(marking.marks);
  const filled: string[] = [];
  for (const entry of marking.entries) {
    const mark = markOf(marking, entry);
    if (mark.present !== null) continue;
    marks.set(entry.studentEmail, { ...mark, present: true });
    filled.push(entry.studentEmail);
  }
  return filled.length > 0 ? withMarks({ ...marking, filled }, marks) : marking;
};

/** Takes the last "mark the rest" back; does nothing once something else has changed. */
export const undoTheRest = (marking: Marking): Marking => {
  if (marking.filled.length === 0) return marking;
  const filled = new Set(marking.filled);
  const marks = new Map(marking.marks);
  for (const entry of marking.entries) {
    if (!filled.has(entry.studentEmail)) continue;
    marks.set(entry.studentEmail, { ...markOf(marking, entry), present: entry.present });
  }
  return withMarks({ ...marking, filled: [] }, relevant(marking.entries, marks));
};

/** Takes over the unsent marks of another tab with the same class. */
export const takeOver = (marking: Marking, unsent: UnsentMarks): Marking =>
  load({ ...marking, ...unsent, filled: [] }, marking.entries, marking.etag);

/** The whole class, with the unmarked as absent; or nothing but the marks changed here. */
export type Extent = 'class' | 'changes';

/** What is sent. */
export const submissionOf = (marking: Marking, extent: Extent = 'class'): readonly SentMark[] =>
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

/** What of some marks is still to be sent after `sent` was stored; those of `leftOut` are given up. */
export const stillUnsent = (
  marks: readonly (readonly [email: string, mark: Mark])[],
  sent: readonly SentMark[],
  leftOut: readonly string[],
): ReadonlyMap<string, Mark> => {
  const stored = new Map(sent.map((mark) => [mark.studentEmail, mark]));
  return new Map(
    marks.filter(([email, { present, remarks }]) => {
      const at = stored.get(email);
      if (!at) return !leftOut.includes(email);
      return (present ?? false) !== at.present || remarks.trim() !== (at.remarks ?? '');
    }),
  );
};

/**
 * After `sent` was stored: what was sent is no longer unsent, what was changed while it was under
 * way still is.
 */
export const submitted = (
  marking: Marking,
  sent: readonly SentMark[],
  leftOut: readonly string[],
): Marking => {
  const stored = new Map(sent.map((mark) => [mark.studentEmail, mark]));
  const entries = marking.entries.map((entry) => {
    const { present = entry.present, remarks = entry.remarks } =
      stored.get(entry.studentEmail) ?? {};
    return { ...entry, present, remarks };
  });
  // By what is shown, not by `marks`: a change back to what was stored before is a change, too.
  const shown = marking.entries.map(
    (entry) => [entry.studentEmail, markOf(marking, entry)] as const,
  );
  const marks = relevant(entries, stillUnsent(shown, sent, leftOut));
  return { entries, etag: null, since: null, marks, filled: [], restored: 0 };
};

export const countMarks = (marking: Marking) => {
  let present = 0;
  let absent = 0;
  for (const entry of marking.entries) {
    const mark = markOf(marking, entry).present;
    if (mark === true) present += 1;
    else if (mark === false) absent += 1;
  }
  return { present, absent, unmarked: marking.entries.length - present - absent };
};
