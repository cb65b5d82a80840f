import type { ActKind } from '@campus/contract';
import { sql } from 'kysely';
import { countsInWords } from '../../../counts-in-words.ts';
import { queueTask } from '../../accounts/index.ts';
import { lockForEnrolment, lockSubjectsOf, reinstate, withdraw } from '../../subjects/index.ts';
import {
  type BatchActionRules,
  columnsIn,
  givenValues,
  inactive,
  snapshotOf,
  theirLeave,
  type Kind,
  type Of,
  type Sql,
  type StoredAction,
  transferredSince,
  type Work,
  workOf,
} from './batch-action.ts';
import { datedActions, lastSection } from './dated-actions.ts';
import {
  importUndoObstacle,
  joinImportObstacles,
  lockForImportUndo,
  undoImport,
} from './import-undo.ts';

/** Joins the student's first enrolment in a subject that meets a condition, as `period`. */
const enrolmentOf = (subjectId: string, condition: Sql) => sql`left join lateral (
  select * from enrolments where student_id = people.id and subject_id = ${subjectId} and ${condition}
  order by from_on limit 1) as period on true`;

const enrolledAgain = (subjectId: string, after: string) => sql`exists (
  select from enrolments where student_id = people.id and subject_id = ${subjectId}
    and from_on > ${after}::date and created_at > batch.applied_at)`;

/** The enrolments after a leave that a drop removes: tables and the beginning of the `where` clause. */
const laterIn = (batchId: string) => sql`student_batch_students as kept cross join lateral
  jsonb_populate_recordset(null::enrolments, (kept.before ->> 'later')::jsonb) as later
  where kept.batch_id = ${batchId} and kept.skipped is null`;

/** Withdrawal or graduation. */
const leaving = (
  trail: ActKind,
  graduated: true | null,
): BatchActionRules<Pick<Of<'withdraw'>, 'on'>> => ({
  trail,
  inWords: ({ on }, students) => `${graduated ? 'Graduated' : 'Withdrew'} ${students} on ${on}`,
  lock: ({ tx, students }) => lockSubjectsOf(tx, students),
  skipped: () => sql`coalesce(${inactive}, 'Has the last day ' || withdrawn_on || ' already')`,
  after: ({ on }) => ({ withdrawnOn: on }),
  apply: ({ campus, tx, students, action }) => withdraw(campus, tx, students, action.on, graduated),
  undo: {
    written: ({ on }) => sql`case
      when students.withdrawn_on is distinct from ${on}::date then 'has another last day'
      when exists (select from enrolments again join withdrawn_enrolments using (student_id, subject_id)
        where student_id = people.id and again.created_at > batch.applied_at)
        then 'was enrolled again' end`,
    act: ({ tx, students }) => reinstate(tx, students),
  },
});

const setRepeats = ({ tx, students }: Pick<Work, 'tx' | 'students'>, repeats: boolean) =>
  tx.query(sql`update students set repeats = ${repeats} where person_id = any(${students})`);

