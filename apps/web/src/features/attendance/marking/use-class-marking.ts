import { attendance } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { CallError, isMissing, isNetworkError } from '../../../lib/call-error.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useSending } from '../../../lib/marking/sending.ts';
import { useMarkingStore } from '../../../lib/marking/store.ts';
import { refresh } from '../../../lib/query.ts';
import { attendanceToast } from '../../../ui/toasts.tsx';
import { classKey, type ClassDay, type LoadedRoster, rosterQuery } from '../attendance.api.ts';
import { type SubmissionScope, submissionOf } from './attendance-marks.ts';
import {
  forgetRefused,
  keepRefused,
  readRefused,
  unsentMarksKey,
  onOutcome,
  type Outcome,
  reloadMarks,
  sendingOf,
  cancelQueued,
  useHasQueuedSubmission,
  queueSubmission,
} from './sending/submission-queue.ts';

export interface ClassToMark {
  /** E-mail of the person who is marking; unsent marks belong to them. */
  readonly person: string;
  readonly classDay: ClassDay;
  /** Label of the subject, for messages that may appear while another class is on the screen. */
  readonly subject: string;
  /** The subject's teacher. Anybody else who marks is correcting, and sends only changes. */
  readonly facultyEmail: string;
}

export type ClassMarking = ReturnType<typeof useClassMarking>;

/**
 * The controller of one class: its marks, submitting them, conflicts with marks by others, and
 * working offline (see sending/submission-queue.ts).
 */
export const useClassMarking = (
  { person, classDay, subject, facultyEmail }: ClassToMark,
  roster: LoadedRoster,
) => {
  const client = useQueryClient();
  const { queryKey } = rosterQuery(classDay);
  const store = useMarkingStore(unsentMarksKey(person, classDay), queryKey, roster);
  const cancelWaiting = (): void => cancelQueued(person, classDay);
  const label = [subject, formatDay(classDay.date)].filter(Boolean).join(', ');
  const extent: SubmissionScope = facultyEmail === person ? 'class' : 'changes';

  const sending = useSending(store, sendingOf(client, classDay, facultyEmail), {
    onStored: (reply) => {
      cancelWaiting();
      forgetRefused(person, classDay);
      if (reply !== null) attendanceToast.success('Attendance submitted successfully!', label);
      return reloadMarks(client);
    },
    onFailed: async (error, attempt, asked) => {
      if (asked) return cancelWaiting();
      const submission = { classDay, label, facultyEmail, attempt, pressedAt: Date.now() };
      const keeps = isNetworkError(error) && queueSubmission(person, submission);
      keepRefused(person, submission, error);
      const reason = keeps
        ? 'no connection. Your marks are kept on this device and will be submitted when the connection is back.'
        : errorText(error, 'Please try again.');
      attendanceToast.error(`Submission failed: ${reason}`, label);
      // The class itself may have changed: a student was withdrawn from it, or another teacher has it now.
      if (error instanceof CallError && error.code === 'invalid') {
        await reloadMarks(client);
        await refresh(client, '/subjects');
      }
      if (isMissing(error)) await refresh(client, attendance.facultySubjects.path);
    },
  });

  const loadedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  const onLoaded = useEffectEvent((at: number): void => {
    // The teacher has the class again.
    if ((readRefused(person, classDay)?.pressedAt ?? at) < at) forgetRefused(person, classDay);
  });
  useEffect(() => onLoaded(loadedAt), [loadedAt]);

  const onEnd = useEffectEvent(({ submission, error }: Outcome): void => {
    if (classKey(submission.classDay) !== classKey(classDay)) return;
    if (error === null) sending.stored(submission.attempt);
    else sending.refused(error, submission.attempt);
  });
  useEffect(() => onOutcome((outcome) => onEnd(outcome)), []);

  return {
    ...sending,
    /** The marks, outside of React state: read parts of them with `useMarking`. */
    store,
    /** What `submit` sends. */
    extent,
    /** Whether a submission is waiting on this device for the network. */
    isQueued: useHasQueuedSubmission(person, classDay),
    submit: (): void => {
      const sent = submissionOf(store.get(), extent);
      if (sent.length > 0) sending.send(sent);
      // Only remarks of students who are not marked were changed.
      else if (store.get().marks.size > 0)
        attendanceToast.error(
          'Submission failed: a remark needs a mark. Mark the student, too.',
          label,
        );
    },
    /** Cancels the waiting submission; the marks stay. */
    cancelWaiting,
  };
};
