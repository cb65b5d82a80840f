import type {
  BodyOf,
  ExamEntry,
  examResults,
  FoundStudent,
  QueryOf,
  ReplyOf,
} from '@campus/contract';
import type pg from 'pg';
import type { Campus } from '../../campus.ts';
import { refuseDuplicates } from '../../db/constraints.ts';
import { isRecordId } from '../../db/record-id.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Actor, RawJson } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';
import { readClass, readEntry } from './entries.queries.ts';
import {
  examByTitle,
  type ExamRecord,
  holdExam,
  insertExam,
  readExamRecord,
} from './exam-record.queries.ts';
import { requireChanging, requireDayInTerm, requireHeld, requireKeeping } from './exams.policy.ts';
import { examById } from './exams.queries.ts';
import { withExam } from './exams.service.ts';
import { readHistory } from './history.queries.ts';
import { invalid, noSuchExam, noSuchSubject } from './refusals.ts';
import { conflictsSince, type SentResults, storeResults } from './results.queries.ts';
import { studentsByNumber } from './students.queries.ts';
import { groundOf } from './subjects.queries.ts';

/** An exam that the actor may look at. */
export const keptExam = async (
  campus: Campus,
  actor: Actor,
  examId: string,
): Promise<ExamRecord> => {
  const record = isRecordId(examId) ? await readExamRecord(campus.pool, examId) : undefined;
  if (!record) throw noSuchExam();
  requireKeeping(actor, record);
  return record;
};

/** The exam with its class as JSON, and the version of its marks. */
export const readExam = async (
  campus: Campus,
  actor: Actor,
  examId: string,
): Promise<{ json: RawJson; version: number }> => {
  await keptExam(campus, actor, examId);
  const [exam, found] = await Promise.all([
    examById(campus.pool, examId),
    readClass(campus.pool, examId),
  ]);
  if (!exam || !found) throw noSuchExam();
  const json = new RawJson(`{"exam":${JSON.stringify(exam)},"entries":${found.entries}}`);
  return { json, version: found.version };
};

type Results = BodyOf<typeof examResults.saveResults>['results'];

const columnsOf = (results: Results, { maxMarks }: ExamRecord): SentResults => {
  const studentIds = results.map(({ studentId }) => studentId);
  if (!studentIds.every(isRecordId))
    throw invalid('results', 'A student in the list does not exist.');
  if (new Set(studentIds).size < studentIds.length)
    throw invalid('results', 'A student is in the list more than once.');
  const above = results.findIndex(({ marks }) => marks !== null && marks > maxMarks);
  if (above >= 0)
    throw invalid(`results.${above}.marks`, `Marks must be a whole number from 0 to ${maxMarks}.`);
  return {
    studentIds,
    marks: results.map(({ marks }) => marks),
    absent: results.map(({ absent }) => absent),
  };
};

/**
 * Stores results of an exam that is held. With `seen`, the version the screen started from, it
 * refuses to overwrite what somebody else has saved differently since. Answers how many changed.
 */
export const storeSent = async (
  tx: pg.PoolClient,
  held: ExamRecord,
  sent: SentResults,
  by: { actorId: string; seen: number | null },
): Promise<number> => {
  if (by.seen !== null && by.seen !== held.marksVersion) {
    const conflicts = await conflictsSince(tx, held.id, by.seen, sent);
    if (conflicts.length > 0)
      throw new CampusError(
        'conflict',
        'Somebody else has saved marks of this exam in the meantime. Nothing was overwritten.',
        { details: conflicts },
      );
  }
  const stored = await storeResults(tx, held.id, sent, by.actorId);
  if (stored.strangers.length > 0)
    throw invalid(
      'results',
      `Not enrolled in this subject on ${held.heldOn}: ${stored.strangers.slice(0, 10).join(', ')}.`,
    );
  return stored.changed;
};

export const saveResults = async (
  campus: Campus,
  actor: Actor,
  examId: string,
  results: Results,
  seen: number | null,
): Promise<ReplyOf<typeof examResults.saveResults>> => {
  let changed = 0;
  await withExam(campus, actor, examId, async (tx, held) => {
    requireHeld(held.heldOn, campus.today());
    const sent = columnsOf(results, held);
    changed = await storeSent(tx, held, sent, { actorId: actor.id, seen });
  });
  return { saved: results.length, changed };
};

