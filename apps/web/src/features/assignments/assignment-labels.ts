import type { Assignment } from '@campus/contract';
import { formatDay } from '../../lib/day.ts';

/** What a change of an assignment or of marks calls its fields. */
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

/** `2026-11-20T23:59` of the campus's clocks as `20 Nov 2026, 23:59`. */
export const minuteInWords = (minute: string): string =>
  `${formatDay(minute)}, ${minute.slice(11, 16)}`;

/** The same of one student's deadline, and whether it is theirs alone. */
export const deadlineInWords = (
  { deadlineOnCampus }: Pick<Assignment, 'deadlineOnCampus'>,
  extended: boolean,
): string => `${minuteInWords(deadlineOnCampus)}${extended ? ' (extended)' : ''}`;
