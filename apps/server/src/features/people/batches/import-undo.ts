import type { Fields } from '@campus/contract';
import { sql } from 'kysely';
import type { Campus } from '../../../campus.ts';
import { boolean, text, type Transaction } from '../../../db/db.ts';
import { tokensRefused } from '../../../db/sql.ts';
import { setActive } from '../../accounts/index.ts';
import { isByAudience, lockSubjectsOf, withdraw } from '../../subjects/index.ts';
import { type Kind, kinds } from '../people.columns.ts';

/**
 * For each column that refers to a person: why an imported person who has such a row cannot be removed by an undo.
 * Null where the row is removed along with the person or follows from other rows. What people do themselves is not
 * listed: it needs a sign-in, which is checked separately. `privacy/person-data.test.ts` compares this with the
 * foreign keys.
 */
export const undoObstacles: Readonly<Record<string, string | null>> = {
  'people.id': null,
  'people.identity_subject': null,
  'students.person_id': null,
  'faculty.person_id': null,
  'student_directory.person_id': null,
  'account_outbox.person_id': null,
  'account_outbox.email': null,
  'kept_mails.recipient': null,
  'trail.record_id': null,
  // Stays in the history of the exam once the result itself is gone.
  'exam_result_changes.student_id': null,
  // Checked separately below: rows made or ended by hand, subjects not deleted, and fields changed since.
  'enrolments.student_id': null,
  'closing_enrolments.enrolment_id': null,
  'foreign_ids.record_id': null,
  'move_in_records.record_id': null,
  'subjects.teacher_id': null,
  'person_changes.person_id': null,
  'student_batch_students.student_id': null,
  'class_sessions.present': null,
  'class_submissions.present': null,
  'seat_tallies.present': null,
  'term_tallies.student_id': null,
  'file_tallies.owner_id': null,
  'unreturned_work.student_id': null,
  'record_changes.before': null,
  'record_changes.after': null,
  'opening_balances.student_id': 'has an opening balance',
  'seats.student_id': 'has attendance marks',
  'exam_results.student_id': 'has exam results',
  'hand_ins.student_id': 'has handed in work',
  'hand_in_marks.student_id': 'has marks of assignments',
  'hand_in_mark_changes.student_id': 'has marks of assignments',
  'assignment_extensions.student_id': 'has an extension',
  'loans.person_id': 'has borrowed a book',
  'reservations.person_id': 'has reserved a book',
  'correction_requests.student_id': 'has asked for a correction',
  'subject_teachers.person_id': 'helps in a subject',
  'class_infos.teacher_id': 'has uploaded class information',
  'closing_students.student_id': 'was in the closing of a term',
  'event_feeds.person_id': 'has a calendar address',
  'marking_phrases.person_id': 'has phrases for comments',
  'profile_images.person_id': 'has a picture',
  'withdrawn_enrolments.student_id': 'was withdrawn',
};

interface OfImport {
  readonly batchId: string;
  readonly students: readonly string[];
}

const labelsOf = (fields: Fields): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])),
  );

/**
 * Joins what prevents undoing an import, per person: `stands` for people it added, `since` for people it changed.
 * Reads each table once, however many people there are.
 */
export const joinImportObstacles = (kind: Kind, { batchId, students }: OfImport) => {
  const found = Object.entries(undoObstacles).flatMap(([column, what]) => {
    if (what === null) return [];
    const [table = '', key = ''] = column.split('.');
    return sql`select chosen.id, ${sql.lit(what)} as what
      from chosen join ${sql.table(table)} as stored on stored.${sql.ref(key)} = chosen.id`;
  });
  return sql`
    left join (
      with chosen as materialized (select unnest(${students}::bigint[]) as id)
      select distinct on (id) id, what from (
        ${sql.join(found, sql` union all `)}
        union all select chosen.id, 'was enrolled or dropped by hand or by a file'
        from chosen join enrolments on student_id = chosen.id
        where not ${isByAudience} or dropped_by is not null
        union all select chosen.id, 'has a subject'
        from chosen join subjects on teacher_id = chosen.id and term_id is not null
        union all select id, 'was changed' from (
          select chosen.id, array_agg(before order by change.id) as was,
            array_agg(after order by change.id desc) as now_is
          from chosen join person_changes as change on person_id = chosen.id
            and changed_at <> (select applied_at from student_batches where id = ${batchId})
          group by chosen.id, field
        ) as changed where was[1] is distinct from now_is[1]
      ) as found order by id, what
    ) as stands on stands.id = people.id
    left join (
      with ours as materialized (
        select person_changes.* from person_changes join student_batches as imported
          on imported.id = ${batchId} and changed_at = applied_at
        where person_id = any(${students})
      )
      select id, string_agg(distinct what, ' and ') as what from (
        select person_id as id, 'has another ' || (${labelsOf(kinds[kind].fields)}::jsonb ->> field) as what
        from ours where after is distinct from (
          select after from person_changes as last
          where last.person_id = ours.person_id and last.field = ours.field order by last.id desc limit 1)
        union all
        select person_id, 'somebody else has the former University ID'
        from ours join people on univ_id = before where field = 'univId'
        union all
        select ours.person_id, 'somebody else has the former Roll Number'
        from ours join students on roll_no = before where field = 'rollNo'
      ) as found group by id
    ) as since on since.id = people.id`;
};

