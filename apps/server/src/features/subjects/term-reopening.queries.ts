import { sql } from 'kysely';
import { integer, text, texts, type Transaction } from '../../db/db.ts';
import { rowWith } from '../../db/sql.ts';
import { isByAudience } from './audience.queries.ts';
import { enrolByAudience } from './subjects.queries.ts';

/** A closed term and the one its closing opened. */
export interface Closed {
  readonly termId: string;
  readonly nextId: string;
  readonly nextIsNew: boolean;
}

export const nextTermOf = async (tx: Transaction, termId: string) =>
  rowWith(tx, 'terms', { id: termId }, ['next_id', 'next_is_new']);

/** Locks the new term's subjects, also against new rows that refer to them. */
export const lockSubjectsIn = (tx: Transaction, termId: string) =>
  sql`select from subjects where term_id = ${termId} order by id for update`.execute(tx);

/** Locks the students whom the closing moved or whose enrolments it ended. */
export const lockStudentsOf = (tx: Transaction, { termId }: Closed) =>
  sql`select from students join people on people.id = person_id
    where person_id in (
      select student_id from closing_students where term_id = ${termId}
      union select student_id from enrolments join subjects on subjects.id = subject_id
        where subjects.term_id = ${termId})
    order by person_id for no key update`.execute(tx);

/**
 * Whether reopening removes a subject of the new term: only if the closing carried it over. Subjects planned before
 * stay.
 */
const isRemovedOnReopening = ({ termId, nextId }: Closed) => sql`subjects.term_id = ${nextId}
  and subjects.carried_from is not null
  and subjects.created_at >= (select closed_at from terms where id = ${termId})`;

/** Counts, for each subject of the new term, what has since been added to it or changed. */
export const dependentsInNextTerm = (tx: Transaction, closed: Closed) =>
  tx.rows(
    {
      name: text,
      classes: integer,
      results: integer,
      handIns: integer,
      balances: integer,
      exams: integer,
      assignments: integer,
      enrolments: integer,
      divided: integer,
      changes: integer,
      created: integer,
    },
    sql`select subjects.name || ' (' || code || ')' as name,
      (select count(*)::int from class_sessions
        where subject_id = subjects.id and version > 0) as classes,
      (select count(*)::int from exam_results join exams on exams.id = exam_id
        where subject_id = subjects.id and exams.deleted_at is null) as results,
      (select count(*)::int from hand_ins join assignments on assignments.id = assignment_id
        where subject_id = subjects.id and assignments.deleted_at is null) as "handIns",
      (select count(*)::int from opening_balances
        where subject_id = subjects.id and going) as balances,
      (select count(*)::int from exams
        where subject_id = subjects.id and deleted_at is null and going) as exams,
      (select count(*)::int from assignments
        where subject_id = subjects.id and deleted_at is null and going) as assignments,
      (select count(*)::int from enrolments where subject_id = subjects.id
        and case when ${isByAudience} then dropped_by is not null else going end) as enrolments,
      (select count(*)::int from enrolments where subject_id = subjects.id
        and ${isByAudience} and dropped_by is null and section_id is not null) as divided,
      case when going then version - 1 else 0 end as changes,
      (${closed.nextIsNew} and not going)::int as created
    from subjects cross join lateral (select (${isRemovedOnReopening(closed)}) as going) as act
    where subjects.term_id = ${closed.nextId} order by subjects.id`,
  );

