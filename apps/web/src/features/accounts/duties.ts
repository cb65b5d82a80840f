import { type Duty, duties } from '@campus/contract';

/** The label of each duty and what it allows; blank stands for full rights. */
const words: Readonly<Record<Duty | '', readonly [label: string, does: string]>> = {
  '': [
    'Every duty',
    'do everything administrators do, including settings and other administrators’ duties',
  ],
  registrar: [
    'Registrar',
    'manage people, subjects, terms, enrolments, attendance, announcements and events',
  ],
  exam_office: [
    'Exam office',
    'manage exams, assignments, results and performance, and read students and subjects',
  ],
  librarian: ['Librarian', 'manage books, loans and reservations'],
  auditor: ['Auditor', 'read everything and change nothing'],
};

export const dutyLabel = (duty: Duty | null): string => words[duty ?? ''][0];
export const dutyInWords = (duty: Duty | null): string => words[duty ?? ''][1];

/** In forms a duty is text; blank means full rights. */
export const dutyOf = (text: string): Duty | null => duties.find((duty) => duty === text) ?? null;
export const dutyChoices = [null, ...duties].map((duty) => ({
  value: duty ?? '',
  label: dutyLabel(duty),
}));
