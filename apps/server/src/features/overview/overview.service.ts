import {
  addDays,
  dayIn,
  instantIn,
  type IsoDate,
  isDue,
  overview,
  sessionHours,
} from '@campus/contract';
import type { Handler } from '../../http/call.ts';
import { exportedList } from '../../http/export-list.ts';
import { mailsFailing } from '../accounts/index.ts';
import { assignmentsOfStudent, listAssignments } from '../assignments/index.ts';
import { requestsList } from '../corrections/index.ts';
import { examDatesIn } from '../events/index.ts';
import { listExams, publishedResultsOf } from '../exams/index.ts';
import { loansOfPerson } from '../library/index.ts';
import { ownPersonId } from '../people/index.ts';
import { openTerm, teachingScopeOf } from '../subjects/index.ts';
import {
  classesNotTaken,
  countOpenSubjects,
  countPeople,
  enrolmentsOfStudent,
} from './overview.queries.ts';

export const campus: Handler<typeof overview.campus> = async ({ campus: of, actor }) => ({
  today: of.today(),
  timezone: of.timezone,
  expectedPercentage: of.settings.expectedPercentage,
  sessionHours: sessionHours(actor.role, of.settings.sessions),
  duty: actor.duty,
  term: (await openTerm(of.db)) ?? null,
});

export const countStudents: Handler<typeof overview.countStudents> = (call) =>
  countPeople(call.campus.db, 'student');

export const countFaculty: Handler<typeof overview.countFaculty> = (call) =>
  countPeople(call.campus.db, 'teacher');

export const countClasses: Handler<typeof overview.countClasses> = (call) =>
  countOpenSubjects(call.campus.db);

const days = 14;
const byDay = (one: { readonly date: IsoDate }, other: { readonly date: IsoDate }): number =>
  one.date < other.date ? -1 : 1;
const shown = <Row>(rows: readonly Row[]): Row[] => rows.slice(0, overview.shownOnDashboard);
/** Something due or done in a subject. */
interface Named {
  readonly id: string;
  readonly title: string;
  readonly subjectId: string;
  readonly subjectName: string;
  readonly subjectCode: string;
}
const named = ({ id, title, subjectId, subjectName, subjectCode }: Named): Named => ({
  id,
  title,
  subjectId,
  subjectName,
  subjectCode,
});

/** Takes three statements. */
export const teacherOverview: Handler<typeof overview.teacherOverview> = async (call) => {
  const { campus: of, actor, params } = call;
  const { db, timezone } = of;
  const teacherId = await ownPersonId(of, actor, params.email, 'teacher');
  const marked = await teachingScopeOf(of, actor, teacherId, 'mark');
  const toGrade = await teachingScopeOf(of, actor, teacherId, 'grade');
  const today = of.today();
  const [notTaken, assignments, exams] = await Promise.all([
    classesNotTaken(db, marked, today),
    listAssignments(of, {}, toGrade),
    listExams(db, { state: 'draft', today }, toGrade),
  ]);
  const work = [
    ...assignments.rows.map((one) => ({
      kind: 'assignment' as const,
      ...named(one),
      date: dayIn(timezone, new Date(one.deadline)),
      toMark: one.toMark,
      of: one.handedIn,
    })),
    ...exams.rows.map((one) => ({
      kind: 'exam' as const,
      ...named(one),
      date: one.heldOn,
      toMark: one.heldOn > today ? 0 : one.missing,
      of: one.missing + one.marked + one.absent,
    })),
  ].filter(({ toMark }) => toMark > 0);
  return {
    classes: notTaken.rows,
    classesNotTaken: notTaken.total,
    work: shown(work.toSorted(byDay)),
    toMark: work.reduce((sum, { toMark }) => sum + toMark, 0),
  };
};

/** Takes four statements. */
export const studentOverview: Handler<typeof overview.studentOverview> = async (call) => {
  const { campus: of, actor, params } = call;
  const { db, timezone } = of;
  const studentId = await ownPersonId(of, actor, params.email, 'student');
  const today = of.today();
  const [from, until] = [addDays(today, -days), addDays(today, days)];
  const [assignments, results, exams, loans] = await Promise.all([
    assignmentsOfStudent(of, studentId, null, instantIn(timezone, { day: from, time: '00:00' })),
    publishedResultsOf(db, studentId),
    examDatesIn(
      db,
      { id: studentId, role: 'student' },
      { from: today, to: until, timeZone: timezone },
    ),
    loansOfPerson(db, studentId, today),
  ]);
  const due = [
    ...assignments.filter(isDue).map((one) => ({
      kind: 'assignment' as const,
      id: one.id,
      title: one.title,
      subject: {
        id: one.subjectId,
        subjectName: one.subjectName,
        subjectCode: one.subjectCode,
      },
      date: dayIn(timezone, new Date(one.deadline)),
      time: one.deadlineOnCampus.slice(11, 16),
    })),
    ...[
      ...exams.map((exam) => ({ ...exam, kind: 'exam' as const, date: exam.heldOn })),
      ...loans.map((loan) => ({ ...loan, kind: 'book' as const, date: loan.dueOn })),
    ].map(({ kind, id, title, date }) => ({ kind, id, title, date, subject: null, time: null })),
  ].filter(({ date }) => date <= until);
  const latest = [
    ...assignments.flatMap(({ marks, grade: maxMarks, returnedAt: at, ...one }) =>
      at === null ? [] : [{ kind: 'assignment' as const, ...named(one), marks, maxMarks, at }],
    ),
    ...results.map(({ examId: id, marks, maxMarks, publishedAt: at, ...one }) => ({
      kind: 'exam' as const,
      ...named({ ...one, id }),
      marks,
      maxMarks,
      at,
    })),
  ].filter(({ at }) => dayIn(timezone, new Date(at)) >= from);
  return {
    due: shown(due.toSorted(byDay)),
    results: shown(latest.toSorted((one, other) => (one.at < other.at ? 1 : -1))),
  };
};

/** Takes three statements. */
export const adminOverview: Handler<typeof overview.adminOverview> = async ({ campus: of }) => {
  const { db } = of;
  const [notTaken, failing, waiting] = await Promise.all([
    classesNotTaken(db, null, of.today()),
    mailsFailing(db),
    requestsList(db, 'open').total(),
  ]);
  return {
    classes: notTaken.rows,
    classesNotTaken: notTaken.total,
    mailsFailing: failing,
    requestsWaiting: waiting,
  };
};

export const listStudentEnrolments: Handler<typeof overview.listStudentEnrolments> = async (
  call,
) => {
  const { campus: of, actor, params } = call;
  const studentId = await ownPersonId(of, actor, params.email, 'student');
  const planned = actor.role === 'admin';
  return enrolmentsOfStudent(of.db, studentId, { today: of.today(), planned });
};

export const exportStudentEnrolments = exportedList<typeof overview.listStudentEnrolments>(
  listStudentEnrolments,
  [
    ['Subject Name', 'text', (row) => row.subject.subjectName],
    ['Subject Code', 'text', (row) => row.subject.subjectCode],
    ['Credits', 'number', (row) => row.credits],
    ['Term', 'text', (row) => row.term.name],
    ['Section', 'text', (row) => row.section],
    ['Teacher Name', 'text', (row) => row.teacherName],
    ['Teacher Email', 'text', (row) => row.teacherEmail],
    ['From', 'day', (row) => row.fromOn],
    ['To', 'day', (row) => row.toOn],
  ],
);
