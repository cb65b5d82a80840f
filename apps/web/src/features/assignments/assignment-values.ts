import type { Assignment } from '@campus/contract';
import { changedFields } from '../../lib/field-values.ts';

export const blankValues = {
  subjectId: '',
  title: '',
  description: '',
  grade: '100',
  deadline: '',
  acceptLate: 'no',
};
export type AssignmentValues = typeof blankValues;

export const valuesOf = (assignment: Assignment): AssignmentValues => ({
  subjectId: assignment.subjectId,
  title: assignment.title,
  description: assignment.description,
  grade: String(assignment.grade),
  deadline: assignment.deadlineOnCampus,
  acceptLate: assignment.acceptLate ? 'yes' : 'no',
});

/** The fields that have changed, trimmed. */
export const changedOf = (
  values: AssignmentValues,
  opened: AssignmentValues,
): Partial<Omit<AssignmentValues, 'subjectId'>> =>
  Object.fromEntries(
    changedFields(values, opened).map((field) => [
      field,
      values[field as keyof AssignmentValues].trim(),
    ]),
  );

/** Messages for missing fields, shown before anything is sent. */
export const missingOf = (values: AssignmentValues) => ({
  subjectId: !values.subjectId && 'Choose a subject',
  title: !values.title.trim() && 'Title is missing',
  description: !values.description.trim() && 'Description is missing',
  grade: !/^\d+$/.test(values.grade.trim()) && 'Grade must be a whole number',
  deadline: !values.deadline && 'Choose the day and time of the deadline',
});
