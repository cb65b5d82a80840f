import type { NewSubject } from './subjects.api.ts';

export const blankEnrollment = { subjectName: '', subjectCode: '', credits: '', emailId: '' };
export type EnrollmentValues = typeof blankEnrollment;

const requiredFields = ['subjectName', 'subjectCode', 'emailId'] as const;

export const missingFields = (values: EnrollmentValues): readonly (keyof EnrollmentValues)[] =>
  requiredFields.filter((field) => !values[field].trim());

/** The subject of the wire; credits that are no number count as 0. */
export const subjectOf = (values: EnrollmentValues): NewSubject => ({
  subjectName: values.subjectName.trim(),
  subjectCode: values.subjectCode.trim(),
  credits: Number.parseInt(values.credits, 10) || 0,
  emailId: values.emailId.trim(),
});
