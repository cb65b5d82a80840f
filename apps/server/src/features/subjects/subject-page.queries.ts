import type { audienceFields, SubjectDetails } from '@campus/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { rowWith } from '../../db/sql.ts';
import { selectionOf } from '../../db/stored-fields.ts';
import { audienceColumns, subjectSelection } from './subject.columns.ts';
import { enrolledToTheEnd } from './subjects.queries.ts';
import { lockTerm, state as stateOfTerm } from './terms.queries.ts';

export const subjectById = async (db: Db, id: string): Promise<SubjectDetails | undefined> => {
  const row = await db
    .selectFrom('subjects')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .innerJoin('people', 'people.id', 'subjects.teacher_id')
    .where('subjects.id', '=', id)
    .select([
      'subjects.id',
      ...subjectSelection,
      ...selectionOf<typeof audienceFields>(audienceColumns),
      'subjects.version',
      'people.name as teacherName',
      'people.active as teacherActive',
      'terms.id as termId',
      'terms.name as termName',
      'terms.starts_on as startsOn',
      'terms.ends_on as endsOn',
      stateOfTerm.as('state'),
      enrolledToTheEnd.as('students'),
      sql<number>`(select count(distinct held_on)::int from class_sessions
        where subject_id = subjects.id and class_sessions.version > 0)`.as('totalClasses'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  const { course, branch, semester, year, termId, termName, startsOn, endsOn, state, ...subject } =
    row;
  return {
    ...subject,
    audience: { course, branch, semester, year },
    term: { id: termId, name: termName, startsOn, endsOn, state },
  };
};

/**
 * Holds a subject, and its term together with others, until the transaction ends: changes of it
 * and of the days of its enrolments follow each other, and closing the term waits for them.
 */
export const lockSubject = async (tx: Transaction, id: string) => {
  const found = await rowWith(tx, 'subjects', { id }, ['term_id']);
  const term = found && (await lockTerm(tx, found.term_id, 'within'));
  if (!term) return undefined;
  const subject = await tx
    .selectFrom('subjects')
    .innerJoin('people', 'people.id', 'subjects.teacher_id')
    .where('subjects.id', '=', id)
    .select(['subjects.id', ...subjectSelection, 'subjects.version'])
    .forNoKeyUpdate('subjects')
    .executeTakeFirstOrThrow();
  return { ...subject, term };
};
