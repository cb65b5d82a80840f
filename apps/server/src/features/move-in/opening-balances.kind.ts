import { movedBalanceFields } from '@campus/contract';
import { insertProblems } from '../../csv/import.queries.ts';
import {
  changedRecords,
  foreignId,
  insertUnknownTerms,
  lockTermsShared,
  termOfRow,
} from './judging.queries.ts';
import { deleteAdded, type Kind, trackedColumn } from './kind.ts';
import {
  enrolmentsOf,
  findStudentsAndSubjects,
  insertNewOutsideTerm,
  insertWrongStudentsAndSubjects,
  lockTallies,
  named,
  outsideTermCell,
  shownForEmail,
  studentAndSubject,
  studentAndSubjectCells,
} from './student-and-subject.queries.ts';

const isEnrolled = (of: string): string => `exists (select ${enrolmentsOf(of)})`;

/** The first day of a single mark of the student in the subject. */
const firstMark = (of: string): string => `
  (select min(held_on) from attendance_marks as mark
   join class_sessions as session on session.id = mark.session_id
   where mark.student_id = ${of}.student_id and session.subject_id = ${of}.subject_id)`;

export const openingBalancesKind: Kind<typeof movedBalanceFields> = {
  name: 'opening-balances',
  table: 'opening_balances',
  fields: movedBalanceFields,
  shown: ['email', 'subject', 'classes', 'present'],
  shownWhenBlank: shownForEmail,
  subject: 'subject',
  resolvedColumns: studentAndSubject,
  lockReferences: lockTermsShared,
  lockBatchRecords: (tx, batchId) =>
    lockTallies(
      tx,
      `select subject_id from ${changedRecords} join opening_balances on opening_balances.id = record_id`,
      [batchId],
    ),
  validate: async (importing) => {
    const { tx, dryRun } = importing;
    await findStudentsAndSubjects(tx, termOfRow);
    if (!dryRun) await lockTallies(tx, 'select subject_id from import_rows');
    await tx.query(
      `update import_rows set known_id = coalesce(${foreignId('opening-balances', 'sourced_id')},
         (select id from opening_balances as balance
          where balance.student_id = import_rows.student_id
            and balance.subject_id = import_rows.subject_id))`,
    );
    await insertUnknownTerms(importing);
    await insertWrongStudentsAndSubjects(importing);
    await insertProblems(
      importing,
      null,
      `people.name || ' is not enrolled in ' || subjects.name
         || '. “Outside Enrolment” says yes where the balance counts all the same'`,
      `join people on people.id = student_id join subjects on subjects.id = subject_id
       where import_rows.known_id is null and import_rows.outside is distinct from 'yes'
         and not ${isEnrolled('import_rows')}`,
    );
    await insertProblems(
      importing,
      ['present', 'present'],
      `'Present is more than the classes, ' || import_rows.classes`,
      'where import_rows.present > import_rows.classes',
    );
    await insertNewOutsideTerm(importing, ['untilOn', 'until_on'], 'opening_balances');
    await insertProblems(
      importing,
      ['untilOn', 'until_on'],
      `'This day is to come'`,
      `where until_on > date '${importing.today}'`,
    );
    await insertProblems(
      importing,
      null,
      `people.name || ' has marks of single classes in ' || subjects.name || ' from ' || first_on
         || ' on: the total must end before, or they would count twice'`,
      `join people on people.id = student_id join subjects on subjects.id = subject_id
       cross join lateral ${firstMark('import_rows')} as first (first_on)
       where first_on <= until_on`,
    );
  },
  from: `opening_balances join subjects on subjects.id = opening_balances.subject_id
    join people as student on student.id = opening_balances.student_id`,
  id: 'opening_balances.id',
  ownedByOther: {
    whose: `'the balance of ' || student.name || ' in ' || subjects.name`,
    where: `(opening_balances.student_id, opening_balances.subject_id)
      <> (import_rows.student_id, import_rows.subject_id)`,
  },
  recordName: `student.name || ' in ' || subjects.name`,
  kept: [
    trackedColumn('classes', 'classes', 'opening_balances.classes', 'import_rows.classes'),
    trackedColumn('present', 'present', 'opening_balances.present', 'import_rows.present'),
    trackedColumn('untilOn', 'last day', 'opening_balances.until_on', 'import_rows.until_on'),
  ],
  absent: `select people.name || ', ' || subjects.name as name
    from opening_balances as balance join people on people.id = student_id
    join subjects on subjects.id = subject_id
    where subject_id in (select subject_id from import_rows)
      and balance.id not in (select known_id from import_rows where known_id is not null)`,
  exported: {
    cells: {
      ...studentAndSubjectCells,
      outside: `case when not ${isEnrolled('opening_balances')} then 'yes' end`,
      outsideTerm: outsideTermCell('until_on'),
    },
    from: `opening_balances ${named('opening_balances')}
      order by terms.starts_on, subjects.code, student.email`,
  },
  count: 'select count(*)::int as n from opening_balances',
  add: ({ tx }) =>
    tx.query(
      `insert into opening_balances (id, student_id, subject_id, classes, present, until_on)
       overriding system value
       select new_id, student_id, subject_id, classes, present, until_on
       from import_rows where new_id is not null order by new_id`,
    ),
  change: ({ tx }) =>
    tx.query(
      `update opening_balances as balance set classes = given.classes, present = given.present,
         until_on = given.until_on
       from import_rows as given
       where balance.id = known_id and given.row in (select row from import_changes)`,
    ),
  unrestorable: `case when ${firstMark('opening_balances')} <= (kept.before ->> 'untilOn')::date
      and (kept.before ->> 'untilOn')::date > until_on
    then 'has marks of single classes on its former days' end`,
  remove: deleteAdded('opening_balances'),
  restore: (tx, batchId) =>
    tx.query(
      `update opening_balances set classes = (before ->> 'classes')::int,
         present = (before ->> 'present')::int, until_on = (before ->> 'untilOn')::date
       from ${changedRecords} where opening_balances.id = record_id`,
      [batchId],
    ),
};
