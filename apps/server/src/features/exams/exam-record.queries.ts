import type { examFields, InputOf, RecordOf } from '@campus/contract';
import type { Db, Transaction } from '../../db/db.ts';
import { selectedFrom, valuesFor } from '../../db/stored-fields.ts';
import type { SubjectGround } from '../subjects/index.ts';
import { examColumns } from './exam.columns.ts';

/** An exam with what decides about it. */
export interface ExamRecord extends SubjectGround, RecordOf<typeof examFields> {
  readonly id: string;
  readonly subjectId: string;
  readonly version: number;
  readonly marksVersion: number;
  readonly published: boolean;
}

const select = `
  select exam.id::text, exam.subject_id::text as "subjectId",
    ${selectedFrom('exam', examColumns)}, exam.version, exam.marks_version as "marksVersion", exam.published_at is not null as published,
    subjects.teacher_id::text as "teacherId", terms.starts_on as "startsOn",
    terms.ends_on as "endsOn", terms.closed_at is not null as "termClosed"
  from exams exam
  join subjects on subjects.id = exam.subject_id
  join terms on terms.id = subjects.term_id
  where exam.id = $1 and exam.deleted_at is null`;

export const readExamRecord = async (db: Db, id: string): Promise<ExamRecord | undefined> => {
  const { rows } = await db.query<ExamRecord>(select, [id]);
  return rows[0];
};

/** Locks the exam until the transaction ends: whoever changes it or its marks follow each other. */
export const holdExam = async (tx: Transaction, id: string): Promise<ExamRecord | undefined> => {
  const { rows } = await tx.query<ExamRecord>(`${select} for no key update of exam`, [id]);
  return rows[0];
};

export const insertExam = async (
  tx: Transaction,
  exam: InputOf<typeof examFields> & { readonly subjectId: string },
  actorId: string,
): Promise<string> => {
  const { subjectId, title, heldOn } = exam;
  const { id } = await tx
    .insertInto('exams')
    .values({
      ...valuesFor('exams', examColumns, exam),
      title,
      held_on: heldOn,
      subject_id: subjectId,
      created_by: actorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The exam of a subject with this title, whatever its case. */
export const examByTitle = async (
  tx: Transaction,
  subjectId: string,
  title: string,
): Promise<string | undefined> => {
  const { rows } = await tx.query<{ id: string }>(
    `select id::text from exams
     where subject_id = $1 and lower(title) = lower($2) and deleted_at is null`,
    [subjectId, title],
  );
  return rows[0]?.id;
};

/** The highest marks there are, and whose; undefined without any. */
export const highestMarks = async (
  tx: Transaction,
  examId: string,
): Promise<{ marks: number; studentName: string } | undefined> => {
  const { rows } = await tx.query<{ marks: number; studentName: string }>(
    `select marks, people.name as "studentName"
     from exam_results join people on people.id = student_id
     where exam_id = $1 and marks is not null order by marks desc, people.name limit 1`,
    [examId],
  );
  return rows[0];
};

export const hasResults = async (tx: Transaction, examId: string): Promise<boolean> => {
  const { rows } = await tx.query('select from exam_results where exam_id = $1 limit 1', [examId]);
  return rows.length > 0;
};
