import { movedEnrolmentFields } from '@campus/contract';
import { sql } from 'kysely';
import { insertProblems } from '../../csv/import.queries.ts';
import type { Importing } from '../../csv/list-import.ts';
import { audienceMatches } from '../subjects/index.ts';
import {
  changedRecords,
  foreignId,
  insertOverlaps,
  insertUnknownTerms,
  lockSubjects,
  termOfRow,
} from './judging.queries.ts';
import { deleteAdded, type Kind, trackedColumn, trackedDay } from './kind.ts';
import {
  addSections,
  dayOfTerm,
  enrolmentsOf,
  findStudentsAndSubjects,
  formerSectionGone,
  formerSectionId,
  insertWrongPeriods,
  insertWrongSections,
  insertWrongStudentsAndSubjects,
  lockSubjectsOfBatch,
  named,
  outsideTermCell,
  periodOfRow,
  rowsOfChanges,
  sectionId,
  sectionOfRow,
  shownForEmail,
  studentAndSubject,
  studentAndSubjectCells,
} from './student-and-subject.queries.ts';

const sectionName = '(select name from sections where sections.id = enrolments.section_id)';

/** Finds the student, subject and days of each row, and the enrolment it is about. */
const findMeanings = async ({ tx, dryRun }: Importing): Promise<void> => {
  await findStudentsAndSubjects(tx, termOfRow);
  // A leave or a withdrawal is over, or waits, as where students are enrolled by hand.
  if (!dryRun)
    await tx.query(
      `select from students where person_id in (select student_id from import_rows)
       order by person_id for share`,
    );
  await tx.query(
    `update import_rows set known_id = coalesce(${foreignId('enrolments', 'sourced_id')},
       ${periodOfRow('enrolments', enrolmentsOf('import_rows'))})`,
  );
  await tx.query(
    `update import_rows set
       first_on = coalesce(given.from_on, enrolments.from_on, terms.starts_on),
       last_on = coalesce(given.to_on, enrolments.to_on, case when terms.closed_at is not null
         then greatest(terms.ends_on, given.from_on, enrolments.from_on) end),
       section_name = ${sectionOfRow('enrolments.section_id')}
     from import_rows as given
     join subjects on subjects.id = given.subject_id join terms on terms.id = subjects.term_id
     left join enrolments on enrolments.id = given.known_id
     where given.row = import_rows.row`,
  );
};

/** Whoever gives an enrolment a last day before that of the term drops the student, as by hand. */
const droppedBy = `case when last_on < ${dayOfTerm('ends_on')} then current_actor() end`;

const periodOf = (of: string): string => `daterange(${of}, '[]')`;

/** Refuses new days, in a term that is not closed, on which the student cannot be on a roster. */
const insertAway = (judged: Importing) =>
  insertProblems(
    judged,
    null,
    'away.reason',
    `join students on students.person_id = student_id join people on people.id = student_id
     join subjects on subjects.id = import_rows.subject_id
     join terms on terms.id = subjects.term_id and closed_at is null
     left join enrolments on enrolments.id = known_id
     cross join lateral (select case
       when not active and last_on is null
         then people.name || ' is not an active student: the row must say the last day'
       when not active and last_on > date '${judged.today}'
         then people.name || ' is not an active student: the last day cannot be after today'
       when first_on > withdrawn_on
         then 'The last day of ' || people.name || ' is ' || withdrawn_on || ': the enrolment must begin by then'
       when away_from is not null and first_on <= coalesce(last_on, first_on)
         and ${periodOf('first_on, last_on')} && ${periodOf('away_from, away_until')}
         then people.name || ' is on leave from ' || away_from || coalesce(' to ' || away_until, '')
           || ': the days must end before it or begin after it' end as reason) as away
     where away.reason is not null and (first_on, last_on) is distinct from (enrolments.from_on, enrolments.to_on)`,
  );

