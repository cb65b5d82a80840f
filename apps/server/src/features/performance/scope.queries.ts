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

/** SQL: whether a row of `subjects` has published results, of students of what is taught, `$1`, or of anybody. */
const hasResults = `${inTeachingScopeOrAny('$1')} and exists (
  select from published_exam_results result
  where result.subject_id = subjects.id and ${isTaughtStudent('$1', 'result.student_id')})`;

const ofTerm = schoolPerformance.performanceTerms.reply.element;
const ofSubject = schoolPerformance.performanceSubjects.reply.element;

/** The terms with published results, latest first; at most `most`. */
export const termsWithResults = (db: Db, taught: TeachingScope | null, most?: number) =>
  db.rows(
    ofTerm,
    `select id::text, name, ${absentCountsZero} from terms
     where exists (select from subjects where term_id = terms.id and ${hasResults})
     order by starts_on desc limit $2`,
    [taught, most],
  );

export const subjectsWithResults = (db: Db, taught: TeachingScope | null, termId: string) =>
  db.rows(
    ofSubject,
    `select id::text, name as "subjectName", code as "subjectCode" from subjects
     where term_id = $2 and ${hasResults} order by subjects.name, subjects.id`,
    [taught, termId],
  );

export const allWithResults = (db: Db, taught: TeachingScope | null) =>
  db.rows(
    schoolPerformance.performanceChoices.reply.element,
    `select terms.id::text, terms.name, ${absentCountsZero},
       json_agg(json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', subjects.code) order by subjects.name, subjects.id) as subjects
     from subjects
     join terms on terms.id = subjects.term_id
     where ${hasResults}
     group by terms.id
     order by terms.starts_on desc`,
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
  subject: ofSubject,
  term: ofTerm.omit({ absentCountsZero: true }),
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
