import { type BodyIn, examResults, exams, type QueryIn, resultsFile } from '@campus/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callPage, callWithHeaders } from '../../lib/call.ts';

export const examTermsQuery = queryOptions({
  queryKey: ['exams', 'terms'],
  queryFn: ({ signal }) => call(exams.listExamTerms, { signal }),
});

/** The subjects whose exams this person keeps: of a term, of the open one without. */
export const examSubjectsQuery = (termId?: string) =>
  queryOptions({
    queryKey: ['exams', 'subjects', termId ?? 'open'],
    queryFn: ({ signal }) =>
      call(exams.listExamSubjects, { query: termId === undefined ? {} : { termId }, signal }),
  });

/** A page of exams, and how many there are. */
export const examListQuery = (query: QueryIn<typeof exams.listExams>) =>
  queryOptions({
    queryKey: ['exams', 'list', query],
    queryFn: ({ signal }) => callPage(exams.listExams, { query, signal }),
    staleTime: 0,
  });

/** An exam with its class; the ETag goes back as `If-Match` when marks are saved. */
export const examQuery = (examId: string) =>
  queryOptions({
    queryKey: ['exams', 'one', examId],
    queryFn: async ({ signal }) => {
      const { reply, etag } = await callWithHeaders(examResults.readExam, {
        params: { examId },
        signal,
      });
      return { ...reply, etag };
    },
    staleTime: 0,
  });

export const examHistoryQuery = (examId: string, studentId: string | null) =>
  queryOptions({
    queryKey: ['exams', 'history', examId, studentId],
    queryFn: ({ signal }) =>
      call(examResults.examHistory, {
        params: { examId },
        query: studentId === null ? {} : { studentId },
        signal,
      }),
    staleTime: 0,
  });

/** Whose registration number this is, and whether they are enrolled. */
export const studentOfNumberQuery = (query: QueryIn<typeof examResults.findStudent>) =>
  queryOptions({
    queryKey: ['exams', 'student', query],
    queryFn: ({ signal }) => call(examResults.findStudent, { query, signal }),
    enabled: query.registrationNumber !== '',
  });

/** After anything of an exam has changed: lists, the exam itself, its history. */
export const refreshExams = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['exams'] });

/**
 * After an exam was deleted, while its page may still be open: nothing asks for it again, and no list
 * is shown that still has it.
 */
export const forgetExam = (client: QueryClient, examId: string): Promise<void> => {
  client.removeQueries({ queryKey: ['exams', 'list'], type: 'inactive' });
  return client.invalidateQueries({
    queryKey: ['exams'],
    predicate: ({ queryKey: [, kind, id] }) =>
      !((kind === 'one' || kind === 'history') && id === examId),
  });
};

export const createExam = (body: object) =>
  call(exams.createExam, { body: body as BodyIn<typeof exams.createExam> });

export const changeExam = (exam: { readonly id: string; readonly version: number }, body: object) =>
  call(exams.changeExam, { params: { examId: exam.id }, body, seen: exam.version });

export const deleteExam = (examId: string) => call(exams.deleteExam, { params: { examId } });
export const publishExam = (examId: string) => call(exams.publishExam, { params: { examId } });
export const withdrawExam = (examId: string) => call(exams.withdrawExam, { params: { examId } });

export const saveResults = (
  examId: string,
  results: BodyIn<typeof examResults.saveResults>['results'],
  etag: string | null,
) => call(examResults.saveResults, { params: { examId }, body: { results }, seen: etag });

export const addEntry = (body: BodyIn<typeof examResults.addEntry>) =>
  call(examResults.addEntry, { body });

export const exportResults = (examId: string) =>
  call(resultsFile.exportResults, { params: { examId } });

const fileForm = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/** What a file of marks would do. */
export const previewResults = (examId: string, file: File) =>
  call(resultsFile.importResults, {
    params: { examId },
    query: { dryRun: 'true' },
    form: fileForm(file),
  });

export const importResults = (examId: string, file: File, etag: string | null) =>
  call(resultsFile.importResults, {
    params: { examId },
    query: {},
    form: fileForm(file),
    seen: etag,
  });
