import { movedEnrolmentFields, movedSubjectFields } from '@campus/contract';
import { type Cell, insertProblems, insertRepeated } from '../../csv/import.queries.ts';
import type { Importing } from '../../csv/list-import.ts';
import type { Transaction } from '../../db/db.ts';
import { termCell } from './export.queries.ts';
import {
  addedRecords,
  changedRecords,
  fileChanges,
  foreignId,
  historyOf,
  insertUnknownTerms,
  insertWrongTeachers,
  lockSubjects,
  namesIn,
  teacherOfRow,
  termOfRow,
  undoneChanges,
} from './judging.queries.ts';
import { type Kind, trackedColumn } from './kind.ts';
import { rowsOfChanges } from './student-and-subject.queries.ts';
import { respellRows } from '../programmes/index.ts';
import { audienceColumns } from '../subjects/index.ts';

const codeCell: Cell = ['subjectCode', 'subject_code'];

export const audience = audienceColumns.map(({ field, name }) => [field, name] as const);
const stored = audience.map(([, column]) => column).join(', ');
const spelt = (course: string, branch: string): string =>
  `known_course(${course}), known_branch(known_course(${course}), ${branch})`;
const audienceOfRow = `${spelt('course', 'branch')}, semester, year`;
const storedAudience = `${spelt('audience_course', 'audience_branch')}, audience_semester, audience_year`;
export const isForEveryone = `case when not by_list and num_nonnulls(${stored}) = 0 then 'yes' end`;

const maxSectionLength = movedEnrolmentFields.section.max;

const addSections = ({ tx }: Pick<Importing, 'tx'>) =>
  tx.query(
    `insert into sections (subject_id, name)
     select coalesce(new_id, known_id), listed.name
     from import_rows, lateral ${namesIn('import_rows.sections')} as listed
     where new_id is not null or ${rowsOfChanges}
     on conflict do nothing`,
  );

const setTo = (
  values: Readonly<Record<'name' | 'code' | 'credits' | 'teacher', string>>,
): string => `
  name = ${values.name}, code = ${values.code}, credits = ${values.credits},
  teacher_id = ${values.teacher}, version = subjects.version + 1`;

/** Clears the codes of subjects, because they may take each other's. Nobody can enter a code that begins with a space. */
const setCodesAside = (tx: Transaction, ids: string, values: readonly unknown[] = []) =>
  tx.query(`update subjects set code = ' ' || id where id in (${ids})`, values);

