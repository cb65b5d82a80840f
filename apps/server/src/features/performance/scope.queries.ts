import type { TermWithSubjects } from '@campus/contract';
import type { Db } from '../../db/db.ts';

interface NamedTerm {
  readonly id: string;
  readonly name: string;
}

/** Terms and subjects with published results, of one teacher or of all; the latest term first. */
export const termsWithResults = async (
  db: Db,
  teacherId: string | null,
): Promise<TermWithSubjects[]> => {
  const { rows } = await db.query<TermWithSubjects>(
    `select terms.id::text, terms.name,
       json_agg(json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', subjects.code) order by subjects.name, subjects.id) as subjects
     from subjects
     join terms on terms.id = subjects.term_id
     where ($1::bigint is null or subjects.teacher_id = $1) and exists (
       select from published_exam_results result where result.subject_id = subjects.id)
     group by terms.id
     order by terms.starts_on desc`,
    [teacherId],
  );
  return rows;
};

export const latestTermWithResults = async (
  db: Db,
  teacherId: string | null,
): Promise<NamedTerm | undefined> => {
  const { rows } = await db.query<NamedTerm>(
    `select id::text, name from terms
     where exists (
       select from subjects
       join published_exam_results result on result.subject_id = subjects.id
       where subjects.term_id = terms.id and ($1::bigint is null or subjects.teacher_id = $1))
     order by starts_on desc limit 1`,
    [teacherId],
  );
  return rows[0];
};

export const termById = async (db: Db, id: string): Promise<NamedTerm | undefined> => {
  const { rows } = await db.query<NamedTerm>(`select id::text, name from terms where id = $1`, [
    id,
  ]);
  return rows[0];
};

interface SubjectInTerm {
  readonly subject: { id: string; subjectName: string; subjectCode: string };
  readonly term: NamedTerm;
  readonly teacherId: string;
}

export const subjectById = async (db: Db, id: string): Promise<SubjectInTerm | undefined> => {
  const { rows } = await db.query<SubjectInTerm>(
    `select teacher_id::text as "teacherId",
       json_build_object('id', subjects.id::text, 'subjectName', subjects.name,
         'subjectCode', code) as subject,
       json_build_object('id', terms.id::text, 'name', terms.name) as term
     from subjects join terms on terms.id = subjects.term_id
     where subjects.id = $1`,
    [id],
  );
  return rows[0];
};
