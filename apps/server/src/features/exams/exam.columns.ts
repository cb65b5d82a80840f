import { examFields } from '@campus/contract';
import { columnsOf, type StorageOf } from '../../db/stored-fields.ts';

export const examColumns = columnsOf(examFields, {
  title: 'exams.title',
  heldOn: 'exams.held_on',
  maxMarks: 'exams.max_marks',
} satisfies StorageOf<typeof examFields, 'exams'>);
