import { type Exam, type ExamEntry, examResults, type ResultConflict } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { countOf } from '../../../lib/count.ts';
import { isConflict } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { dropUnsent, keepUnsent, readUnsent } from '../../../lib/unsent.ts';
import { notifyError, notifySuccess } from '../../../ui/toasts.tsx';
import { examQuery, refreshExams } from '../exams.api.ts';
import {
  effective,
  emptyDraft,
  type MarksDraft,
  type SentResult,
  sentResults,
  typeInto,
  without,
} from './marks-draft.ts';

const nameOf = (examId: string): string => `exam-marks:${examId}`;

const isKept = (row: unknown): row is [string, string] =>
  Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'string';

/** Marks of an exam that this person typed on this device and has not saved. */
const readUnsavedMarks = (person: string, examId: string): MarksDraft => {
  const kept = readUnsent(person, nameOf(examId)) as { since?: unknown; texts?: unknown } | null;
  const rows = Array.isArray(kept?.texts) ? kept.texts.filter(isKept) : [];
  return {
    texts: new Map(rows),
    since: typeof kept?.since === 'string' ? kept.since : null,
  };
};

const keepUnsavedMarks = (person: string, examId: string, draft: MarksDraft): void => {
  if (draft.texts.size === 0) dropUnsent(person, nameOf(examId));
  else keepUnsent(person, nameOf(examId), { since: draft.since, texts: [...draft.texts] });
};

export interface LoadedExam {
  readonly exam: Exam;
  readonly entries: readonly ExamEntry[];
  readonly etag: string | null;
}

type Result = Pick<ExamEntry, 'studentId' | 'marks' | 'absent'>;

interface Attempt {
  readonly results: readonly SentResult[];
  /** State of the exam that the marks were typed on, for If-Match. */
  readonly etag: string | null;
  /** What others stored and the person has agreed to overwrite. */
  readonly agreed: readonly ResultConflict[];
  /** What was stored when the button was pressed, as far as this person knows. */
  readonly shown: readonly Result[];
}

export interface Conflict extends Attempt {
  readonly rows: readonly ResultConflict[];
}

/** True when saving would overwrite nothing but what this person has seen. */
const isAgreed = (
  stored: readonly Result[],
  { results, agreed, shown }: Pick<Attempt, 'results' | 'agreed' | 'shown'>,
): boolean =>
  results.every(({ studentId }) => {
    const now = stored.find((one) => one.studentId === studentId);
    // Agreed to more than once, when a third change came while the question was open.
    return [...results, ...agreed, ...shown].some(
      (known) =>
        known.studentId === studentId && known.marks === now?.marks && known.absent === now.absent,
    );
  });

/**
 * What is typed into the grid of an exam: kept on this device until it is saved, and saved in one
 * piece. What someone else has saved meanwhile is shown before anything is overwritten.
 */
export const useMarks = (person: string, { exam, entries, etag }: LoadedExam) => {
  const client = useQueryClient();
  const { id: examId, maxMarks } = exam;
  const [kept, setKept] = useState<MarksDraft>(() => readUnsavedMarks(person, examId));
  const [restored, setRestored] = useState(() => effective(kept, entries).texts.size);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [refused, setRefused] = useState(false);
  const draft = useMemo(() => effective(kept, entries), [kept, entries]);

  // What others have stored just so is no unsaved work of this person any more.
  const nothingLeft = draft.texts.size === 0 && kept.texts.size > 0;
  useEffect(() => {
    if (nothingLeft) keepUnsavedMarks(person, examId, emptyDraft);
  }, [nothingLeft, person, examId]);

  const change = useCallback(
    (next: (now: MarksDraft) => MarksDraft): void =>
      setKept((now) => {
        const changed = next(now);
        keepUnsavedMarks(person, examId, changed);
        return changed;
      }),
    [person, examId],
  );
  const type = useCallback(
    (changes: readonly (readonly [ExamEntry, string])[]): void => {
      setRefused(false);
      change((now) => typeInto(now, changes, etag));
    },
    [change, etag],
  );

  /** With the older state the server says what others have changed that was not agreed to. */
  const etagFor = async (attempt: Attempt): Promise<string | null> => {
    if (attempt.agreed.length === 0) return attempt.etag;
    const fresh = await client.fetchQuery({ ...examQuery(examId), staleTime: 0 });
    return isAgreed(fresh.entries, attempt) ? fresh.etag : attempt.etag;
  };

  const mutation = useMutation({
    mutationFn: async (attempt: Attempt) =>
      call(examResults.saveResults, {
        params: { examId },
        body: { results: [...attempt.results] },
        seen: await etagFor(attempt),
      }),
    onSuccess: async ({ changed }, { results }) => {
      setConflict(null);
      setRestored(0);
      notifySuccess(`${countOf(changed, 'mark is', 'marks are')} saved.`);
      // What is stored comes first: a mark must not vanish for a moment.
      await refreshExams(client);
      const stored = client.getQueryData(examQuery(examId).queryKey)?.etag ?? null;
      const sent = new Map(results.map((one) => [one.studentId, one]));
      change((now) => {
        const settled = sentResults(now, maxMarks).results.filter((one) => {
          const saved = sent.get(one.studentId);
          return saved && saved.marks === one.marks && saved.absent === one.absent;
        });
        const left = without(
          now,
          settled.map(({ studentId }) => studentId),
        );
        // What was typed meanwhile goes on from here: our own save is nobody else's.
        return left.texts.size === 0 ? left : { ...left, since: stored };
      });
    },
    onError: (error, attempt) => {
      if (isConflict(error) && error.details.length > 0) {
        setConflict({ ...attempt, rows: error.details as readonly ResultConflict[] });
        return;
      }
      setConflict(null);
      notifyError(errorText(error, 'The marks could not be saved. Please try again.'));
    },
  });

  const { results, wrong } = sentResults(draft, maxMarks);
  return {
    draft,
    type,
    /** Students whose marks cannot be read: nothing is saved before they are mended. */
    wrong,
    busy: mutation.isPending,
    /** False while a mark cannot be read: then nothing is saved. */
    save: (): boolean => {
      const readable = wrong.length === 0;
      setRefused(!readable);
      if (readable && results.length > 0 && !mutation.isPending)
        mutation.mutate({ results, etag: draft.since ?? etag, agreed: [], shown: entries });
      return readable;
    },
    /** Saving was refused, and nothing has been typed since. */
    refused,
    /** Students with marks from an earlier visit. */
    restored,
    keep: () => setRestored(0),
    discard: () => {
      setRestored(0);
      change(() => emptyDraft);
    },
    conflict,
    dismissConflict: () => setConflict(null),
    /** Saves one's own marks of `mine` (ids of students); of the others who differ theirs are kept. */
    decide: (mine: ReadonlySet<string>) => {
      if (!conflict) return;
      const theirs = conflict.rows.map(({ studentId }) => studentId).filter((id) => !mine.has(id));
      change((all) => without(all, theirs));
      const ours = conflict.results.filter(({ studentId }) => !theirs.includes(studentId));
      if (ours.length > 0)
        mutation.mutate({
          ...conflict,
          results: ours,
          agreed: [
            ...conflict.agreed,
            ...conflict.rows.filter(({ studentId }) => mine.has(studentId)),
          ],
        });
      else {
        setConflict(null);
        void refreshExams(client);
      }
    },
  };
};

export type ExamMarks = ReturnType<typeof useMarks>;
