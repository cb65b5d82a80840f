import type { BodyOf, examResults } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { describeAct } from '../../db/acts.ts';
import type { Transaction } from '../../db/db.ts';
import { isRecordId } from '../../db/sql.ts';
import { type Actor, type Handler, RawJson } from '../../http/call.ts';
import { found, conflict } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { invalid } from '../../http/refusals.ts';
import {
  requireMayChangeMarks,
  requireStudents,
  requireTeaching,
  requireTeachingOf,
  teachingScope,
} from '../subjects/index.ts';
import { readClass } from './entries.queries.ts';
import { type ExamRecord, readExamRecord } from './exam-record.queries.ts';
import { requireTakenPlace } from './exams.policy.ts';
import { managedExamById } from './exams.queries.ts';
import { withExam } from './exams.service.ts';
import { noSuchExam } from './refusals.ts';
import { conflictsSince, readHistory, type SentResults, storeResults } from './results.queries.ts';
import { studentsByNumber } from './students.queries.ts';

/** An exam the actor may grade, and the limit to their students. */
export const managedExam = async ({ db }: Campus, actor: Actor, id: string) => {
  const exam = found(await readExamRecord(db, id), noSuchExam);
  return { exam, taught: requireTeaching(actor, 'grade', exam) };
};

/** The exam with its class as JSON. */
export const readExam: Handler<typeof examResults.readExam> = async (call) => {
  const { campus, actor, reply } = call;
  const { examId } = call.params;
  const taught = teachingScope(actor, 'grade');
  const [kept, known] = await Promise.all([
    managedExamById(campus.db, examId, taught),
    readClass(campus.db, examId, taught),
  ]);
  if (!kept || !known) throw noSuchExam();
  requireTeaching(actor, 'grade', { ...kept, ...kept.exam });
  const { exam, added } = kept;
  reply.header('etag', `${known.version}-${exam.version}`);
  return new RawJson(
    `{"exam":${JSON.stringify(exam)},"added":${JSON.stringify(added)},"entries":${known.entries}}`,
  );
};

type Results = BodyOf<typeof examResults.saveResults>['results'];

/** The results by column; throws if a student is there twice or has more than the maximum marks. */
export const columnsOf = (results: Results, { maxMarks }: ExamRecord): SentResults => {
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
 * Stores results of a locked exam. With `seen`, the version the screen started from, it refuses to overwrite results
 * that somebody else has changed to something else. Returns how many changed.
 */
export const storeSent = async (
  tx: Transaction,
  exam: ExamRecord,
  sent: SentResults,
  by: { actor: Actor; seen: number | null },
): Promise<number> => {
  await requireStudents(tx, by.actor, exam, sent.studentIds);
  if (isStale(by.seen, exam.marksVersion, 0)) {
    const conflicts = await conflictsSince(tx, exam.id, by.seen, sent);
    if (conflicts.length > 0)
      throw conflict(
        'Someone else has saved marks of this exam in the meantime. Nothing was overwritten.',
        conflicts,
      );
  }
  const stored = await storeResults(tx, exam.id, sent, by.actor.id);
  if (stored.notEnrolled.length > 0)
    throw invalid(
      'results',
      `Not enrolled in this subject on ${exam.heldOn}: ${stored.notEnrolled.slice(0, 10).join(', ')}.`,
    );
  return stored.changed;
};

export const saveResults: Handler<typeof examResults.saveResults> = async (call) => {
  const { campus, actor, body, seen } = call;
  const changed = await withExam(
    call,
    async (tx, exam) => {
      requireTakenPlace(exam.heldOn, campus.today());
      describeAct({ count: body.results.length });
      return storeSent(tx, exam, columnsOf(body.results, exam), { actor, seen });
    },
    requireMayChangeMarks,
  );
  return { saved: body.results.length, changed };
};

export const findStudent: Handler<typeof examResults.findStudent> = async (call) => {
  const { campus, actor } = call;
  const { registrationNumber, subjectId, examId } = call.query;
  const find = (within: Parameters<typeof studentsByNumber>[2]) =>
    studentsByNumber(campus.db, registrationNumber, within);
  if (examId !== undefined) {
    const { exam, taught } = await managedExam(campus, actor, examId);
    return find({ subjectId: exam.subjectId, day: exam.heldOn, taught });
  }
  if (subjectId === undefined) return find(null);
  const taught = await requireTeachingOf(campus.db, actor, 'grade', subjectId);
  return find({ subjectId, day: campus.today(), taught });
};

export const examHistory: Handler<typeof examResults.examHistory> = async (call) => {
  const { campus, actor, params, query } = call;
  const { exam, taught } = await managedExam(campus, actor, params.examId);
  return readHistory(campus.db, exam.id, query.studentId ?? null, taught);
};
