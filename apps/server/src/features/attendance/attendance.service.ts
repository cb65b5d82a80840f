import {
  type attendance,
  type IsoDate,
  percentagePresent,
  type ReplyOf,
  type Subject,
  type SubjectPercentage,
  type TaughtSubject,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { batched } from '../../db/batch.ts';
import { isRecordId } from '../../db/sql.ts';
import { type Actor, RawJson } from '../../http/call.ts';
import { ownPersonId } from '../people/index.ts';
import { noSuchSubject, requireTeaching } from '../subjects/index.ts';
import * as queries from './attendance.queries.ts';
import {
  studentPercentages as percentagesOf,
  studentSubjects as subjectsOf,
} from './percentages.queries.ts';
import { readManyRecords, readRecords, studentsCounts, subjectsCounts } from './records.queries.ts';
import { readRoster } from './roster.queries.ts';

export const facultySubjects = async (
  campus: Campus,
  actor: Actor,
  email: string,
): Promise<TaughtSubject[]> =>
  queries.taughtSubjects(
    campus.db,
    await ownPersonId(campus, actor, email, 'teacher'),
    campus.today(),
  );

export const roster = async (campus: Campus, actor: Actor, subjectId: string, date: IsoDate) => {
  const found = isRecordId(subjectId) ? await readRoster(campus.db, subjectId, date) : undefined;
  if (!found) throw noSuchSubject();
  requireTeaching(actor, found.teacherId);
  return found;
};

export const studentSubjects = async (
  campus: Campus,
  actor: Actor,
  email: string,
): Promise<Subject[]> =>
  subjectsOf(campus.db, await ownPersonId(campus, actor, email, 'student'), campus.today());

export const studentPercentages = async (
  campus: Campus,
  actor: Actor,
  email: string,
): Promise<SubjectPercentage[]> =>
  percentagesOf(campus.db, await ownPersonId(campus, actor, email, 'student'), campus.today());

export const studentSubjectRecords = async (
  campus: Campus,
  actor: Actor,
  email: string,
  subjectId: string,
): Promise<RawJson> => {
  const studentId = await ownPersonId(campus, actor, email, 'student');
  const exists = isRecordId(subjectId) && (await queries.subjectExists(campus.db, subjectId));
  if (!exists) throw noSuchSubject();
  return new RawJson(await readRecords(campus.db, studentId, subjectId));
};

/** Of what grows with a term, one statement for all who ask would leave the other connections idle. */
const limits = { size: 8, statements: 4 } as const;

/** What every dashboard asks for first, hence asked of the database for many people at once. */
export const createSharedReads = (campus: Campus) => {
  const { db } = campus;
  const totalsOf = batched((ids: readonly string[]) => studentsCounts(db, ids));
  const statsOf = batched((ids: readonly string[]) => subjectsCounts(db, ids));
  const recordsOf = batched((ids: readonly string[]) => readManyRecords(db, ids), limits);
  return {
    studentRecords: async (actor: Actor, email: string): Promise<RawJson> =>
      new RawJson(await recordsOf(await ownPersonId(campus, actor, email, 'student'))),
    studentSummary: async (
      actor: Actor,
      email: string,
    ): Promise<ReplyOf<typeof attendance.studentSummary>> => {
      const studentId = await ownPersonId(campus, actor, email, 'student');
      const { present, marks, startDate, endDate } = await totalsOf(studentId);
      return { overallPercentage: percentagePresent(present, marks), startDate, endDate };
    },
    subjectStats: async (
      actor: Actor,
      subjectId: string,
    ): Promise<ReplyOf<typeof attendance.subjectStats>> => {
      const counts = isRecordId(subjectId) ? await statsOf(subjectId) : undefined;
      if (!counts) throw noSuchSubject();
      requireTeaching(actor, counts.teacherId);
      return {
        totalClasses: counts.classes,
        attendancePercentage: percentagePresent(counts.present, counts.marks),
      };
    },
  };
};
