import type { Exam, ExamEntry } from '@campus/contract';
import { formatDay } from '../../lib/day.ts';

/** Title and day, which tell the exams of a subject apart. */
export const examLabel = ({ title, heldOn }: Pick<Exam, 'title' | 'heldOn'>): string =>
  `${title}, ${formatDay(heldOn)}`;

export const resultText = ({ marks, absent }: Pick<ExamEntry, 'marks' | 'absent'>): string => {
  if (absent) return 'Absent';
  return marks === null ? 'No marks' : String(marks);
};