export const subjectsKind: Kind<typeof movedSubjectFields> = {
  name: 'subjects',
  roster: 'subjects',
  fields: movedSubjectFields,
  shown: ['subjectCode', 'subjectName', 'term', 'emailId'],
  subject: 'subjectCode',
  respell: respellRows,
  resolvedColumns:
    'add term_id bigint, add teacher_id bigint, add code_in_term text, add all_sections text',
  // The terms first, as for a subject that is deleted by hand: students who are being added would join what an undo removes.
  lockReferences: async (tx) => {
    await tx.query('select from terms where deleted_at is null order by id for no key update');
    await lockSubjects(tx);
  },
  // Also against new rows that refer to what is removed, and the teachers who would have subjects again: nobody may
  // deactivate them meanwhile.
  lockBatchRecords: async (tx, batchId) => {
    await tx.query(
      `select from ${addedRecords} join subjects on subjects.id = record_id
       order by subjects.id for update of subjects`,
      [batchId],
    );
    await tx.query(
      `select from ${changedRecords} join subjects on subjects.id = record_id
       join people as former on former.id = (before ->> 'emailId')::bigint
       order by subjects.id for no key update of subjects for share of former`,
      [batchId],
    );
  },
  validate: async (importing) => {
    const { tx } = importing;
    await tx.query('analyze import_rows');
    await tx.query(
      `update import_rows set
         known_id = ${foreignId('subjects', 'sourced_id')},
         teacher_id = ${teacherOfRow}`,
    );
    await tx.query(
      `update import_rows set term_id = coalesce(
         case when term is null then (select term_id from subjects where id = known_id) end, ${termOfRow})`,
    );
    await tx.query(
      `update import_rows set code_in_term = term_id || ' ' || upper(subject_code),
         known_id = coalesce(known_id, (select id from subjects
           where term_id = import_rows.term_id and upper(code) = upper(subject_code)))`,
    );
    // A file only adds sections: those it does not name remain.
    await tx.query(
      `update import_rows set all_sections = (
         select string_agg(name, '; ' order by lower(name)) from (
           select distinct on (lower(name)) name from (
             select name collate "default" as name, 0 as place from sections where subject_id = known_id
             union all select name, 1 from ${namesIn('import_rows.sections')} as listed
           ) as either order by lower(name), place) as named)
       where import_rows.sections is not null`,
    );
    await insertUnknownTerms(importing);
    await insertWrongTeachers(importing, 'true');
    await insertProblems(
      importing,
      ['sections', 'sections'],
      `'The name of a section has at most ${maxSectionLength} letters'`,
      `where exists (select from ${namesIn('import_rows.sections')} as named
         where length(name) > ${maxSectionLength})`,
    );
    await insertRepeated(importing, codeCell, 'Subject Code', 'code_in_term');
    await insertProblems(
      importing,
      codeCell,
      `subjects.name || ' has this code in the term'`,
      `join subjects on subjects.term_id = import_rows.term_id and upper(code) = upper(subject_code)
       where subjects.id <> known_id and subjects.id not in (
         select known_id from import_rows where known_id is not null)`,
    );
    await insertProblems(
      importing,
      ['everyone', 'everyone'],
      `'Everyone is no audience beside a course, branch, semester or year'`,
      `where everyone = 'yes' and num_nonnulls(course, branch, semester, year) > 0`,
    );
    await insertProblems(
      importing,
      null,
      `subjects.name || ' has another audience: change it on its page, which shows first who comes and goes'`,
      `join subjects on subjects.id = known_id
       where num_nonnulls(course, branch, semester, year, nullif(everyone, 'no')) > 0
         and (by_list or (${storedAudience}) is distinct from (${audienceOfRow}))`,
    );
  },
  from: `subjects join terms on terms.id = subjects.term_id
    join people as teacher on teacher.id = subjects.teacher_id`,
  id: 'subjects.id',
  ownedByOther: {
    whose: `subjects.name || ' in ' || terms.name || ': a subject stays in its term'`,
    where: 'subjects.term_id <> import_rows.term_id',
  },
  recordName: `subjects.name || ' (' || (subjects.code collate campus_name) || ')'`,
  kept: [
    trackedColumn('subjectName', 'name', 'subjects.name', 'import_rows.subject_name'),
    trackedColumn('subjectCode', 'code', 'subjects.code', 'import_rows.subject_code'),
    trackedColumn('credits', 'credits', 'subjects.credits', 'import_rows.credits'),
    {
      field: 'emailId',
      label: 'teacher',
      stored: 'teacher.email',
      given: 'import_rows.email_id',
      kept: 'subjects.teacher_id::text',
    },
    // The audience of an existing subject can only be changed on its page, which first shows who comes and goes.
    ...[...audience, ['everyone', isForEveryone] as const].map(([field, column]) =>
      trackedColumn(field, 'audience', `(${column})`, 'null'),
    ),
    {
      // Sections stay when a batch is undone, like those that came with their students.
      field: 'sections',
      label: 'sections',
      stored: `(select string_agg(name, '; ' order by lower(name)) from sections where subject_id = subjects.id)`,
      given: 'import_rows.all_sections',
      kept: 'null::text',
    },
  ],
  absent: `select subjects.name || ' (' || (code collate campus_name) || '), ' || terms.name as name
    from subjects join terms on terms.id = subjects.term_id
    where term_id in (select term_id from import_rows)
      and subjects.id not in (select known_id from import_rows where known_id is not null)`,
  exported: {
    cells: { term: termCell },
    from: `subjects join terms on terms.id = subjects.term_id
      join people as teacher on teacher.id = subjects.teacher_id order by terms.starts_on, subjects.code`,
  },
  count: 'select count(*)::int as n from subjects where term_id is not null',
  add: async ({ tx }) => {
    await tx.query(
      `insert into subjects (id, term_id, name, code, credits, teacher_id, by_list, ${stored})
       overriding system value
       select new_id, term_id, subject_name, subject_code, coalesce(credits, 0), teacher_id,
         num_nonnulls(course, branch, semester, year) = 0 and everyone is distinct from 'yes', ${audienceOfRow}
       from import_rows where new_id is not null order by new_id`,
    );
    await addSections({ tx });
  },
  change: async ({ tx }) => {
    await setCodesAside(
      tx,
      `select known_id from import_changes join import_rows using (row) where field = 'subjectCode'`,
    );
    await tx.query(
      `update subjects set ${setTo({
        name: 'subject_name',
        code: 'subject_code',
        credits: 'coalesce(import_rows.credits, subjects.credits)',
        teacher: 'import_rows.teacher_id',
      })}
       from import_rows where subjects.id = known_id
         and import_rows.row in (select row from import_changes)`,
    );
    await tx.query(historyOf('subjects', `${fileChanges} where field <> 'sections'`));
    await addSections({ tx });
  },
  standing: `(select 'has ' || what from (values
      ('students', exists (select from enrolments where subject_id = kept.record_id)),
      ('who teaches it, too', exists (select from subject_teachers where subject_id = kept.record_id)),
      ('classes', exists (select from class_sessions where subject_id = kept.record_id and version > 0)),
      ('opening balances', exists (select from opening_balances where subject_id = kept.record_id)),
      ('exams', exists (select from exams where subject_id = kept.record_id and deleted_at is null)),
      ('assignments', exists (select from assignments
        where subject_id = kept.record_id and deleted_at is null))
    ) as stands (what, does) where does limit 1)`,
  unrestorable: `(select 'its former teacher ' || former.name || ' is not active' from people as former
    where former.id = (kept.before ->> 'emailId')::bigint and not former.active
      and terms.closed_at is null and kept.before ->> 'emailId' <> kept.after ->> 'emailId')`,
  remove: async (tx, batchId) => {
    await tx.query(
      `insert into record_changes (subject_id, version, field, before, changed_by)
       select subjects.id, subjects.version + 1, 'term', terms.name, current_actor()
       from ${addedRecords} join subjects on subjects.id = record_id
       join terms on terms.id = subjects.term_id`,
      [batchId],
    );
    await tx.query(
      `update subjects set term_id = null, deleted_at = now(), deleted_by = current_actor(),
         version = version + 1
       from ${addedRecords} where subjects.id = record_id and term_id is not null`,
      [batchId],
    );
  },
  restore: async (tx, batchId) => {
    const codes = `select record_id from ${changedRecords}
      where before ->> 'subjectCode' <> after ->> 'subjectCode'`;
    await setCodesAside(tx, codes, [batchId]);
    await tx.query(
      `update subjects set ${setTo({
        name: `before ->> 'subjectName'`,
        code: `before ->> 'subjectCode'`,
        credits: `(before ->> 'credits')::integer`,
        teacher: `(before ->> 'emailId')::bigint`,
      })}
       from ${changedRecords} where subjects.id = record_id`,
      [batchId],
    );
    const shown = (side: 'before' | 'after'): string => `case field when 'emailId'
      then (select email from people where id = (${side} ->> 'emailId')::bigint)
      else ${side} ->> field end`;
    await tx.query(historyOf('subjects', undoneChanges(shown)), [batchId]);
  },
};
