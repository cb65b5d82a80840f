import { type Duty, duties } from '@campus/contract';

/** The label of each duty and what it allows; blank stands for full rights. */
const words: Readonly<Record<Duty | '', readonly [label: string, does: string]>> = {
  '': ['Every duty', 'do all that administrators do, settings and the duties of others among it'],
  registrar: [
    'Registrar',
    'do what has to do with people, subjects, terms, enrolments, attendance, announcements and events',
  ],
  exam_office: [
    'Exam office',
    'do what has to do with exams, assignments, results and performance, and read students and subjects',
  ],
  librarian: ['Librarian', 'do what has to do with books, loans and reservations'],
  auditor: ['Auditor', 'read everything, and change nothing'],
};

export const dutyLabel = (duty: Duty | null): string => words[duty ?? ''][0];
export const dutyInWords = (duty: Duty | null): string => words[duty ?? ''][1];

/** In forms a duty is text; blank means full rights. */
export const dutyOf = (text: string): Duty | null => duties.find((duty) => duty === text) ?? null;
export const dutyChoices = [null, ...duties].map((duty) => ({
  value: duty ?? '',
  label: dutyLabel(duty),
}));
