import type { Transaction } from '../../db/db.ts';
import { type Cell, insertProblems, type Judged, readable } from '../../csv/import.queries.ts';
import { stays, subjectCell, termCell } from './export.queries.ts';
import { foreignId, insertMistyped, insertUnknown } from './judging.queries.ts';

/** Columns of `import_rows` for the student and the subject of a row. */
export const studentAndSubject = `add term_id bigint, add subject_id bigint, add student_id bigint, add by_email bigint,
  add by_univ_id bigint, add by_roll_no bigint`;

/** The cells by which an export names them, from the tables that `named` joins. */
export const studentAndSubjectCells = {
  email: 'student.email',
  univId: 'student.univ_id',
  rollNo: 'students.roll_no',
  subject: subjectCell,
  term: termCell,
};
export const named = (of: string): string => `
  join people as student on student.id = ${of}.student_id and ${stays('student')}
  join students on students.person_id = student.id
  join subjects on subjects.id = ${of}.subject_id join terms on terms.id = subjects.term_id`;

/** What is shown for a row that names its student by another field. */
export const shownForEmail = { email: 'coalesce(import_rows.univ_id, import_rows.roll_no)' };

export const enrolmentsOf = (of: string): string => `from enrolments
  where enrolments.subject_id = ${of}.subject_id and enrolments.student_id = ${of}.student_id`;

export const dayOfTerm = (column: 'starts_on' | 'ends_on'): string => `(select ${column} from terms
  join subjects on terms.id = term_id where subjects.id = import_rows.subject_id)`;

/**
 * Selects the id among the periods of `from` (up to its `where`) that a row means: the one from its first day on.
 * Without a first day it is the one that begins with the term, or the only one.
 */
export const periodOfRow = (of: string, from: string): string => `coalesce(
  (select ${of}.id ${from} and ${of}.from_on = coalesce(import_rows.from_on, ${dayOfTerm('starts_on')})),
  (select min(${of}.id) ${from} and import_rows.from_on is null having count(*) = 1))`;

/** Whether the student was enrolled in the subject on a day. */
export const wasEnrolled = (of: string, day: string): string =>
  `exists (select ${enrolmentsOf(of)} and ${day} between from_on and coalesce(to_on, ${day}))`;

/** The student's periods in the subject, in words; null if there are none. */
export const daysEnrolled = `(
  select string_agg('from ' || from_on || coalesce(' to ' || to_on, ' on'), ' and ' order by from_on)
  ${enrolmentsOf('import_rows')})`;

/** 'yes' for a record of a day on which the student was not enrolled. */
export const outsideCell = (of: string): string =>
  `case when not ${wasEnrolled(of, `${of}.held_on`)} then 'yes' end`;

/** 'yes' for a record with days outside its term. */
export const outsideTermCell = (...days: readonly string[]): string =>
  `case when ${days.map((day) => `${day} not between terms.starts_on and terms.ends_on`).join(' or ')} then 'yes' end`;

/** Refuses days outside the term of the row's subject. */
export const insertOutsideTerm = (judged: Judged, cell: Cell, when = 'true', unless = '') =>
  insertProblems(
    judged,
    cell,
    `terms.name || ' is from ' || terms.starts_on || ' to ' || terms.ends_on || ': this day is outside of it${unless}'`,
    `join subjects on subjects.id = import_rows.subject_id join terms on terms.id = subjects.term_id
     where import_rows.${cell[1]} not between terms.starts_on and terms.ends_on and ${when}`,
  );

/** As `insertOutsideTerm`, but for days that the existing record has already, and rows that say so. */
export const insertNewOutsideTerm = (judged: Judged, cell: Cell, table: string) =>
  insertOutsideTerm(
    judged,
    cell,
    `outside_term is distinct from 'yes' and not exists (
       select from ${table} where id = known_id and ${table}.${cell[1]} = import_rows.${cell[1]})`,
    '. “Outside Term” says yes where it is right all the same',
  );

/** Refuses rows with new days outside the term, or with a last day (`last_on`) before the first (`first_on`). */
export const insertWrongPeriods = async (judged: Judged, table: string): Promise<void> => {
  await insertNewOutsideTerm(judged, ['fromOn', 'from_on'], table);
  await insertNewOutsideTerm(judged, ['toOn', 'to_on'], table);
  await insertProblems(
    judged,
    ['toOn', 'to_on'],
    `'The last day is before the first, ' || import_rows.first_on`,
    `where import_rows.last_on < import_rows.first_on`,
  );
};

const sectionNamed = (of: string, name: string): string => `(select id from sections
  where sections.subject_id = ${of}.subject_id and lower(sections.name) = lower(${name}))`;

/** The section a row names; it is created together with its first student or helper. */
export const sectionId = sectionNamed('import_rows', 'section_name');

/** The section of a record before a batch changed it. */
export const formerSectionId = (of: string): string =>
  sectionNamed(of, `kept.before ->> 'section'`);

/** Why the record cannot be in that section again, as SQL. */
export const formerSectionGone = (of: string): string => `case
  when kept.before ->> 'section' is not null and ${formerSectionId(of)} is null
    then 'section ' || (kept.before ->> 'section') || ' is gone' end`;

/**
 * The name of the section in its stored spelling, or else that of the section of the existing record, whose id is SQL.
 */
export const sectionOfRow = (stored: string): string => `coalesce(
  (select name from sections
   where sections.subject_id = given.subject_id and lower(name) = lower(given.section)),
  given.section, (select name from sections where sections.id = ${stored}))`;