const actions: { readonly [K in Kind]: BatchActionRules<Of<K>> } = {
  withdraw: leaving('students_withdrawn', null),
  graduate: leaving('students_graduated', true),
  repeat: {
    trail: 'students_repeat',
    inWords: (_, students) => `Let ${students} repeat the semester`,
    skipped: () => sql`coalesce(${inactive}, case when students.repeats then 'Repeats already'
      when students.semester is null then 'Has no semester' end)`,
    before: () => sql`jsonb_build_object('semester', students.semester)`,
    apply: (work) => setRepeats(work, true),
    undo: {
      written: () => sql`case when not students.repeats or exists (
        select from closing_students as moved join terms on terms.id = term_id
        where moved.student_id = people.id and moved.repeats and closed_at > batch.applied_at)
        then 'has repeated already' end`,
      act: (work) => setRepeats(work, false),
    },
  },
  ...datedActions,
  change: {
    trail: 'students_changed',
    inWords: ({ values }, students) => {
      const changes = Object.entries(values).map(([field, to]) => `${field} ${to ?? 'N/A'}`);
      return `Changed ${students}: ${changes.join(', ')}`;
    },
    skipped: ({ values }) => sql`case when people.erased_at is not null then 'Erased'
      when ${givenValues(values).same} then 'Has this already' end`,
    before: ({ values }) => sql`jsonb_build_object(${givenValues(values).former})`,
    after: ({ values }) => values,
    apply: (work) => givenValues(work.action.values).store(work),
    undo: {
      written: ({ values }) =>
        sql`nullif(concat_ws(' and ', ${sql.join(
          columnsIn(values).map(
            ({ field, column, value }) => sql`case when ${column} is distinct from ${value}
            then ${sql.lit(`has another ${field}`)} end`,
          ),
        )}), '')`,
      act: (work) => givenValues(work.action.values).putBack(work),
    },
  },
  enrol: {
    trail: 'students_enrolled',
    inWords: ({ fromOn }, students, subject) => `Enrolled ${students} in ${subject} from ${fromOn}`,
    lock: ({ tx, action: { subjectId, fromOn } }, mode) =>
      lockForEnrolment(tx, subjectId, 'action.fromOn', fromOn, mode),
    join: ({ subjectId, fromOn }) =>
      enrolmentOf(subjectId, sql`coalesce(to_on >= ${fromOn}::date, true)`),
    skipped: ({ fromOn }) => sql`coalesce(${inactive},
      case when withdrawn_on < ${fromOn}::date then 'Has the last day ' || withdrawn_on end,
      case when students.away_from is not null and coalesce(away_until >= ${fromOn}::date, true)
        then ${theirLeave} end,
      'Enrolled from ' || period.from_on || coalesce(' to ' || period.to_on, ' on already'))`,
    after: ({ fromOn }) => ({ fromOn }),
    apply: ({ tx, students, actorId, action: { subjectId, fromOn } }) =>
      tx.query(
        sql`insert into enrolments (subject_id, student_id, from_on, added_by, section_id)
          select ${subjectId}, people.id, ${fromOn}, ${actorId}, ${lastSection(sql`${subjectId}`)}
          from unnest(${students}::bigint[]) as people (id)`,
      ),
    undo: {
      join: ({ subjectId, fromOn }) => enrolmentOf(subjectId, sql`from_on = ${fromOn}::date`),
      written: ({ subjectId, fromOn }) => sql`case
        when period.id is null or period.to_on is not null then 'was dropped'
        else ${workOf(subjectId, fromOn)} end`,
      act: ({ tx, students, action: { subjectId, fromOn } }) =>
        tx.query(sql`delete from enrolments
          where subject_id = ${subjectId} and from_on = ${fromOn} and student_id = any(${students})`),
    },
  },
  drop: {
    trail: 'students_dropped',
    inWords: ({ lastDay }, students, subject) =>
      `Dropped ${students} from ${subject} after ${lastDay}`,
    lock: ({ tx, action: { subjectId, lastDay } }) =>
      lockForEnrolment(tx, subjectId, 'action.lastDay', lastDay),
    join: ({ subjectId, lastDay }) =>
      enrolmentOf(
        subjectId,
        sql`(coalesce(to_on > ${lastDay}::date, true)
          or to_on = ${lastDay}::date and to_on = away_from - 1 and dropped_by is null)`,
      ),
    skipped: ({
      lastDay,
    }) => sql`case when ${lastDay}::date between away_from and coalesce(away_until, 'infinity')
        then ${theirLeave}
      when period.id is null then 'Not enrolled after ' || ${lastDay}
      when period.from_on > ${lastDay}::date then 'Enrolled from ' || period.from_on || ' only' end`,
    before: ({
      subjectId,
      lastDay,
    }) => sql`jsonb_build_object('enrolment', period.id::text, 'toOn', period.to_on,
      'droppedBy', period.dropped_by::text, 'later', (
        select jsonb_agg(to_jsonb(later))::text from enrolments as later
        where student_id = people.id and subject_id = ${subjectId}
          and from_on > ${lastDay}::date and from_on = away_until + 1))`,
    after: ({ lastDay }) => ({ toOn: lastDay }),
    apply: async ({ tx, batchId, actorId, action: { lastDay } }) => {
      await tx.query(
        sql`delete from enrolments using ${laterIn(batchId)} and enrolments.id = later.id`,
      );
      await tx.query(sql`update enrolments set to_on = ${lastDay}, dropped_by = ${actorId}
        from ${snapshotOf(batchId)} and enrolments.id = (kept.before ->> 'enrolment')::bigint`);
    },
    undo: {
      join: () =>
        sql`join enrolments as period on period.id = (kept.before ->> 'enrolment')::bigint`,
      written: ({ subjectId, lastDay }) => sql`case
        when period.to_on is distinct from ${lastDay}::date then 'has another last day'
        when students.withdrawn_on is not null then 'was withdrawn'
        when away_from is not null and daterange(away_from, away_until, '[]')
          && daterange(${lastDay}::date, (kept.before ->> 'toOn')::date, '(]') then 'was given leave'
        when ${enrolledAgain(subjectId, lastDay)} then 'was enrolled again'
        when period.added_by is null and ${transferredSince} then 'has changed programme' end`,
      act: async ({ tx, batchId }) => {
        await tx.query(sql`update enrolments set to_on = (kept.before ->> 'toOn')::date,
            dropped_by = (kept.before ->> 'droppedBy')::bigint
          from ${snapshotOf(batchId)} and enrolments.id = (kept.before ->> 'enrolment')::bigint`);
        await tx.query(sql`insert into enrolments
            (id, subject_id, student_id, from_on, to_on, added_by, dropped_by, section_id)
            overriding system value
          select later.id, later.subject_id, later.student_id, later.from_on, later.to_on, later.added_by,
            later.dropped_by, (select id from sections where sections.id = later.section_id)
          from ${laterIn(batchId)}`);
      },
    },
  },
  invite: {
    trail: 'students_invited',
    inWords: (_, students) => `Invited ${students}`,
    skipped: () => sql`coalesce(${inactive}, case
      when came_in_at is not null then 'Has signed in already'
      when exists (
        select from account_outbox where person_id = people.id and kind = 'invitation'
          and finished_at is null) then 'An invitation is waiting to be sent' end)`,
    apply: ({ tx, students }) => queueTask(tx, 'invitation', students),
  },
  export: {
    trail: 'students_exported',
    inWords: (_, students) => `Exported ${students}`,
    skipped: () => sql`null::text`,
  },
  // Has no `apply`: the import stores its rows itself.
  import: {
    trail: 'students_imported',
    inWords: ({ of, added, changed }) => {
      const one = of === 'students' ? 'student' : 'teacher';
      return `Imported ${countsInWords([
        [added, `new ${one}`],
        [changed, `changed ${one}`],
      ])}`;
    },
    lock: ({ tx, students }) => lockForImportUndo(tx, students),
    skipped: () => sql`null::text`,
    undo: {
      trail: 'import_undone',
      join: ({ of }, imported) => joinImportObstacles(of, imported),
      written: () => importUndoObstacle,
      act: ({ campus, tx, batchId, action }) => undoImport(campus, tx, action.of, batchId),
    },
  },
};

export const rulesOf = ({ kind }: Pick<StoredAction, 'kind'>): BatchActionRules =>
  actions[kind] as unknown as BatchActionRules;
