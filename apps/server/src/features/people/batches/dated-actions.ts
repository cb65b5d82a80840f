import { addDays } from '@campus/contract';
import { sql } from 'kysely';
import { audienceMatches, haveLeft, letInAgain, lockSubjectsOf } from '../../subjects/index.ts';
import { setActive } from '../../accounts/index.ts';
import {
  type BatchActionRules,
  columnsIn,
  formerValue,
  givenValues,
  inactive,
  snapshotOf,
  theirLeave,
  type Of,
  type Sql,
  transferredSince,
  type Work,
} from './batch-action.ts';
import {
  carryOut,
  effectColumnNames,
  effectsIn,
  enrolledSince,
  joinNewerSubjects,
  takeBack,
  writtenOnEnrolments,
} from './dated-effects.ts';

interface Dated<A> extends Pick<BatchActionRules<A>, 'trail' | 'inWords' | 'optional' | 'skipped'> {
  /** Rows of `effectColumns`, in terms of `people` and `students`. */
  readonly effects: (action: A) => Sql;
  /** The former values of the record to keep: names and values for `jsonb_build_object`. */
  readonly kept: (action: A) => Sql;
  readonly after: NonNullable<BatchActionRules<A>['after']>;
  /** Updates the student records. */
  readonly set: (work: Work<A>) => Promise<unknown>;
  /** Which later changes to the record prevent the undo; null if none. */
  readonly written: (action: A) => Sql;
  readonly putBack: (work: Work<A>) => Promise<unknown>;
  /** The `standing` and the advice for `enrolledSince`, unless `written` looks at later enrolments itself. */
  readonly followed?: (action: A) => readonly [standing: Sql, instead: string];
}

const dated = <A>({
  effects,
  kept,
  set,
  written,
  putBack,
  followed,
  ...act
}: Dated<A>): BatchActionRules<A> => ({
  ...act,
  lock: ({ tx, students }, mode) => lockSubjectsOf(tx, students, mode),
  before: (action) => sql`jsonb_build_object(${kept(action)}, 'enrolments', (
    select jsonb_agg(to_jsonb(effect) order by subject_id, from_on)::text
    from (${effects(action)}) as effect ${effectColumnNames}))`,
  apply: async (work) => {
    await set(work);
    await carryOut(work.tx, work.batchId);
  },
  undo: {
    ...(followed && { join: (_, { batchId }) => joinNewerSubjects(batchId) }),
    written: (action) => sql`coalesce(${written(action)},
      case when ${transferredSince} then 'has changed programme' end, ${writtenOnEnrolments}
      ${followed ? sql`, ${enrolledSince(...followed(action))}` : sql``})`,
    act: async (work) => {
      await takeBack(work.tx, work.batchId);
      await putBack(work);
    },
  },
});

export const lastSection = (subject: Sql) => sql`(select section_id from enrolments
  where subject_id = ${subject} and student_id = people.id order by from_on desc limit 1)`;

const running = sql`enrolments join subjects on subjects.id = subject_id
  join terms on terms.id = subjects.term_id and terms.closed_at is null
  where enrolments.student_id = people.id`;

/**
 * Effects that begin the enrolments in `rows (subject_id, from_on, to_on, added_by, section_id)` on the days of the term
 * outside the leave: one effect for each run of days in a subject.
 */
const begin = (rows: Sql, leave: Sql) => sql`
  select null::bigint, subject_id, days.from_on, days.to_on, null::date, added_by, null::bigint, section_id
  from (
    select subject_id, range_agg(daterange(from_on, to_on, '[]')) as runs, min(added_by) as added_by,
      min(section_id) as section_id
    from (${rows}) as begun (subject_id, from_on, to_on, added_by, section_id) group by subject_id
  ) as begun
  join subjects on subjects.id = subject_id join terms on terms.id = term_id
  cross join unnest(runs) as run
  cross join days_without_leave(lower(run), upper(run) - 1, ${leave}) as days
  where days.from_on <= terms.ends_on`;

/** The leave on the record, and none. */
const onRecord = sql`away_from, away_until`;
const noLeave = sql`null, null`;

/**
 * Enrolments, for `begin`, from a day on in the open term's subjects whose audience students match, unless they are
 * enrolled already or were dropped by hand.
 */
