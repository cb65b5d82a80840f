import type { Assignment } from '@campus/contract';

/** What is typed into the form of an assignment. */
export interface AssignmentValues extends Readonly<Record<string, string>> {
  readonly subjectId: string;
  readonly title: string;
  readonly description: string;
  readonly grade: string;
  readonly deadline: string;
}

export const blankValues: AssignmentValues = {
  subjectId: '',
  title: '',
  description: '',
  grade: '100',
  deadline: '',
};

export const valuesOf = (assignment: Assignment): AssignmentValues => ({
  subjectId: assignment.subjectId,
  title: assignment.title,
  description: assignment.description,
  grade: String(assignment.grade),
  deadline: assignment.deadlineOnCampus,
});

type Changed = Partial<
  Record<'title' | 'description' | 'grade' | 'deadline' | 'acceptLate', string>
>;

/** The fields that are otherwise than they were, trimmed. */
export const changedOf = (
  values: Readonly<Record<string, string>>,
  opened: Readonly<Record<string, string>>,
): Changed =>
  Object.fromEntries(
    Object.entries(values)
      .map(([field, text]) => [field, text.trim()] as const)
      .filter(([field, text]) => text !== opened[field]?.trim()),
  );

/** Sentences for what is missing, before anything is sent. */
export const missingOf = (values: AssignmentValues): Partial<Record<string, string>> => ({
  ...(!values.subjectId && { subjectId: 'Choose a subject' }),
  ...(!values.title.trim() && { title: 'Title is missing' }),
  ...(!values.description.trim() && { description: 'Description is missing' }),
  ...(!/^\d+$/.test(values.grade.trim()) && { grade: 'Grade must be a whole number' }),
  ...(!values.deadline && { deadline: 'Choose the day and time of the deadline' }),
});
