import type { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { attendanceToast } from '../../ui/toasts.tsx';
import { rosterQuery, statsQuery } from './attendance.api.ts';
import { settleUnsentMarks } from './unsent-marks.ts';
import { sendAttempt } from './sending.ts';
import { listWaiting, readWaiting, stopWaiting } from './waiting-submissions.ts';
import type { Waiting } from './waiting-submissions.ts';

/** How a submission that had waited ended. */
export type Outcome =
  | { readonly kind: 'stored'; readonly waiting: Waiting }
  /** Refused: the marks stay on this device. */
  | { readonly kind: 'refused'; readonly waiting: Waiting; readonly error: unknown };

const listeners = new Set<(outcome: Outcome) => void>();

/** Calls back with every outcome in this tab; returns the way out. */
export const onOutcome = (listener: (outcome: Outcome) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Worth another try later: no answer, an ended session, or a server in trouble. */
const isPassing = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500);

const announce = (outcome: Outcome): void => {
  for (const listener of listeners) listener(outcome);
  if (outcome.kind === 'stored') attendanceToast.success('Attendance submitted successfully!');
  else attendanceToast.error(`Submission failed: ${errorText(outcome.error, 'Please try again.')}`);
};

const sendOne = async (client: QueryClient, person: string, waiting: Waiting): Promise<void> => {
  const { klass, facultyEmail, attempt, pressedAt } = waiting;
  const loadFresh = () => client.fetchQuery({ ...rosterQuery(klass), staleTime: 0 });
  const end = (outcome: Outcome): void => {
    // Pressed again meanwhile: the later attempt goes on waiting.
    if (readWaiting(person, klass)?.pressedAt === pressedAt) stopWaiting(person, klass);
    announce(outcome);
  };
  try {
    await sendAttempt(klass, facultyEmail, attempt, loadFresh);
  } catch (error) {
    if (!isPassing(error)) end({ kind: 'refused', waiting, error });
    return;
  }
  settleUnsentMarks(person, klass, attempt.sent, attempt.leftOut);
  end({ kind: 'stored', waiting });
  await Promise.all([
    client.invalidateQueries({ queryKey: rosterQuery(klass).queryKey }),
    client.invalidateQueries({ queryKey: statsQuery(klass.subjectId).queryKey }),
  ]);
};

let underway: Promise<void> | null = null;

/** Sends what this person has waiting, one class after the other. Called twice, it runs once. */
export const sendWaiting = (client: QueryClient, person: string): Promise<void> => {
  underway ??= (async () => {
    for (const waiting of listWaiting(person)) await sendOne(client, person, waiting);
  })().finally(() => {
    underway = null;
  });
  return underway;
};
