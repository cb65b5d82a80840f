import {
  absentMark,
  examFields,
  movedResultFields,
  readResult,
  recordRules,
  resultRule,
  writeResult,
} from '@campus/contract';
import { insertProblems } from '../../csv/import.queries.ts';
import type { Importing } from '../../csv/list-import.ts';
import type { Transaction } from '../../db/db.ts';
import { resultStatements } from '../exams/index.ts';
import { deleteExams, examOfRow, isPublished } from './exams.kind.ts';
import {
  addedRecords,
  changedRecords,
  foreignId,
  insertUnknownTerms,
  lockTermsShared,
  termOfRow,
} from './judging.queries.ts';
import { dayOf, type Kind } from './kind.ts';
import {
  daysEnrolled,
  findStudentsAndSubjects,
  insertOutsideTerm,
  insertWrongStudentsAndSubjects,
  named,
  outsideCell,
  shownForEmail,
  studentAndSubject,
  studentAndSubjectCells,
  wasEnrolled,
} from './student-and-subject.queries.ts';

const highest = examFields.maxMarks.max;
const rules = recordRules(movedResultFields);

const wholeMarks = (column: string): string => `nullif(${column}, '${absentMark}')::integer`;
const isAbsent = (column: string): string => `${column} = '${absentMark}'`;

/** Finds the exam of each row, with its day and maximum; those of a new exam come from its first row. */
const findExams = async ({ tx, dryRun }: Pick<Importing, 'tx' | 'dryRun'>): Promise<void> => {
  await tx.query(
    `update import_rows set exam_id = coalesce(
       (select exam_id from exam_results where id = known_id), ${examOfRow})
     where subject_id is not null`,
  );
  // Locked before results are compared, so that what is checked is what is stored.
  if (!dryRun)
    await tx.query(
      `select from exams where id in (select exam_id from import_rows) order by id for no key update`,
    );
  await tx.query(
    `update import_rows set exam_held_on = exams.held_on, exam_max = exams.max_marks,
       exam_published = ${isPublished} from exams where exams.id = exam_id`,
  );
  await tx.query(
    `update import_rows set exam_row = first.row, exam_held_on = first.held_on, exam_max = first.max_marks,
       exam_published = first.published
     from (
       select subject_id, lower(exam) as title, min(row) as row,
         (array_agg(held_on order by row) filter (where held_on is not null))[1] as held_on,
         coalesce((array_agg(max_marks order by row) filter (where max_marks is not null))[1],
           ${examFields.maxMarks.default}) as max_marks,
         coalesce((array_agg(published order by row) filter (where published is not null))[1], 'yes') as published
       from import_rows where exam_id is null and subject_id is not null group by 1, 2
     ) as first
     where import_rows.exam_id is null and first.subject_id = import_rows.subject_id
       and first.title = lower(exam)`,
  );
};

const findMeanings = async (importing: Importing): Promise<void> => {
  const { tx } = importing;
  await findStudentsAndSubjects(tx, termOfRow);
  await tx.query(`update import_rows set known_id = ${foreignId('past-results', 'sourced_id')}`);
  await findExams(importing);
  await tx.query(
    `update import_rows set known_id = exam_results.id from exam_results
     where known_id is null and exam_results.exam_id = import_rows.exam_id
       and exam_results.student_id = import_rows.student_id`,
  );
  await tx.query(
    `update import_rows set exam_key = coalesce(exam_id, 0) || ' ' || coalesce(exam_row, 0)
     where num_nulls(exam_id, exam_row) < 2`,
  );
  await tx.query('analyze import_rows');
};