const byAudience = (on: string, standing: Sql, gone: Sql) => sql`
  select subjects.id, greatest(${on}::date, terms.starts_on), null::date, null::bigint,
    ${lastSection(sql`subjects.id`)}
  from subjects join terms on terms.id = subjects.term_id and terms.is_open
  cross join (select ${standing}) as students
  where not by_list and ${audienceMatches} and not exists (
    select from enrolments where subject_id = subjects.id and student_id = people.id
      and (to_on is null or to_on >= ${on}::date or dropped_by is not null) and (${gone}) is not true)`;

const asTheyAre = sql`students.course, students.branch, students.semester, students.year`;

/**
 * Enrolments, for `begin`, that resume, from a day on, those in
 * `former (subject_id, from_on, to_on, added_by, section_id)` except by an audience that students have left, and others
 * by audience.
 */
const again = (on: string, former: Sql, gone: Sql) => sql`
  select former.subject_id, greatest(${on}::date, former.from_on), former.to_on, former.added_by,
    coalesce(${lastSection(sql`former.subject_id`)}, former.section_id)
  from (${former}) as former (subject_id, from_on, to_on, added_by, section_id)
  join subjects on subjects.id = former.subject_id
  join terms on terms.id = subjects.term_id and terms.closed_at is null
  where coalesce(former.to_on >= ${on}::date, true)
    and (former.added_by is not null or by_list or ${audienceMatches}) and not exists (
    select from enrolments where subject_id = former.subject_id and student_id = people.id
      and enrolments.from_on <= coalesce(former.to_on, 'infinity')
      and coalesce(enrolments.to_on, 'infinity') >= greatest(${on}::date, former.from_on)
      and (${gone}) is not true)
  union all (${byAudience(on, asTheyAre, gone)})`;

/**
 * The days of the student's last leave, and of those that extended it, in the enrolments that they ended, but for
 * subjects from which somebody has dropped the student since.
 */
const pausedByLeave = sql`
  select subject_id, from_on, least(to_on, away_until), added_by, section_id
  from (
    select effect.*, bool_or(effect.ends_on is not null and enrolments.id is null)
      over (partition by effect.subject_id) as dropped
    from student_batch_students as kept join student_batches as batch on batch.id = batch_id
    cross join lateral ${effectsIn(sql`kept.before`)}
    left join enrolments on enrolments.id = effect.id and enrolments.to_on = effect.ends_on
      and enrolments.dropped_by is not distinct from effect.dropped_by
    where kept.student_id = people.id and kept.skipped is null and applied_at is not null
      and undone_at is null and action ->> 'kind' = 'leave' and effect.id is not null
      and (action ->> 'from')::date >= away_from and batch.id >= coalesce((
        select max(latest.id) from student_batch_students as given
        join student_batches as latest on latest.id = given.batch_id
        where given.student_id = people.id and given.skipped is null and applied_at is not null
          and undone_at is null and latest.action ->> 'kind' = 'leave'
          and (latest.action ->> 'from')::date = away_from), 0)
  ) as paused
  where from_on <= coalesce(away_until, 'infinity') and not dropped`;

const awayKept = sql`'awayFrom', away_from, 'awayUntil', away_until, 'awayReason', away_reason`;
const putAwayBack: Dated<unknown>['putBack'] = ({ tx, batchId }) =>
  tx.query(sql`update students set away_from = (kept.before ->> 'awayFrom')::date,
      away_until = (kept.before ->> 'awayUntil')::date, away_reason = kept.before ->> 'awayReason'
    from ${snapshotOf(batchId)} and kept.student_id = person_id`);

const dayBefore = (on: string): Sql => sql`(${on}::date - 1)`;
const none = sql`false`;

/** Enrolments already planned to begin when the leave ends. */
const comingBack = sql`enrolments.from_on = (
  select away_until + 1 from students as away where away.person_id = people.id)`;
const afterLeave = sql`
  select subject_id, enrolments.from_on, to_on, added_by, section_id from ${running} and ${comingBack}`;

/** Course, branch, semester and year, the given ones with other values. */
const standingWith = (
  values: Of<'transfer'>['values'],
  valueOf: (column: ReturnType<typeof columnsIn>[number]) => Sql,
) => {
  const to = new Map(columnsIn(values).map((column) => [column.field, valueOf(column)]));
  return sql.join(
    (['course', 'branch', 'semester', 'year'] as const).map(
      (field) => sql`${to.get(field) ?? sql.ref(`students.${field}`)} as ${sql.ref(field)}`,
    ),
  );
};

