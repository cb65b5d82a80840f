/** `Data Structures (CS201)` */
export const subjectLabel = (subject: {
  readonly subjectName: string;
  readonly subjectCode: string;
}): string => `${subject.subjectName} (${subject.subjectCode})`;