export const findStudent = async (
  campus: Campus,
  actor: Actor,
  query: QueryOf<typeof examResults.findStudent>,
): Promise<FoundStudent[]> => {
  const { registrationNumber, subjectId, examId } = query;
  if (examId !== undefined) {
    const exam = await keptExam(campus, actor, examId);
    const within = { subjectId: exam.subjectId, day: exam.heldOn };
    return studentsByNumber(campus.pool, registrationNumber, within);
  }
  if (subjectId === undefined) return studentsByNumber(campus.pool, registrationNumber, null);
  const ground = isRecordId(subjectId) ? await groundOf(campus.pool, subjectId) : undefined;
  if (!ground) throw noSuchSubject();
  requireKeeping(actor, ground);
  return studentsByNumber(campus.pool, registrationNumber, { subjectId, day: campus.today() });
};

/**
 * Where a result without an exam goes: the subject's draft of today, made when there is none. It is
 * called "Exam", or after its day where an exam of another day has that title.
 */
const examOfToday = async (
  campus: Campus,
  tx: pg.PoolClient,
  actor: Actor,
  subjectId: string,
): Promise<string> => {
  const ground = await groundOf(tx, subjectId);
  if (!ground) throw noSuchSubject();
  requireChanging(actor, ground);
  const heldOn = campus.today();
  requireDayInTerm(heldOn, ground);
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

/** The one student of a registration number. */
const studentOf = async (tx: pg.PoolClient, number: string): Promise<FoundStudent> => {
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
  throw new CampusError(
    'conflict',
    `${student.studentName} ${said(stored)} in this exam already. Nothing was changed.`,
    {
      details: [
        {
          studentId: student.studentId,
          studentName: student.studentName,
          marks: stored.marks,
          absent: stored.absent,
          changedBy: stored.markedBy,
          changedAt: stored.markedAt,
        },
      ],
    },
  );
};

/** Two people at once, each with the first marks of today's exam. */
const addedMeanwhile = {
  exams_title_in_subject: 'Somebody else has just added this exam. Please try again.',
};

type NewEntry = BodyOf<typeof examResults.addEntry>;

export const addEntry = async (
  campus: Campus,
  actor: Actor,
  input: NewEntry,
): Promise<ReplyOf<typeof examResults.addEntry>> => {
  const { subjectId, registrationNumber, marks } = input;
  const absent = input.absent ?? false;
  if ((marks === null) !== absent)
    throw invalid('marks', absent ? 'A student who was absent has no marks' : 'Marks is missing');
  if (!isRecordId(subjectId)) throw noSuchSubject();
  const done = await refuseDuplicates(addedMeanwhile, () =>
    inTransaction(campus.pool, async (tx) => {
      const examId = input.examId ?? (await examOfToday(campus, tx, actor, subjectId));
      const held = isRecordId(examId) ? await holdExam(tx, examId) : undefined;
      if (!held) throw noSuchExam();
      requireChanging(actor, held);
      if (held.subjectId !== subjectId)
        throw invalid('examId', 'This exam belongs to another subject.');
      requireHeld(held.heldOn, campus.today());
      const student = await studentOf(tx, registrationNumber);
      const stored = await readEntry(tx, examId, student.studentId);
      if (!stored)
        throw invalid(
          'registrationNumber',
          `${student.studentName} was not enrolled in this subject on ${held.heldOn}.`,
        );
      if (input.replace !== true) requireFree(student, stored, { marks, absent });
      const sent = columnsOf([{ studentId: student.studentId, marks, absent }], {
        ...held,
      });
      await storeSent(tx, held, sent, { actorId: actor.id, seen: null });
      return { examId, studentId: student.studentId };
    }),
  );
  const [exam, entry] = await Promise.all([
    examById(campus.pool, done.examId),
    readEntry(campus.pool, done.examId, done.studentId),
  ]);
  if (!exam || !entry) throw noSuchExam();
  return { exam, entry };
};

export const examHistory = async (
  campus: Campus,
  actor: Actor,
  examId: string,
  studentId: string | undefined,
): Promise<ReplyOf<typeof examResults.examHistory>> => {
  await keptExam(campus, actor, examId);
  if (studentId !== undefined && !isRecordId(studentId)) return { results: [], exam: [] };
  return readHistory(campus.pool, examId, studentId ?? null);
};
