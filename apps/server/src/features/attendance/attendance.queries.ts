import type { IsoDate, TaughtPart } from '@campus/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { isEnrolledNow, type TeachingScope } from '../../db/sql.ts';

/**
 * The subjects of the open term that a teacher teaches or helps in, by section, with the number of students enrolled
 * on a day, or the day of the term nearest to it. A helper's classes start on their first day.
 */
export const taughtSubjects = (db: Db, [[teacherId], ...parts]: TeachingScope, on: IsoDate) =>
  db
    .selectFrom('subjects')
    .innerJoin('terms', 'terms.id', 'subjects.term_id')
    .where('terms.is_open', '=', true)
    .where(
      sql<boolean>`(subjects.teacher_id = ${teacherId} or subjects.id = any(${parts.map(([id]) => id)}::bigint[]))`,
    )
    .select([
      'subjects.id',
      'subjects.name as subjectName',
      'subjects.code as subjectCode',
      sql<IsoDate>`greatest(terms.starts_on, case when subjects.teacher_id <> ${teacherId} then (
        select min(from_on) from subject_teachers
        where subject_id = subjects.id and person_id = ${teacherId} and may_mark
          and from_on <= ${on} and coalesce(to_on >= ${on}, true)) end)`.as('startsOn'),
      'terms.ends_on as endsOn',
      'subjects.teacher_id as teacherId',
      sql<number>`(select count(*)::int from enrolments where ${isEnrolledNow(on)})`.as('students'),
      sql<(TaughtPart & { readonly sectionId: string })[]>`(
        select coalesce(json_agg(json_build_object('sectionId', id::text, 'name', name, 'students', (
          select count(*)::int from enrolments where section_id = sections.id and ${isEnrolledNow(on)}))
          order by name, id), '[]')
        from sections where sections.subject_id = subjects.id)`.as('sections'),
    ])
    .orderBy('subjects.name')
    .orderBy('subjects.id')
    .execute();

/** The term of the subject, the term named, or else the open term; with both, undefined unless they match. */
export const termAsked = (
  db: Db,
  { termId, subjectId }: { termId?: string | undefined; subjectId?: string | undefined },
) => {
  let term = db
    .selectFrom('terms')
    .where('terms.deleted_at', 'is', null)
    .select(['terms.id', 'terms.ends_on as endsOn']);
  if (termId !== undefined) term = term.where('terms.id', '=', termId);
  else if (subjectId === undefined) term = term.where('is_open', '=', true);
  if (subjectId !== undefined)
    term = term
      .innerJoin('subjects', 'subjects.term_id', 'terms.id')
      .where('subjects.id', '=', subjectId);
  return term.executeTakeFirst();
};
