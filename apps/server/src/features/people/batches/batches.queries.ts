import { type BatchAction, type BodyOf, type IsoDate, studentBatches } from '@campus/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  boolean,
  dayOrNull,
  type Db,
  integer,
  text,
  textOrNull,
  texts,
  type Transaction,
} from '../../../db/db.ts';
import type { Part } from '../../../db/lists.ts';
import { countOf, instant } from '../../../db/sql.ts';
import type { Kind } from '../people.columns.ts';
import { versionOfPerson } from '../records/record.queries.ts';
import { chosenStudents } from '../student-list.queries.ts';
import { type StoredAction, storedAction, type Work } from './batch-action.ts';
import { rulesOf } from './batch-actions.ts';
import { effectsOf } from './dated-effects.ts';
import { mayHaveMail } from './import-undo.ts';

type Chosen = BodyOf<typeof studentBatches.previewBatch>['students'];

/** What an action would do to each of these students, given their current records. */
const outcomes = (action: StoredAction, ids: RawBuilder<unknown>, today: IsoDate) => {
  const { join, skipped, before } = rulesOf(action);
  return sql`
    select people.id as student_id, ${versionOfPerson} as version, act.skipped,
      case when act.skipped is null then act.before end as before
    from people join students on person_id = people.id ${join?.(action) ?? sql``}
    cross join lateral (
      select ${skipped(action, today)} as skipped, ${before?.(action) ?? sql`'{}'::jsonb`} as before
    ) as act
    where people.id in (${ids}) and people.removed_at is null`;
};

/** Deletes previews that were not applied within a day. */
export const removeOldPreviews = (tx: Transaction) =>
  tx.query(
    `delete from student_batches where applied_at is null and made_at < now() - interval '1 day'`,
  );

export const insertBatch = async (
  tx: Transaction,
  action: BatchAction,
  chosen: Chosen,
  madeBy: string,
  today: IsoDate,
): Promise<string> => {
  const id = await tx.value(
    text,
    'insert into student_batches (action, made_by) values ($1, $2) returning id::text',
    [JSON.stringify(action), madeBy],
  );
  const ids = Array.isArray(chosen)
    ? sql`select unnest(${chosen}::bigint[])`
    : sql`${chosenStudents(tx, chosen).select('student_directory.person_id')}`;
  await tx.query(
    sql`insert into student_batch_students (batch_id, student_id, version, skipped, before)
      select ${id}, * from (${outcomes(action, ids, today)}) as outcome`,
  );
  return id;
};

export const countStudents = (tx: Transaction, batchId: string) =>
  tx.one(
    { changed: integer, skipped: integer },
    `select count(*) filter (where skipped is null)::int as changed, count(skipped)::int as skipped
     from student_batch_students where batch_id = $1`,
    [batchId],
  );

const before = z.record(z.string(), z.union([text, integer]).nullable());

/** The first students of a batch by name: those who change, or (`left`) those who are left out. */
export const firstStudents = (tx: Transaction, batchId: string, left: boolean, limit: number) =>
  tx.rows(
    { id: text, name: text, email: text, before: before.nullable(), reason: textOrNull },
    `select people.id::text, name, email, before, skipped as reason
     from student_batch_students join people on people.id = student_id
     where batch_id = $1 and (skipped is not null) = $2
     order by name, people.id limit $3`,
    [batchId, left, limit],
  );

/** The subjects in which a batch ends or begins enrolments, with counts. */
export const countEnrolments = (tx: Transaction, batchId: string) =>
  tx.rows(
    { subjectId: text, subject: text, ends: integer, begins: integer, beginsOn: dayOrNull },
    sql`select subjects.id::text as "subjectId", subjects.name || ' (' || code || ')' as subject,
        count(effect.id)::int as ends,
        count(*) filter (where effect.id is null)::int as begins,
        min(effect.from_on) filter (where effect.id is null) as "beginsOn"
      from subjects, ${effectsOf(batchId)} and effect.subject_id = subjects.id
      group by subjects.id order by subjects.name, subjects.id`,
  );

const batchRow = {
  action: storedAction,
  applied: boolean,
  undone: boolean,
  /** Only those who change. */
  students: texts,
};

export const lockBatch = (tx: Transaction, id: string) =>
  tx.row(
    batchRow,
    `select action, applied_at is not null as applied,
       undone_at is not null as undone,
       array(select student_id::text from student_batch_students
         where batch_id = student_batches.id and skipped is null) as students
     from student_batches where id = $1 for update`,
    [id],
  );

