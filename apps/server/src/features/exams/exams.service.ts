import type { Exam, exams, IsoDate } from '@campus/contract';
import type { Db, Transaction } from '../../db/db.ts';
import { describeAct, discardAct } from '../../db/acts.ts';
import { changesBetween, type FieldChange, storeVersion } from '../../db/history.ts';
import { now } from '../../db/sql.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { CampusError, conflict, found } from '../../campus-error.ts';
import { readCountedPage } from '../../http/pages.ts';
import { invalid, requireVersion } from '../../http/refusals.ts';
import {
  refuseNoTerm,
  requireMayChange,
  requireTeachingOf,
  subjectContext,
  teachingScope,
} from '../subjects/index.ts';
import * as record from './exam-record.queries.ts';
import { examColumns } from './exam-record.queries.ts';
import { requireDayInTerm, requireTakenPlace } from './exams.policy.ts';
import * as queries from './exams.queries.ts';
import { noSuchExam } from './refusals.ts';
import { subjectsOfTerm, termsWithSubjects } from './subjects.queries.ts';

const duplicates = {
  exams_title_in_subject: {
    field: 'title',
    message: 'This subject has an exam with this title already.',
  },
};

/** For a person who may change the exam, hence with all its students. */
const examOf = async (db: Db, id: string): Promise<Exam> =>
  found(await queries.examById(db, id, null), noSuchExam);

export const listExamTerms: Handler<typeof exams.listExamTerms> = ({ campus, actor }) =>
  termsWithSubjects(campus.db, teachingScope(actor, 'grade'));

export const listExamSubjects: Handler<typeof exams.listExamSubjects> = async (call) => {
  const { campus, actor, query } = call;
  refuseNoTerm(query.termId);
  const list = {
    taught: teachingScope(actor, 'grade'),
    termId: query.termId ?? null,
    today: campus.today(),
  };
  return subjectsOfTerm(campus.db, list);
};

export const listExams: Handler<typeof exams.listExams> = async ({ campus, actor, query }) => {
  if (query.subjectId !== undefined)
    await requireTeachingOf(campus.db, actor, 'grade', query.subjectId);
  refuseNoTerm(query.termId);
  const list = { ...query, today: campus.today() };
  const taught = teachingScope(actor, 'grade');
  return readCountedPage(list, (page) => queries.listExams(campus.db, page, taught));
};

export const createExam: Handler<typeof exams.createExam> = async ({ campus, actor, body }) => {
  const id = await inTransaction(campus.db, duplicates, async (tx) => {
    const context = await subjectContext(tx, body.subjectId);
    requireMayChange(actor, context, 'exams');
    requireDayInTerm(body.heldOn, context);
    const added = await record.insertExam(tx, body, actor.id);
    describeAct({ recordId: added });
    return added;
  });
  return examOf(campus.db, id);
};

type OfExam = Pick<Call<typeof exams.publishExam>, 'campus' | 'actor' | 'params'>;

/** Locks an exam that the actor may change (or as `allowed` checks), and does the work. */
export const withExam = <T>(
  { campus, actor, params }: OfExam,
  work: (tx: Transaction, exam: record.ExamRecord) => Promise<T>,
  allowed: typeof requireMayChange = requireMayChange,
): Promise<T> =>
  inTransaction(campus.db, duplicates, async (tx) => {
    const exam = found(await record.lockExam(tx, params.examId), noSuchExam);
    allowed(actor, exam, 'exams');
    return work(tx, exam);
  });

const requireRoomForMarks = async (tx: Transaction, examId: string, maxMarks: number) => {
  const highest = await record.highestMarks(tx, examId);
  if (highest && highest.marks > maxMarks)
    throw invalid(
      'maxMarks',
      `${highest.studentName} has ${highest.marks} marks: the maximum cannot be below that.`,
    );
};

/** Refuses to move an exam that has results to a day after today. */
const requireDayOfResults = async (
  tx: Transaction,
  examId: string,
  heldOn: IsoDate,
  today: IsoDate,
): Promise<void> => {
  if (heldOn > today && (await record.hasResults(tx, examId)))
    throw invalid(
      'heldOn',
      `This exam has marks already: its date cannot be after today (${today}).`,
    );
};

export const changeExam: Handler<typeof exams.changeExam> = async (call) => {
  const { campus, actor, body, seen } = call;
  await withExam(call, async (tx, exam) => {
    await requireVersion(tx, 'exam', exam, seen, 'this exam');
    const changes = changesBetween(exam, body);
    if (changes.length === 0) return discardAct();
    const { id, heldOn, maxMarks } = { ...exam, ...body };
    if (heldOn !== exam.heldOn) {
      requireDayInTerm(heldOn, exam);
      await requireDayOfResults(tx, id, heldOn, campus.today());
    }
    if (maxMarks < exam.maxMarks) await requireRoomForMarks(tx, id, maxMarks);
    const columns = valuesFor('exams', examColumns, body);
    await storeVersion(tx, 'exam', id, columns, { changes, actorId: actor.id });
  });
  return examOf(campus.db, call.params.examId);
};

export const deleteExam: Handler<typeof exams.deleteExam> = (call) =>
  withExam(call, async (tx, { id, published }) => {
    if (published)
      throw conflict('This exam is published. Withdraw it first, then it can be deleted.');
    const by = { actorId: call.actor.id, changes: [] };
    await storeVersion(tx, 'exam', id, { deleted_at: now, deleted_by: by.actorId }, by);
  });

const changeOfPublished = (before: string, after: string): FieldChange[] => [
  { field: 'published', before, after },
];

/** Publishing a published exam changes nothing. */
export const publishExam: Handler<typeof exams.publishExam> = async (call) => {
  const { campus, actor } = call;
  await withExam(call, async (tx, { id, published, heldOn }) => {
    if (published) return discardAct();
    requireTakenPlace(heldOn, campus.today());
    if (!(await record.hasResults(tx, id)))
      throw new CampusError('invalid', 'This exam has no marks yet: there is nothing to publish.');
    const by = { actorId: actor.id, changes: changeOfPublished('no', 'yes') };
    await storeVersion(tx, 'exam', id, { published_at: now, published_by: actor.id }, by);
  });
  return examOf(campus.db, call.params.examId);
};

export const withdrawExam: Handler<typeof exams.withdrawExam> = async (call) => {
  await withExam(call, async (tx, { id, published }) => {
    if (!published) return discardAct();
    const by = { actorId: call.actor.id, changes: changeOfPublished('yes', 'no') };
    await storeVersion(tx, 'exam', id, { published_at: null, published_by: null }, by);
  });
  return examOf(call.campus.db, call.params.examId);
};

export const exportExams = exportedList<typeof exams.listExams>(listExams, [
  ['Title', 'text', (row) => row.title],
  ['Subject Name', 'text', (row) => row.subjectName],
  ['Subject Code', 'text', (row) => row.subjectCode],
  ['Date', 'day', (row) => row.heldOn],
  ['Maximum Marks', 'number', (row) => row.maxMarks],
  ['Marked', 'number', (row) => row.marked],
  ['Absent', 'number', (row) => row.absent],
  ['Missing', 'number', (row) => row.missing],
  ['Average', 'percent', (row) => row.average],
  ['Published (UTC)', 'instant', (row) => row.publishedAt],
  ['Published by', 'text', (row) => row.publishedBy],
]);
