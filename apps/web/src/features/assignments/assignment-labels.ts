import type { Assignment } from '@campus/contract';
import { formatDay } from '../../lib/day.ts';

/** Labels of the fields of an assignment and of marks, for their histories. */
export const fieldLabels = {
  title: 'Title',
  description: 'Description',
  grade: 'Grade',
  deadline: 'Deadline',
  acceptLate: 'Accept late work',
  marks: 'Marks',
  comment: 'Comment',
  returned: 'Returned',
} as const;

/** `2026-11-20T23:59` in the campus's time zone as `20 Nov 2026, 23:59`. */
export const minuteInWords = (minute: string): string =>
  `${formatDay(minute)}, ${minute.slice(11, 16)}`;

/** One student's deadline, marked when it was extended for them alone. */
export const deadlineInWords = (
  { deadlineOnCampus }: Pick<Assignment, 'deadlineOnCampus'>,
  extended: boolean,
): string => `${minuteInWords(deadlineOnCampus)}${extended ? ' (extended)' : ''}`;
