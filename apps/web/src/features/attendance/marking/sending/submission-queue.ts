import { attendance, isIsoDate } from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../../../lib/call-error.ts';
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

type StoredKind = 'marks' | 'submission';

/** The name under which marks or a submission of a class are kept on the device. */
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
  /** When the button was pressed, in milliseconds since 1970; tells one attempt from the next. */
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

const readQueued = (person: string, classDay: ClassDay): QueuedSubmission | null => {
  const stored = (readUnsent(person, nameOf('submission', classDay)) ??
    {}) as Partial<QueuedSubmission>;
  const { attempt, pressedAt } = stored;
  const isWhole =
    typeof pressedAt === 'number' &&
    [attempt?.sent, attempt?.leftOut, attempt?.agreed, attempt?.shown].every(Array.isArray);
  return isWhole ? ({ ...stored, classDay } as QueuedSubmission) : null;
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
    // If it was submitted again meanwhile, the later attempt keeps waiting.
    if (readQueued(person, classDay)?.pressedAt === pressedAt) cancelQueued(person, classDay);
    for (const listener of listeners) listener({ submission: waiting, error });
    if (error === null) attendanceToast.success('Attendance submitted successfully!', label);
    else
      attendanceToast.error(`Submission failed: ${errorText(error, 'Please try again.')}`, label);
  };
  try {
    await sendAttempt(sendingOf(client, classDay, facultyEmail), attempt);
  } catch (error) {
    if (!isTransient(error)) end(error);
    return;
  }
  removeSentMarks(unsentMarksKey(person, classDay), attempt.sent, attempt.leftOut);
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
