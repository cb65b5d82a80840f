import type { SubjectDetails } from '@campus/contract';
import { touched } from '../../../lib/field-values.ts';
import type { SubjectChange } from './subject.api.ts';

/** The editable fields of a subject as a form holds them. */
export interface SubjectValues extends Readonly<Record<string, string>> {
  readonly subjectName: string;
  readonly subjectCode: string;
  readonly credits: string;
  readonly emailId: string;
}

export const subjectLabels: Readonly<Record<keyof SubjectValues, string>> = {
  subjectName: 'Subject Name',
  subjectCode: 'Subject Code',
  credits: 'Credits',
  emailId: 'Email ID (faculty)',
};

export const valuesOf = (subject: SubjectDetails): SubjectValues => ({
  subjectName: subject.subjectName,
  subjectCode: subject.subjectCode,
  credits: String(subject.credits),
  emailId: subject.emailId,
});

/** What is to be sent: the touched fields alone. Credits that are no number count as 0. */
export const changeOf = (values: SubjectValues, opened: SubjectValues): SubjectChange =>
  Object.fromEntries(
    touched(values, opened).map((field) => {
      const text = (values[field] ?? '').trim();
      return [field, field === 'credits' ? Number.parseInt(text, 10) || 0 : text];
    }),
  );
