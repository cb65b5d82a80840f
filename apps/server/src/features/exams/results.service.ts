import type { BodyOf, examResults, FoundStudent, QueryOf, ReplyOf } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Transaction } from '../../db/db.ts';
import { isRecordId } from '../../db/record-id.ts';
import { type Actor, RawJson } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { invalid } from '../../http/refusals.ts';
import { groundOf, noSuchSubject, requireTeaching } from '../subjects/index.ts';
import { readClass } from './entries.queries.ts';
import { type ExamRecord, readExamRecord } from './exam-record.queries.ts';
import { requireHeld } from './exams.policy.ts';
import { keptExamById } from './exams.queries.ts';
import { withExam } from './exams.service.ts';
import { readHistory } from './history.queries.ts';
import { noSuchExam } from './refusals.ts';
import { conflictsSince, type SentResults, storeResults } from './results.queries.ts';
import { studentsByNumber } from './students.queries.ts';

/** An exam that the actor may look at. */
export const keptExam = async (
  campus: Campus,
  actor: Actor,
  examId: string,
): Promise<ExamRecord> => {
  const record = isRecordId(examId) ? await readExamRecord(campus.db, examId) : undefined;
  if (!record) throw noSuchExam();
  requireTeaching(actor, record.teacherId);
  return record;
};

/** The exam with its class as JSON, and the version of its marks. */
export const readExam = async (
  campus: Campus,
  actor: Actor,
  examId: string,
): Promise<{ json: RawJson; state: string }> => {
  if (!isRecordId(examId)) throw noSuchExam();
  const [kept, found] = await Promise.all([
    keptExamById(campus.db, examId),
    readClass(campus.db, examId),
  ]);
  if (!kept || !found) throw noSuchExam();
  requireTeaching(actor, kept.teacherId);
  const { exam } = kept;
  const json = new RawJson(`{"exam":${JSON.stringify(exam)},"entries":${found.entries}}`);
  return { json, state: `${found.version}-${exam.version}` };
};

type Results = BodyOf<typeof examResults.saveResults>['results'];

/** Results as columns, each student once and within the maximum of the exam. */
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
 * Stores results of an exam that is held. With `seen`, the version the screen started from, it
 * refuses to overwrite what somebody else has saved differently since. Answers how many changed.
 */
export const storeSent = async (
  tx: Transaction,
  held: ExamRecord,
  sent: SentResults,
  by: { actorId: string; seen: number | null },
): Promise<number> => {
  if (isStale(by.seen, held.marksVersion, 0)) {
    const conflicts = await conflictsSince(tx, held.id, by.seen, sent);
    if (conflicts.length > 0)
      throw new CampusError(
        'conflict',
        'Somebody else has saved marks of this exam in the meantime. Nothing was overwritten.',
        { details: conflicts },
      );
  }
  const stored = await storeResults(tx, held.id, sent, by.actorId);
  if (stored.notEnrolled.length > 0)
    throw invalid(
      'results',
      `Not enrolled in this subject on ${held.heldOn}: ${stored.notEnrolled.slice(0, 10).join(', ')}.`,
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
    return studentsByNumber(campus.db, registrationNumber, within);
  }
  if (subjectId === undefined) return studentsByNumber(campus.db, registrationNumber, null);
  const ground = isRecordId(subjectId) ? await groundOf(campus.db, subjectId) : undefined;
  if (!ground) throw noSuchSubject();
  requireTeaching(actor, ground.teacherId);
  return studentsByNumber(campus.db, registrationNumber, { subjectId, day: campus.today() });
};

export const examHistory = async (
  campus: Campus,
  actor: Actor,
  examId: string,
  studentId: string | undefined,
): Promise<ReplyOf<typeof examResults.examHistory>> => {
  await keptExam(campus, actor, examId);
  if (studentId !== undefined && !isRecordId(studentId)) return { results: [], exam: [] };
  return readHistory(campus.db, examId, studentId ?? null);
};
