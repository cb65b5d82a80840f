import { type Added, type Exam, examResults } from '@campus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { pluralize } from '../../../lib/count.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import type { LoadedClass } from '../../../lib/marking/marking.ts';
import { useSending } from '../../../lib/marking/sending.ts';
import { useMarkingStore } from '../../../lib/marking/store.ts';
import { notifyError, notifySuccess } from '../../../ui/toasts.tsx';
import { examQuery, refreshExams } from '../exams.api.ts';
import { type ExamMarks, examMarks } from './exam-marks.ts';

export interface LoadedExam extends LoadedClass<ExamMarks> {
  readonly exam: Exam;
  readonly added?: Added | null | undefined;
}

/**
 * What is typed into an exam's grid: kept on this device until saved, and saved in one request.
 * What somebody else has saved meanwhile is shown before anything is overwritten.
 */
export const useMarks = (person: string, loaded: LoadedExam) => {
  const client = useQueryClient();
  const examId = loaded.exam.id;
  const query = examQuery(examId);
  const kept = { kind: examMarks, person, name: `exam-marks:${examId}` };
  const store = useMarkingStore(kept, query.queryKey, loaded);
  const sending = useSending(
    store,
    {
      kind: examMarks,
      fetch: () => client.fetchQuery({ ...query, staleTime: 0 }),
      send: (results, seen) =>
        call(examResults.saveResults, {
          params: { examId },
          body: { results: [...results] },
          ifMatch: seen,
        }),
    },
    {
      onStored: (reply) => {
        if (reply) notifySuccess(`${pluralize(reply.changed, 'mark is', 'marks are')} saved.`);
        return refreshExams(client);
      },
      onFailed: (error, _, asked) => {
        if (!asked)
          notifyError(errorText(error, 'The marks could not be saved. Please try again.'));
      },
    },
  );
  return { ...sending, store };
};

export type MarksOfExam = ReturnType<typeof useMarks>;
