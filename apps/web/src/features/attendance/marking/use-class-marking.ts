import type { RosterConflict } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError, isConflict, isUnanswered } from '../../../lib/call-error.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { attendanceToast } from '../../../ui/toasts.tsx';
import type { ClassDay, LoadedRoster } from '../attendance.api.ts';
import { type MarkingStore, useMarkingStore } from './marking-store.ts';
import { etagToMatch, type Extent, submissionOf, submitted } from './marking.ts';
import { type Attempt, sendAttempt } from './sending/attempt.ts';
import {
  onOutcome,
  reloadClass,
  stopWaiting,
  useWaits,
  wait,
} from './sending/waiting-submissions.ts';

/** A submission that was refused since others have stored other marks meanwhile. */
interface Conflict extends Attempt {
  readonly rows: readonly RosterConflict[];
}

export interface MarkedClass {
  /** E-mail of the person who is marking: unsent marks are theirs. */
  readonly person: string;
  readonly classDay: ClassDay;
  /** The subject, for what is said about a submission while another class is on the screen. */
  readonly subject: string;
  /** The teacher of the subject. Anybody else who marks is correcting, and sends changes only. */
  readonly facultyEmail: string;
}

/** What the screen of one class needs to mark it and to send the marks. */
export interface ClassMarking {
  /** The marks, outside of React: parts of them are read with `useMarking`. */
  readonly store: MarkingStore;
  /** What `submit` sends. */
  readonly extent: Extent;
  /** A submission is under way. */
  readonly busy: boolean;
  /** A submission waits on this device for the network. */
  readonly waits: boolean;
  readonly submit: () => void;
  /** Takes back the submission that waits; the marks stay. */
  readonly cancelWaiting: () => void;
  /** What was refused, until it is decided or dismissed. */
  readonly conflict: Conflict | null;
  /** Sends one's own marks of the students in `mine` (e-mails); of the others theirs stay. */
  readonly decide: (mine: ReadonlySet<string>) => void;
  readonly dismissConflict: () => void;
}

const conflictOf = (error: unknown, attempt: Attempt): Conflict | null =>
  isConflict(error) && error.details.length > 0
    ? { ...attempt, rows: error.details as readonly RosterConflict[] }
    : null;

/**
 * The controller of one class: its marks, sending them, what to do when others have marked it
 * meanwhile, and when there is no network (see sending/waiting-submissions.ts).
 */
export const useClassMarking = (
  { person, classDay, subject, facultyEmail }: MarkedClass,
  roster: LoadedRoster,
): ClassMarking => {
  const client = useQueryClient();
  const store = useMarkingStore(person, classDay, roster);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const waits = useWaits(person, classDay);
  const extent = facultyEmail === person ? 'class' : 'changes';
  const { subjectId, date } = classDay;

  const newAttempt = (): Attempt => {
    const marking = store.get();
    return {
      sent: submissionOf(marking, extent),
      leftOut: [],
      agreed: [],
      seen: etagToMatch(marking),
      shown: marking.entries.map(({ studentEmail, present, remarks }) => ({
        studentEmail,
        present,
        remarks,
      })),
    };
  };

  useEffect(
    () =>
      onOutcome(({ waiting, error }) => {
        if (waiting.classDay.subjectId !== subjectId || waiting.classDay.date !== date) return;
        const { attempt } = waiting;
        if (error === null)
          store.update((marking) => submitted(marking, attempt.sent, attempt.leftOut));
        else setConflict(conflictOf(error, attempt));
      }),
    [subjectId, date, store],
  );

  const sending = useMutation({
    // Sent or refused at once: what waits for the network is kept where a reload does not lose it.
    networkMode: 'always',
    mutationFn: (attempt: Attempt) => sendAttempt(client, classDay, facultyEmail, attempt),
    onSuccess: async (_, { sent, leftOut }) => {
      setConflict(null);
      stopWaiting(person, classDay);
      store.update((marking) => submitted(marking, sent, leftOut));
      if (sent.length > 0) attendanceToast.success('Attendance submitted successfully!');
      await reloadClass(client, classDay);
    },
    onError: async (error, attempt) => {
      const refused = conflictOf(error, attempt);
      setConflict(refused);
      if (refused) {
        stopWaiting(person, classDay);
        return;
      }
      const label = [subject, formatDay(date)].filter(Boolean).join(', ');
      const keeps =
        isUnanswered(error) &&
        wait(person, { classDay, label, facultyEmail, attempt, pressedAt: Date.now() });
      const reason = keeps
        ? 'no connection. Your marks are kept on this device and will be submitted when the connection is back.'
        : errorText(error, 'Please try again.');
      attendanceToast.error(`Submission failed: ${reason}`);
      // The roster itself may have changed: a student was withdrawn from the subject, say.
      if (error instanceof CallError && error.code === 'invalid')
        await reloadClass(client, classDay);
    },
  });

  return {
    store,
    extent,
    busy: sending.isPending,
    waits,
    submit: () => sending.mutate(newAttempt()),
    cancelWaiting: () => stopWaiting(person, classDay),
    conflict,
    decide: (mine) => {
      if (!conflict) return;
      const isMine = ({ studentEmail }: RosterConflict): boolean => mine.has(studentEmail);
      const theirs = conflict.rows
        .filter((row) => !isMine(row))
        .map(({ studentEmail }) => studentEmail);
      sending.mutate({
        ...conflict,
        sent: conflict.sent.filter(({ studentEmail }) => !theirs.includes(studentEmail)),
        leftOut: [...conflict.leftOut, ...theirs],
        agreed: [...conflict.agreed, ...conflict.rows.filter(isMine)],
      });
    },
    dismissConflict: () => setConflict(null),
  };
};
