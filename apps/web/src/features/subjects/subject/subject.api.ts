import {
  type BodyIn,
  people,
  type SubjectDetails,
  type SubjectEnrolment,
  subjectPage,
} from '@campus/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../../lib/call.ts';

export const pageSize = 20;

export type Show = 'current' | 'past' | 'all';

export interface EnrolmentsView {
  readonly search: string;
  readonly show: Show;
  /** From 1. */
  readonly page: number;
}

export const subjectOptions = (subjectId: string) =>
  queryOptions({
    queryKey: ['subjects', 'subject', subjectId],
    queryFn: ({ signal }) => call(subjectPage.readSubject, { params: { subjectId }, signal }),
  });

export const enrolmentsPageOptions = (subjectId: string, view: EnrolmentsView) =>
  queryOptions({
    queryKey: ['subjects', 'enrolments', subjectId, view],
    queryFn: ({ signal }) => {
      const { search, show, page } = view;
      return callPage(subjectPage.listSubjectEnrolments, {
        params: { subjectId },
        query: { limit: pageSize, page, show, ...(search && { search }) },
        signal,
      });
    },
    placeholderData: keepPreviousData,
  });

const suggestions = 6;

/** Students whose name, e-mail or numbers contain the text. */
export const studentsOptions = (search: string) =>
  queryOptions({
    queryKey: ['subjects', 'students', search],
    queryFn: ({ signal }) =>
      call(people.listStudents, { query: { search, limit: suggestions }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/**
 * Stores what is sent, as long as `version` is the newest.
 * @throws CallError `conflict` with `RecordChange`s when someone else was faster
 */
export const changeSubject = (
  { id, version }: Pick<SubjectDetails, 'id' | 'version'>,
  body: object,
) => call(subjectPage.changeSubject, { params: { subjectId: id }, body, seen: version });

export const addEnrolment = (
  subjectId: string,
  body: BodyIn<typeof subjectPage.addEnrolment>,
): Promise<SubjectEnrolment> => call(subjectPage.addEnrolment, { params: { subjectId }, body });

export const dropEnrolment = (enrolmentId: string, lastDay: string) =>
  call(subjectPage.dropEnrolment, { params: { enrolmentId }, body: { lastDay } });
