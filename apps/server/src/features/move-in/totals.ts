import { type CellsOf, comparedTotalFields } from '@campus/contract';
import { insertProblems, readable } from '../../csv/import.queries.ts';
import type { Importing, ListReading } from '../../csv/list-import.ts';
import { insertUnknownTerms, termOfRow } from './judging.queries.ts';
import { validatedImport } from './kind.ts';
import {
  findStudentsAndSubjects,
  insertWrongStudentsAndSubjects,
  shownForEmail,
  studentAndSubject,
} from './student-and-subject.queries.ts';

/** Whether a row has the totals of a whole subject. */
const ofSubject = 'num_nonnulls(email, univ_id, roll_no) = 0';

const percentWritten = String.raw`^\d{1,3}([.,]\d{1,4})?\s*%?$`;

/** Finds what Campus has for the subject of a row, or for its student in that subject. */
const findOurs = async ({ tx }: Pick<Importing, 'tx'>): Promise<void> => {
  await findStudentsAndSubjects(tx, termOfRow);
  await tx.query(
    `update import_rows set their_percent =
       replace(rtrim(rtrim(percent, '%')), ',', '.')::numeric
     where percent ~ '${percentWritten}'`,
  );
  await tx.query(
    `update import_rows set known_id = row,
       our_enrolled = (select count(distinct enrolments.student_id) from enrolments
         where enrolments.subject_id = import_rows.subject_id
           and enrolments.student_id = import_rows.student_id),
       our_classes = 0, our_present = 0, our_marks = 0
     where subject_id is not null and student_id is not null`,
  );
  await tx.query(
    `update import_rows set our_classes = tally.classes, our_present = tally.present,
       our_marks = tally.classes
     from attendance_tallies as tally
     where tally.subject_id = import_rows.subject_id and tally.student_id = import_rows.student_id`,
  );
  await tx.query(
    `update import_rows set our_classes = our_classes + opening.classes,
       our_present = our_present + opening.present, our_marks = our_marks + opening.classes
     from opening_balances as opening
     where opening.subject_id = import_rows.subject_id
       and opening.student_id = import_rows.student_id`,
  );
  await tx.query(
    `update import_rows set known_id = row, our_enrolled = enrolled.n, our_classes = held.n + opening.held,
       our_present = coalesce(tally.present, 0) + opening.present,
       our_marks = coalesce(tally.marks, 0) + opening.marks
     from (select distinct subject_id from import_rows) as listed
     left join subject_tallies as tally using (subject_id)
     cross join lateral (select count(distinct student_id) as n from enrolments
       where enrolments.subject_id = listed.subject_id) as enrolled
     cross join lateral (select count(*) as n from class_sessions
       where class_sessions.subject_id = listed.subject_id and version > 0) as held
     -- The classes that were held are those of the student who has most of them.
     cross join lateral (select coalesce(max(classes), 0) as held, coalesce(sum(present), 0) as present,
         coalesce(sum(classes), 0) as marks
       from opening_balances where opening_balances.subject_id = listed.subject_id) as opening
     where listed.subject_id = import_rows.subject_id and student_id is null`,
  );
};

const total = (field: 'enrolled' | 'classes' | 'present') => ({
  field,
  label: field,
  stored: `import_rows.our_${field}::text`,
  given: `import_rows.${field}::text`,
});

const compared = validatedImport({
  name: 'totals',
  fields: comparedTotalFields,
  shown: ['email', 'subject', 'classes', 'present', 'percent'],
  shownWhenBlank: shownForEmail,
  subject: 'subject',
  resolvedColumns: `${studentAndSubject}, add their_percent numeric, add our_enrolled bigint,
    add our_classes bigint, add our_present bigint, add our_marks bigint`,
  validate: async (importing) => {
    await findOurs(importing);
    await insertUnknownTerms(importing);
    await insertWrongStudentsAndSubjects(importing, false);
    await insertProblems(
      importing,
      ['percent', 'percent'],
      `'Percent must be a number such as 81.5'`,
      `where import_rows.percent is not null and import_rows.their_percent is null`,
    );
    await insertProblems(
      importing,
      null,
      `'The row has no total: Enrolled, Classes, Present or Percent'`,
      `where ${readable} and num_nonnulls(enrolled, classes, present, percent) = 0`,
    );
  },
  same: `subject_id, case when ${ofSubject} then 0 else student_id end`,
  from: `import_rows as total join subjects on subjects.id = total.subject_id
    left join people as student on student.id = total.student_id`,
  id: 'total.row',
  recordName: `coalesce(student.name || ' in ', '') || subjects.name`,
  kept: [
    total('enrolled'),
    total('classes'),
    total('present'),
    {
      field: 'percent',
      label: 'percent',
      // Rounded to as many decimal places as the file has.
      stored: `round(100.0 * import_rows.our_present / nullif(import_rows.our_marks, 0),
        scale(import_rows.their_percent))::text`,
      given: 'import_rows.their_percent::text',
    },
  ],
  absent: `select people.name || ' in ' || subjects.name as name
    from attendance_tallies as tally join people on people.id = student_id
    join subjects on subjects.id = subject_id
    where subject_id in (select subject_id from import_rows where student_id is not null)
      and not exists (select from import_rows as row
        where row.subject_id = tally.subject_id and row.student_id = tally.student_id)
    union all
    select subjects.name from subjects
    where term_id in (select subjects.term_id from import_rows join subjects on subjects.id = subject_id
        where ${ofSubject})
      and id not in (select subject_id from import_rows where subject_id is not null)
      and (exists (select from subject_tallies where subject_id = subjects.id and marks > 0)
        or exists (select from opening_balances where subject_id = subjects.id))`,
});

/** Compares the totals of another system with those of Campus; stores nothing. */
export const comparedTotals: ListReading<CellsOf<typeof comparedTotalFields>> = {
  ...compared,
  reported: {
    columns: `import_rows.student_id::text as "studentId", import_rows.subject_id::text as "subjectId"`,
    first: 'abs(import_changes.after::numeric - coalesce(import_changes.before::numeric, 0)) desc',
  },
};
