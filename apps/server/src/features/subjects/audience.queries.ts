import { type AudienceChange, type AudienceParts, type IsoDate, subjects } from '@campus/contract';
import { sql } from 'kysely';
import { type Db, text, textOrNull, type Transaction } from '../../db/db.ts';
import { isEnrolledNow } from '../../db/sql.ts';
import { activeStudents, audienceMatches } from './subjects.queries.ts';

/** Whether an audience alone made an enrolment: it makes it again, unlike what was done by hand or came from a file. */
export const isByAudience = sql.raw<boolean>(`(enrolments.added_by is null and not exists (
  select from move_in_records join move_in_batches as moved on moved.id = batch_id
  where kind = 'enrolments' and record_id = enrolments.id and before is null))`);

/** A new audience for a subject, as of `today`. */
export interface OtherAudience {
  readonly subjectId: string;
  readonly audience: { readonly [Part in keyof AudienceParts]?: AudienceParts[Part] | undefined };
  readonly today: IsoDate;
}

/** Enrolments that go on: without a last day, or until a leave that is yet to come. */
const goingOn = ({ today }: Pick<OtherAudience, 'today'>) => sql`
  (to_on is null or (to_on = away_from - 1 and to_on >= ${today}::date))`;

/**
 * CTEs of an audience change: `leaving (id, student_id, marked)`, the enrolments that go on of students who no longer
 * match, and `joining (student_id, from_on, to_on)`, empty unless the term is open. Students added or dropped by hand,
 * or withdrawn, are in neither.
 */
const tables = ({ subjectId, audience, today }: OtherAudience) => sql`
  subject as (
    select subjects.id, case when exists (
      select from class_sessions where subject_id = subjects.id and version > 0)
      then day else terms.starts_on end as from_on,
      least(${today}::date - 1, terms.ends_on) as last_on, terms.ends_on, terms.is_open, day
    from subjects join terms on terms.id = subjects.term_id
    cross join lateral (select least(greatest(terms.starts_on, ${today}::date), terms.ends_on) as day) as nearest
    where subjects.id = ${subjectId}
  ),
  audience (audience_course, audience_branch, audience_semester, audience_year) as (
    select known_course(${audience.course ?? null}),
      known_branch(known_course(${audience.course ?? null}), ${audience.branch ?? null}),
      ${audience.semester ?? null}::int, ${audience.year ?? null}::int
  ),
  working as materialized (
    select student_id from attendance_tallies where subject_id = ${subjectId} and classes > 0
    union select student_id from exam_results join exams on exams.id = exam_id where subject_id = ${subjectId}
    union select student_id from hand_ins join assignments on assignments.id = assignment_id
      where subject_id = ${subjectId}
    union select student_id from opening_balances where subject_id = ${subjectId}
  ),
  leaving as materialized (
    select enrolments.id, student_id,
      student_id in (select student_id from working) and from_on <= ${today}::date as marked
    from enrolments join students on students.person_id = student_id cross join audience
    where subject_id = ${subjectId} and ${goingOn({ today })} and added_by is null
      and (${audienceMatches}) is not true
  ),
  joining as materialized (
    select students.person_id as student_id, days.from_on, days.to_on
    from ${activeStudents} cross join subject cross join audience
    cross join lateral days_without_leave(greatest(subject.from_on, (
      select max(to_on) + 1 from enrolments
      where subject_id = subject.id and student_id = students.person_id)), null, away_from, away_until) as days
    where days.from_on <= subject.ends_on and subject.is_open and ${audienceMatches} and withdrawn_on is null and not exists (
      select from enrolments where subject_id = subject.id and student_id = students.person_id
        and (to_on is null or dropped_by is not null))
  )`;

/** Replaces former spellings of course and branch by their current names, as stored. */
export const spelled = async <Audience extends OtherAudience['audience']>(
  db: Db,
  audience: Audience,
): Promise<Audience> => {
  if (!audience.course) return audience;
  const { course, branch = null } = audience;
  const known = await db.one(
    { course: text, branch: textOrNull },
    sql`select course, known_branch(course, ${branch}) as branch from known_course(${course}) as course`,
  );
  return { ...audience, ...known };
};

const counts = sql`
  (select count(distinct student_id)::int from joining) as enrolled,
  (select count(*)::int from (
    select from leaving group by student_id having not bool_or(marked)) as student) as removed,
  (select count(distinct student_id)::int from leaving where marked) as ended`;

const after = ({ subjectId, today }: OtherAudience) => sql`
  (select count(*)::int from enrolments join subjects on subjects.id = subject_id
    join terms on terms.id = term_id cross join subject left join leaving on leaving.id = enrolments.id
    where subjects.id = ${subjectId} and ${isEnrolledNow(today)}
      and (leaving.id is null or marked and greatest(enrolments.from_on, last_on) >= day))
  + (select count(*)::int from joining cross join subject
    where joining.from_on <= day and coalesce(to_on >= day, true)) as students`;

export const countAudienceChange = (db: Db, other: OtherAudience): Promise<AudienceChange> =>
  db.one(
    subjects.audienceChange,
    sql`with ${tables(other)}, counted as (select ${counts})
      select *, ${after(other)} from counted`,
  );

/** Makes a subject whose students came from a file follow its audience from now on. */
export const followAudience = (tx: Transaction, subjectId: string) =>
  tx.query('update subjects set by_list = false where id = $1 and by_list', [subjectId]);

/** Ends, deletes and adds enrolments to match the new audience, in one statement so that the counts are exact. */
export const enrolOtherAudience = (
  tx: Transaction,
  other: OtherAudience,
): Promise<AudienceChange> =>
  tx.one(
    subjects.audienceChange,
    sql`with ${tables(other)}, counted as (select ${counts}),
      removed as (
        delete from enrolments using leaving where leaving.id = enrolments.id and not marked
      ),
      ended as (
        update enrolments set to_on = greatest(enrolments.from_on, subject.last_on)
        from leaving, subject where leaving.id = enrolments.id and marked
      ),
      enrolled as (
        insert into enrolments (subject_id, student_id, from_on, to_on)
        select ${other.subjectId}, student_id, from_on, to_on from joining order by student_id
      )
      select *, ${after(other)} from counted`,
  );
