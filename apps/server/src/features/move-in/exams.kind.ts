import { examFields, movedExamFields } from '@campus/contract';
import { insertProblems } from '../../csv/import.queries.ts';
import { subjectCell, termCell } from './export.queries.ts';
import {
  addedRecords,
  changedRecords,
  fileChanges,
  foreignId,
  historyOf,
  insertUnknownTerms,
  lockTermsShared,
  termOfRow,
  undoneChanges,
} from './judging.queries.ts';
import { type Kind, trackedColumn, trackedDay } from './kind.ts';
import {
  findSubjects,
  insertOutsideTerm,
  insertUnknownSubjects,
  rowsOfChanges,
} from './student-and-subject.queries.ts';

const hasResults = (exam: string): string =>
  `exists (select from exam_results where exam_id = ${exam})`;
const highestMarks = (exam: string): string =>
  `(select max(marks) from exam_results where exam_id = ${exam})`;

/** The exam of the row's subject with the row's title. */
export const examOfRow = `(select id from exams where exams.subject_id = import_rows.subject_id
  and lower(title) = lower(exam) and deleted_at is null)`;

/** Deletes exams; a condition follows. */
export const deleteExams = `update exams set deleted_at = now(), deleted_by = current_actor(), published_at = null,
  published_by = null, version = version + 1`;

export const isPublished = `case when published_at is null then 'no' else 'yes' end`;

const publishedCell = ['published', 'published'] as const;

export const examsKind: Kind<typeof movedExamFields> = {
  name: 'exams',
  fields: movedExamFields,
  shown: ['subject', 'exam', 'heldOn', 'maxMarks'],
  subject: 'exam',
  same: 'exam_key',
  resolvedColumns: 'add term_id bigint, add subject_id bigint, add exam_key text',
  lockReferences: lockTermsShared,
  lockBatchRecords: (tx, batchId) =>
    tx.query(
      `select from exams where id in (select record_id from move_in_records where batch_id = $1)
       order by id for no key update`,
      [batchId],
    ),
  validate: async (importing) => {
    const { tx, dryRun, today } = importing;
    await findSubjects(tx, termOfRow);
    await tx.query(
      `update import_rows set known_id = coalesce(${foreignId('exams', 'sourced_id')}, ${examOfRow})`,
    );
    await tx.query(
      `update import_rows set exam_key = coalesce('#' || known_id, subject_id || ' ' || lower(exam))`,
    );
    // Locked before marks are looked at, so that what is checked is what is stored.
    if (!dryRun)
      await tx.query(
        'select from exams where id in (select known_id from import_rows) order by id for no key update',
      );
    await insertUnknownTerms(importing);
    await insertUnknownSubjects(importing);
    await insertOutsideTerm(importing, ['heldOn', 'held_on']);
    await insertProblems(
      importing,
      ['heldOn', 'held_on'],
      `'This exam has marks already: its date cannot be after today'`,
      `where import_rows.held_on > date '${today}' and ${hasResults('known_id')}`,
    );
    await insertProblems(
      importing,
      ['maxMarks', 'max_marks'],
      `'Somebody has ' || ${highestMarks('known_id')} || ' marks: the maximum cannot be below that'`,
      `where max_marks < ${highestMarks('known_id')}`,
    );
    await insertProblems(
      importing,
      publishedCell,
      `case when published_at is null then 'This exam is not published' else 'This exam is published' end
         || ': that is changed on its page'`,
      `join exams on exams.id = known_id where published <> ${isPublished}`,
    );
    await insertProblems(
      importing,
      publishedCell,
      `'This exam is held on ' || import_rows.held_on || ': there are no marks of it to publish yet'`,
      `where known_id is null and published = 'yes' and import_rows.held_on > date '${today}'`,
    );
  },
  from: `exams join subjects on subjects.id = exams.subject_id and exams.deleted_at is null`,
  id: 'exams.id',
  ownedByOther: {
    whose: `exams.title || ' of ' || subjects.name || ': an exam is renamed on its page'`,
    where: `(exams.subject_id, lower(exams.title)) <> (import_rows.subject_id, lower(exam))`,
  },
  recordName: `exams.title || ' of ' || subjects.name`,
  kept: [
    trackedDay('heldOn', 'date', 'exams.held_on', 'import_rows.held_on'),
    trackedColumn('maxMarks', 'maximum', 'exams.max_marks', 'import_rows.max_marks'),
    // These are changed on the exam's page only.
    { ...trackedColumn('exam', 'title', 'exams.title', 'null'), ofAdded: true },
    { ...trackedColumn('published', 'publication', `(${isPublished})`, 'null'), ofAdded: true },
  ],
  absent: `select title || ' of ' || subjects.name as name
    from exams join subjects on subjects.id = subject_id
    where subject_id in (select subject_id from import_rows) and exams.deleted_at is null
      and exams.id not in (select known_id from import_rows where known_id is not null)`,
  exported: {
    cells: { subject: subjectCell, term: termCell },
    from: `exams join subjects on subjects.id = exams.subject_id join terms on terms.id = subjects.term_id
      where exams.deleted_at is null order by held_on, subjects.code, lower(title)`,
  },
  count: 'select count(*)::int as n from exams where deleted_at is null',
  add: ({ tx, actorId }) =>
    tx.query(
      `insert into exams (id, subject_id, title, held_on, max_marks, created_by, published_at, published_by)
       overriding system value
       select new_id, subject_id, exam, held_on, coalesce(max_marks, ${examFields.maxMarks.default}), $1::bigint,
         case published when 'yes' then now() end, case published when 'yes' then $1::bigint end
       from import_rows where new_id is not null order by new_id`,
      [actorId],
    ),
  change: async ({ tx }) => {
    await tx.query(
      `update exams set held_on = import_rows.held_on,
         max_marks = coalesce(import_rows.max_marks, exams.max_marks), version = version + 1
       from import_rows where exams.id = known_id and ${rowsOfChanges}`,
    );
    await tx.query(historyOf('exams', fileChanges));
  },
  standing: `case when ${hasResults('kept.record_id')} then 'has results' end`,
  unrestorable: `case
    when ${highestMarks('kept.record_id')} > (kept.before ->> 'maxMarks')::integer
      then 'has more marks than its former maximum'
    when (kept.before ->> 'heldOn')::date > exams.held_on and ${hasResults('kept.record_id')}
      then 'has marks, and would be held later'
    when not exists (select from terms where terms.id = subjects.term_id
      and (kept.before ->> 'heldOn')::date between starts_on and ends_on)
      then 'would be outside its term' end`,
  remove: (tx, batchId) =>
    tx.query(
      `${deleteExams} from ${addedRecords} where exams.id = record_id and deleted_at is null`,
      [batchId],
    ),
  restore: async (tx, batchId) => {
    await tx.query(
      `update exams set held_on = (before ->> 'heldOn')::date,
         max_marks = (before ->> 'maxMarks')::integer, version = version + 1
       from ${changedRecords} where exams.id = record_id`,
      [batchId],
    );
    await tx.query(historyOf('exams', undoneChanges()), [batchId]);
  },
};
