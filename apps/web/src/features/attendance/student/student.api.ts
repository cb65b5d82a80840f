import { attendance, type SubjectOfTerm } from '@campus/contract';
import { queryOf } from '../../../lib/query.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';

/** While the student is looking, a teacher's mark appears within seconds. */
const live = { refetchInterval: 2_000, staleTime: 0 } as const;

export const studentSummaryQuery = (email: string) =>
  queryOf(attendance.studentSummary, { params: { email }, ...live });

/** Newest first; all subjects when `subjectId` is null. */
export const studentRecordsQuery = (email: string, subjectId: string | null) =>
  subjectId === null
    ? queryOf(attendance.studentRecords, { params: { email }, ...live })
    : queryOf(attendance.studentSubjectRecords, { params: { email, subjectId }, ...live });

/** By subject; polls less often than the records do. */
export const studentPercentagesQuery = (email: string) =>
  queryOf(attendance.studentPercentages, {
    params: { email },
    refetchInterval: 4_000,
    staleTime: 0,
  });

/** Returns `, Autumn 2026` for a subject that shares name and code with one of another term, otherwise a blank. */
export const termSuffixIn = (subjects: readonly SubjectOfTerm[]) => {
  const byLabel = Map.groupBy(subjects, subjectLabel);
  return (subject: SubjectOfTerm): string =>
    (byLabel.get(subjectLabel(subject))?.length ?? 0) > 1 ? `, ${subject.termName}` : '';
};
