import type { RosterConflict } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError, isConflict, isUnanswered } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { attendanceToast } from '../../ui/toasts.tsx';
import { rosterQuery, statsQuery } from './attendance.api.ts';
import type { ClassDay } from './attendance.api.ts';
import type { MarkingStore } from './marking-store.ts';
import { etagToMatch, submissionOf } from './marking.ts';
import type { Extent } from './marking.ts';
import { onOutcome } from './send-waiting.ts';
import type { Outcome } from './send-waiting.ts';
import { sendAttempt } from './sending.ts';
import type { Attempt } from './sending.ts';
import { stopWaiting, wait } from './waiting-submissions.ts';

interface Conflict extends Attempt {
  readonly rows: readonly RosterConflict[];
}

export interface SubmissionOptions {
  /** Subject and day, for people. */
  readonly label: string;
  /** The teacher of the subject, whoever is marking. */
  readonly facultyEmail: string;
  readonly extent: Extent;
}

const isOf = (klass: ClassDay, { waiting }: Outcome): boolean =>
  waiting.klass.subjectId === klass.subjectId && waiting.klass.date === klass.date;

const kept =
  'Your marks are kept on this device and will be submitted when the connection is back.';

/**
 * Sending the marks of a class; what to do when somebody else has marked it meanwhile, and when
 * there is no network: the submission then waits on this device (see send-waiting.ts).
 */
export const useSubmission = (klass: ClassDay, store: MarkingStore, options: SubmissionOptions) => {
  const client = useQueryClient();
  const { label, facultyEmail, extent } = options;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { subjectId, date } = klass;
  const { person } = store;

  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: rosterQuery(klass).queryKey }),
      client.invalidateQueries({ queryKey: statsQuery(subjectId).queryKey }),
    ]);
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
      onOutcome((outcome) => {
        if (!isOf({ subjectId, date }, outcome)) return;
        const { attempt } = outcome.waiting;
        if (outcome.kind === 'stored')
          store.dispatch({ type: 'submitted', sent: attempt.sent, givenUp: attempt.leftOut });
        else if (isConflict(outcome.error))
          setConflict({ ...attempt, rows: outcome.error.details as readonly RosterConflict[] });
      }),
    [subjectId, date, store],
  );

  const mutation = useMutation({
    // Sent or refused at once: what waits for the network is kept where a reload does not lose it.
    networkMode: 'always',
    mutationFn: (attempt: Attempt) =>
      sendAttempt(klass, facultyEmail, attempt, () =>
        client.fetchQuery({ ...rosterQuery(klass), staleTime: 0 }),
      ),
    onSuccess: async (_, { sent, leftOut }) => {
      setConflict(null);
      stopWaiting(person, klass);
      store.dispatch({ type: 'submitted', sent, givenUp: leftOut });
      if (sent.length > 0) attendanceToast.success('Attendance submitted successfully!');
      await reload();
    },
    onError: async (error, attempt) => {
      if (isConflict(error)) {
        stopWaiting(person, klass);
        setConflict({ ...attempt, rows: error.details as readonly RosterConflict[] });
        return;
      }
      setConflict(null);
      const reason = errorText(error, 'Please try again.');
      const waits =
        isUnanswered(error) &&
        wait(person, { klass, label, facultyEmail, attempt, pressedAt: Date.now() });
      attendanceToast.error(`Submission failed: ${waits ? `no connection. ${kept}` : reason}`);
      // The roster itself may have changed: somebody was withdrawn from the subject, say.
      if (error instanceof CallError && error.code === 'invalid') await reload();
    },
  });

  return {
    busy: mutation.isPending,
    conflict,
    dismissConflict: () => setConflict(null),
    submit: () => mutation.mutate(newAttempt()),
    /** Sends one's own marks of `mine` (e-mails); of the others who differ theirs are kept. */
    decide: (mine: ReadonlySet<string>) => {
      if (!conflict) return;
      const theirs = conflict.rows
        .map(({ studentEmail }) => studentEmail)
        .filter((email) => !mine.has(email));
      mutation.mutate({
        ...conflict,
        sent: conflict.sent.filter(({ studentEmail }) => !theirs.includes(studentEmail)),
        leftOut: [...conflict.leftOut, ...theirs],
        agreed: [
          ...conflict.agreed,
          ...conflict.rows.filter(({ studentEmail }) => mine.has(studentEmail)),
        ],
      });
    },
  };
};
