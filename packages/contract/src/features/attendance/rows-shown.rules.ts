import { matchesWords, searchWords, studentText } from '../../values/search-words.ts';
import type { AttendanceSheet, ClassOfDay } from './attendance.contract.ts';

/** Filters the classes of a day by search text and “Not taken only”. */
export const classesShown = (
  classes: readonly ClassOfDay[],
  { search, open }: { readonly search: string | null; readonly open: boolean },
): ClassOfDay[] => {
  const words = searchWords(search ?? '');
  return classes.filter(
    ({ subjectName, subjectCode, teacherName, teacherEmail, unmarked }) =>
      (!open || unmarked > 0) &&
      matchesWords(`${subjectName} ${subjectCode} ${teacherName} ${teacherEmail}`, words),
  );
};

/** Filters the students of a subject by search text and by a percentage they are below. */
export const sheetRowsShown = (
  rows: AttendanceSheet['rows'],
  { search, below }: { readonly search: string | null; readonly below?: number | undefined },
): AttendanceSheet['rows'] => {
  const words = searchWords(search ?? '');
  return rows.filter(
    ({ studentName, studentEmail, univId, studentRollNo, percentage }) =>
      (below === undefined || (percentage !== null && percentage < below)) &&
      matchesWords(studentText(studentName, studentEmail, univId, studentRollNo), words),
  );
};