/** Students whose records have changed since, so that reopening would lose something. */
export const studentsWrittenSince = (tx: Transaction, { termId }: Closed) =>
  tx.rows(
    { name: text, what: text },
    sql`
    select people.name, case when erased_at is not null then 'was erased'
      when graduated_on is not null then 'has not graduated on ' || graduated_on
      when students.repeats then 'repeats the semester'
      else 'has another semester or year' end as what
    from closing_students as kept join students on person_id = kept.student_id
    join people on people.id = person_id
    where kept.term_id = ${termId} and (erased_at is not null or students.repeats
      or (graduated_on is not null and (not graduated or withdrawn_on <> graduated_on) is not false)
      or (students.semester, students.year) is distinct from (to_semester, to_year))
    union
    select people.name, case when withdrawn_on is not null then 'was withdrawn'
      else 'has another last day in ' || subjects.name end
    from closing_enrolments as kept join enrolments on enrolments.id = enrolment_id
    join subjects on subjects.id = subject_id
    join students on person_id = student_id join people on people.id = person_id
    where subjects.term_id = ${termId}
      and (coalesce(kept.to_on > withdrawn_on, withdrawn_on is not null)
        or enrolments.to_on is distinct from ended_on)
    union
    select people.name, case action ->> 'kind' when 'leave' then 'was given leave'
      when 'return' then 'has returned from leave' when 'readmit' then 'was readmitted'
      else 'has changed programme' end
    from student_batches as batch join student_batch_students as kept on batch_id = batch.id
    join people on people.id = student_id
    where applied_at > (select closed_at from terms where id = ${termId}) and undone_at is null
      and action ->> 'kind' in ('leave', 'return', 'readmit', 'transfer') and kept.skipped is null
    order by 1`,
  );

/** Removes what the closing put into the new term. Students whom somebody or a file added to a planned subject stay in it. */
export const clearNextTerm = async (tx: Transaction, closed: Closed, actorId: string) => {
  const going = sql`subject_id in (select id from subjects where ${isRemovedOnReopening(closed)})`;
  await sql`delete from enrolments where ${going} or (${isByAudience}
    and subject_id in (select id from subjects where term_id = ${closed.nextId}))`.execute(tx);
  await sql`delete from withdrawn_enrolments where ${going}`.execute(tx);
  await sql`update subjects set term_id = null, carried_from = null, deleted_at = now(),
      deleted_by = ${actorId}, version = version + 1
    where ${isRemovedOnReopening(closed)}`.execute(tx);
};

export const graduatesOf = (tx: Transaction, termId: string) =>
  tx.value(
    texts,
    sql`select array(select student_id::text from closing_students
      where term_id = ${termId} and graduated_on is not null) as ids`,
  );

export const restoreClosedTerm = async (tx: Transaction, termId: string): Promise<void> => {
  await sql`
    update enrolments set to_on = kept.to_on
    from closing_enrolments as kept join enrolments as ended on ended.id = enrolment_id
    join subjects on subjects.id = ended.subject_id
    where subjects.term_id = ${termId} and enrolments.id = enrolment_id`.execute(tx);
  await sql`
    delete from closing_enrolments using enrolments join subjects on subjects.id = subject_id
    where enrolments.id = enrolment_id and subjects.term_id = ${termId}`.execute(tx);
  await sql`
    update students set semester = kept.semester, year = kept.year, repeats = kept.repeats
    from closing_students as kept
    where kept.term_id = ${termId} and kept.student_id = person_id`.execute(tx);
  await sql`delete from closing_students where term_id = ${termId}`.execute(tx);
};

/** Students of the term who had left and have been reinstated since. */
export const reinstatedSince = (tx: Transaction, termId: string) =>
  tx.value(
    texts,
    sql`select array(select distinct student_id::text from withdrawn_enrolments
      join subjects on subjects.id = subject_id join students on person_id = student_id
      where term_id = ${termId} and students.withdrawn_on is null) as ids`,
  );

/** Enrols the students created since the closing, as if the term had stayed open. */
export const enrolNewSince = (tx: Transaction, termId: string, closedAt: Date, today: string) =>
  enrolByAudience(tx, {
    students: sql`students join people on people.id = students.person_id and people.active
      and people.created_at > ${closedAt}`,
    subjects: sql`terms.id = ${termId}`,
    from: sql`greatest(terms.starts_on, ${today}::date)`,
  });
