import type { SubjectDetails, TermState } from '@campus/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { enrolledToTheEnd } from './subjects.queries.ts';
import { type HeldTerm, holdTerm } from './terms.queries.ts';

export const subjectById = async (db: Db, id: string): Promise<SubjectDetails | undefined> => {
  const row = await db
    .selectFrom('subjects')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .innerJoin('people', 'people.id', 'subjects.teacher_id')
    .where('subjects.id', '=', id)
    .select([
      'subjects.id',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      'subjects.credits',
      'subjects.version',
      'subjects.audience_course as course',
      'subjects.audience_branch as branch',
      'subjects.audience_semester as semester',
      'subjects.audience_year as year',
      'people.email as emailId',
      'people.name as teacherName',
      'people.active as teacherActive',
      'terms.id as termId',
      'terms.name as termName',
      'terms.starts_on as startsOn',
      'terms.ends_on as endsOn',
      sql<TermState>`case when terms.is_open then 'open'
        when terms.closed_at is not null then 'closed' else 'planned' end`.as('state'),
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

export interface HeldSubject {
  readonly id: string;
  readonly subjectName: string;
  readonly subjectCode: string;
  readonly credits: number;
  readonly emailId: string;
  readonly version: number;
  readonly term: HeldTerm;
}

/**
 * Holds a subject, and its term together with others, until the transaction ends: changes of it
 * and of the days of its enrolments follow each other, and closing the term waits for them.
 */
export const holdSubject = async (
  tx: Transaction,
  id: string,
): Promise<HeldSubject | undefined> => {
  const found = await tx
    .selectFrom('subjects')
    .where('id', '=', id)
    .select('term_id as termId')
    .executeTakeFirst();
  const term = found && (await holdTerm(tx, found.termId, 'within'));
  if (!term) return undefined;
  const subject = await tx
    .selectFrom('subjects')
    .innerJoin('people', 'people.id', 'subjects.teacher_id')
    .where('subjects.id', '=', id)
    .select([
      'subjects.id',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      'subjects.credits',
      'people.email as emailId',
      'subjects.version',
    ])
    .forNoKeyUpdate('subjects')
    .executeTakeFirstOrThrow();
  return { ...subject, term };
};

/** Stores what is given and answers the subject's new version. */
export const updateSubject = async (
  tx: Transaction,
  id: string,
  fields: { name?: string; code?: string; credits?: number; teacher_id?: string },
): Promise<number> => {
  const { version } = await tx
    .updateTable('subjects')
    .set({ ...fields, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
};
