import { errorCodes } from '@campus/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, isConflict } from '../call-error.ts';
import { type LoadedClass, type MarkKind, type MarkTypes, submitted } from './marking.ts';
import type { MarkingStore } from './store.ts';

/** One submission, which may have to be repeated after a conflict or without network. */
export interface Attempt<T extends MarkTypes> {
  readonly sent: readonly T['sent'][];
  /** Students whose stored mark stays although it differs; they are not in `sent`. */
  readonly leftOut: readonly string[];
  /** Marks stored by others that the person has agreed to overwrite. */
  readonly agreed: readonly T['theirs'][];
  /** State of the class the marks are based on, for `If-Match`; null if unknown. */
  readonly seen: string | null;
  /** The class as shown on screen. */
  readonly shown: readonly T['entry'][];
}

/** An attempt refused because others have stored other marks meanwhile. */
interface Conflict<T extends MarkTypes> extends Attempt<T> {
  readonly rows: readonly T['theirs'][];
}

/** How marks are fetched and sent. */
export interface MarkSending<T extends MarkTypes, Reply> {
  readonly kind: MarkKind<T>;
  /** Fetches the class as stored now. */
  readonly fetch: () => Promise<LoadedClass<T>>;
  /** @throws CallError; 409 `conflict` with the others' marks when they differ */
  readonly send: (sent: readonly T['sent'][], etag: string | null) => Promise<Reply>;
}

/**
 * Whether sending overwrites only marks the person has seen: each mark stored now equals the one being sent,
 * the one shown on this screen, or one the person has agreed to overwrite.
 */
const isAgreed = <T extends MarkTypes>(
  { keyOf, same, storedMark }: MarkKind<T>,
  fresh: readonly T['entry'][],
  { sent, agreed, shown }: Attempt<T>,
): boolean => {
  const sentKeys = new Set(sent.map(keyOf));
  // Several agreed marks for one student are possible: others may store again while the question is open.
  const expected = Map.groupBy([...sent, ...agreed, ...shown], keyOf);
  return fresh.every(
    (now) =>
      !sentKeys.has(keyOf(now)) ||
      expected.get(keyOf(now))?.some((one) => same(storedMark(one), storedMark(now))),
  );
};

const etagFor = async <T extends MarkTypes>(
  { kind, fetch }: MarkSending<T, unknown>,
  attempt: Attempt<T>,
): Promise<string | null> => {
  const { seen } = attempt;
  if (seen !== null && attempt.agreed.length === 0) return seen;
  const fresh = await fetch();
  if (isAgreed(kind, fresh.entries, attempt)) return fresh.etag;
  // With the older state the server reports who has changed what; without one, stop here.
  if (seen === null) throw new CallError(409, 'unknown', errorCodes.conflict.sentence);
  return seen;
};

/** Stores the marks of an attempt; null if there are none. Sending the same again is harmless. */
export const sendAttempt = async <T extends MarkTypes, Reply>(
  sending: MarkSending<T, Reply>,
  attempt: Attempt<T>,
): Promise<Reply | null> =>
  attempt.sent.length === 0 ? null : sending.send(attempt.sent, await etagFor(sending, attempt));

/** A student for whom others have stored a mark other than the one being sent. */
export interface MarkConflict<T extends MarkTypes> {
  readonly key: string;
  readonly mine: T['sent'];
  readonly theirs: T['theirs'];
}

const conflictsIn = <T extends MarkTypes>(
  { keyOf }: MarkKind<T>,
  { sent, rows }: Conflict<T>,
): readonly MarkConflict<T>[] => {
  const theirsOf = new Map(rows.map((row) => [keyOf(row), row]));
  return sent.flatMap((mine) => {
    const key = keyOf(mine);
    const theirs = theirsOf.get(key);
    return theirs ? [{ key, mine, theirs }] : [];
  });
};

/** What the marking screen needs to send its marks. */
export interface Sending<T extends MarkTypes> {
  /** A submission is in progress. */
  readonly busy: boolean;
  readonly send: (sent: readonly T['sent'][]) => void;
  /** Apply the outcome of an attempt sent elsewhere; `refused` returns false if there is no conflict to decide. */
  readonly stored: (attempt: Attempt<T>) => void;
  readonly refused: (error: unknown, attempt: Attempt<T>) => boolean;
  /** The conflicting marks, until the person decides or dismisses the conflict. */
  readonly conflicts: readonly MarkConflict<T>[] | null;
  /** Sends the person's own marks for the students in `mine` (keys); for the others, the stored marks stay. */
  readonly decide: (mine: ReadonlySet<string>) => void;
  readonly dismissConflict: () => void;
}

interface SendingCallbacks<T extends MarkTypes, Reply> {
  readonly onStored: (reply: Reply | null) => unknown;
  /** @param asked whether it was a conflict, which the person is asked to decide */
  readonly onFailed: (error: unknown, attempt: Attempt<T>, asked: boolean) => unknown;
}

/** Sends the marks of one class, and asks what to do if others have marked it meanwhile. */
export const useSending = <T extends MarkTypes, Reply>(
  store: MarkingStore<T>,
  sending: MarkSending<T, Reply>,
  { onStored, onFailed }: SendingCallbacks<T, Reply>,
): Sending<T> => {
  const { keyOf } = sending.kind;
  const [conflict, setConflict] = useState<Conflict<T> | null>(null);
  const stored = ({ sent, leftOut }: Attempt<T>): void => {
    setConflict(null);
    store.update((marking) => submitted(marking, sent, leftOut));
  };
  const refused = (error: unknown, attempt: Attempt<T>): boolean => {
    const rows = isConflict(error) ? (error.details as readonly T['theirs'][]) : [];
    setConflict(rows.length > 0 ? { ...attempt, rows } : null);
    return rows.length > 0;
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (attempt: Attempt<T>) => sendAttempt(sending, attempt),
    onSuccess: (reply, attempt) => {
      stored(attempt);
      return onStored(reply);
    },
    onError: (error, attempt) => onFailed(error, attempt, refused(error, attempt)),
  });
  return {
    busy: isPending,
    send: (sent) => {
      const { since, etag, entries } = store.get();
      mutate({ sent, leftOut: [], agreed: [], seen: since ?? etag, shown: entries });
    },
    stored,
    refused,
    conflicts: conflict && conflictsIn(sending.kind, conflict),
    decide: (mine) => {
      if (!conflict) return;
      const theirs = new Set(conflict.rows.map(keyOf).filter((key) => !mine.has(key)));
      mutate({
        ...conflict,
        sent: conflict.sent.filter((one) => !theirs.has(keyOf(one))),
        leftOut: [...conflict.leftOut, ...theirs],
        agreed: [...conflict.agreed, ...conflict.rows.filter((row) => mine.has(keyOf(row)))],
      });
    },
    dismissConflict: () => setConflict(null),
  };
};
