import type { CurrentSubject } from '@campus/contract';
import type { Db } from '../../db/db.ts';
import { enrolledToTheEnd } from './subjects.queries.ts';

/** The subjects a teacher has in terms that are not closed, oldest first. */
export const subjectsTaughtBy = (db: Db, teacherId: string): Promise<CurrentSubject[]> =>
  db
    .selectFrom('subjects')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .where('subjects.teacher_id', '=', teacherId)
    .where('terms.closed_at', 'is', null)
    .select([
      'subjects.id',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      'subjects.credits',
      'terms.name as termName',
      enrolledToTheEnd.as('students'),
    ])
    .orderBy('subjects.id')
    .execute();