const insertWrongExams = async (importing: Importing): Promise<void> => {
  const day = ['heldOn', 'held_on'] as const;
  await insertProblems(
    importing,
    null,
    `'This exam is not in Campus yet: a row of it must say its date'`,
    `where import_rows.exam_row = import_rows.row and exam_held_on is null`,
  );
  await insertProblems(
    importing,
    day,
    `'This exam was held on ' || exam_held_on`,
    `where held_on <> exam_held_on`,
  );
  await insertProblems(
    importing,
    ['maxMarks', 'max_marks'],
    `'The maximum of this exam is ' || exam_max`,
    `where max_marks <> exam_max`,
  );
  await insertProblems(
    importing,
    ['published', 'published'],
    `case when exam_published = 'yes' then 'This exam is published' else 'This exam is not published' end`,
    `where published <> exam_published`,
  );
  await insertOutsideTerm(importing, day, 'exam_row is not null');
  await insertProblems(
    importing,
    null,
    `'This exam is held on ' || exam_held_on || ': there are no marks of it yet'`,
    `where exam_held_on > date '${importing.today}'`,
  );
  await insertProblems(
    importing,
    ['marks', 'marks'],
    `'The maximum of this exam is ' || exam_max`,
    `where ${wholeMarks('marks')} > exam_max`,
  );
};

const insertNotEnrolled = (importing: Importing) =>
  insertProblems(
    importing,
    null,
    `people.name || ' was not enrolled in ' || subjects.name || ' on ' || exam_held_on
       || coalesce(', but ' || ${daysEnrolled}, '') || '. If it is right, say yes as Outside Enrolment'`,
    `join people on people.id = student_id join subjects on subjects.id = subject_id
     where known_id is null and import_rows.outside is distinct from 'yes' and exam_held_on is not null
       and not ${wasEnrolled('import_rows', 'exam_held_on')}`,
  );

/** Exams created by an import, in the transaction of its batch. */
const cameAlong = 'exams.created_at = batch.made_at and exams.created_by = batch.made_by';

/** An exam that is not as it came: a field's first value in the history is not its last. */
const wasEdited = `exists (select from exam_changes where exam_id = exams.id group by field
  having (array_agg(before order by id))[1] is distinct from (array_agg(after order by id desc))[1])`;

const { results: storeChanged, history } = resultStatements('current_actor()');

/**
 * Stores results (exam_id, student_id, id, marks, absent; neither marks nor absent deletes one) with their history, in
 * one statement. The exams must be locked.
 */
const store = (tx: Transaction, results: string, values: readonly unknown[] = []) =>
  tx.query(
    `with changed as materialized (
       select given.*, stored.marks as previous_marks, coalesce(stored.absent, false) as previous_absent
       from (${results}) as given
       left join exam_results as stored using (exam_id, student_id)
     ),
     ${storeChanged}
     ${history}`,
    values,
  );

