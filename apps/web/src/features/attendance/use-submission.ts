import { errorCodes } from '@campus/contract';
import type { RosterConflict, RosterEntry } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { attendanceToast } from '../../ui/toasts.tsx';
import { rosterQuery, sendMarks, statsQuery } from './attendance.api.ts';
import type { ClassDay } from './attendance.api.ts';
import type { MarkingStore } from './marking-store.ts';
import { etagToMatch, submissionOf } from './marking.ts';
import type { SentMark } from './marking.ts';

interface Attempt {
  readonly sent: readonly SentMark[];
  /** Students whose mark by somebody else is kept; they are not in `sent`. */
  readonly leftOut: readonly string[];
  /** What others stored and the teacher has agreed to overwrite. */
  readonly agreed: readonly RosterConflict[];
}

interface Conflict extends Attempt {
  readonly rows: readonly RosterConflict[];
}

/**
 * True when sending would change nothing that was not shown: each mark stored now is what is sent,
 * what this screen was loaded with, or what the teacher has agreed to overwrite.
 */
export const isAgreed = (
  fresh: readonly RosterEntry[],
  shown: readonly RosterEntry[],
  { sent, agreed }: Pick<Attempt, 'sent' | 'agreed'>,
): boolean => {
  const known = (email: string, now: RosterEntry): boolean =>
    [
      sent.find((mark) => mark.studentEmail === email),
      agreed.find((mark) => mark.studentEmail === email),
      shown.find((entry) => entry.studentEmail === email),
    ].some((one) => one?.present === now.present && (one.remarks ?? null) === now.remarks);
  return fresh.every(
    (entry) =>
      !sent.some((mark) => mark.studentEmail === entry.studentEmail) ||
      known(entry.studentEmail, entry),
  );
};

/** Sending the marks of a class, and what to do when somebody else has marked it meanwhile. */
export const useSubmission = (person: string, klass: ClassDay, store: MarkingStore) => {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const loadFresh = () => client.fetchQuery({ ...rosterQuery(klass), staleTime: 0 });

  const etagFor = async (attempt: Attempt): Promise<string | null> => {
    const { entries: shown } = store.get();
    const seen = etagToMatch(store.get());
    if (seen !== null && attempt.agreed.length === 0) return seen;
    const fresh = await loadFresh();
    if (isAgreed(fresh.entries, shown, attempt)) return fresh.etag;
    // With the older state the server says who else has changed what; without one, stop here.
    if (seen === null) throw new CallError(409, 'unknown', errorCodes.conflict.sentence);
    return seen;
  };

  const mutation = useMutation({
    // Sent or refused at once: a request that waited for the network could come hours later.
    networkMode: 'always',
    mutationFn: async (attempt: Attempt) => {
      if (attempt.sent.length > 0)
        await sendMarks(klass, person, attempt.sent, await etagFor(attempt));
    },
    onSuccess: async (_, { sent, leftOut }) => {
      setConflict(null);
      store.dispatch({ type: 'submitted', sent, givenUp: leftOut });
      if (sent.length > 0) attendanceToast.success('Attendance submitted successfully!');
      await Promise.all([
        client.invalidateQueries({ queryKey: rosterQuery(klass).queryKey }),
        client.invalidateQueries({ queryKey: statsQuery(klass.subjectId).queryKey }),
      ]);
    },
    onError: async (error, attempt) => {
      if (error instanceof CallError && error.code === 'conflict') {
        setConflict({ ...attempt, rows: error.details as readonly RosterConflict[] });
        return;
      }
      setConflict(null);
      attendanceToast.error(`Submission failed: ${errorText(error, 'Please try again.')}`);
      // The roster itself may have changed: somebody was withdrawn from the subject, say.
      if (error instanceof CallError && error.code === 'invalid')
        await client.invalidateQueries({ queryKey: rosterQuery(klass).queryKey });
    },
  });

  return {
    busy: mutation.isPending,
    conflict,
    dismissConflict: () => setConflict(null),
    submit: () => mutation.mutate({ sent: submissionOf(store.get()), leftOut: [], agreed: [] }),
    keepTheirs: () => {
      if (!conflict) return;
      const leftOut = [...conflict.leftOut, ...conflict.rows.map((row) => row.studentEmail)];
      mutation.mutate({ ...conflict, sent: submissionOf(store.get(), leftOut), leftOut });
    },
    sendMine: () => {
      if (!conflict) return;
      mutation.mutate({ ...conflict, agreed: [...conflict.agreed, ...conflict.rows] });
    },
  };
};
