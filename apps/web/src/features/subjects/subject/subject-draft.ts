import type { RecordChange, SubjectDetails } from '@campus/contract';
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

const trimmed = (values: SubjectValues, field: keyof SubjectValues): string =>
  (values[field] ?? '').trim();

/** Fields whose text differs from what the form was opened with. */
const touched = (values: SubjectValues, opened: SubjectValues): (keyof SubjectValues)[] =>
  Object.keys(opened).filter((field) => trimmed(values, field) !== trimmed(opened, field));

/** What is to be sent: the touched fields alone. Credits that are no number count as 0. */
export const changeOf = (values: SubjectValues, opened: SubjectValues): SubjectChange =>
  Object.fromEntries(
    touched(values, opened).map((field) => [
      field,
      field === 'credits'
        ? Number.parseInt(trimmed(values, field), 10) || 0
        : trimmed(values, field),
    ]),
  );

/** What the form would have been opened with, had it been opened after these changes. */
export const openedAfter = (
  opened: SubjectValues,
  changes: readonly RecordChange[],
): SubjectValues => ({
  ...opened,
  ...Object.fromEntries(changes.map(({ field, now }) => [field, now ?? ''])),
});

/** Fields that somebody else has changed and that nobody has touched here. */
export const untouchedChanges = (
  values: SubjectValues,
  opened: SubjectValues,
  changes: readonly RecordChange[],
): readonly RecordChange[] => {
  const mine = touched(values, opened);
  return changes.filter(({ field }) => !mine.includes(field));
};
