import { movedHelperFields, subjects } from '@campus/contract';
import { insertProblems } from '../../csv/import.queries.ts';
import type { Importing } from '../../csv/list-import.ts';
import type { Transaction } from '../../db/db.ts';
import { stays, subjectCell, termCell } from './export.queries.ts';
import {
  addedRecords,
  changedRecords,
  foreignId,
  insertUnknownTerms,
  insertWrongTeachers,
  lockSubjects,
  teacherOfRow,
  termOfRow,
} from './judging.queries.ts';
import { type Kind, trackedColumn, trackedDay } from './kind.ts';
import {
  addSections,
  findSubjects,
  formerSectionGone,
  formerSectionId,
  insertUnknownSubjects,
  insertWrongPeriods,
  insertWrongSections,
  lockSubjectsOfBatch,
  outsideTermCell,
  periodOfRow,
  rowsOfChanges,
  sectionId,
  sectionOfRow,
} from './student-and-subject.queries.ts';

const asWritten = (kind: string): string => `replace(${kind}, '_', '-')`;
const asStored = (kind: string): string => `replace(${kind}, '-', '_')`;
const yesOrNo = (right: string): string => `case when ${right} then 'yes' else 'no' end`;

/** The rights of helpers of a kind; those of an assistant are given by `said`. */
const right = (name: 'mayMark' | 'mayGrade', kind: string, said: string): string => {
  const given = Object.entries(subjects.helperRights).flatMap(([one, rights]) =>
    rights ? `when '${one}' then ${rights[name]}` : [],
  );
  return `case ${kind} ${given.join(' ')} else ${said} end`;
};

/** Only assistants have their rights in the file. */
const ofAssistants = (kind: string, may: string): string =>
  `case when ${kind} = 'assistant' then ${yesOrNo(may)} end`;

const sectionOf = '(select name from sections where sections.id = subject_teachers.section_id)';

/** Finds the teacher, subject, kind and days of each row, and the record it is about. */
const findMeanings = async ({ tx }: Pick<Importing, 'tx'>): Promise<void> => {
  await findSubjects(tx, termOfRow, { found: `, teacher_id = ${teacherOfRow}` });
  await tx.query(
    `update import_rows set known_id = coalesce(${foreignId('helpers', 'sourced_id')},
       ${periodOfRow(
         'helper',
         `from subject_teachers as helper left join sections on sections.id = helper.section_id
          where helper.subject_id = import_rows.subject_id and person_id = teacher_id
            and lower(sections.name) is not distinct from lower(section)`,
       )})`,
  );
  await tx.query(
    `update import_rows set helps_as = meant.helps_as,
       first_on = coalesce(given.from_on, helper.from_on, terms.starts_on),
       last_on = coalesce(given.to_on, helper.to_on),
       section_name = ${sectionOfRow('helper.section_id')},
       marks = ${right('mayMark', 'meant.helps_as', `coalesce(given.may_mark = 'yes', helper.may_mark, false)`)},
       grades = ${right('mayGrade', 'meant.helps_as', `coalesce(given.may_grade = 'yes', helper.may_grade, false)`)}
     from import_rows as given
     join subjects on subjects.id = given.subject_id join terms on terms.id = subjects.term_id
     left join subject_teachers as helper on helper.id = given.known_id
     cross join lateral (select coalesce(${asStored('given.kind')}, helper.kind, 'co_teacher') as helps_as) as meant
     where given.row = import_rows.row`,
  );
  await tx.query(
    `update import_rows set
       helper_key = coalesce('#' || known_id, concat_ws(' ', subject_id, teacher_id, first_on, lower(section_name)))
     where num_nulls(subject_id, teacher_id, first_on) = 0`,
  );
};

