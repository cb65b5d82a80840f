import { exams, type ExamTerm, type IsoDate } from '@campus/contract';
import type { Db } from '../../db/db.ts';
import {
  enrolledNow,
  inTeachingScopeOrAny,
  isTaughtStudent,
  sectionsTaught,
  type TeachingScope,
  termState,
  wasOpenedOrAny,
} from '../../db/sql.ts';

export const term = `json_build_object('id', terms.id::text, 'name', terms.name,
  'startsOn', terms.starts_on, 'endsOn', terms.ends_on, 'state', ${termState})`;

/** The terms that have subjects, of one teacher or of anybody, latest first. */
export const termsWithSubjects = async (
  db: Db,
  taught: TeachingScope | null,
): Promise<ExamTerm[]> => {
  const rows = await db.rows(
    { term: exams.examTerm },
    `select ${term} as term from terms
     where exists (select from subjects where term_id = terms.id
       and ${inTeachingScopeOrAny('$1')})
       and ${wasOpenedOrAny('$1')}
     order by starts_on desc`,
    [taught],
  );
  return rows.map((row) => row.term);
};

/** The subjects of a term, sorted by name; without an id, of the open term. */
export const subjectsOfTerm = (
  db: Db,
  list: { taught: TeachingScope | null; termId: string | null; today: IsoDate },
) =>
  db.rows(
    exams.examSubject,
    `select subjects.id::text, subjects.name as "subjectName", subjects.code as "subjectCode",
       ${term} as term,
       (select count(*)::int from enrolments where ${enrolledNow('$3')}
         and ${isTaughtStudent('$1', 'enrolments.student_id')}) as students,
       ${sectionsTaught('$1')} as sections
     from subjects join terms on terms.id = subjects.term_id
     where ${inTeachingScopeOrAny('$1')} and ${wasOpenedOrAny('$1')}
       and case when $2::bigint is null then terms.is_open else terms.id = $2 end
     order by subjects.name, subjects.id`,
    [list.taught, list.termId, list.today],
  );
