import { audienceFields, type Enrollment, subjectFields } from '@campus/contract';
import type { TableColumns } from '../../csv/table-file.ts';
import { columnsOf, selectionOf, type StorageOf } from '../../db/stored-fields.ts';

/** `emailId` is the e-mail of the teacher. */
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

/** Its column names are those a move-in file of subjects has. */
export const subjectTable: TableColumns<Enrollment> = [
  ['Subject Name', 'text', (row) => row.subjectName],
  ['Subject Code', 'text', (row) => row.subjectCode],
  ['Credits', 'number', (row) => row.credits],
  ['Teacher Name', 'text', (row) => row.teacherName],
  ['Teacher Email', 'text', (row) => row.emailId],
  ['Students', 'number', (row) => row.students],
];