const insertWrongRights = async (judged: Importing): Promise<void> => {
  for (const [field, column, may] of [
    ['mayMark', 'may_mark', 'marks'],
    ['mayGrade', 'may_grade', 'grades'],
  ] as const)
    await insertProblems(
      judged,
      [field, column],
      `'A ' || ${asWritten('helps_as')} || case when ${may} then ' may' else ' may not' end
         || ' do this: it is said of assistants alone'`,
      `where helps_as <> 'assistant' and (${column} = 'yes') <> ${may}`,
    );
  await insertProblems(
    judged,
    null,
    `'An assistant may mark or grade: say yes for one of them'`,
    `where helps_as = 'assistant' and not marks and not grades`,
  );
};

const insertNoLastDay = (judged: Importing) =>
  insertProblems(
    judged,
    null,
    `'A substitute has a last day'`,
    `where helps_as = 'substitute' and last_on is null`,
  );

/**
 * Records helpers who meet a condition in the histories of their subjects: as added (`after`) or removed (`before`).
 */
const tell = (
  tx: Transaction,
  side: 'before' | 'after',
  which: string,
  values: readonly unknown[] = [],
) =>
  tx.query(
    `with helper as (
       select subject_teachers.id, subject_id, email || ', ' || ${asWritten('kind')} || coalesce(' of section ' || ${sectionOf}, '')
         || ' from ' || from_on || coalesce(' to ' || to_on, '') as line
       from subject_teachers join people on people.id = person_id where ${which}
     ),
     held as (
       update subjects set version = version + 1 where id in (select subject_id from helper)
       returning id, version
     )
     insert into record_changes (subject_id, version, field, ${side}, changed_by)
     select held.id, version, 'helper', line, current_actor()
     from helper join held on held.id = subject_id order by helper.id`,
    values,
  );

const inBatch = (records: string): string =>
  `subject_teachers.id in (select record_id from ${records})`;
const isChanged = `subject_teachers.id in (select known_id from import_rows where ${rowsOfChanges})`;

