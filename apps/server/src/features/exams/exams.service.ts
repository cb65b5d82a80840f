import type {
  BodyOf,
  Exam,
  exams,
  ExamSubject,
  ExamTerm,
  IsoDate,
  QueryOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { refuseDuplicates } from '../../db/constraints.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { changesBetween, type FieldChange, storeVersion } from '../../db/history.ts';
import { isRecordId } from '../../db/record-id.ts';
import { now } from '../../db/sql.ts';
import { valuesFor } from '../../db/stored-fields.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { skippedBy } from '../../http/pages.ts';
import { invalid, requireSeen } from '../../http/refusals.ts';
import {
  groundOf,
  noSuchSubject,
  noSuchTerm,
  requireChanging,
  requireTeaching,
  taughtBy,
} from '../subjects/index.ts';
import { examColumns } from './exam.columns.ts';
import * as record from './exam-record.queries.ts';
import { requireDayInTerm, requireHeld } from './exams.policy.ts';
import * as queries from './exams.queries.ts';
import { noSuchExam } from './refusals.ts';
import { subjectsOfTerm, termsWithSubjects } from './subjects.queries.ts';

const duplicates = {
  exams_title_in_subject: {
    field: 'title',
    message: 'This subject has an exam with this title already.',
  },
};

const examOf = async (db: Db, id: string): Promise<Exam> => {
  const exam = await queries.examById(db, id);
  if (!exam) throw noSuchExam();
  return exam;
};

export const examTerms = (campus: Campus, actor: Actor): Promise<ExamTerm[]> =>
  termsWithSubjects(campus.db, taughtBy(actor));

const requireTermId = (termId: string | undefined): string | null => {
  if (termId !== undefined && !isRecordId(termId)) throw noSuchTerm();
  return termId ?? null;
};

export const examSubjects = (
  campus: Campus,
  actor: Actor,
  termId: string | undefined,
): Promise<ExamSubject[]> =>
  subjectsOfTerm(campus.db, {
    teacherId: taughtBy(actor),
    termId: requireTermId(termId),
    today: campus.today(),
  });

export const listExams = async (
  campus: Campus,
  actor: Actor,
  query: QueryOf<typeof exams.listExams>,
): Promise<{ exams: Exam[]; total: number }> => {
  const { subjectId, termId, state, search, limit, page } = query;
  if (subjectId !== undefined) {
    const ground = isRecordId(subjectId) ? await groundOf(campus.db, subjectId) : undefined;
    if (!ground) throw noSuchSubject();
    requireTeaching(actor, ground.teacherId);
  }
  return queries.listExams(campus.db, {
    teacherId: taughtBy(actor),
    subjectId: subjectId ?? null,
    termId: requireTermId(termId),
    state,
    search,
    limit,
    skip: skippedBy({ limit, page }),
  });
};

export const createExam = async (
  campus: Campus,
  actor: Actor,
  input: BodyOf<typeof exams.createExam>,
): Promise<Exam> => {
  const { subjectId, heldOn } = input;
  if (!isRecordId(subjectId)) throw noSuchSubject();
  const id = await refuseDuplicates(duplicates, () =>
    inTransaction(campus.db, async (tx) => {
      const ground = await groundOf(tx, subjectId);
      if (!ground) throw noSuchSubject();
      requireChanging(actor, ground, 'exams');
      requireDayInTerm(heldOn, ground);
      return record.insertExam(tx, input, actor.id);
    }),
  );
  return examOf(campus.db, id);
};

/** Holds an exam that the actor may change, does the work and answers the exam as it is then. */
export const withExam = async (
  campus: Campus,
  actor: Actor,
  examId: string,
  work: (tx: Transaction, held: record.ExamRecord) => Promise<void>,
): Promise<void> => {
  if (!isRecordId(examId)) throw noSuchExam();
  await inTransaction(campus.db, async (tx) => {
    const held = await record.holdExam(tx, examId);
    if (!held) throw noSuchExam();
    requireChanging(actor, held, 'exams');
    await work(tx, held);
  });
};

const requireRoomForMarks = async (
  tx: Transaction,
  examId: string,
  maxMarks: number,
): Promise<void> => {
  const highest = await record.highestMarks(tx, examId);
  if (highest && highest.marks > maxMarks)
    throw invalid(
      'maxMarks',
      `${highest.studentName} has ${highest.marks} marks: the maximum cannot be below that.`,
    );
};

/** An exam with results has been held: its day cannot move behind today. */
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

/** `seen` is the version the screen started from. */
export const changeExam = async (
  campus: Campus,
  actor: Actor,
  examId: string,
  input: BodyOf<typeof exams.changeExam>,
  seen: number | null,
): Promise<Exam> => {
  await refuseDuplicates(duplicates, () =>
    withExam(campus, actor, examId, async (tx, held) => {
      await requireSeen(tx, 'exam', held, seen, 'this exam');
      const changes = changesBetween(held, input);
      if (changes.length === 0) return;
      const { heldOn, maxMarks } = { ...held, ...input };
      if (heldOn !== held.heldOn) {
        requireDayInTerm(heldOn, held);
        await requireDayOfResults(tx, examId, heldOn, campus.today());
      }
      if (maxMarks < held.maxMarks) await requireRoomForMarks(tx, examId, maxMarks);
      const columns = valuesFor('exams', examColumns, input);
      await storeVersion(tx, 'exam', examId, columns, { changes, actorId: actor.id });
    }),
  );
  return examOf(campus.db, examId);
};

export const deleteExam = (campus: Campus, actor: Actor, examId: string): Promise<void> =>
  withExam(campus, actor, examId, async (tx, held) => {
    if (held.published)
      throw new CampusError(
        'conflict',
        'This exam is published. Withdraw it first, then it can be deleted.',
      );
    const columns = { deleted_at: now, deleted_by: actor.id };
    await storeVersion(tx, 'exam', examId, columns, { changes: [], actorId: actor.id });
  });

const published = (value: boolean): FieldChange[] => [
  { field: 'published', before: value ? 'no' : 'yes', after: value ? 'yes' : 'no' },
];

/** Publishing what is published changes nothing. */
export const publishExam = async (campus: Campus, actor: Actor, examId: string): Promise<Exam> => {
  await withExam(campus, actor, examId, async (tx, held) => {
    if (held.published) return;
    requireHeld(held.heldOn, campus.today());
    if (!(await record.hasResults(tx, examId)))
      throw new CampusError('invalid', 'This exam has no marks yet: there is nothing to publish.');
    const columns = { published_at: now, published_by: actor.id };
    await storeVersion(tx, 'exam', examId, columns, {
      changes: published(true),
      actorId: actor.id,
    });
  });
  return examOf(campus.db, examId);
};

export const withdrawExam = async (campus: Campus, actor: Actor, examId: string): Promise<Exam> => {
  await withExam(campus, actor, examId, async (tx, held) => {
    if (!held.published) return;
    const columns = { published_at: null, published_by: null };
    await storeVersion(tx, 'exam', examId, columns, {
      changes: published(false),
      actorId: actor.id,
    });
  });
  return examOf(campus.db, examId);
};