export const datedActions = {
  leave: dated<Of<'leave'>>({
    trail: 'students_on_leave',
    inWords: ({ from, until }, students) =>
      `Gave leave to ${students} from ${from}${until ? ` to ${until}` : ''}`,
    skipped: ({ from }, today) => sql`coalesce(${inactive}, case
      when away_until = ${dayBefore(from)} then null
      when away_until >= least(${from}::date, ${today}::date)
        then ${theirLeave} || ': extend it from the day after, or ' || case
          when away_until < ${today}::date then 'undo it and give it again after the earlier one'
          else 'give another once it is over' end
      when away_from is not null and away_until is null then ${theirLeave} end)`,
    effects: ({ from, until = null }) => {
      const away = sql`${running} and daterange(enrolments.from_on, to_on, '[]')
        && daterange(${from}::date, ${until}::date, '[]')`;
      return sql`
        select enrolments.id, subject_id, enrolments.from_on, to_on,
          case when enrolments.from_on < ${from}::date then ${dayBefore(from)} end, added_by, dropped_by,
          section_id
        from ${away}
        union all
        select null, subject_id, ${until}::date + 1, to_on, null, added_by, dropped_by, section_id
        from ${away} and coalesce(to_on > ${until}::date, terms.ends_on > ${until}::date)`;
    },
    kept: () => awayKept,
    // A leave from the day after another extends it: records hold one.
    after: ({ from, until = null }, { awayFrom, awayUntil }) => ({
      awayFrom: awayFrom && awayUntil === addDays(from, -1) ? awayFrom : from,
      awayUntil: until,
    }),
    set: ({ tx, students, action: { from, until = null, reason } }) =>
      tx.query(sql`update students set away_until = ${until}, away_reason = ${reason},
        away_from = case when away_until = ${dayBefore(from)} then away_from else ${from} end
        where person_id = any(${students})`),
    written: ({ from, until = null }) => sql`case
      when away_until is distinct from ${until}::date
        or away_from in (${from}::date, (kept.before ->> 'awayFrom')::date) is not true
        then 'has returned, or is on another leave'
      when exists (select from enrolments where student_id = people.id and created_at > applied_at
        and (to_on = away_from - 1 or from_on = away_until + 1)
        and (subject_id, from_on) not in (
          select effect.subject_id, effect.from_on from ${effectsIn(sql`kept.before`)}))
        then 'was enrolled elsewhere around the leave: let them return instead' end`,
    putBack: putAwayBack,
    followed: () => [asTheyAre, 'let them return instead'],
  }),
  return: dated<Of<'return'>>({
    trail: 'students_returned',
    inWords: ({ on }, students) => `Let ${students} return on ${on}`,
    optional: 'begins',
    skipped: ({ on }) => sql`coalesce(${inactive}, case
      when away_from is null or away_until < ${on}::date then 'Not on leave on ' || ${on}::date
      when away_from > ${on}::date then 'On leave from ' || away_from
        || ' only: undo the leave, or let them return on its first day'
      when withdrawn_on < ${on}::date then 'Has the last day ' || withdrawn_on end)`,
    effects: ({ on }) => sql`
      select enrolments.id, subject_id, enrolments.from_on, to_on, null, added_by, dropped_by, section_id
      from ${running} and ${comingBack} and enrolments.from_on > ${on}::date
      union all (${begin(again(on, sql`${pausedByLeave} union all ${afterLeave}`, comingBack), noLeave)})`,
    kept: () => awayKept,
    after: ({ on: _on }) => ({}),
    // Whoever returns on its first day has no leave.
    set: ({ tx, students, action: { on } }) => {
      const ifAway = (value: Sql) => sql`case when away_from < ${on}::date then ${value} end`;
      return tx.query(sql`update students set away_from = ${ifAway(sql`away_from`)},
          away_until = ${ifAway(dayBefore(on))}, away_reason = ${ifAway(sql`away_reason`)}
        where person_id = any(${students})`);
    },
    written: ({ on }) => sql`case when coalesce(away_until, away_from) is distinct from
        case when (kept.before ->> 'awayFrom')::date < ${on}::date then ${dayBefore(on)} end
      then 'is on another leave'
      when exists (select from ${running} and daterange(enrolments.from_on, to_on, '[]')
          && daterange(${on}::date, (kept.before ->> 'awayUntil')::date, '[]')
        and (subject_id, enrolments.from_on) not in (
          select effect.subject_id, effect.from_on from ${effectsIn(sql`kept.before`)}))
        then 'was enrolled since: give them leave' end`,
    putBack: putAwayBack,
  }),
  readmit: dated<Of<'readmit'>>({
    trail: 'students_returned',
    inWords: ({ on }, students) => `Readmitted ${students} on ${on}`,
    optional: 'begins',
    skipped: ({ on }) => sql`case when people.erased_at is not null then 'Erased'
      when withdrawn_on is null then 'Is not withdrawn'
      when withdrawn_on >= ${on}::date then 'Withdrawn on ' || withdrawn_on || ' only' end`,
    effects: ({ on }) =>
      begin(
        again(
          on,
          sql`select subject_id, from_on, to_on, added_by, section_id from withdrawn_enrolments
            where student_id = people.id`,
          none,
        ),
        onRecord,
      ),
    kept: () => sql`'withdrawnOn', withdrawn_on, 'graduated', graduated::int, 'ended', (
      select jsonb_agg(to_jsonb(ended))::text from withdrawn_enrolments as ended
      where student_id = people.id)`,
    after: () => ({ withdrawnOn: null }),
    set: async ({ tx, students }) => {
      await tx.query('delete from withdrawn_enrolments where student_id = any($1)', [students]);
      await tx.query(
        `update students set withdrawn_on = null, graduated = false where person_id = any($1)`,
        [students],
      );
      await letInAgain(tx, students);
    },
    written: () => sql`case when withdrawn_on is not null then 'was withdrawn'
      when exists (select from enrolments where student_id = people.id and created_at > applied_at
        and (subject_id, from_on) not in (
          select effect.subject_id, effect.from_on from ${effectsIn(sql`kept.before`)}))
        then 'was enrolled since: withdraw them instead' end`,
    putBack: async ({ campus, tx, batchId, students }) => {
      await tx.query(sql`insert into withdrawn_enrolments select ended.*
        from student_batch_students as kept cross join lateral
          jsonb_populate_recordset(null::withdrawn_enrolments, (kept.before ->> 'ended')::jsonb) as ended
        where kept.batch_id = ${batchId} and kept.skipped is null`);
      await tx.query(sql`update students set withdrawn_on = (kept.before ->> 'withdrawnOn')::date,
          graduated = (kept.before ->> 'graduated')::int = 1
        from ${snapshotOf(batchId)} and kept.student_id = person_id`);
      await setActive(tx, await haveLeft(tx, students, campus.today()), false);
    },
  }),
  transfer: dated<Of<'transfer'>>({
    trail: 'students_transferred',
    inWords: ({ on }, students) => `Changed the programme of ${students} from ${on}`,
    optional: 'all',
    skipped: ({ values }) => sql`coalesce(${inactive},
      case when ${givenValues(values).same} then 'Has this already' end)`,
    effects: ({ on, values }) => {
      const standing = standingWith(values, ({ value }) => value);
      return sql`
        select enrolments.id, subject_id, enrolments.from_on, to_on,
          case when enrolments.from_on < ${on}::date then ${dayBefore(on)} end, added_by, dropped_by,
          section_id
        from enrolments join subjects on subjects.id = subject_id
        join terms on terms.id = subjects.term_id and terms.closed_at is null
        cross join (select ${standing}) as students
        where enrolments.student_id = people.id and added_by is null and not by_list
          and coalesce(to_on >= ${on}::date, true) and (${audienceMatches}) is not true
        union all (${begin(byAudience(on, standing, none), onRecord)})`;
    },
    kept: ({ values }) => givenValues(values).former,
    after: ({ values }) => values,
    set: (work) => givenValues(work.action.values).store(work),
    written: ({ values }) =>
      sql`case when not (${givenValues(values).same}) then 'has another course, branch, semester or year'
        when away_from is not null and exists (select from ${effectsIn(sql`kept.before`)}
          where effect.id is not null and daterange(effect.from_on, effect.to_on, '[]')
            && daterange(away_from, away_until, '[]'))
        then 'was given leave' end`,
    putBack: (work) => givenValues(work.action.values).putBack(work),
    followed: ({ values }) => [
      standingWith(values, formerValue),
      'change their programme again instead',
    ],
  }),
};
