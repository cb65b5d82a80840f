import { sql } from 'kysely';
import type { Transaction } from '../../../db/db.ts';
import { audienceMatches } from '../../subjects/index.ts';
import { type BatchActionRules, type Sql, workOf } from './batch-action.ts';

/**
 * Acts that affect students from a day on. The preview works out the effects on enrolments and stores them with the
 * student: an effect with an `id` ends that enrolment on `ends_on`, or deletes it if `ends_on` is null; one without an
 * `id` creates an enrolment.
 */
const effectColumns = sql`(id bigint, subject_id bigint, from_on date, to_on date, ends_on date,
  added_by bigint, dropped_by bigint, section_id bigint)`;
export const effectColumnNames = sql`(id, subject_id, from_on, to_on, ends_on, added_by, dropped_by,
  section_id)`;
export const effectsIn = (before: Sql) =>
  sql`jsonb_to_recordset((${before} ->> 'enrolments')::jsonb) as effect ${effectColumns}`;

/** The section of an effect, if it still exists. */
const sectionOfEffect = sql`(select id from sections where id = effect.section_id)`;

/** The effects of a batch: tables and the beginning of the `where` clause. */
export const effectsOf = (batchId: string) => sql`student_batch_students as kept
  cross join lateral ${effectsIn(sql`kept.before`)}
  where kept.batch_id = ${batchId} and kept.skipped is null`;

/**
 * Removes the effects on these subjects from a batch: only those that begin enrolments, or all if `optional` says so.
 */
export const leaveOutOf = (
  tx: Transaction,
  batchId: string,
  subjects: readonly string[],
  optional: BatchActionRules['optional'],
) =>
  tx.query(sql`update student_batch_students as kept
    set before = before || jsonb_build_object('enrolments', (
      select jsonb_agg(to_jsonb(effect) order by subject_id, from_on)::text
      from ${effectsIn(sql`kept.before`)}
      where subject_id <> all(${subjects}::bigint[]) or id is not null and ${optional !== 'all'}))
    where batch_id = ${batchId} and skipped is null`);

/** Ends, deletes and creates enrolments as previewed. */
export const carryOut = async (tx: Transaction, batchId: string): Promise<void> => {
  const effects = effectsOf(batchId);
  await tx.query(sql`delete from enrolments using ${effects} and effect.id = enrolments.id
    and effect.ends_on is null`);
  await tx.query(sql`update enrolments set to_on = effect.ends_on from ${effects}
    and effect.id = enrolments.id and effect.ends_on is not null`);
  await tx.query(sql`insert into enrolments
      (subject_id, student_id, from_on, to_on, added_by, dropped_by, section_id)
    select subject_id, student_id, from_on, to_on, added_by, dropped_by, ${sectionOfEffect}
    from ${effects} and effect.id is null`);
};

export const takeBack = async (tx: Transaction, batchId: string): Promise<void> => {
  const effects = effectsOf(batchId);
  await tx.query(sql`delete from enrolments using ${effects} and effect.id is null
    and enrolments.student_id = kept.student_id and enrolments.subject_id = effect.subject_id
    and enrolments.from_on = effect.from_on`);
  await tx.query(sql`update enrolments set to_on = effect.to_on from ${effects}
    and effect.id = enrolments.id and effect.ends_on is not null`);
  await tx.query(sql`insert into enrolments
      (id, subject_id, student_id, from_on, to_on, added_by, dropped_by, section_id)
      overriding system value
    select id, subject_id, student_id, from_on, to_on, added_by, dropped_by, ${sectionOfEffect}
    from ${effects} and effect.id is not null and effect.ends_on is null`);
};

/** Which later changes to the enrolments prevent the undo; null if none. */
export const writtenOnEnrolments = sql`(select case
    when bool_or(effect.id is not null
      and coalesce(effect.to_on > students.withdrawn_on, students.withdrawn_on is not null))
      then 'was withdrawn'
    when bool_or(effect.id is not null and terms.closed_at is not null)
      then 'was in the closing of a term'
    when bool_or(standing.id is null and (effect.id is null or effect.ends_on is not null))
      then 'has other enrolments'
    when bool_or(effect.id is not null and exists (select from enrolments as again
      where again.student_id = people.id and again.subject_id = effect.subject_id
        and daterange(again.from_on, again.to_on, '[]')
          && daterange(coalesce(effect.ends_on + 1, effect.from_on), effect.to_on, '[]')
        and (again.subject_id, again.from_on) not in (
          select effect.subject_id, effect.from_on from ${effectsIn(sql`kept.before`)}
          where effect.id is null)))
      then 'was enrolled again'
    else min(case when effect.id is null then ${workOf(sql`effect.subject_id`, sql`effect.from_on`)} end) end
  from ${effectsIn(sql`kept.before`)}
    left join subjects on subjects.id = effect.subject_id left join terms on terms.id = term_id
    left join enrolments as standing
    on standing.student_id = people.id and standing.subject_id = effect.subject_id
    and standing.from_on = effect.from_on
    and (standing.to_on, standing.dropped_by)
      is not distinct from (coalesce(effect.ends_on, effect.to_on), effect.dropped_by))`;

/**
 * Joins `newer (ids)` for `enrolledSince`: the subjects of terms not closed that were created or opened since the batch, or have
 * had another audience since. A new spelling is none.
 */
export const joinNewerSubjects = (batchId: string) => sql`cross join (
  select array_agg(subjects.id) as ids
  from student_batches as batch cross join subjects
  join terms on terms.id = term_id and closed_at is null
  where batch.id = ${batchId} and (greatest(subjects.created_at, opened_at) > applied_at or exists (
    select from record_changes where subject_id = subjects.id and changed_at > applied_at and case field
      when 'course' then known_course(before) is distinct from known_course(after)
      when 'branch' then known_branch(audience_course, before)
        is distinct from known_branch(audience_course, after)
      else field in ('semester', 'year', 'everyone') end))) as newer`;

/**
 * The audience that prevents the undo, and what to do `instead`: with the former `standing` the student would stay in a
 * subject without matching it, or would lack one that they match. Null if none.
 */
export const enrolledSince = (standing: Sql, instead: string) => sql`(
  with effect as materialized (select * from ${effectsIn(sql`kept.before`)}),
  undone as (
    select subject_id, added_by, dropped_by, created_at > applied_at and added_by is null as joined,
      to_on is null or to_on = away_from - 1 or created_at > applied_at as stays
    from enrolments where student_id = people.id
      and (subject_id, from_on) not in (select subject_id, from_on from effect where id is null)
    union all
    select subject_id, added_by, dropped_by, false, dropped_by is null from effect where id is not null
  )
  select 'the audience of ' || min((subjects.name || ' (' || code || ')') collate "C")
    || ' was enrolled since: ' || ${instead}::text
  from (select subject_id as id from undone where joined union select unnest(newer.ids)) as candidate
  join subjects using (id) join terms on terms.id = term_id and closed_at is null
  cross join (select ${standing}) as students
  where not by_list and case
    when exists (select from undone where subject_id = subjects.id and stays and added_by is null)
      then (${audienceMatches}) is not true
    else is_open and ${audienceMatches} and not exists (
      select from undone where subject_id = subjects.id and (stays or dropped_by is not null)) end)`;