/** Locks the records of many students, in the order of `lockPerson`. */
export const lockStudents = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  for (const [table, key] of [
    ['students', 'person_id'],
    ['people', 'id'],
  ])
    await tx.query(
      `select from ${table} where ${key} = any($1) order by ${key} for no key update`,
      [ids],
    );
};

const named = { name: text, what: text };

/** Students of a batch for whom its preview no longer holds, each with the reason. */
export const changedSince = ({
  tx,
  campus,
  batchId,
  action,
}: Pick<Work, 'tx' | 'campus' | 'batchId' | 'action'>) => {
  const ids = sql`select student_id from student_batch_students
    where batch_id = ${batchId} and skipped is null`;
  return tx.rows(
    named,
    sql`select name, case when removed_at is not null then 'was removed'
        else coalesce(now_is.skipped, 'the record has changed') end as what
      from student_batch_students as kept
      left join (${outcomes(action, ids, campus.today())}) as now_is using (student_id)
      join people on people.id = student_id
      where kept.batch_id = ${batchId} and kept.skipped is null
        and (kept.version, kept.before, null) is distinct from
          (now_is.version, now_is.before, now_is.skipped)
      order by name, people.id`,
  );
};

/** Students of a batch whose records have changed since it was applied in a way that prevents undoing it. */
export const writtenSince = ({
  tx,
  batchId,
  action,
  students,
}: Pick<Work, 'tx' | 'batchId' | 'action' | 'students'>) => {
  const { undo } = rulesOf(action);
  return tx.rows(
    named,
    sql`select name, act.what
      from student_batch_students as kept
      join student_batches as batch on batch.id = kept.batch_id
      join people on people.id = kept.student_id
      left join students on students.person_id = people.id
      ${undo?.join?.(action, { batchId, students }) ?? sql``}
      cross join lateral (select case when people.erased_at is not null then 'was erased'
        else ${undo?.written(action)} end as what) as act
      where kept.batch_id = ${batchId} and kept.skipped is null and act.what is not null
      order by name, people.id`,
  );
};

export const markApplied = (tx: Transaction, id: string, changed: number) =>
  tx.query('update student_batches set applied_at = now(), changed = $2 where id = $1', [
    id,
    changed,
  ]);

export const markUndone = (tx: Transaction, id: string, by: string) =>
  tx.query('update student_batches set undone_at = now(), undone_by = $2 where id = $1', [id, by]);

/** The fields the service puts into words are not stored. */
const listed = studentBatches.appliedBatch.omit({ what: true, note: true, canUndo: true }).extend({
  action: storedAction,
  /** For an import, how many of the added people an invitation has reached. */
  reached: integer,
  /** Some of the added people have an invitation waiting to be sent. */
  waiting: boolean,
  /** Null also when the subject has been deleted. */
  subject: textOrNull,
});

/** The kind of people a batch is about; only imports can be about teachers. */
const peopleOf = `coalesce(action ->> 'of', 'students')`;

/** The applied batches, last one first, or a single one of them by `id`. */
export const appliedBatches = (
  db: Db,
  { of, id }: { readonly of?: Kind; readonly id?: string },
) => ({
  rows: ({ limit, after }: Pick<Part, 'limit' | 'after'>) =>
    db.rows(
      listed,
      `select batch.id::text, action, changed, maker.name as "madeBy",
         ${instant('applied_at')} as "madeAt", undoer.name as "undoneBy",
         ${instant('undone_at')} as "undoneAt", subjects.name || ' (' || code || ')' as subject,
         coalesce(invited.reached, 0) as reached, coalesce(invited.waiting, false) as waiting
       from student_batches as batch join people as maker on maker.id = made_by
       left join people as undoer on undoer.id = undone_by
       left join subjects on subjects.id = (action ->> 'subjectId')::bigint
       left join lateral (
         select (count(*) filter (where ${mayHaveMail}))::int as reached, bool_or(exists (
           select from account_outbox
           where account_outbox.person_id = people.id and finished_at is null)) as waiting
         from student_batch_students as kept join people on people.id = student_id
         where batch_id = batch.id and before is null and removed_at is null
       ) as invited on action ->> 'kind' = 'import'
       where applied_at is not null and coalesce(batch.id = $1, ${peopleOf} = $4)
         and ($2::bigint is null or batch.id < $2)
       order by batch.id desc limit $3`,
      [id ?? null, after?.id ?? null, limit ?? null, of ?? null],
    ),
  total: () =>
    countOf(
      db
        .selectFrom('student_batches')
        .where('applied_at', 'is not', null)
        .where(sql.raw<string>(peopleOf), '=', of ?? null),
    ),
});
