import type {
  Added,
  audienceFields,
  Section,
  SubjectDetails,
  SubjectHelper,
} from '@campus/contract';
import { sql } from 'kysely';
import type { Campus } from '../../campus.ts';
import { integer, type Transaction } from '../../db/db.ts';
import { instant, isEnrolledNow, rowWith } from '../../db/sql.ts';
import { selectionOf } from '../../db/stored-fields.ts';
import { audienceColumns, subjectSelection } from './subject.columns.ts';
import { studentsNow } from './subjects.queries.ts';
import { lockTerm, state as stateOfTerm } from './terms.queries.ts';

export const subjectById = async (
  campus: Pick<Campus, 'db' | 'today'>,
  id: string,
): Promise<SubjectDetails | undefined> => {
  const { db } = campus;
  const today = campus.today();
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
      studentsNow(today).as('students'),
      sql<SubjectHelper[]>`(
        select coalesce(json_agg(json_build_object('id', helper.id::text, 'name', person.name,
          'email', person.email, 'kind', kind, 'mayMark', may_mark, 'mayGrade', may_grade,
          'section', (select name from sections where sections.id = section_id),
          'fromOn', from_on, 'toOn', to_on) order by from_on, helper.id), '[]')
        from subject_teachers as helper join people as person on person.id = helper.person_id
        where helper.subject_id = subjects.id)`.as('helpers'),
      sql<Section[]>`(
        select coalesce(json_agg(json_build_object('id', sections.id::text, 'name', name, 'students', (
          select count(*)::int from enrolments
          where section_id = sections.id and ${isEnrolledNow(today)}))
          order by name, sections.id), '[]')
        from sections where sections.subject_id = subjects.id)`.as('sections'),
      sql<Added | null>`(
        select json_build_object('by', adder.name, 'at', ${sql.raw(instant('trail.at'))})
        from trail join people as adder on adder.id = trail.person_id
        where record_kind = 'subject' and record_id = subjects.id and kind = 'subject_created'
        limit 1)`.as('added'),
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
 * Locks a subject and, shared or exclusively, its term: changes to the subject and its enrolments run one after the
 * other, and closing the term waits for them.
 */
export const lockSubject = async (
  tx: Transaction,
  id: string,
  lock: 'shared' | 'exclusive' = 'shared',
) => {
  const of = await rowWith(tx, 'subjects', { id }, ['term_id']);
  const term = of?.term_id && (await lockTerm(tx, of.term_id, lock));
  if (!term) return undefined;
  const rows = tx
    .selectFrom('subjects')
    .innerJoin('people', 'people.id', 'subjects.teacher_id')
    .where('subjects.id', '=', id)
    .where('subjects.term_id', 'is not', null)
    .select([
      'subjects.id',
      ...subjectSelection,
      ...selectionOf<typeof audienceFields>(audienceColumns),
      'subjects.version',
    ]);
  const locked = {
    shared: rows.forNoKeyUpdate('subjects'),
    // Also blocks new rows that refer to the subject.
    exclusive: rows.forUpdate('subjects'),
  };
  const subject = await locked[lock].executeTakeFirst();
  return subject && { ...subject, term };
};

/** Counts what would be lost if the subject were deleted. */
export const dependentsOf = (tx: Transaction, id: string) =>
  tx.one(
    { classes: integer, balances: integer, exams: integer, assignments: integer },
    `select
       (select count(distinct held_on)::int from class_sessions
        where subject_id = $1 and version > 0) as classes,
       (select count(*)::int from opening_balances where subject_id = $1) as balances,
       (select count(*)::int from exams where subject_id = $1 and deleted_at is null) as exams,
       (select count(*)::int from assignments
        where subject_id = $1 and deleted_at is null) as assignments`,
    [id],
  );

/** Deletes all enrolments of a subject, including those kept for reinstating withdrawn students. */
export const deleteEnrolments = async (tx: Transaction, id: string): Promise<void> => {
  await tx.query('delete from enrolments where subject_id = $1', [id]);
  await tx.query('delete from withdrawn_enrolments where subject_id = $1', [id]);
};