export const helpersKind: Kind<typeof movedHelperFields> = {
  name: 'helpers',
  table: 'subject_teachers',
  roster: 'helpers',
  fields: movedHelperFields,
  shown: ['emailId', 'subject', 'kind', 'fromOn'],
  subject: 'subject',
  same: 'helper_key',
  resolvedColumns: `add term_id bigint, add subject_id bigint, add teacher_id bigint, add helps_as text,
    add marks boolean, add grades boolean, add first_on date, add last_on date, add section_name text,
    add helper_key text`,
  lockReferences: lockSubjects,
  lockBatchRecords: lockSubjectsOfBatch('subject_teachers', 'no key update'),
  validate: async (importing) => {
    await findMeanings(importing);
    await insertUnknownTerms(importing);
    await insertUnknownSubjects(importing);
    await insertWrongTeachers(
      importing,
      `coalesce(last_on >= date '${importing.today}', true) and not exists (
         select from subject_teachers as helper where helper.id = known_id
           and (helper.from_on, helper.to_on) is not distinct from (first_on, last_on))
       and deactivated is distinct from 'yes'`,
      ', unless “Deactivated” says yes',
    );
    await insertProblems(
      importing,
      ['emailId', 'email_id'],
      `'This is the teacher of the subject'`,
      `join subjects on subjects.id = import_rows.subject_id
       where subjects.teacher_id = import_rows.teacher_id and known_id is null`,
    );
    await insertWrongRights(importing);
    await insertWrongPeriods(importing, 'subject_teachers');
    await insertWrongSections(importing);
    await insertNoLastDay(importing);
  },
  from: `subject_teachers join subjects on subjects.id = subject_teachers.subject_id
    join people as teacher on teacher.id = subject_teachers.person_id`,
  id: 'subject_teachers.id',
  ownedByOther: {
    whose: `teacher.name || ' in ' || subjects.name`,
    where: `(subject_teachers.person_id, subject_teachers.subject_id)
      <> (import_rows.teacher_id, import_rows.subject_id)`,
  },
  recordName: `teacher.name || ' in ' || subjects.name`,
  kept: [
    {
      field: 'kind',
      label: 'kind',
      stored: asWritten('subject_teachers.kind'),
      given: asWritten('helps_as'),
    },
    {
      field: 'mayMark',
      label: 'rights',
      stored: ofAssistants('subject_teachers.kind', 'subject_teachers.may_mark'),
      given: ofAssistants('helps_as', 'marks'),
    },
    {
      field: 'mayGrade',
      label: 'rights',
      stored: ofAssistants('subject_teachers.kind', 'subject_teachers.may_grade'),
      given: ofAssistants('helps_as', 'grades'),
    },
    trackedColumn('section', 'section', sectionOf, 'import_rows.section_name'),
    trackedDay('fromOn', 'first day', 'subject_teachers.from_on', 'first_on'),
    trackedDay('toOn', 'last day', 'subject_teachers.to_on', 'last_on'),
  ],
  absent: `select people.name || ', ' || subjects.name as name
    from subject_teachers join people on people.id = person_id join subjects on subjects.id = subject_id
    where subject_id in (select subject_id from import_rows)
      and subject_teachers.id not in (select known_id from import_rows where known_id is not null)`,
  exported: {
    cells: {
      emailId: 'teacher.email',
      subject: subjectCell,
      term: termCell,
      outsideTerm: outsideTermCell('from_on', 'to_on'),
      deactivated: `case when not teacher.active then 'yes' end`,
    },
    // Leaves out helpers who have since become the teacher of the subject.
    from: `subject_teachers join subjects on subjects.id = subject_teachers.subject_id and teacher_id <> person_id
      join terms on terms.id = subjects.term_id join people as teacher on teacher.id = person_id and ${stays('teacher')}
      order by terms.starts_on, subjects.code, teacher.email, from_on, ${sectionOf} nulls first`,
  },
  count: `select count(*)::int as n from subject_teachers join subjects on subjects.id = subject_id
    where term_id is not null`,
  add: async ({ tx, actorId }) => {
    await addSections(tx, 'new_id is not null');
    await tx.query(
      `insert into subject_teachers (id, subject_id, person_id, kind, may_mark, may_grade, from_on, to_on,
         added_by, section_id)
       overriding system value
       select new_id, subject_id, teacher_id, helps_as, marks, grades, first_on, last_on, $1, ${sectionId}
       from import_rows where new_id is not null order by new_id`,
      [actorId],
    );
    await tell(tx, 'after', 'subject_teachers.id in (select new_id from import_rows)');
  },
  change: async ({ tx }) => {
    await addSections(tx, rowsOfChanges);
    await tell(tx, 'before', isChanged);
    await tx.query(
      `update subject_teachers set kind = helps_as, may_mark = marks, may_grade = grades,
         from_on = first_on, to_on = last_on, section_id = ${sectionId}
       from import_rows where subject_teachers.id = known_id and ${rowsOfChanges}`,
    );
    await tell(tx, 'after', isChanged);
  },
  unrestorable: formerSectionGone('subject_teachers'),
  remove: async (tx, batchId) => {
    await tell(tx, 'before', inBatch(addedRecords), [batchId]);
    await tx.query(`delete from subject_teachers where ${inBatch(addedRecords)}`, [batchId]);
  },
  restore: async (tx, batchId) => {
    const kind = asStored(`before ->> 'kind'`);
    const may = (field: 'mayMark' | 'mayGrade'): string =>
      right(field, kind, `before ->> '${field}' = 'yes'`);
    await tell(tx, 'before', inBatch(changedRecords), [batchId]);
    await tx.query(
      `update subject_teachers set kind = ${kind}, may_mark = ${may('mayMark')},
         may_grade = ${may('mayGrade')},
         from_on = (before ->> 'fromOn')::date, to_on = (before ->> 'toOn')::date,
         section_id = ${formerSectionId('subject_teachers')}
       from ${changedRecords} where subject_teachers.id = record_id`,
      [batchId],
    );
    await tell(tx, 'after', inBatch(changedRecords), [batchId]);
  },
};
