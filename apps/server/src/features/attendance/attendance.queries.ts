import type { IsoDate, TaughtSubject } from '@campus/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** A teacher's subjects of the open term, with the students enrolled on a day. */
export const taughtSubjects = (db: Db, teacherId: string, on: IsoDate): Promise<TaughtSubject[]> =>
  db
    .selectFrom('subjects')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .where('terms.is_open', '=', true)
    .where('subjects.teacher_id', '=', teacherId)
    .select([
      'subjects.id',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      'terms.starts_on as startsOn',
      'terms.ends_on as endsOn',
      sql<number>`(select count(*)::int from enrolments where subject_id = subjects.id
        and from_on <= ${on} and (to_on is null or to_on >= ${on}))`.as('students'),
    ])
    .orderBy('subjects.name')
    .orderBy('subjects.id')
    .execute();

const terms = (db: Db) => db.selectFrom('terms').select(['terms.id', 'terms.ends_on as endsOn']);

/** A term, or the open one without an id. */
export const termById = (db: Db, id: string | undefined) =>
  (id === undefined
    ? terms(db).where('is_open', '=', true)
    : terms(db).where('id', '=', id)
  ).executeTakeFirst();

export const subjectTerm = (db: Db, subjectId: string) =>
  terms(db)
    .innerJoin('subjects', 'subjects.term_id', 'terms.id')
    .where('subjects.id', '=', subjectId)
    .executeTakeFirst();
