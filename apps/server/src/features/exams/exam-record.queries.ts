import { examFields, exams, type InputOf } from '@campus/contract';
import type { z } from 'zod';
import { boolean, day, type Db, integer, text, type Transaction } from '../../db/db.ts';
import { insertedId, wasOpened } from '../../db/sql.ts';
import { columnsOf, selectedFrom, type StorageOf, valuesFor } from '../../db/stored-fields.ts';

export const examColumns = columnsOf(examFields, {
  title: 'exams.title',
  heldOn: 'exams.held_on',
  maxMarks: 'exams.max_marks',
} satisfies StorageOf<typeof examFields, 'exams'>);

/** An exam and what decides who may change it, and when. */
const examRecord = exams.exam
  .omit({
    subjectName: true,
    subjectCode: true,
    publishedAt: true,
    publishedBy: true,
    marked: true,
    absent: true,
    missing: true,
    average: true,
    sections: true,
  })
  .extend({
    marksVersion: integer,
    published: boolean,
    teacherId: text,
    startsOn: day,
    endsOn: day,
    termClosed: boolean,
    planned: boolean,
  });
export type ExamRecord = z.infer<typeof examRecord>;

const select = `
  select exam.id::text, exam.subject_id::text as "subjectId",
    ${selectedFrom('exam', examColumns)}, exam.version, exam.marks_version as "marksVersion", exam.published_at is not null as published,
    subjects.teacher_id::text as "teacherId", terms.starts_on as "startsOn",
    terms.ends_on as "endsOn", terms.closed_at is not null as "termClosed",
    not ${wasOpened} as planned
  from exams exam
  join subjects on subjects.id = exam.subject_id
  join terms on terms.id = subjects.term_id
  where exam.id = $1 and exam.deleted_at is null`;

export const readExamRecord = (db: Db, id: string) => db.row(examRecord, select, [id]);

/** Locks an exam, so that changes of it and of its marks run one after the other, and its subject against deletion. */
export const lockExam = (tx: Transaction, id: string) =>
  tx.row(examRecord, `${select} for no key update of exam for key share of subjects`, [id]);

export const insertExam = (
  tx: Transaction,
  exam: InputOf<typeof examFields> & { readonly subjectId: string },
  actorId: string,
): Promise<string> => {
  const { subjectId, title, heldOn } = exam;
  return insertedId(
    tx.insertInto('exams').values({
      ...valuesFor('exams', examColumns, exam),
      title,
      held_on: heldOn,
      subject_id: subjectId,
      created_by: actorId,
    }),
  );
};

/** The exam of a subject with this title, ignoring case. */
export const examByTitle = (tx: Transaction, subjectId: string, title: string) =>
  tx.value(
    text.optional(),
    `select id::text from exams
     where subject_id = $1 and lower(title) = lower($2) and deleted_at is null`,
    [subjectId, title],
  );

/** The highest marks and the student who has them; undefined without marks. */
export const highestMarks = (tx: Transaction, examId: string) =>
  tx.row(
    { marks: integer, studentName: text },
    `select marks, people.name as "studentName"
     from exam_results join people on people.id = student_id
     where exam_id = $1 and marks is not null order by marks desc, people.name limit 1`,
    [examId],
  );

export const hasResults = async (tx: Transaction, examId: string): Promise<boolean> =>
  (await tx.query('select from exam_results where exam_id = $1 limit 1', [examId])) === 1;
