import { audienceFields, subjectFields } from '@campus/contract';
import { columnsOf, selectionOf, type StorageOf } from '../../db/stored-fields.ts';

/** The e-mail is that of the teacher. */
export const subjectColumns = columnsOf(subjectFields, {
  subjectName: 'subjects.name',
  subjectCode: 'subjects.code',
  credits: 'subjects.credits',
  emailId: 'people.email',
} satisfies StorageOf<typeof subjectFields, 'subjects' | 'people'>);

export const audienceColumns = columnsOf(audienceFields, {
  course: 'subjects.audience_course',
  branch: 'subjects.audience_branch',
  semester: 'subjects.audience_semester',
  year: 'subjects.audience_year',
} satisfies StorageOf<typeof audienceFields, 'subjects'>);

export const subjectSelection = selectionOf<typeof subjectFields>(subjectColumns);
