import { attendance, isIsoDate } from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { CallError, isMissing } from '../../../../lib/call-error.ts';
import { call } from '../../../../lib/call.ts';
import { errorText } from '../../../../lib/error-text.ts';
import { removeSentMarks, type UnsentMarksKey } from '../../../../lib/marking/store.ts';
import { type Attempt, type MarkSending, sendAttempt } from '../../../../lib/marking/sending.ts';
import { refresh } from '../../../../lib/query.ts';
import { singleFlight } from '../../../../lib/single-flight.ts';
import {
  removeUnsent,
  saveUnsent,
  listUnsent,
  readUnsent,
  useUnsent,
} from '../../../../lib/unsent.ts';
import { attendanceToast } from '../../../../ui/toasts.tsx';
import { classKey, type ClassDay, rosterQuery } from '../../attendance.api.ts';
import { roll, type Roll } from '../attendance-marks.ts';

/** `refused`: a submission of a class its teacher has no more, with the names of its students. */
type StoredKind = 'marks' | 'submission' | 'refused';

/** The name under which marks or submissions of a class are kept on the device. */
const nameOf = (kept: StoredKind, classDay: ClassDay): string => `${kept}:${classKey(classDay)}`;

/** Parses such a name; null when it is of another kind. */
export const parseClassKey = (kept: StoredKind, name: string): ClassDay | null => {
  const [of, date, subjectId, sectionId = null] = name.split(':');
  return of === kept && date && isIsoDate(date) && subjectId
    ? { subjectId, date, sectionId }
    : null;
};

export const unsentMarksKey = (person: string, classDay: ClassDay): UnsentMarksKey<Roll> => ({
  kind: roll,
  person,
  name: nameOf('marks', classDay),
});

/** @param facultyEmail the subject's teacher, even when an administrator is marking */
export const sendingOf = (
  client: QueryClient,
  classDay: ClassDay,
  facultyEmail: string,
): MarkSending<Roll, unknown> => ({
  kind: roll,
  fetch: () => client.fetchQuery({ ...rosterQuery(classDay), staleTime: 0 }),
  send: (sent, seen) => {
    const { subjectId, date } = classDay;
    const body = { facultyEmail, subjectId, date, studentAttendances: [...sent] };
    return call(attendance.submitAttendance, { body, ifMatch: seen });
  },
});

/** A submission made without a network, to be sent once there is one. */
export interface QueuedSubmission {
  readonly classDay: ClassDay;
  /** Subject and day, as shown to people. */
  readonly label: string;
  readonly facultyEmail: string;
  readonly attempt: Attempt<Roll>;
  /** When the button was pressed, in milliseconds since 1970; tells one attempt from the next. Once refused: when. */
  readonly pressedAt: number;
}

/** Keeps a submission until it can be sent; returns false when the device has no space for it. */
export const queueSubmission = (
  person: string,
  { classDay, ...submission }: QueuedSubmission,
): boolean => saveUnsent(person, nameOf('submission', classDay), submission);

export const cancelQueued = (person: string, classDay: ClassDay): void =>
  removeUnsent(person, nameOf('submission', classDay));

/** Whether a submission of this class is waiting, from this tab or another. */
export const useHasQueuedSubmission = (person: string, classDay: ClassDay): boolean =>
  useUnsent(person).includes(nameOf('submission', classDay));

const read = (kept: StoredKind, person: string, classDay: ClassDay): QueuedSubmission | null => {
  const stored = (readUnsent(person, nameOf(kept, classDay)) ?? {}) as Partial<QueuedSubmission>;
  const { attempt, pressedAt } = stored;
  const isWhole =
    typeof pressedAt === 'number' &&
    [attempt?.sent, attempt?.leftOut, attempt?.agreed, attempt?.shown].every(Array.isArray);
  return isWhole ? ({ ...stored, classDay } as QueuedSubmission) : null;
};

const readQueued = (person: string, classDay: ClassDay): QueuedSubmission | null =>
  read('submission', person, classDay);

export const readRefused = (person: string, classDay: ClassDay): QueuedSubmission | null =>
  read('refused', person, classDay);

/** Keeps a submission of a class that its teacher may not be able to open again. */
export const keepRefused = (
  person: string,
  { classDay, ...submission }: QueuedSubmission,
  error: unknown,
): void => {
  if (isMissing(error) && submission.facultyEmail === person)
    saveUnsent(person, nameOf('refused', classDay), { ...submission, pressedAt: Date.now() });
};

export const forgetRefused = (person: string, classDay: ClassDay): void =>
  removeUnsent(person, nameOf('refused', classDay));

/** Forgets the marks of a class altogether. */
export const discardClass = (person: string, classDay: ClassDay): void => {
  cancelQueued(person, classDay);
  forgetRefused(person, classDay);
  removeUnsent(person, nameOf('marks', classDay));
};

/** How a waiting submission ended. */
export interface Outcome {
  readonly submission: QueuedSubmission;
  /** Why it was refused, in which case the marks stay on this device; null when it was stored. */
  readonly error: unknown;
}

const listeners = new Set<(outcome: Outcome) => void>();

/** Calls back with every outcome in this tab; returns a function that stops it. */
export const onOutcome = (listener: (outcome: Outcome) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Worth a retry: no answer, an ended session, or a server in trouble. */
const isTransient = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500);

const sendOne = async (
  client: QueryClient,
  person: string,
  waiting: QueuedSubmission,
): Promise<void> => {
  const { classDay, facultyEmail, attempt, pressedAt, label } = waiting;
  const end = (error: unknown): void => {
    // If it was submitted again meanwhile, the later attempt keeps waiting. What was discarded stays so.
    if (readQueued(person, classDay)?.pressedAt === pressedAt) {
      cancelQueued(person, classDay);
      keepRefused(person, waiting, error);
    }
    for (const listener of listeners) listener({ submission: waiting, error });
    if (error === null) attendanceToast.success('Attendance submitted successfully!', label);
    else
      attendanceToast.error(`Submission failed: ${errorText(error, 'Please try again.')}`, label);
  };
  try {
    await sendAttempt(sendingOf(client, classDay, facultyEmail), attempt);
  } catch (error) {
    if (isTransient(error)) return;
    end(error);
    // Another teacher may have the class now.
    if (isMissing(error)) await refresh(client, attendance.facultySubjects.path);
    return;
  }
  removeSentMarks(unsentMarksKey(person, classDay), attempt.sent, attempt.leftOut);
  forgetRefused(person, classDay);
  end(null);
  await reloadMarks(client);
};

/** Rosters, their histories and figures, and the lists that count classes and marks. */
const countingMarks = [
  attendance.roster,
  attendance.subjectStats,
  attendance.attendanceSheet,
  attendance.dayOverview,
  attendance.listLowAttendance,
].map(({ path }) => path);

/** After a submission: refetches what it changes. */
export const reloadMarks = (client: QueryClient): Promise<void> =>
  refresh(client, ...countingMarks);

/** Sends this person's queued submissions, one class after the other. Calls share a running one. */
export const sendQueued = singleFlight(
  async (client: QueryClient, person: string): Promise<void> => {
    for (const name of listUnsent(person)) {
      const classDay = parseClassKey('submission', name);
      const waiting = classDay && readQueued(person, classDay);
      if (waiting) await sendOne(client, person, waiting);
    }
  },
);
