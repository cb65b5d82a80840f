import type { ExamEntry, examResults, FoundStudent } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { describeAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor, Handler } from '../../http/call.ts';
import { found, conflict } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import {
  requireMayChange,
  requireMayChangeMarks,
  requireStudents,
  subjectContext,
  teachingScope,
} from '../subjects/index.ts';
import { readEntry } from './entries.queries.ts';
import { examByTitle, lockExam, insertExam, readExamRecord } from './exam-record.queries.ts';
import { requireDayInTerm, requireTakenPlace } from './exams.policy.ts';
import { examById } from './exams.queries.ts';
import { noSuchExam } from './refusals.ts';
import { columnsOf, storeSent } from './results.service.ts';
import { studentsByNumber } from './students.queries.ts';

/**
 * The exam for a result that names none: today's draft of the subject, created if there is none. It is called "Exam",
 * or "Exam" and the day if an exam of another day has that title.
 */
const examOfToday = async (campus: Campus, tx: Transaction, actor: Actor, subjectId: string) => {
  const context = await subjectContext(tx, subjectId);
  requireMayChange(actor, context, 'exams');
  const heldOn = campus.today();
  requireDayInTerm(heldOn, context);
  for (const title of ['Exam', `Exam ${heldOn}`]) {
    const known = await examByTitle(tx, subjectId, title);
    if (known === undefined)
      return insertExam(tx, { subjectId, title, heldOn, maxMarks: 100 }, actor.id);
    const exam = await readExamRecord(tx, known);
    if (exam && !exam.published && exam.heldOn === heldOn) return known;
  }
  throw invalid('examId', 'Please choose the exam that these marks belong to.');
};

const said = ({ marks, absent }: Pick<ExamEntry, 'marks' | 'absent'>): string =>
  absent ? 'is marked absent' : `has ${marks} marks`;

/** The student with a registration number; throws unless there is exactly one. */
const studentOf = async (tx: Transaction, number: string): Promise<FoundStudent> => {
  const students = await studentsByNumber(tx, number, null);
  const [student, other] = students;
  if (!student) throw invalid('registrationNumber', 'No student has this registration number.');
  if (other)
    throw invalid(
      'registrationNumber',
      `This number belongs to ${students.map(({ studentName }) => studentName).join(' and ')}. Enter the other registration number of the one you mean.`,
    );
  return student;
};

const requireFree = (
  student: FoundStudent,
  stored: ExamEntry | undefined,
  sent: Pick<ExamEntry, 'marks' | 'absent'>,
): void => {
  if (!stored || (stored.marks === null && !stored.absent)) return;
  if (stored.marks === sent.marks && stored.absent === sent.absent) return;
  throw conflict(
    `${student.studentName} ${said(stored)} in this exam already. Nothing was changed.`,
    [
      {
        studentId: student.studentId,
        studentName: student.studentName,
        marks: stored.marks,
        absent: stored.absent,
        changedBy: stored.markedBy,
        changedAt: stored.markedAt,
      },
    ],
  );
};

/** When two people enter the first marks of today's exam at the same time. */
const addedMeanwhile = {
  exams_title_in_subject: 'Someone else has just added this exam. Please try again.',
};

export const addEntry: Handler<typeof examResults.addEntry> = async ({ campus, actor, body }) => {
  const { subjectId, registrationNumber, marks } = body;
  const absent = body.absent ?? false;
  if ((marks === null) !== absent)
    throw invalid('marks', absent ? 'A student who was absent has no marks' : 'Marks is missing');
  const done = await inTransaction(campus.db, addedMeanwhile, async (tx) => {
    const examId = body.examId ?? (await examOfToday(campus, tx, actor, subjectId));
    const exam = found(await lockExam(tx, examId), noSuchExam);
    requireMayChangeMarks(actor, exam, 'exams');
    if (exam.subjectId !== subjectId)
      throw invalid('examId', 'This exam belongs to another subject.');
    requireTakenPlace(exam.heldOn, campus.today());
    const student = await studentOf(tx, registrationNumber);
    await requireStudents(tx, actor, exam, [student.studentId]);
    const stored = await readEntry(tx, examId, student.studentId);
    if (!stored)
      throw invalid(
        'registrationNumber',
        `${student.studentName} was not enrolled in this subject on ${exam.heldOn}.`,
      );
    if (body.replace !== true) requireFree(student, stored, { marks, absent });
    const sent = columnsOf([{ studentId: student.studentId, marks, absent }], exam);
    await storeSent(tx, exam, sent, { actor, seen: null });
    describeAct({ recordId: examId, count: 1 });
    const before = { marks: stored.marks, absent: stored.absent };
    return { examId, studentId: student.studentId, before };
  });
  const [exam, entry] = await Promise.all([
    examById(campus.db, done.examId, teachingScope(actor, 'grade')),
    readEntry(campus.db, done.examId, done.studentId),
  ]);
  if (!exam || !entry) throw noSuchExam();
  return { exam, entry, before: done.before };
};
