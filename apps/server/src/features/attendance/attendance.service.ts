import {
  type attendance,
  type AttendanceRecord,
  percentagePresent,
  type ReplyOf,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { forbidden, found } from '../../campus-error.ts';
import type { TableColumns } from '../../csv/table-file.ts';
import { batched } from '../../db/batch.ts';
import { type Actor, type Call, type Handler, RawJson } from '../../http/call.ts';
import { exportedList, exportedTable } from '../../http/export-list.ts';
import { ownPersonId } from '../people/index.ts';
import {
  noSuchSection,
  noSuchSubject,
  sectionsMarked,
  teachingScopeOf,
} from '../subjects/index.ts';
import * as queries from './attendance.queries.ts';
import {
  studentPercentages as percentagesOf,
  studentSubjects as subjectsOf,
} from './percentages.queries.ts';
import {
  readManyRecords,
  readRecords,
  sectionCounts,
  studentsCounts,
  subjectsCounts,
} from './records.queries.ts';
import { createRosters } from './rosters.ts';

export const facultySubjects: Handler<typeof attendance.facultySubjects> = async (call) => {
  const { campus, actor, params } = call;
  const teacherId = await ownPersonId(campus, actor, params.email, 'teacher');
  const taught = await teachingScopeOf(campus, actor, teacherId, 'mark');
  const subjects = await queries.taughtSubjects(campus.db, taught, campus.today());
  return subjects.map(({ teacherId: of, sections, ...subject }) => {
    const marked = taught.flatMap(([id, section]) => (id === subject.id ? [section] : []));
    if (of === teacherId || marked.includes(null)) {
      const whole = { sectionId: null, name: null, students: subject.students };
      return { ...subject, parts: [whole, ...sections] };
    }
    const parts = sections.filter(({ sectionId }) => marked.includes(sectionId));
    return { ...subject, students: parts.reduce((sum, one) => sum + one.students, 0), parts };
  });
};

/** The id of the student in the address, if it is the actor's own or the actor is an administrator. */
const studentOf = ({ campus, actor, params }: OfStudent): Promise<string> =>
  ownPersonId(campus, actor, params.email, 'student');
type OfRoster = ReplyOf<typeof attendance.roster>[number];
type OfStudent = Pick<Call<typeof attendance.studentRecords>, 'campus' | 'actor' | 'params'>;

export const studentSubjects: Handler<typeof attendance.studentSubjects> = async (call) =>
  subjectsOf(call.campus.db, await studentOf(call), call.campus.today());

export const studentPercentages: Handler<typeof attendance.studentPercentages> = async (call) =>
  percentagesOf(call.campus.db, await studentOf(call), call.campus.today());

export const studentSubjectRecords: Handler<typeof attendance.studentSubjectRecords> = async (
  call,
) => {
  const studentId = await studentOf(call);
  const read = await readRecords(call.campus.db, studentId, call.params.subjectId);
  return new RawJson(found(read, noSuchSubject).records);
};

const recordColumns: TableColumns<AttendanceRecord> = [
  ['Date', 'day', (row) => row.date],
  ['Subject Name', 'text', (row) => row.subjectName],
  ['Subject Code', 'text', (row) => row.subjectCode],
  ['Status', 'text', ({ present }) => (present ? 'Present' : 'Absent')],
  ['Remarks', 'text', (row) => row.remarks],
];
export const exportStudentSubjectRecords = exportedList<typeof attendance.studentSubjectRecords>(
  studentSubjectRecords,
  recordColumns,
);

/** The section asked for, or else the first one the actor marks; null: all students. */
const sectionAsked = (
  actor: Actor,
  subject: Parameters<typeof sectionsMarked>[1],
  asked: string | undefined,
): string | null => {
  const marked = sectionsMarked(actor, subject);
  if (asked !== undefined && marked && !marked.includes(asked))
    throw forbidden('This section belongs to another teacher.');
  return asked ?? marked?.[0] ?? null;
};

/** These reads grow with the term: a single statement for everybody would leave the other connections idle. */
const limits = { size: 8, statements: 4 } as const;

/** The most frequent reads: every dashboard makes them, so many people at once, and teachers before every class. */
export const createSharedReads = ({ db }: Campus) => {
  const readRoster = createRosters(db);
  const totalsOf = batched((ids: readonly string[]) => studentsCounts(db, ids));
  const statsOf = batched((ids: readonly string[]) => subjectsCounts(db, ids));
  const recordsOf = batched((ids: readonly string[]) => readManyRecords(db, ids), limits);
  const studentRecords: Handler<typeof attendance.studentRecords> = async (call) =>
    new RawJson(await recordsOf(await studentOf(call)));
  const studentSummary: Handler<typeof attendance.studentSummary> = async (call) => {
    const { present, marks, startDate, endDate } = await totalsOf(await studentOf(call));
    return { overallPercentage: percentagePresent(present, marks), startDate, endDate };
  };
  const subjectStats: Handler<typeof attendance.subjectStats> = async (call) => {
    const { actor, params, query } = call;
    const counts =
      query.section === undefined
        ? found(await statsOf(params.subjectId), noSuchSubject)
        : found(await sectionCounts(db, params.subjectId, query.section), noSuchSection);
    sectionAsked(actor, { ...counts, ...params }, query.section);
    return {
      totalClasses: counts.classes,
      attendancePercentage: percentagePresent(counts.present, counts.marks),
    };
  };
  const roster: Handler<typeof attendance.roster> = async ({ actor, params, query, reply }) => {
    const read = found(await readRoster(params.subjectId, params.date), noSuchSubject);
    const section = sectionAsked(actor, { ...read, ...params }, query.section);
    reply.header('etag', String(read.version));
    return new RawJson(read.entriesOf(section));
  };
  const exportRoster = exportedTable<typeof attendance.roster, OfRoster>(roster, (rows) => ({
    rows,
    columns: [
      ['Roll Number', 'text', (entry) => entry.studentRollNo],
      ['Name', 'text', (entry) => entry.studentName],
      ['Email', 'text', (entry) => entry.studentEmail],
      [
        'Status',
        'text',
        ({ present }) => (present === null ? null : present ? 'Present' : 'Absent'),
      ],
      ['Remarks', 'text', (entry) => entry.remarks],
      ['Counted already until', 'day', (entry) => entry.countedUntil ?? null],
    ],
  }));
  const exportStudentRecords = exportedList<typeof attendance.studentRecords>(
    studentRecords,
    recordColumns,
  );
  return {
    studentRecords,
    exportStudentRecords,
    studentSummary,
    subjectStats,
    roster,
    exportRoster,
  };
};
