import type { Subject } from '@campus/contract';

/** `Data Structures (CS201)` */
export const subjectLabel = ({ subjectName, subjectCode }: Omit<Subject, 'id'>): string =>
  `${subjectName} (${subjectCode})`;
