import { examResults } from '@campus/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callWithHeaders } from '../../lib/call.ts';
import { refresh } from '../../lib/query.ts';

/** An exam with its class; its ETag is sent back as `If-Match` when marks are saved. */
export const examQuery = (examId: string) =>
  queryOptions({
    queryKey: [examResults.readExam.path, examId],
    queryFn: async ({ signal }) => {
      const input = { params: { examId }, signal };
      const { reply, etag } = await callWithHeaders(examResults.readExam, input);
      return { ...reply, etag };
    },
    staleTime: 0,
  });

/** Paths to refresh after any change of an exam: lists, the exam itself, its history. */
export const examPaths = ['/exam'];

export const refreshExams = (client: QueryClient): Promise<void> => refresh(client, ...examPaths);
