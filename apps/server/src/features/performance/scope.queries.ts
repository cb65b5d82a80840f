import { schoolPerformance } from '@campus/contract';
import { boolean, type Db, text } from '../../db/db.ts';
import {
  inTeachingScopeOrAny,
  isTaughtStudent,
  type TeachingScope,
  wasOpened,
} from '../../db/sql.ts';

/** Whether a missed exam counts as 0 in the term. */
export const absentCountsZero = `
  terms.id in (select term_id from terms_counting_absence) as "absentCountsZero"`;

/** Terms and subjects with published results, of one teacher or of all; latest term first. */
export const termsWithResults = (db: Db, taught: TeachingScope | null) =>
  db.rows(
    schoolPerformance.termWithSubjects,
    `select terms.id::text, terms.name, ${absentCountsZero},
       json_agg(json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', subjects.code) order by subjects.name, subjects.id) as subjects
     from subjects
     join terms on terms.id = subjects.term_id
     where ${inTeachingScopeOrAny('$1')} and exists (
       select from published_exam_results result where result.subject_id = subjects.id and ${isTaughtStudent('$1', 'result.student_id')})
     group by terms.id
     order by terms.starts_on desc`,
    [taught],
  );

export const latestTermWithResults = (db: Db, taught: TeachingScope | null) =>
  db.row(
    { id: text, name: text },
    `select id::text, name from terms
     where exists (
       select from subjects
       join published_exam_results result on result.subject_id = subjects.id
       where subjects.term_id = terms.id and ${inTeachingScopeOrAny('$1')}
         and ${isTaughtStudent('$1', 'result.student_id')})
     order by starts_on desc limit 1`,
    [taught],
  );

/** A term; planned ones only with `planned`. */
export const termById = (db: Db, id: string, planned: boolean) =>
  db.row(
    { id: text, name: text },
    `select id::text, name from terms
     where id = $1 and deleted_at is null and ($2 or ${wasOpened})`,
    [id, planned],
  );

const inTerm = {
  subject: schoolPerformance.termWithSubjects.shape.subjects.element,
  term: schoolPerformance.termWithSubjects.pick({ id: true, name: true }),
  teacherId: text,
  planned: boolean,
};

export const subjectById = (db: Db, id: string) =>
  db.row(
    inTerm,
    `select teacher_id::text as "teacherId", not ${wasOpened} as planned,
       json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', code) as subject,
       json_build_object('id', terms.id::text, 'name', terms.name) as term
     from subjects join terms on terms.id = subjects.term_id
     where subjects.id = $1`,
    [id],
  );