/** Why the import of this person cannot be undone; null if it can. */
export const importUndoObstacle = sql`case when kept.before is not null then since.what
  when people.came_in_at is not null then 'has signed in' else stands.what end`;

/**
 * Whether a mail has reached, or may be about to reach, a row of `people`. Their link leads to an account, so the undo
 * withdraws or deactivates them instead of removing them.
 */
export const mayHaveMail = `(people.identity_subject is not null or exists (
  select from account_outbox where account_outbox.person_id = people.id
    and (attempts > 0 or finished_at is not null or claimed_until is not null)))`;

/** Locks everything an undo of an import touches, so that nobody changes it and no invitation is sent. */
export const lockForImportUndo = async (
  tx: Transaction,
  students: readonly string[],
): Promise<void> => {
  await lockSubjectsOf(tx, students, 'exclusive');
  for (const [table, key] of [
    ['students', 'person_id'],
    ['faculty', 'person_id'],
    ['people', 'id'],
    ['account_outbox', 'person_id'],
  ])
    await tx.query(`select from ${table} where ${key} = any($1) order by ${key} for update`, [
      students,
    ]);
};

/** Restores the former values of the people an import changed, from their histories. */
const restore = async (tx: Transaction, kind: Kind, batchId: string): Promise<void> => {
  for (const [table, key] of [
    [kind, 'person_id'],
    ['people', 'id'],
  ] as const) {
    const columns = kinds[kind].columns.filter((column) => column.table === table);
    const set = columns.map(({ name, field, type }) => {
      const was = `was ->> '${field}'`;
      // The history has a contact number as text; this column holds its digits.
      const value = type === 'bigint' ? `regexp_replace(${was}, '\\D', '', 'g')` : was;
      return `${name} = case when was ? '${field}' then (${value})::${type} else ${table}.${name} end`;
    });
    await tx.query(
      `update ${table} set ${set.join(', ')}${table === 'people' ? ', updated_at = now()' : ''}
       from (
         select person_id, jsonb_object_agg(field, person_changes.before) as was
         from student_batches
         join student_batch_students as kept on batch_id = student_batches.id and kept.before is not null
         join person_changes on person_id = student_id and changed_at = applied_at
         where student_batches.id = $1 group by person_id
       ) as history
       where history.person_id = ${table}.${key}`,
      [batchId],
    );
  }
};

/**
 * Undoes an import. The people it added disappear from all lists and their unique values are free again; those whom a
 * mail may have reached are withdrawn or deactivated instead.
 */
export const undoImport = async (
  { today }: Pick<Campus, 'today'>,
  tx: Transaction,
  kind: Kind,
  batchId: string,
): Promise<void> => {
  const added = await tx.rows(
    { id: text, reached: boolean },
    `select people.id::text, ${mayHaveMail} as reached
     from student_batch_students as kept join people on people.id = student_id
     where batch_id = $1 and before is null`,
    [batchId],
  );
  const reached = added.filter((one) => one.reached).map(({ id }) => id);
  const gone = added.filter((one) => !one.reached).map(({ id }) => id);
  await tx.query('delete from enrolments where student_id = any($1)', [added.map(({ id }) => id)]);
  await tx.query('delete from account_outbox where person_id = any($1)', [gone]);
  // Must come before the updates below.
  await tx.query('delete from student_directory where person_id = any($1)', [gone]);
  await tx.query('update students set roll_no = null where person_id = any($1)', [gone]);
  // The last days that the file gave them.
  await tx.query(
    `update students set withdrawn_on = null, graduated = false
     where person_id = any($1) and withdrawn_on is not null`,
    [added.map(({ id }) => id)],
  );
  await tx.query(
    `update people set active = false, univ_id = null, removed_at = now(), updated_at = now(),
       email = 'removed-' || id || '@removed.invalid', ${tokensRefused}
     where id = any($1)`,
    [gone],
  );
  if (kind === 'students') await withdraw({ today }, tx, reached, today());
  else await setActive(tx, reached, false);
  await restore(tx, kind, batchId);
};
