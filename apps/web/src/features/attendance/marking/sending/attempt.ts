import { errorCodes, type RosterConflict, type RosterEntry } from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { CallError } from '../../../../lib/call-error.ts';
import { type ClassDay, rosterQuery, sendMarks } from '../../attendance.api.ts';
import type { SentMark } from '../marking.ts';

/** A mark as the server held it when the screen was loaded. */
type LoadedMark = Pick<RosterEntry, 'studentEmail' | 'present' | 'remarks'>;

/** One press of the button, which may have to be repeated: after a conflict, or without network. */
export interface Attempt {
  readonly sent: readonly SentMark[];
  /** Students whose stored mark stays although it differs; they are not in `sent`. */
  readonly leftOut: readonly string[];
  /** What others stored and the person has agreed to overwrite. */
  readonly agreed: readonly RosterConflict[];
  /** State of the class that the marks were made on, for If-Match; null when it is not known. */
  readonly seen: string | null;
  readonly shown: readonly LoadedMark[];
}

/**
 * True when sending would change nothing that was not shown: each mark stored now is what is sent,
 * what this screen was loaded with, or what the person has agreed to overwrite.
 */
const isAgreed = (
  fresh: readonly LoadedMark[],
  { sent, agreed, shown }: Pick<Attempt, 'sent' | 'agreed' | 'shown'>,
): boolean => {
  // Agreed to more than once, when a third change came while the question was open.
  const expected = [...sent, ...agreed, ...shown];
  return fresh.every(
    (now) =>
      !sent.some((mark) => mark.studentEmail === now.studentEmail) ||
      expected.some(
        (one) =>
          one.studentEmail === now.studentEmail &&
          one.present === now.present &&
          (one.remarks ?? null) === now.remarks,
      ),
  );
};

const etagFor = async (
  client: QueryClient,
  classDay: ClassDay,
  attempt: Attempt,
): Promise<string | null> => {
  const { seen } = attempt;
  if (seen !== null && attempt.agreed.length === 0) return seen;
  const fresh = await client.fetchQuery({ ...rosterQuery(classDay), staleTime: 0 });
  if (isAgreed(fresh.entries, attempt)) return fresh.etag;
  // With the older state the server says who else has changed what; without one, stop here.
  if (seen === null) throw new CallError(409, 'unknown', errorCodes.conflict.sentence);
  return seen;
};

/**
 * Stores the marks of an attempt. Sending the same again is harmless.
 * @param facultyEmail the teacher of the subject, also where an administrator is marking
 * @throws CallError; 409 `conflict` with `RosterConflict`s when others have stored different marks
 */
export const sendAttempt = async (
  client: QueryClient,
  classDay: ClassDay,
  facultyEmail: string,
  attempt: Attempt,
): Promise<void> => {
  if (attempt.sent.length === 0) return;
  await sendMarks(classDay, facultyEmail, attempt.sent, await etagFor(client, classDay, attempt));
};
