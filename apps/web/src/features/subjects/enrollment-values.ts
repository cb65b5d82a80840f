import type { NewSubject } from './subjects.api.ts';

export const blankEnrollment = {
  subjectName: '',
  subjectCode: '',
  credits: '',
  emailId: '',
  course: '',
  branch: '',
  semester: '',
  year: '',
};
export type EnrollmentValues = typeof blankEnrollment;

const requiredFields = ['subjectName', 'subjectCode', 'emailId'] as const;
const audienceFields = ['course', 'branch', 'semester', 'year'] as const;

export const missingFields = (values: EnrollmentValues): readonly (keyof EnrollmentValues)[] =>
  requiredFields.filter((field) => !values[field].trim());

const wholeNumber = (text: string): number | null => (text.trim() ? Number(text) : null);

/** Whom the subject is for; undefined while every part is blank, which means everyone. */
const audienceOf = (values: EnrollmentValues): NewSubject['audience'] =>
  audienceFields.every((field) => !values[field].trim())
    ? undefined
    : {
        course: values.course.trim(),
        branch: values.branch.trim(),
        semester: wholeNumber(values.semester),
        year: wholeNumber(values.year),
      };

/** The subject of the wire; credits that are no number count as 0. */
export const subjectOf = (values: EnrollmentValues): NewSubject => {
  const audience = audienceOf(values);
  return {
    subjectName: values.subjectName.trim(),
    subjectCode: values.subjectCode.trim(),
    credits: Number.parseInt(values.credits, 10) || 0,
    emailId: values.emailId.trim(),
    ...(audience && { audience }),
  };
};

/** Problems of the server by the names of the form: `audience.year` is its `year`. */
export const problemsByField = (
  problems: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, text]) => [field.replace(/^audience\./, ''), text]),
  );
