import type { IsoDate } from '@campus/contract';
import { sql } from 'kysely';
import { texts, type Transaction } from '../../db/db.ts';

const running = sql`select subjects.id from subjects join terms on terms.id = subjects.term_id
  where terms.closed_at is null`;

type Ids = readonly string[];

/** Those of the students whose last day has come. */
export const haveLeft = (tx: Transaction, students: Ids, today: IsoDate) =>
  tx.value(
    texts,
    sql`select array(select person_id::text from students
      where person_id = any(${students}) and withdrawn_on <= ${today}::date) as ids`,
  );

/**
 * Those of the students who were not deactivated by hand. Their history tells: a withdrawal changes the last day as
 * well, or Campus carries it out on that day.
 */
export const notDeactivatedByHand = (tx: Transaction, students: Ids) =>
  tx.value(
    texts,
    sql`select array(select student::text from unnest(${students}::bigint[]) as student where not exists (
      select from (
        select changed_by, changed_at from person_changes
        where person_id = student and field = 'active' order by id desc limit 1) as last
      where changed_by is not null and not exists (
        select from person_changes as change where person_id = student and field = 'withdrawnOn'
          and change.changed_at = last.changed_at))) as ids`,
  );

/** Sets the last day of students; null clears it. */
export const setLastDay = (
  tx: Transaction,
  students: Ids,
  on: IsoDate | null,
  graduated: boolean | null,
) =>
  tx
    .updateTable('students')
    .set({ withdrawn_on: on, ...(graduated !== null && { graduated }) })
    .where(sql<boolean>`person_id = any(${students})`)
    .execute();

const lockOn = {
  shared: { terms: sql`share`, subjects: sql`no key update` },
  exclusive: { terms: sql`no key update`, subjects: sql`update` },
} as const;

/**
 * Locks the subjects in which students are enrolled, or were before a withdrawal, as `lockSubject` does. Terms are
 * locked first, then subjects, as everywhere; the students come after this.
 */
export const lockSubjectsOf = async (
  tx: Transaction,
  students: Ids,
  lock: keyof typeof lockOn = 'shared',
): Promise<void> => {
  await sql`select id from terms where closed_at is null order by id for ${lockOn[lock].terms}`.execute(
    tx,
  );
  await sql`select id from subjects
    where id in (select subject_id from enrolments where student_id = any(${students})
      union select subject_id from withdrawn_enrolments where student_id = any(${students}))
    order by id for ${lockOn[lock].subjects}`.execute(tx);
};

/**
 * Locks what changes along with students: their names in lists, then rosters. Whoever changes several of these in more
 * than one statement calls this after locking the students.
 */
export const lockRostersOf = async (tx: Transaction, students: Ids): Promise<void> => {
  await sql`select from student_directory where person_id = any(${students})
    order by person_id for no key update`.execute(tx);
  await sql`select from roster_versions where subject_id in (${running}
      union all select subject_id from enrolments where student_id = any(${students})
      union all select subject_id from seats where student_id = any(${students}))
    order by subject_id for no key update`.execute(tx);
};

/**
 * Ends the students' enrolments in terms that are not closed on their last day, and deletes those that begin later.
 * Keeps the former rows for `restoreEnrolments`. Idempotent.
 */
export const endEnrolmentsOf = async (tx: Transaction, students: Ids, lastDay: IsoDate) => {
  const ended = sql`enrolments.student_id = any(${students}) and subject_id in (${running})
    and (to_on is null or to_on > ${lastDay}::date)`;
  await sql`
    insert into withdrawn_enrolments
      (student_id, subject_id, from_on, to_on, added_by, withdrawn_on, section_id)
    select student_id, subject_id, from_on, to_on, added_by, ${lastDay}::date, section_id
    from enrolments where ${ended}
    on conflict do nothing`.execute(tx);
  await sql`delete from enrolments where ${ended} and from_on > ${lastDay}::date`.execute(tx);
  await sql`update enrolments set to_on = ${lastDay}::date where ${ended}`.execute(tx);
};

/**
 * Restores what `endEnrolmentsOf` ended, unless the last day has been changed since, around a leave given since. What
 * was kept in closed terms stays for undoing their closing.
 */
export const restoreEnrolments = async (tx: Transaction, students: Ids): Promise<void> => {
  const kept = sql`withdrawn_enrolments kept where kept.student_id = any(${students})
    and kept.subject_id in (${running})`;
  const days = sql`(
    select kept.*, days.from_on as begins_on, days.to_on as ends_on,
      case when kept.withdrawn_on between away_from and coalesce(away_until, 'infinity')
        then away_from - 1 else kept.withdrawn_on end as ended_on
    from withdrawn_enrolments as kept join students on person_id = student_id
    cross join days_without_leave(greatest(kept.from_on, kept.withdrawn_on), kept.to_on,
      away_from, away_until) as days) as kept
    where kept.student_id = any(${students}) and kept.subject_id in (${running})`;
  const standing = sql`kept.student_id = enrolments.student_id
    and kept.subject_id = enrolments.subject_id and kept.from_on <= enrolments.from_on
    and kept.ended_on = enrolments.to_on`;
  await sql`
    insert into enrolments (subject_id, student_id, from_on, to_on, added_by, section_id)
    select subject_id, student_id, begins_on, ends_on, added_by,
      (select id from sections where id = kept.section_id) from ${days}
      and begins_on > withdrawn_on
      and (from_on > ended_on or exists (select from enrolments where ${standing}))
    on conflict (subject_id, student_id, from_on) do nothing`.execute(tx);
  await sql`
    update enrolments set to_on = kept.ends_on from ${days} and ${standing}
      and begins_on = withdrawn_on`.execute(tx);
  await sql`delete from ${kept}`.execute(tx);
};