export const pastResultsKind: Kind<typeof movedResultFields> = {
  name: 'past-results',
  table: 'exam_results',
  fields: movedResultFields,
  records: {
    ...rules,
    readCell: {
      ...rules.readCell,
      marks: (cell) => writeResult(readResult(cell, highest) ?? null) || undefined,
    },
    reason: (field, cell, days) =>
      field === 'marks' && cell !== '' ? resultRule(highest) : rules.reason(field, cell, days),
  },
  shown: ['email', 'subject', 'exam', 'marks'],
  shownWhenBlank: shownForEmail,
  subject: 'exam',
  same: 'exam_key, student_id',
  resolvedColumns: `${studentAndSubject}, add exam_id bigint, add exam_row integer, add exam_key text, add exam_held_on date,
    add exam_max integer, add exam_published text`,
  lockReferences: lockTermsShared,
  lockBatchRecords: (tx, batchId) =>
    tx.query(
      `select from exams where id in (
         select exam_id from exam_results join move_in_records on record_id = exam_results.id
         where batch_id = $1) order by id for no key update`,
      [batchId],
    ),
  validate: async (importing) => {
    await findMeanings(importing);
    await insertUnknownTerms(importing);
    await insertWrongStudentsAndSubjects(importing);
    await insertWrongExams(importing);
    await insertNotEnrolled(importing);
  },
  from: `exam_results join exams on exams.id = exam_results.exam_id
    join subjects on subjects.id = exams.subject_id
    join people as student on student.id = exam_results.student_id`,
  id: 'exam_results.id',
  ownedByOther: {
    whose: `'the result of ' || student.name || ' in ' || exams.title`,
    where: `(exam_results.student_id, exams.subject_id, lower(exams.title))
      <> (import_rows.student_id, import_rows.subject_id, lower(exam))`,
  },
  recordName: `student.name || ', ' || exams.title || ' of ' || subjects.name`,
  kept: [
    {
      field: 'marks',
      label: 'result',
      stored: `case when exam_results.absent then '${absentMark}' else exam_results.marks::text end`,
      given: 'import_rows.marks',
    },
  ],
  absent: `select people.name || ', ' || exams.title as name
    from exam_results join exams on exams.id = exam_id join people on people.id = student_id
    where exam_id in (select exam_id from import_rows) and exams.deleted_at is null
      and exam_results.id not in (select known_id from import_rows where known_id is not null)`,
  exported: {
    cells: {
      ...studentAndSubjectCells,
      exam: 'exam_results.title',
      heldOn: dayOf('held_on'),
      maxMarks: 'exam_results.max_marks',
      published: 'exam_results.published',
      outside: outsideCell('exam_results'),
    },
    from: `(select exam_results.*, subject_id, title, held_on, ${isPublished} as published
        from exam_results join exams on exams.id = exam_id where deleted_at is null
      ) as exam_results ${named('exam_results')}
      order by held_on, subjects.code, lower(exam_results.title), student.email`,
  },
  count: `select count(*)::int as n from exam_results join exams on exams.id = exam_id
    where deleted_at is null`,
  add: async ({ tx, actorId }) => {
    await tx.query(
      `insert into exams (subject_id, title, held_on, max_marks, created_by, published_at, published_by)
       select subject_id, exam, exam_held_on, exam_max, $1::bigint, case exam_published when 'yes' then now() end,
         case exam_published when 'yes' then $1::bigint end
       from import_rows where exam_row = row and exam_id is null order by row`,
      [actorId],
    );
    await tx.query(
      `update import_rows set exam_id = exams.id from exams
       where import_rows.exam_id is null and exams.subject_id = import_rows.subject_id
         and lower(title) = lower(exam) and deleted_at is null`,
    );
    await store(
      tx,
      `select exam_id, student_id, new_id as id, ${wholeMarks('marks')} as marks, ${isAbsent('marks')} as absent
       from import_rows where new_id is not null`,
    );
  },
  change: ({ tx }) =>
    store(
      tx,
      `select exam_id, student_id, known_id as id, ${wholeMarks('marks')} as marks, ${isAbsent('marks')} as absent
       from import_rows where row in (select row from import_changes)`,
    ),
  standing: `(select 'came with an exam that was edited' from move_in_batches as batch
    where batch.id = kept.batch_id and ${cameAlong} and ${wasEdited})`,
  unrestorable: `case when ${wholeMarks(`(kept.before ->> 'marks')`)} > exams.max_marks
    then 'had more marks than the exam gives now' end`,
  remove: async (tx, batchId) => {
    await store(
      tx,
      `select exam_id, student_id, id, null::integer as marks, false as absent
       from ${addedRecords} join exam_results on exam_results.id = record_id`,
      [batchId],
    );
    await tx.query(
      `${deleteExams} from move_in_batches as batch
       where batch.id = $1 and ${cameAlong} and deleted_at is null and not ${wasEdited}
         and not exists (select from exam_results where exam_id = exams.id)`,
      [batchId],
    );
  },
  restore: (tx, batchId) =>
    store(
      tx,
      `select exam_id, student_id, id, ${wholeMarks(`before ->> 'marks'`)} as marks,
         ${isAbsent(`before ->> 'marks'`)} as absent
       from ${changedRecords} join exam_results on exam_results.id = record_id`,
      [batchId],
    ),
};