export const insertWrongSections = (judged: Judged) =>
  insertProblems(
    judged,
    ['section', 'section'],
    `'This is the name of one section: it has no semicolon'`,
    `where position(';' in section) > 0`,
  );

export const addSections = (tx: Transaction, rows: string) =>
  tx.query(
    `insert into sections (subject_id, name)
     select distinct on (subject_id, lower(section_name)) subject_id, section_name from import_rows
     where section_name is not null and ${rows}
     order by subject_id, lower(section_name), row
     on conflict do nothing`,
  );

/**
 * Locks the subjects of a batch's records, in the order of everybody who changes them by hand. `update` also makes
 * marks of new classes wait.
 */
export const lockSubjectsOfBatch =
  (table: string, lock: 'no key update' | 'update') =>
  (tx: Transaction, batchId: string): Promise<unknown> =>
    tx.query(
      `select from subjects where id in (
         select subject_id from ${table} join move_in_records on record_id = ${table}.id
         where batch_id = $1) order by id for ${lock}`,
      [batchId],
    );

/**
 * Locks the totals of subjects (`ids`) like `lockOrCreateSession`, so that nobody marks a class of them meanwhile; in
 * order, to avoid deadlocks.
 */
export const lockTallies = (tx: Transaction, ids: string, values: readonly unknown[] = []) =>
  tx.query(
    `insert into subject_tallies (subject_id)
     select id from subjects where id in (${ids}) and term_id is not null
     order by id for key share
     on conflict (subject_id) do update set marks = subject_tallies.marks`,
    values,
  );

/** Rows that change an existing record. */
export const rowsOfChanges = 'import_rows.row in (select row from import_changes)';

const people = [
  ['email', 'email', 'No student has this e-mail', 'by_email'],
  ['univId', 'univ_id', 'No student has this University ID', 'by_univ_id'],
  ['rollNo', 'roll_no', 'No student has this Roll Number', 'by_roll_no'],
] as const;

/**
 * Finds the subject of each row in its `term` (SQL). `found` and `meant` are further assignments, made before and
 * after.
 */
export const findSubjects = async (
  tx: Transaction,
  term: string,
  { found = '', meant = '' } = {},
): Promise<void> => {
  await tx.query('analyze import_rows');
  await tx.query(`update import_rows set term_id = ${term} ${found}`);
  // In one join: row by row, every subject of the term would be compared.
  await tx.query(
    `with named as materialized (
       select listed.*, coalesce(
         (select id from subjects where id = ${foreignId('subjects', 'listed.subject')}
            and (listed.in_any or term_id = listed.term_id)), by_code.id, by_name.id) as id
       from (
         select distinct term_id, subject, term is null as in_any from import_rows where subject is not null
       ) as listed
       left join subjects as by_code on by_code.term_id = listed.term_id
         and upper(by_code.code) = upper(listed.subject)
       left join (
         select term_id, lower(name) as name, min(id) as id from subjects
         where term_id is not null group by term_id, lower(name) having count(*) = 1
       ) as by_name on by_name.term_id = listed.term_id and by_name.name = lower(listed.subject)
     )
     update import_rows set subject_id = named.id,
       term_id = coalesce((select term_id from subjects where id = named.id), given.term_id) ${meant}
     from import_rows as given
     left join named on named.subject = given.subject and named.term_id is not distinct from given.term_id
       and named.in_any = (given.term is null)
     where given.row = import_rows.row`,
  );
  await tx.query('analyze import_rows');
};

/** As `findSubjects`, and the student of each row. */
export const findStudentsAndSubjects = (tx: Transaction, term: string): Promise<void> =>
  findSubjects(tx, term, {
    found: `,
       by_email = (select id from people where people.email = import_rows.email and role = 'student'),
       by_univ_id = (select id from people
         where people.univ_id = import_rows.univ_id and role = 'student'),
       by_roll_no = (select person_id from students where students.roll_no = import_rows.roll_no)`,
    meant: ', student_id = coalesce(given.by_email, given.by_univ_id, given.by_roll_no)',
  });

export const insertUnknownSubjects = (judged: Judged) =>
  insertUnknown(judged, ['subject', 'subject'], {
    unknown: `import_rows.subject is not null and import_rows.subject_id is null
      and import_rows.term_id is not null`,
    known: `select code as value from subjects
      where term_id in (select term_id from import_rows where subject_id is null)`,
    reason: 'There is no such subject in the term',
  });

export const insertWrongStudentsAndSubjects = async (
  judged: Judged,
  needsStudent = true,
): Promise<void> => {
  await insertUnknownSubjects(judged);
  for (const [field, column, reason, found] of people)
    await insertMistyped(judged, [field, column], {
      unknown: `import_rows.${column} is not null and import_rows.${found} is null`,
      known: `join (students join people on people.id = person_id) on ${column} = slip.text`,
      reason,
    });
  if (needsStudent)
    await insertProblems(
      judged,
      null,
      `'The row names no student: by Student Email, University ID or Roll Number'`,
      `where ${readable} and num_nonnulls(email, univ_id, roll_no) = 0`,
    );
  await insertProblems(
    judged,
    null,
    `'The row names two students: ' || one.name || ' and ' || other.name`,
    `join people as one on one.id = student_id
     join people as other on other.id in (by_email, by_univ_id, by_roll_no) and other.id <> student_id`,
  );
};
