import type { SubjectDetails } from '@campus/contract';

/** Whom a subject is for, in words: "Everyone", or "B.Tech, semester 3". */
export const audienceText = ({ course, branch, semester, year }: SubjectDetails['audience']) =>
  [course, branch, semester && `semester ${semester}`, year && `year ${year}`]
    .filter(Boolean)
    .join(', ') || 'Everyone';