/** As `insertOverlaps`, with stored enrolments that the file does not contain or does not change. */
const insertStoredOverlaps = (judged: Importing) =>
  insertProblems(
    judged,
    null,
    `people.name || ' is enrolled from ' || other.from_on || coalesce(' to ' || other.to_on, ' on')
       || ' already, and the days overlap'`,
    `join enrolments as other on other.subject_id = import_rows.subject_id
       and other.student_id = import_rows.student_id
       and ${periodOf('other.from_on, other.to_on')} && ${periodOf(
         'import_rows.first_on, greatest(import_rows.last_on, import_rows.first_on)',
       )}
     join people on people.id = other.student_id
     where import_rows.known_id is distinct from other.id and not exists (
       select from import_rows as changed
       where changed.known_id = other.id and ${judged.existing === 'update'})
       and (import_rows.known_id is null or ${judged.existing === 'update'})`,
  );

export const enrolmentsKind: Kind<typeof movedEnrolmentFields> = {
  name: 'enrolments',
  roster: 'enrolments',
  fields: movedEnrolmentFields,
  shown: ['email', 'subject', 'fromOn', 'toOn'],
  shownWhenBlank: shownForEmail,
  subject: 'subject',
  resolvedColumns: `${studentAndSubject}, add first_on date, add last_on date,
    add section_name text`,
  lockReferences: lockSubjects,
  lockBatchRecords: lockSubjectsOfBatch('enrolments', 'update'),
  validate: async (importing) => {
    await findMeanings(importing);
    await insertUnknownTerms(importing);
    await insertWrongStudentsAndSubjects(importing);
    await insertAway(importing);
    await insertWrongPeriods(importing, 'enrolments');
    await insertWrongSections(importing);
    await insertOverlaps(importing, {
      of: 'subject_id, student_id',
      first: 'first_on',
      last: 'last_on',
      reason: 'The days of this enrolment overlap those of row ',
    });
    await insertStoredOverlaps(importing);
  },
  from: `enrolments join subjects on subjects.id = enrolments.subject_id
    join people as student on student.id = enrolments.student_id`,
  id: 'enrolments.id',
  ownedByOther: {
    whose: `'the enrolment of ' || student.name || ' in ' || subjects.name`,
    where: `(enrolments.student_id, enrolments.subject_id)
      <> (import_rows.student_id, import_rows.subject_id)`,
  },
  recordName: `student.name || ' in ' || subjects.name`,
  kept: [
    trackedDay('fromOn', 'first day', 'enrolments.from_on', 'import_rows.first_on'),
    trackedDay('toOn', 'last day', 'enrolments.to_on', 'import_rows.last_on'),
    trackedColumn('studentId', 'student', 'enrolments.student_id', 'import_rows.student_id'),
    trackedColumn('subjectId', 'subject', 'enrolments.subject_id', 'import_rows.subject_id'),
    trackedColumn('droppedBy', 'last day', 'enrolments.dropped_by', 'null'),
    trackedColumn('section', 'section', sectionName, 'import_rows.section_name'),
  ],
  absent: `select people.name || ', ' || subjects.name as name
    from enrolments join people on people.id = student_id join subjects on subjects.id = subject_id
    where subject_id in (select subject_id from import_rows)
      and enrolments.id not in (select known_id from import_rows where known_id is not null)`,
  exported: {
    cells: {
      ...studentAndSubjectCells,
      outsideTerm: outsideTermCell('enrolments.from_on', 'enrolments.to_on'),
    },
    from: `enrolments ${named('enrolments')} order by terms.starts_on, subjects.code, student.email, from_on`,
  },
  count: 'select count(*)::int as n from enrolments',
  add: async ({ tx }) => {
    // Each foreign key is checked row by row with a plan that, if made while a table was small, reads the whole table.
    await tx.query('analyze (skip_locked) subjects (id)');
    await addSections(tx, 'new_id is not null');
    // Whom the audience would enrol follows it from then on, as if it had.
    await tx.query(
      sql`insert into enrolments (id, subject_id, student_id, from_on, to_on, added_by, dropped_by, section_id)
        overriding system value
        select new_id, subject_id, student_id, first_on, last_on,
          case when by_list or (${audienceMatches}) is not true then current_actor() end,
          ${sql.raw(droppedBy)}, ${sql.raw(sectionId)}
        from import_rows join subjects on subjects.id = subject_id join students on person_id = student_id
        where new_id is not null order by new_id`,
    );
  },
  change: async ({ tx }) => {
    await addSections(tx, rowsOfChanges);
    await tx.query(
      `update enrolments set from_on = first_on, to_on = last_on, section_id = ${sectionId},
         dropped_by = case when enrolments.to_on is distinct from last_on then ${droppedBy} else dropped_by end
       from import_rows where enrolments.id = known_id and ${rowsOfChanges}`,
    );
  },
  standing: `case
    when exists (select from seats join class_sessions using (subject_id)
      where seats.student_id = enrolments.student_id and subject_id = enrolments.subject_id
        and held_on >= enrolments.from_on and coalesce(held_on <= enrolments.to_on, true)
        and present[seat] is not null) then 'has marks of classes'
    when exists (select from exam_results join exams on exams.id = exam_id
      where exam_results.student_id = enrolments.student_id and subject_id = enrolments.subject_id)
      then 'has marks of exams'
    when exists (select from hand_ins join assignments on assignments.id = assignment_id
      where hand_ins.student_id = enrolments.student_id and subject_id = enrolments.subject_id)
      then 'has handed work in'
    when exists (select from opening_balances
      where opening_balances.student_id = enrolments.student_id and subject_id = enrolments.subject_id)
      and not exists (select from enrolments as other where other.student_id = enrolments.student_id
        and other.subject_id = enrolments.subject_id and not exists (
          select from move_in_records as added where added.batch_id = kept.batch_id
            and added.record_id = other.id and added.before is null))
      then 'has an opening balance' end`,
  // A leave and a withdrawal delete an enrolment that begins later, and a return or reinstating makes it anew.
  replaced: `(select case
      when exists (select from withdrawn_enrolments where student_id = person.id and subject_id = former.id)
        then person.name || ' was withdrawn from ' || former.name
      when exists (select from enrolments where student_id = person.id and subject_id = former.id)
        then person.name || ' has another enrolment in ' || former.name
      when exists (
        select from student_batches as later join student_batch_students as moved on moved.batch_id = later.id
        join students on person_id = student_id
        where student_id = person.id and skipped is null and applied_at is not null and later.undone_at is null
          and action ->> 'kind' = 'leave'
          and (action ->> 'from')::date between away_from and coalesce(away_until, 'infinity')
          and (moved.before ->> 'enrolments')::jsonb @> jsonb_build_array(jsonb_build_object('id', kept.record_id)))
        then person.name || ' is on leave from ' || former.name end
    from people as person join subjects as former on former.id = (kept.after ->> 'subjectId')::bigint
    where person.id = (kept.after ->> 'studentId')::bigint)`,
  unrestorable: `coalesce(${formerSectionGone('enrolments')}, (
    select case
      when closed_at is not null then case when former."toOn" is null then 'is in a term that is closed' end
      when coalesce(former."toOn" > withdrawn_on, withdrawn_on is not null) then 'was withdrawn'
      when away_from is not null and ${periodOf('former."fromOn", former."toOn"')}
        && ${periodOf('away_from, away_until')} then 'was given leave'
      when added_by is null and exists (
        select from student_batches as later join student_batch_students as moved on moved.batch_id = later.id
        where moved.student_id = person_id and skipped is null and later.undone_at is null
          and action ->> 'kind' = 'transfer'
          and applied_at > (select made_at from move_in_batches where id = kept.batch_id))
        then 'is of somebody who has changed programme' end
    from students join terms on terms.id = subjects.term_id
    cross join jsonb_to_record(kept.before) as former ("fromOn" date, "toOn" date)
    where person_id = enrolments.student_id
      and (former."fromOn", former."toOn") is distinct from (enrolments.from_on, enrolments.to_on)))`,
  remove: deleteAdded('enrolments'),
  restore: (tx, batchId) =>
    tx.query(
      `update enrolments set from_on = (before ->> 'fromOn')::date, to_on = (before ->> 'toOn')::date,
         dropped_by = (before ->> 'droppedBy')::bigint, section_id = ${formerSectionId('enrolments')}
       from ${changedRecords} where enrolments.id = record_id`,
      [batchId],
    ),
};
