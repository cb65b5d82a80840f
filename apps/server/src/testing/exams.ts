import type { IsoDate } from '@campus/contract';
import type { TestCampus } from './test-campus.ts';
import type { Person } from './make.ts';

export interface TestExam {
  readonly subject: string;
  readonly on: IsoDate;
  readonly maxMarks?: number;
  readonly published?: boolean;
  /** Marks, or `absent`. */
  readonly results: readonly (readonly [student: Person, result: number | 'absent'])[];
}

let made = 0;

/** Creates an exam of the subject's teacher with results, published by default. */
export const makeExam = async (campus: TestCampus, exam: TestExam): Promise<{ id: string }> => {
  const { subject, on, maxMarks = 100, published = true, results } = exam;
  made += 1;
  const db = campus.database;
  const { teacher_id: by } = await db
    .selectFrom('subjects')
    .where('id', '=', subject)
    .select('teacher_id')
    .executeTakeFirstOrThrow();
  const row = await db
    .insertInto('exams')
    .values({
      subject_id: subject,
      title: `Exam ${made}`,
      held_on: on,
      max_marks: maxMarks,
      created_by: by,
      ...(published && { published_at: campus.campus.now(), published_by: by }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (results.length > 0)
    await db
      .insertInto('exam_results')
      .values(
        results.map(([student, result]) => ({
          exam_id: row.id,
          student_id: student.id,
          max_marks: maxMarks,
          marks: result === 'absent' ? null : result,
          absent: result === 'absent',
          marked_by: by,
        })),
      )
      .execute();
  return row;
};
